"""Why an answer is as it is: what was made of the query, how the legs ran, what moved a hit.

Owns: telling it. Does not own: any of the decisions; they are read off what the steps left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ....contracts.explanation import (
    Explanation,
    FloorJudgement,
    HitExplanation,
    LegUse,
    Rule,
    TermTrace,
    TermUse,
)
from ....contracts.search import Leg
from ..store.lexical import MAX_FREQUENT_SHARE, MIN_FREQUENT_CHUNKS
from ..store.vocabulary import n_chunks, phrase_frequency
from .language_fit import FULL_WEIGHT, dense_weight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....contracts.search import Hit
    from ..analysis.terms import QueryTerm
    from ..store.connection import CorpusConnection
    from .floor import Asked
    from .legs import LegResult
    from .query import ParsedQuery
    from .retrieval import Retrieved


@dataclass(frozen=True)
class LegsRan:
    """What was asked, and the legs as the backend of that name ran and weighed them."""

    asked: Asked
    retrieved: Retrieved
    backend: str


def explain(
    connection: CorpusConnection, ran: LegsRan, floor: FloorJudgement | None
) -> Explanation:
    """Return what was made of a query, how the legs ran and what the floor said."""
    parsed, model_id = ran.asked.parsed, ran.asked.model_id
    return Explanation(
        terms=_terms(connection, parsed),
        phrases=tuple(map(_words, parsed.phrases)),
        excluded=tuple(map(_words, parsed.excluded)),
        legs=tuple(_leg(result, ran) for result in ran.retrieved.results),
        knows_language=dense_weight(model_id, parsed.text) >= FULL_WEIGHT,
        floor=floor,
        backend=ran.backend,
    )


def explained_hits(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """Return the hits, each with the words it shows and the rules that moved it."""
    return tuple(
        replace(hit, explanation=HitExplanation(_matched(hit), _rules(hit))) for hit in hits
    )


def _terms(connection: CorpusConnection, parsed: ParsedQuery) -> tuple[TermTrace, ...]:
    n_frequent = max(MIN_FREQUENT_CHUNKS, int(MAX_FREQUENT_SHARE * n_chunks(connection)))
    terms = {term.tokens: term for term in parsed.terms if term.tokens}
    counts = {tokens: phrase_frequency(connection, tokens) for tokens in terms}
    rarest = min((n for n in counts.values() if n), default=0)
    return tuple(
        TermTrace(
            text=parsed.text[term.source_start : term.source_end],
            tokens=tokens,
            n_chunks=counts[tokens],
            use=_use(counts[tokens], max(n_frequent, rarest)),
        )
        for tokens, term in terms.items()
    )


def _use(n: int, n_frequent: int) -> TermUse:
    if not n:
        return TermUse.UNKNOWN
    return TermUse.FREQUENT if n > n_frequent else TermUse.LOOKED_UP


def _words(term: QueryTerm) -> str:
    return " ".join(term.tokens)


def _leg(result: LegResult, ran: LegsRan) -> LegUse:
    return LegUse(
        leg=result.leg.value,
        weight=ran.retrieved.weights.get(result.leg, 0.0),
        n_chunks=len(result.ranking),
        confidence=result.confidence,
        model_id=ran.asked.model_id if result.leg is Leg.DENSE else "",
    )


def _matched(hit: Hit) -> tuple[str, ...]:
    words = (" ".join(hit.snippet[span.start : span.end].split()) for span in hit.spans)
    return tuple({word.casefold(): word for word in words}.values())


def _rules(hit: Hit) -> tuple[Rule, ...]:
    rules = []
    if hit.rerank_score is not None:
        rules.append(Rule.RERANKED)
    elif hit.explanation is not None:
        rules += hit.explanation.rules
    if hit.also_in:
        rules.append(Rule.COPIES)
    return tuple(rules)
