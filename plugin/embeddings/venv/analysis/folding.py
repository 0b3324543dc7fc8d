"""Folding: one spelling for all the ways a word may be typed.

Owns which differences between characters do not matter for matching. Does not own where words
begin and end (tokens).

Text is composed (NFC) first; then every character is folded by itself, through a table filled on
demand. That keeps folding fast, and makes the way back to original offsets exact.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import pairwise

# Letters that Unicode does not decompose, though readers type them as the ASCII ones.
_LETTERS = {
    "ø": "o",
    "Ø": "O",
    "ł": "l",
    "Ł": "L",
    "æ": "ae",
    "Æ": "Ae",
    "œ": "oe",
    "Œ": "Oe",
    "ß": "ss",
    "ẞ": "SS",
    "đ": "d",
    "Đ": "D",
    "ð": "d",
    "Ð": "D",
    "þ": "th",
    "Þ": "Th",
    "ħ": "h",
    "Ħ": "H",
    "\u0131": "i",  # Turkish dotless i
    # Persian and Arabic keyboards give different code points for the same letters.
    "\u0649": "\u064a",
    "\u06cc": "\u064a",
    "\u06a9": "\u0643",
    "\u0640": "",  # tatweel only stretches the line
}
_PUNCTUATION = (
    dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u2039\u203a", '"')
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-")
    | dict.fromkeys("\u2122\u2120", " ")  # trade marks would decompose to letters
)
_REPLACED = _LETTERS | _PUNCTUATION
# Letters of their own, not letters with a mark: dropping the breve would make the Russian for
# "my" singular and plural one word. The diaeresis of yo is left to fall, as most writers do.
_KEPT_WHOLE = frozenset("йЙўЎїЇ")
_IGNORABLE_MARKS = re.compile("[\u034f\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
# Canonical combining classes: 1 overlays, 7 nukta, 10-36 Hebrew, Arabic and Syriac points, 200 and
# up accents. 0 (vowel signs), 8 (kana voicing), 9 (virama) and 84-132 (Telugu, Thai, Lao,
# Tibetan) are part of the letter.
_DROPPED_CLASSES = frozenset((1, 7, *range(10, 37), *range(200, 256)))
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_HALFWIDTH_KANA = re.compile("[\uff65-\uff9f]+")
_FRACTION_SLASH = "\u2044"


@dataclass(frozen=True)
class Folded:
    """Folded text whose character i stands for characters [starts[i], ends[i]) of the original."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]


def fold(text: str) -> str:
    """Return text as it is matched: composed, marks and widths folded, case folded, ASCII quotes.

    Marks are dropped where readers leave them out (Latin, Greek, Arabic, Hebrew, nukta) and kept
    where they are part of the letter (kana voicing, Hangul, Indic and Thai vowel signs).
    Compatibility decomposition: Unicode Standard Annex 15; case folding: Unicode 3.13.
    """
    return compose(text).translate(FOLDING).casefold()


def fold_with_offsets(text: str) -> tuple[str, tuple[int, ...]]:
    """Return fold(text) and, for each of its characters, where it came from in text."""
    folded = fold_located(text, FOLDING)
    return folded.text.casefold(), folded.starts


def compose(text: str) -> str:
    """Return text in NFC, with half-width kana widened so that their voicing marks compose."""
    if text.isascii():
        return text
    widened = _HALFWIDTH_KANA.sub(lambda kana: unicodedata.normalize("NFKC", kana[0]), text)
    return unicodedata.normalize("NFC", widened)


def fold_located(text: str, table: dict[int, str]) -> Folded:
    """Return compose(text).translate(table), each character with its place in text."""
    if text.isascii() and table is FOLDING:
        offsets = range(len(text) + 1)
        return Folded(text, tuple(offsets[:-1]), tuple(offsets[1:]))
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, end in _composing_pieces(text):
        piece = compose(text[start:end]).translate(table)
        pieces.append(piece)
        starts += [start] * len(piece)
        ends += [end] * len(piece)
    return Folded("".join(pieces), tuple(starts), tuple(ends))


def fold_character(character: str) -> str:
    """Return what one composed character is matched as, its case kept; "" when it is ignored."""
    if character in _REPLACED:
        return _REPLACED[character]
    if character in _KEPT_WHOLE or character.isascii():
        return character
    if unicodedata.category(character) == "Cf" or ord(character) in _SKIN_TONES:
        return ""
    decomposed = unicodedata.normalize("NFKD", character)
    kept = "".join(_REPLACED.get(part, part) for part in decomposed if not _is_dropped_mark(part))
    plain = "".join(_ascii_digit(part) for part in unicodedata.normalize("NFC", kept))
    if _has_digits_and_more(plain):
        # 3½ is 3 1/2, not 31/2, and 5㎡0 neither 5m20: its digits join no neighbour's.
        plain = f" {plain.replace(_FRACTION_SLASH, '/')} "
    # Later case folding must keep lengths, so that offsets stay right.
    return plain if len(plain.casefold()) == len(plain) else plain.casefold()


def _has_digits_and_more(plain: str) -> bool:
    n_digits = sum(map(str.isdecimal, plain))
    return 0 < n_digits < len(plain)


def _is_dropped_mark(character: str) -> bool:
    if unicodedata.combining(character) in _DROPPED_CLASSES:
        return True
    return unicodedata.category(character) == "Me" or bool(_IGNORABLE_MARKS.match(character))


def _ascii_digit(character: str) -> str:
    digit = unicodedata.decimal(character, None)
    return character if digit is None else str(digit)


def _composing_pieces(text: str) -> list[tuple[int, int]]:
    starts = [i for i, character in enumerate(text) if i == 0 or not _joins_previous(character)]
    return list(pairwise([*starts, len(text)]))


def _joins_previous(character: str) -> bool:
    # All that NFC may compose with what stands before: marks, Hangul vowels and finals, and
    # the half-width voicing marks that compose() widens.
    if character < "\u0300":
        return False
    if "\u1160" <= character <= "\u11ff" or character in "\uff9e\uff9f":
        return True
    return unicodedata.category(character)[0] == "M"


class _FoldingTable(dict[int, str]):
    def __missing__(self, code_point: int) -> str:
        folded = self[code_point] = fold_character(chr(code_point))
        return folded


FOLDING: dict[int, str] = _FoldingTable()
"""For str.translate: each composed character's fold_character, filled as characters turn up."""
