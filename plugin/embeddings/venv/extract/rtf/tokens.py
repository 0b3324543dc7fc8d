"""RTF as a stream of tokens, and the numbers that RTF has for code pages and languages.

Owns: the syntax. Does not own: what the control words mean to a document.
Source: Rich Text Format Specification 1.9.1, "RTF Syntax" and "Font Table".
"""

from __future__ import annotations

import codecs
import locale
import re
from typing import TYPE_CHECKING, NamedTuple

from ..styled_text import bcp47_tag

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_TOKEN = re.compile(
    rb"\\([A-Za-z]{1,32})(-?\d{1,10})?\x20?"  # control word with its parameter
    rb"|\\'([0-9A-Fa-f]{2})"  # byte in hexadecimal
    rb"|\\([^A-Za-z])"  # control symbol
    rb"|([{}])"
    rb"|([^\\{}\r\n\0]+)"
    rb"|[\r\n\0]+|\\",
    re.DOTALL,
)
_MAX_KNOWN_WORDS = 20_000
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


class Token(NamedTuple):
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


_SYMBOLS = {bytes([byte]): Token(chr(byte)) for byte in range(256)}
# Bytes like any other: one may be the second half of an East Asian character.
_SYMBOLS.update({symbol: Token(data=symbol) for symbol in (b"\\", b"{", b"}")})
_BRACES = {b"{": Token("{"), b"}": Token("}")}
_STAR = _SYMBOLS[b"*"]


def read_tokens(data: bytes, is_wanted: Callable[[str], bool]) -> Iterator[Token]:
    r"""Yield the tokens of an RTF file; raw bytes after \bin are left out.

    Control words that are not wanted are left out too, as most of a file is borders and
    margins; not those after \*, which say that a group may be skipped.
    """
    words = _Words(is_wanted)
    matches = _TOKEN.finditer(data)
    is_starred = False
    while (match := next(matches, None)) is not None:
        word, parameter, hexadecimal, symbol, brace, text = match.groups()
        if text:
            yield Token("", None, text)
        elif word == b"bin" and parameter:
            matches = _TOKEN.finditer(data, _after_binary(match.end(), int(parameter), len(data)))
        elif word:
            token = words.token(word, parameter, is_starred=is_starred)
            is_starred = False
            if token is not None:
                yield token
        elif brace:
            yield _BRACES[brace]
        elif hexadecimal:
            yield Token("", None, bytes.fromhex(hexadecimal.decode("ascii")))
        elif symbol:
            is_starred = _SYMBOLS[symbol] is _STAR
            yield _SYMBOLS[symbol]


class _Words:
    """Tokens of control words; a file repeats few of them."""

    def __init__(self, is_wanted: Callable[[str], bool]) -> None:
        self._is_wanted = is_wanted
        self._known: dict[tuple[bytes, bytes | None], Token | None] = {}

    def token(self, word: bytes, parameter: bytes | None, *, is_starred: bool) -> Token | None:
        """Return the token, None for one that is not wanted."""
        key = (word, parameter)
        if is_starred or key not in self._known:
            name = word.decode("ascii")
            token = Token(name, int(parameter) if parameter else None)
            if is_starred:
                return token
            if len(self._known) > _MAX_KNOWN_WORDS:
                self._known.clear()
            self._known[key] = token if self._is_wanted(name) else None
        return self._known[key]


def _after_binary(position: int, n_bytes: int, n_all: int) -> int:
    """Return where reading goes on; a length beyond the end is damage, and no reason to stop."""
    return position + n_bytes if 0 < n_bytes <= n_all - position else position


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
