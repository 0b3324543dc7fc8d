"""A query's words as the index has them.

Owns which stretch of a query is one term, and the tokens it is looked up by. Does not own the
query language nor which terms are worth looking up (search).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from .tokens import locate_pieces, unit_tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .tokens import Piece, Token

# What may stand inside one word, as in e-mail, user@host, a/b, 2026.4.10, R&D, don't.
_JOINERS = frozenset("-_.'@/\\:&+#=,~*%$`\u00b4\u2010\u2011\u2019\u02bc")
_APOSTROPHES = frozenset("'`\u00b4\u2019\u02bc")
# French and Italian articles and the like before an apostrophe; the noun is what is looked for.
_ELIDED = frozenset(
    (
        "l",
        "d",
        "j",
        "m",
        "n",
        "s",
        "t",
        "c",
        "qu",
        "jusqu",
        "lorsqu",
        "puisqu",
        "un",
        "dell",
        "all",
        "nell",
        "dall",
        "sull",
        "quest",
    )
)
# Korean particles, longest first; the index has every pair of syllables, so the bare noun finds
# the noun with any particle.
_PARTICLES = (
    *("에서는", "으로는", "에서", "에게", "으로", "까지", "부터", "처럼", "보다", "하고", "이나"),
    *("은", "는", "이", "가", "을", "를", "에", "의", "도", "와", "과", "로", "만"),
)
_MIN_NOUN_SYLLABLES = 2
_MAX_WHOLE_UNITS = 2  # who types two characters means them together, whatever a dictionary says


@dataclass(frozen=True)
class QueryTerm:
    """One word: its index tokens, adjacent in every text that has it; [start, end) of the query.

    Several tokens are looked up as a phrase, in this order. source_start and source_end are
    offsets into the query's text.
    """

    tokens: tuple[str, ...]
    source_start: int
    source_end: int


def query_terms(text: str) -> tuple[QueryTerm, ...]:
    """Return the words of text in order, repeats included; empty when it has none.

    For every stretch of a text that begins and ends at words, the terms' tokens are adjacent in
    index_text of that text. Runs without blanks are cut by ICU's dictionaries (Unicode Standard
    Annex 29), since a question in Japanese is no single word; a cut in the wrong place only
    makes the search wider. English 's, French and Italian elisions and Korean particles are left
    out.
    """
    terms: list[QueryTerm] = []
    group: list[Piece] = []
    for piece in locate_pieces(text):
        if group and (piece.unspaced or not _are_one_word(text[group[-1].end : piece.start])):
            terms.append(_spaced_term(text, group))
            group = []
        if piece.unspaced:
            terms += [_unspaced_term(units) for units in _dictionary_words(text, piece)]
        else:
            group.append(piece)
    if group:
        terms.append(_spaced_term(text, group))
    return tuple(terms)


def phrase_term(text: str) -> QueryTerm | None:
    """Return all words of text as one term, to be found just so; None when it has none."""
    pieces = locate_pieces(text)
    if not pieces:
        return None
    tokens = [token for piece in pieces for token in unit_tokens(piece.units)]
    # The pair at an edge already says which unit stands there.
    n_left = int(len(pieces[0].units) > 1)
    n_right = int(len(pieces[-1].units) > 1)
    inner = tokens[n_left : len(tokens) - n_right]
    return QueryTerm(tuple(token.text for token in inner), pieces[0].start, pieces[-1].end)


def _are_one_word(gap: str) -> bool:
    return not gap or gap in _JOINERS


def _spaced_term(text: str, group: Sequence[Piece]) -> QueryTerm:
    first, last = 0, len(group)
    if last > 1 and group[-1].units[0].text == "s" and _apostrophe_before(text, group, last - 1):
        last -= 1
    if last > 1 and group[0].units[0].text in _ELIDED and _apostrophe_before(text, group, 1):
        first = 1
    kept = group[first:last]
    tokens = tuple(unit.text for piece in kept for unit in piece.units)
    return QueryTerm(tokens, kept[0].start, kept[-1].end)


def _apostrophe_before(text: str, group: Sequence[Piece], position: int) -> bool:
    return text[group[position - 1].end : group[position].start] in _APOSTROPHES


def _unspaced_term(units: Sequence[Token]) -> QueryTerm:
    tokens = [token.text for token in unit_tokens(units)]
    if len(units) > 1:
        tokens = tokens[1:-1]
    return QueryTerm(tuple(tokens), units[0].start, units[-1].end)


def _dictionary_words(text: str, piece: Piece) -> list[tuple[Token, ...]]:
    if len(piece.units) <= _MAX_WHOLE_UNITS:
        return [piece.units]
    borders = _word_borders(text[piece.start : piece.end])
    words: list[list[Token]] = []
    for unit in piece.units:
        if not words or unit.start - piece.start in borders:
            words.append([])
        words[-1].append(unit)
    return [_without_particle(word) for word in words]


@lru_cache(maxsize=256)
def _word_borders(run: str) -> frozenset[int]:
    from icu4py.breakers import WordBreaker

    borders = set()
    position = 0
    # Iterating yields substrings, whose lengths are Python's; segments() counts UTF-16 units.
    for segment in WordBreaker(run, ""):
        borders.add(position)
        position += len(segment)
    return frozenset(borders)


def _without_particle(units: Sequence[Token]) -> tuple[Token, ...]:
    word = "".join(unit.text for unit in units)
    for particle in _PARTICLES:
        n_noun_syllables = len(units) - len(particle)
        if n_noun_syllables >= _MIN_NOUN_SYLLABLES and word.endswith(particle):
            return tuple(units[:n_noun_syllables])
    return tuple(units)
