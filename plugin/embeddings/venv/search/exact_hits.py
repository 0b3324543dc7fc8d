"""Which hits have literally what was asked for, so that no model may push them down.

Owns: that one rule. Does not own: what follows from it (blend).
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from ..analysis.matches import find_spans

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ..analysis.terms import QueryTerm
    from .query import ParsedQuery

MAX_TELLING = 3
"""What more hits than this have in common does not tell one of them from another."""

_CODE_MARKS = frozenset("_./\\@:&+#=\u00a7")


@dataclass(frozen=True)
class HitText:
    """What of one hit can match literally; name is its file's path and title."""

    key: int
    text: str
    name: str


def exact_hits(
    query: ParsedQuery, hits: Sequence[HitText], first: Collection[int]
) -> frozenset[int]:
    """Return the keys of hits that are exact.

    Exact are those in first: the keyword leg's first where it was trusted fully, and what both
    legs have first (all 20 such hits of 78 labelled questions were right). So are, where at most
    three hits are so, those that have the query's phrase or identifier (a word with digits,
    capitals or marks inside, as "CWE-384" or "login.asp"), or all of its words in their name or
    in their text.
    """
    exact = {hit.key for hit in hits if hit.key in first}
    literals = [*query.phrases, *(term for term in query.terms if is_identifier(query, term))]
    for literal in literals:
        exact |= _telling([hit for hit in hits if find_spans(hit.text, (literal,))])
    for place in (attrgetter("name"), attrgetter("text")):
        exact |= _telling([hit for hit in hits if _has_all_words(place(hit), query)])
    return frozenset(exact)


def is_identifier(query: ParsedQuery, term: QueryTerm) -> bool:
    """Return True when a word of the query is a code, name or address rather than language."""
    word = query.text[term.source_start : term.source_end]
    if any(map(str.isdigit, word)) or not _CODE_MARKS.isdisjoint(word):
        return True
    # Capitals tell nothing in a line that has no other letters.
    return any(map(str.isupper, word[1:])) and query.text != query.text.upper()


def _has_all_words(text: str, query: ParsedQuery) -> bool:
    terms = [term for term in query.terms if term.tokens]
    return bool(terms) and all(find_spans(text, (term,)) for term in terms)


def _telling(hits: Sequence[HitText]) -> set[int]:
    return {hit.key for hit in hits} if len(hits) <= MAX_TELLING else set()
