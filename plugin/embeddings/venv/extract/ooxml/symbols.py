"""Signs of symbol fonts as the characters that they look like.

Owns: the fonts Symbol, Wingdings and Webdings (their Adobe and Microsoft encodings, as far as
the signs are letters or are used in running text). Does not own: where a font is named.

Office writes such a sign as a character U+F020..U+F0FF, which means nothing without the font:
a small alpha in the font Symbol is U+F061. What has no counterpart here is decoration and is
dropped.
"""

from __future__ import annotations

_GREEK_CAPITALS = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ"
_GREEK_SMALL = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ"
_PRIVATE_USE = range(0xE000, 0xF900)
_FONT_CODES = range(0xF000, 0xF100)

_SYMBOL: dict[int, str] = {
    **{code: chr(code) for code in range(0x20, 0x40)},
    **dict(enumerate(_GREEK_CAPITALS, start=0x41)),
    **dict(enumerate(_GREEK_SMALL, start=0x61)),
    0x22: "∀",
    0x24: "∃",
    0x27: "∋",
    0x2D: "-",
    0x40: "≅",
    0x5B: "[",
    0x5D: "]",
    0x5E: "⊥",
    0x5F: "_",
    0x7B: "{",
    0x7C: "|",
    0x7D: "}",
    0x7E: "∼",  # noqa: RUF001 - the sign itself
    0xA2: "′",  # noqa: RUF001 - the sign itself
    0xA3: "≤",
    0xA5: "∞",
    0xAB: "↔",
    0xAC: "←",
    0xAD: "↑",
    0xAE: "→",
    0xAF: "↓",
    0xB0: "°",
    0xB1: "±",
    0xB2: "″",
    0xB3: "≥",
    0xB4: "×",  # noqa: RUF001 - the sign itself
    0xB5: "∝",
    0xB6: "∂",
    0xB7: "•",
    0xB8: "÷",
    0xB9: "≠",
    0xBA: "≡",
    0xBB: "≈",
    0xBC: "…",
    0xC6: "∅",
    0xC7: "∩",
    0xC8: "∪",  # noqa: RUF001 - the sign itself
    0xCC: "⊂",
    0xCD: "⊆",
    0xCE: "∈",
    0xCF: "∉",
    0xD0: "∠",
    0xD1: "∇",
    0xD2: "®",
    0xD3: "©",
    0xD4: "™",
    0xD5: "∏",
    0xD6: "√",
    0xD7: "⋅",
    0xD8: "¬",
    0xD9: "∧",
    0xDA: "∨",  # noqa: RUF001 - the sign itself
    0xDB: "⇔",
    0xDC: "⇐",
    0xDE: "⇒",
    0xE5: "∑",
    0xF2: "∫",
}
_WINGDINGS: dict[int, str] = {
    0x4A: "☺",
    0x4C: "☹",
    0x6C: "●",
    0x6E: "■",
    0x6F: "☐",
    0x71: "☐",
    0x72: "☐",
    0x78: "☒",
    0xA7: "▪",
    0xA8: "☐",
    0xDF: "←",
    0xE0: "→",
    0xE1: "↑",
    0xE2: "↓",
    0xE3: "↖",
    0xE4: "↗",
    0xE5: "↙",
    0xE6: "↘",
    0xE7: "←",
    0xE8: "→",
    0xE9: "↑",
    0xEA: "↓",
    0xEB: "↖",
    0xEC: "↗",
    0xED: "↙",
    0xEE: "↘",
    0xEF: "⇦",
    0xF0: "⇨",
    0xFB: "✗",
    0xFC: "✓",
    0xFD: "☒",
    0xFE: "☑",
}
# The marks of forms and lists.
_WINGDINGS_2: dict[int, str] = {
    0x4F: "✗",
    0x50: "✓",
    0x51: "☒",
    0x52: "☑",
    0x53: "☒",
    0x54: "☒",
    0x96: "•",
    0x97: "●",
    0xA3: "☐",
}
_WEBDINGS: dict[int, str] = {0x61: "✓", 0x63: "☐", 0x67: "■", 0x72: "✗"}
_FONTS = {
    "symbol": _SYMBOL,
    "wingdings": _WINGDINGS,
    "wingdings 2": _WINGDINGS_2,
    "webdings": _WEBDINGS,
}


def symbol_text(code: int, font: str) -> str:
    """Return the character that a code shows in a font, "" for one without a counterpart."""
    table = _FONTS.get(font.casefold())
    if table is not None and (code in _FONT_CODES or code <= 0xFF):  # noqa: PLR2004 - one byte
        return table.get(code & 0xFF, "")
    if code in _PRIVATE_USE or not 0x20 <= code < 0x110000:  # noqa: PLR2004 - Unicode's range
        return ""
    return chr(code)


def is_symbol_font(font: str) -> bool:
    """Return whether the characters of a font are signs that are known here."""
    return font.casefold() in _FONTS


def has_signs(text: str) -> bool:
    """Return whether any character of a text may be a sign of a symbol font."""
    return not text.isascii() and any(ord(each) in _FONT_CODES for each in text)


def symbols_replaced(text: str, font: str) -> str:
    """Return text with the signs of a symbol font as what they look like; others stay."""
    if font.casefold() not in _FONTS or not has_signs(text):
        return text
    return "".join(
        symbol_text(ord(each), font) if ord(each) in _FONT_CODES else each for each in text
    )
