r"""Bytes and \u numbers of an RTF file as text.

Owns: code pages and signs of fonts, bytes that stand in for a character, surrogate pairs.
Does not own: where the text goes.
Source: Rich Text Format Specification 1.9.1, "Unicode RTF" and "Font Table".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ooxml.symbols import is_symbol_font, symbol_text
from .tokens import code_page_of_charset, code_page_of_number, decode_bytes

if TYPE_CHECKING:
    from .state import State

_MAX_UNICODE = 0xFFFF
_HIGH_SURROGATES = range(0xD800, 0xDC00)
_FONT_CODES = range(0xF000, 0xF100)
_LOW_SURROGATES = range(0xDC00, 0xE000)
_PAGES_OF_HEADS = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}
CODE_PAGE_WORDS = frozenset({"ansicpg", "fcharset", "cpg", *_PAGES_OF_HEADS})


class Characters:
    """Collects bytes until their text is asked for, as a character may come in two.

    waiting holds those whose text was not asked for yet.
    """

    def __init__(self) -> None:
        self.waiting = bytearray()
        self._n_to_skip = 0
        self._high_surrogate = 0
        self._default_page = "cp1252"
        self._font_pages: dict[int, str] = {}

    def learn(self, word: str, number: int | None, state: State) -> None:
        """Take a control word that tells a code page: of the file, or of a font in its table."""
        if word in _PAGES_OF_HEADS:
            self._default_page = _PAGES_OF_HEADS[word]
        elif number is None:
            return
        elif word == "ansicpg":
            self._default_page = code_page_of_number(number) or self._default_page
        elif word in ("fcharset", "cpg") and state.table == "fonttbl":
            is_charset = word == "fcharset"
            page = code_page_of_charset(number) if is_charset else code_page_of_number(number)
            if page:
                self._font_pages[state.font] = page

    def take_bytes(self, data: bytes, state: State) -> None:
        """Take bytes of text, less those that stand in for a character before them."""
        n_skipped = min(self._n_to_skip, len(data))
        self._n_to_skip -= n_skipped
        if not state.skipped:
            self.waiting += data[n_skipped:]

    def take_number(self, number: int, state: State) -> str:
        r"""Return the character of a \u number; "" for the first half of a surrogate pair."""
        unit = number & _MAX_UNICODE
        if self._high_surrogate and unit in _LOW_SURROGATES:
            unit = 0x10000 + ((self._high_surrogate - 0xD800) << 10) + (unit - 0xDC00)
        self._high_surrogate = unit if unit in _HIGH_SURROGATES else 0
        self._n_to_skip = state.n_skip_after_unicode
        return "" if self._high_surrogate else chr(unit)

    def skips_word(self) -> bool:
        """Return whether a control word stands in for a character, and count it."""
        if not self._n_to_skip:
            return False
        self._n_to_skip -= 1
        return True

    def end_skipping(self) -> None:
        """Forget what was still to be skipped, at the begin or end of a group."""
        self._n_to_skip = 0

    def flush(self, state: State) -> str:
        """Return the text of the bytes so far, in the code page of the font."""
        if not self.waiting:
            return ""
        page = self._font_pages.get(state.font, self._default_page)
        text = decode_bytes(bytes(self.waiting), page)
        self.waiting.clear()
        return text


class SymbolFonts:
    """The fonts of a file whose characters are signs, by number."""

    def __init__(self) -> None:
        self._names: dict[int, str] = {}

    def learn(self, number: int, name: str) -> None:
        """Take an entry of the font table."""
        name = name.split(";", maxsplit=1)[0].strip()
        if is_symbol_font(name):
            self._names[number] = name
        else:
            self._names.pop(number, None)

    def shown(self, text: str, font: int) -> str:
        r"""Return text of a font with its signs as what they look like.

        They are written as single bytes or as \u numbers of the private use area.
        """
        name = self._names.get(font)
        if name is None:
            return text
        return "".join(each if each.isspace() else _sign(each, name) for each in text)


def _sign(character: str, font: str) -> str:
    code = ord(character)
    if code not in _FONT_CODES:
        byte = character.encode("cp1252", errors="ignore")
        code = byte[0] if byte else code
    return symbol_text(code, font)
