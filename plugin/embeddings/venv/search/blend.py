"""How far a reranker may move hits: its scores and fusion's, blended, with a floor for each hit.

Owns: the blend and the rule that nothing falls far. Does not own: scoring (rerank) nor which hits
are exact (exact_hits). Blending with the first stage does better than either alone (Wang, Zhuang
and Zuccon, "BERT-based Dense Retrievers Require Interpolation with BM25", ICTIR 2021).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

RERANK_WEIGHT = 0.5
MIN_SPAN_LOGITS = 4.0
"""Logits that lie closer are not spread out: a reranker to which all is alike has no say."""


@dataclass(frozen=True)
class Judged:
    """One hit in fusion's order: both scores, and whether it has literally what was asked for.

    logit is None for a hit that the reranker did not read; such a hit keeps its place.
    """

    fused_score: float
    logit: float | None
    is_exact: bool = False


def lowest_place(place: int, *, is_exact: bool) -> int:
    """Return the last place, from 1, to which a reranker may move the hit that is at place.

    An exact hit does not fall. Others fall to no more than 2 * place + 1: the first stays within
    the first three, the fourth within nine, so that the worst of rerankers costs a known answer
    no more than two thirds of its reciprocal rank.
    """
    return place if is_exact else 2 * place + 1


def blended_order(hits: Sequence[Judged]) -> list[int]:
    """Return the indices of hits in their new order, best first.

    Hits without a logit keep their places; the others share theirs out among themselves by the
    blend of both scores, each scaled to at most 1, and none falls below its lowest place.
    """
    judged = [index for index, hit in enumerate(hits) if hit.logit is not None]
    scores = dict(zip(judged, _blended(hits, judged), strict=True))
    floors = {i: lowest_place(i + 1, is_exact=hits[i].is_exact) for i in judged}
    order = list(range(len(hits)))
    by_score = sorted(judged, key=lambda index: (-scores[index], index))
    for n_placed, slot in enumerate(judged, 1):
        slots_after = judged[n_placed:]
        chosen = next(i for i in by_score if _can_wait(by_score, i, slots_after, floors))
        by_score.remove(chosen)
        order[slot] = chosen
    return order


def _can_wait(
    waiting: Sequence[int], chosen: int, slots: Sequence[int], floors: dict[int, int]
) -> bool:
    """Return True when all of waiting but chosen still fit into slots above their floors."""
    rest = sorted(floors[index] for index in waiting if index != chosen)
    return all(slot + 1 <= floor for slot, floor in zip(slots, rest, strict=True))


def _blended(hits: Sequence[Judged], judged: Sequence[int]) -> list[float]:
    fused = [hit.fused_score for hit in hits]
    top = max(fused, default=0.0) or 1.0
    logits = [hits[index].logit or 0.0 for index in judged]
    best = max(logits, default=0.0)
    span = max(best - min(logits, default=0.0), MIN_SPAN_LOGITS)
    return [
        (1 - RERANK_WEIGHT) * fused[index] / top + RERANK_WEIGHT * (1 - (best - logit) / span)
        for index, logit in zip(judged, logits, strict=True)
    ]
