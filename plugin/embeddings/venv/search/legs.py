"""The two legs of a search: each gives ranked chunks, or the reason why it cannot.

Owns: what each leg is asked and its fall-backs. Does not own: the SQL and the matrix (store),
fusion, and passages.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ....contracts.search import Leg
from ..store.document_terms import document_scores
from ..store.lexical import (
    LexicalQuery,
    attainable_score,
    first_chunks,
    is_in_a_row_anywhere,
    near_words,
    search_lexical,
    search_literal,
    telling_matches,
    term_frequency,
)
from ..store.lookup import chunks_of_texts
from ..store.matrix import search_matrix
from ..store.scope import scoped_text_ids
from ..store.unit_matrix import Unit, unit_cosines
from .codes import is_code

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..analysis.terms import QueryTerm
    from ..store.connection import CorpusConnection
    from ..store.generations import Generation
    from ..store.lexical import Ranking
    from ..store.scope import Scope
    from ..types import Vectors
    from .corpora import OpenCorpus
    from .query import ParsedQuery


FULL_SHARE = 0.4
"""The share of the attainable score from which the keyword leg is trusted fully.

Names, codes and titles reach it; a question in other words than the answer's gets 0.1 to 0.2,
and then the dense leg decides.
"""


@dataclass(frozen=True)
class LegResult:
    """One leg's chunks, best first, and how far the first is to be trusted, 0 to 1.

    documents holds what the leg says of whole documents, doc_id -> score, where it says anything.
    respelled are the query's words that no file has, each with the words that were looked up;
    absent its codes ("RE-2025-0181") that no file has as they stand, though it may have parts.
    """

    leg: Leg
    ranking: Ranking
    confidence: float = 1.0
    documents: Mapping[int, float] = field(default_factory=dict)
    respelled: Mapping[QueryTerm, tuple[QueryTerm, ...]] = field(default_factory=dict)
    absent: tuple[QueryTerm, ...] = ()


def lexical_leg(corpus: OpenCorpus, parsed: ParsedQuery, scope: Scope, *, limit: int) -> LegResult:
    """Return the chunks that have the query's words, and how much of them each document has.

    Where no word is found, the parts of joined words are tried, then the stored text is scanned
    for the query as it was typed; so literal text is found, however it is written.
    """
    connection = corpus.connection
    ranking = _lexical_ranking(connection, parsed, scope, limit=limit)
    asked = LexicalQuery(tuple(term.tokens for term in parsed.terms))
    if not ranking or not asked.terms:
        return LegResult(Leg.LEXICAL, ranking)
    share = ranking[0][1] / attainable_score(connection, asked)
    matches = telling_matches(connection, asked)
    documents = document_scores(connection, matches, corpus.document_chunks())
    return LegResult(
        Leg.LEXICAL,
        ranking,
        confidence=min(share / FULL_SHARE, 1.0),
        documents=documents,
        respelled=_respelled(connection, parsed),
        absent=_absent_codes(connection, parsed),
    )


def dense_leg(
    corpus: OpenCorpus, generation: Generation, vector: Vectors, scope: Scope, *, limit: int
) -> LegResult:
    """Return the chunks nearest to vector (shape (1, dim)) by cosine, exact within scope.

    All chunks of one text share its score. Documents have the cosine of their own vector.
    """
    connection, matrix = corpus.connection, corpus.matrix(generation)
    allowed = None if scope.everything else scoped_text_ids(connection, scope)
    texts = search_matrix(connection, matrix, vector, allowed_text_ids=allowed, limit=limit)
    chunks = chunks_of_texts(connection, [text_id for text_id, _ in texts], scope)
    ranking = [
        (chunk_id, score) for text_id, score in texts for chunk_id in chunks.get(text_id, ())
    ]
    of_documents = corpus.units(Unit.DOCUMENT, generation)
    documents = unit_cosines(of_documents, vector) if of_documents else {}
    # While a pass makes vectors, what has none yet is not to lose to what has.
    share = corpus.share_embedded(generation)
    return LegResult(Leg.DENSE, ranking, confidence=share, documents=documents)


def _lexical_ranking(
    connection: CorpusConnection, parsed: ParsedQuery, scope: Scope, *, limit: int
) -> Ranking:
    if not parsed.text:
        return _falling(first_chunks(connection, scope, limit=limit))
    terms = tuple(term.tokens for term in parsed.terms if term.tokens)
    found: Ranking = []
    if terms:
        asked = LexicalQuery(terms, prefix_last=parsed.prefix_last)
        found = search_lexical(connection, asked, scope, limit=limit)
    return (
        found
        or _falling(search_literal(connection, parsed.text, scope, limit=limit))
        or _by_parts(connection, terms, scope, limit=limit)
    )


def _respelled(
    connection: CorpusConnection, parsed: ParsedQuery
) -> dict[QueryTerm, tuple[QueryTerm, ...]]:
    found = {}
    for number, term in enumerate(parsed.terms, 1):
        is_unfinished = parsed.prefix_last and number == len(parsed.terms)
        if not term_frequency(connection, term.tokens, as_prefix=is_unfinished):
            near = near_words(connection, term.tokens)
            found[term] = tuple(replace(term, tokens=(word,)) for word, _ in near)
    return {term: words for term, words in found.items() if words}


def _absent_codes(connection: CorpusConnection, parsed: ParsedQuery) -> tuple[QueryTerm, ...]:
    codes = [term for term in dict.fromkeys(parsed.terms) if is_code(term)]
    return tuple(term for term in codes if not is_in_a_row_anywhere(connection, term.tokens))


def _by_parts(
    connection: CorpusConnection, terms: tuple[tuple[str, ...], ...], scope: Scope, *, limit: int
) -> Ranking:
    """Return chunks that have single tokens of joined words, as "2026" of "2026/13/x"."""
    parts = tuple((token,) for term in terms for token in term)
    if parts == terms:
        return []
    return search_lexical(connection, LexicalQuery(parts), scope, limit=limit)


def _falling(chunk_ids: list[int]) -> Ranking:
    """Return chunk ids that are in order, with scores that fall as their places do."""
    return [(chunk_id, 1.0 / place) for place, chunk_id in enumerate(chunk_ids, 1)]
