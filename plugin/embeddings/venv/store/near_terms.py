"""Indexed words that differ from an unknown one by a slip of the keyboard.

Owns: which words are one edit away. Does not own: when they are looked for and what they count
(lexical). Words are compared as stems, which is how the index has them.

Source: Damerau, "A technique for computer detection and correction of spelling errors", 1964:
four in five slips are one letter wrong, missing, too many, or swapped with its neighbour.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from .sql import query

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .connection import CorpusConnection

MIN_CHARS: Final = 5
"""In shorter words a slip makes another word: firm and form, many and may."""
MIN_CHARS_WITH_ANY_START: Final = 6
"""In shorter ones the first letter is taken as meant: bread is not read."""

MAX_CHARS: Final = 24
MAX_TERMS: Final = 3
_ALPHABETS: Final = (
    "abcdefghijklmnopqrstuvwxyz",
    "абвгдежзийклмнопрстуфхцчшщъыьэюяёієїґ",
    "αβγδεζηθικλμνξοπρστυφχψω",
)


def near_terms(connection: CorpusConnection, stem: str) -> list[tuple[str, int]]:
    """Return (indexed term, chunks that have it) one edit away from stem, commonest first.

    At most three. Only letters of one alphabet are varied: in numbers and codes every character
    counts. Costs one look-up a variant, some 50 for each letter.
    """
    alphabet = _alphabet_of(stem)
    if alphabet is None or not MIN_CHARS <= len(stem) <= MAX_CHARS:
        return []
    variants = sorted(set(_variants(stem, alphabet)) - {stem})
    if len(stem) < MIN_CHARS_WITH_ANY_START:
        variants = [variant for variant in variants if variant[0] == stem[0]]
    rows = connection.fetch_all(query("read_vocabulary.known_terms"), (json.dumps(variants),))
    return sorted(rows, key=lambda row: (-row[1], row[0]))[:MAX_TERMS]


def _alphabet_of(stem: str) -> str | None:
    return next((letters for letters in _ALPHABETS if set(stem) <= set(letters)), None)


def _variants(stem: str, alphabet: str) -> Iterator[str]:
    for place in range(len(stem) + 1):
        before, after = stem[:place], stem[place:]
        for letter in alphabet:
            yield before + letter + after
            if after:
                yield before + letter + after[1:]
        if after:
            yield before + after[1:]
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
