"""Which words of a query are codes and numbers rather than language.

Owns: the rule. Does not own: what follows for the legs (legs, weights). The floor and reranking
have wider rules of their own, about the query's text (floor, exact_hits).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..analysis.terms import QueryTerm


def is_code(term: QueryTerm) -> bool:
    """Return whether a word has several parts, some of them numbers: "DEC-0054", "f775b6"."""
    return len(term.tokens) > 1 and _has_number(term)


def is_all_codes(terms: Sequence[QueryTerm]) -> bool:
    """Return whether a query is codes and numbers alone."""
    return bool(terms) and all(map(_has_number, terms))


def _has_number(term: QueryTerm) -> bool:
    return any(token.isdecimal() for token in term.tokens)
