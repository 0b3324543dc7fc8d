"""RTF as a stream of tokens, and the numbers that RTF has for code pages and languages.

Owns: the syntax. Does not own: what the control words mean to a document.
Source: Rich Text Format Specification 1.9.1, "RTF Syntax" and "Font Table".
"""

from __future__ import annotations

import codecs
import locale
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..document import bcp47_tag

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = re.compile(
    rb"\\([A-Za-z]{1,32})(-?\d{1,10})?\x20?"  # control word with its parameter
    rb"|\\'([0-9A-Fa-f]{2})"  # byte in hexadecimal
    rb"|\\([^A-Za-z])"  # control symbol
    rb"|([{}])"
    rb"|([^\\{}\r\n\0]+)"
    rb"|[\r\n\0]+|\\",
    re.DOTALL,
)
_NO_LANGUAGES = frozenset({0, 0x0400, 0x07FF, 0x7FFF})  # process default, "undefined", no proofing
_PAGES_OF_CHARSETS = {
    0: "cp1252",
    2: "cp1252",
    77: "mac_roman",
    78: "cp932",
    79: "cp949",
    80: "gb18030",
    81: "cp950",
    83: "cp1255",
    84: "cp1256",
    85: "mac_greek",
    86: "mac_turkish",
    87: "cp874",
    88: "mac_latin2",
    89: "mac_cyrillic",
    128: "cp932",
    129: "cp949",
    130: "johab",
    134: "gb18030",
    136: "cp950",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
    254: "cp437",
    255: "cp850",
}


@dataclass(frozen=True)
class Token:
    """A control word or symbol with its parameter, a brace, or bytes of text.

    Exactly one of word and data is set; braces are words "{" and "}".
    """

    word: str = ""
    parameter: int | None = None
    data: bytes = b""

    @property
    def is_on(self) -> bool:
        """Return whether a toggle is switched on: no parameter or any but 0."""
        return self.parameter != 0


def read_tokens(data: bytes) -> Iterator[Token]:
    r"""Yield the tokens of an RTF file; raw bytes after \bin are left out."""
    position = 0
    while match := _TOKEN.match(data, position):
        position = match.end()
        word, parameter, hexadecimal, symbol, brace, text = match.groups()
        if word:
            number = int(parameter) if parameter else None
            if word == b"bin" and number:
                # A length beyond the end is damage, and no reason to lose what follows.
                position += number if 0 < number <= len(data) - position else 0
            else:
                yield Token(word.decode("ascii"), number)
        elif hexadecimal:
            yield Token(data=bytes.fromhex(hexadecimal.decode("ascii")))
        elif text:
            yield Token(data=text)
        elif symbol and symbol in b"\\{}":
            # Bytes like any other: one may be the second half of an East Asian character.
            yield Token(data=symbol)
        elif brace or symbol:
            yield Token((brace or symbol).decode("latin-1"))


def code_page_of_charset(charset: int) -> str | None:
    r"""Return Python's name of the code page of a font's \fcharset, None for the document's own."""
    return _PAGES_OF_CHARSETS.get(charset)


def code_page_of_number(number: int) -> str | None:
    r"""Return Python's name of a code page (\ansicpg, \cpg), None where there is none."""
    name = {10000: "mac_roman", 65001: "utf-8", 936: "gb18030", 0: "cp1252"}.get(number)
    name = name or f"cp{number}"
    try:
        return codecs.lookup(name).name
    except LookupError:
        return None


def language_of_number(number: int) -> str | None:
    r"""Return the BCP-47 tag of a Windows language number (\lang), None for none."""
    if number in _NO_LANGUAGES:
        return None
    return bcp47_tag(locale.windows_locale.get(number))


def decode_bytes(data: bytes, code_page: str) -> str:
    """Return bytes as text; those that a code page does not have are left out."""
    return data.decode(code_page, errors="ignore")
