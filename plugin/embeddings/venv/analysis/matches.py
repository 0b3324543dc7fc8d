"""Where a text has a query's words, for highlighting.

Owns the spans shown to people. Does not own which texts are found, nor snippets (search).

The index compares stems (Porter, "An algorithm for suffix stripping", 1980). Here two English
words count as one when they differ in usual endings only: close to the stems, and a miss costs
a highlight, never a hit.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from .tokens import locate_pieces, unit_tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .terms import QueryTerm
    from .tokens import Token

_ENDINGS = frozenset(("", "s", "es", "e", "ed", "d", "ing", "ings"))
_Y_ENDINGS = frozenset(("y", "ies", "ied", "ying", "i"))  # policy, policies, the stem polici
_LONG_ENDINGS = _ENDINGS | frozenset(
    (
        "ion",
        "ions",
        "ation",
        "ations",
        "ional",
        "ment",
        "ments",
        "ement",
        "ements",
        "able",
        "al",
        "ally",
        "ive",
        "ively",
        "ness",
        "or",
        "ors",
    )
)
_DOUBLED_ENDINGS = frozenset(("ing", "ings", "ed"))
_MIN_STEM_CHARS = 3
_MIN_LONG_STEM_CHARS = 5


def find_spans(
    text: str, terms: Sequence[QueryTerm], *, prefix_last: bool = False
) -> tuple[tuple[int, int], ...]:
    """Return where text has any of the terms: (start, end) in text, in order, none overlapping.

    prefix_last lets the last term's last token match words that begin with it.
    """
    tokens = [token for piece in locate_pieces(text) for token in unit_tokens(piece.units)]
    places: dict[str, list[int]] = {}
    for place, token in enumerate(tokens):
        places.setdefault(token.text[:_MIN_STEM_CHARS], []).append(place)
    spans: list[tuple[int, int]] = []
    for number, term in enumerate(terms):
        if term.tokens:
            as_prefix = prefix_last and number == len(terms) - 1
            begins = _begins(places, term.tokens, as_prefix=as_prefix)
            spans += _term_spans(tokens, begins, term.tokens, as_prefix=as_prefix)
    return _merge(sorted(spans))


@lru_cache(maxsize=1 << 16)
def have_same_stem(left: str, right: str) -> bool:
    """Return whether two folded words differ in nothing but usual English endings."""
    if left == right:
        return True
    if left[:_MIN_STEM_CHARS] != right[:_MIN_STEM_CHARS]:
        return False
    if not (left.isascii() and left.isalpha() and right.isascii() and right.isalpha()):
        return False
    stem = _common_start(left, right)
    if len(stem) < _MIN_STEM_CHARS:  # both are short
        return False
    endings = _LONG_ENDINGS if len(stem) >= _MIN_LONG_STEM_CHARS else _ENDINGS
    rests = (left[len(stem) :], right[len(stem) :])
    if all(rest in _Y_ENDINGS for rest in rests):
        return True
    return all(rest in endings or _is_doubled(stem, rest) for rest in rests)


def _common_start(left: str, right: str) -> str:
    for n_chars, (one, other) in enumerate(zip(left, right, strict=False)):
        if one != other:
            return left[:n_chars]
    return min(left, right, key=len)


def _is_doubled(stem: str, rest: str) -> bool:
    return rest[:1] == stem[-1] and rest[1:] in _DOUBLED_ENDINGS


def _begins(
    places: Mapping[str, Sequence[int]], wanted: Sequence[str], *, as_prefix: bool
) -> Iterable[int]:
    """Return where a term may begin: words that match a word have its first letters."""
    start = wanted[0][:_MIN_STEM_CHARS]
    if as_prefix and len(wanted) == 1 and len(start) < _MIN_STEM_CHARS:
        return [place for key, found in places.items() if key.startswith(start) for place in found]
    return places.get(start, ())


def _term_spans(
    tokens: Sequence[Token], begins: Iterable[int], wanted: Sequence[str], *, as_prefix: bool
) -> list[tuple[int, int]]:
    spans = []
    for first in begins:
        window = tokens[first : first + len(wanted)]
        if len(window) < len(wanted):
            continue
        if not all(map(have_same_stem, (token.text for token in window[:-1]), wanted[:-1])):
            continue
        last = window[-1].text
        if have_same_stem(last, wanted[-1]) or (as_prefix and last.startswith(wanted[-1])):
            # A pair's start or end may lie further out than its neighbours'.
            spans.append((min(t.start for t in window), max(t.end for t in window)))
    return spans


def _merge(spans: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)
