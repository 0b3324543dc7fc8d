"""Two ranked lists into one, as pure functions.

Owns: the two fusion methods and the guard for the first keyword hit. Does not own: which legs
ran and how far each is to be trusted; that comes in as weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from ....contracts.search import Leg

    Ranking = Sequence[tuple["Key", float]]

Key = TypeVar("Key", bound="Hashable")

RRF_K = 60
_BELOW_ZERO = 0.01
"""Of a share: what keeps the order of the scores below a zero that is not the lowest."""


class FusionMethod(str, Enum):
    """How the legs' lists become one."""

    RECIPROCAL_RANK = "rrf"
    RELATIVE_SCORE = "rsf"


@dataclass(frozen=True)
class Scale:
    """How a leg's scores become shares of 1: zero counts as 0 (None: the lowest), the highest as 1.

    A share is raised to power: below 1 lets what comes close behind the first count for more.
    """

    zero: float | None = None
    power: float = 1.0


_PLAIN = Scale()


def reciprocal_rank_fusion(
    rankings: Mapping[Leg, Ranking[Key]], weights: Mapping[Leg, float]
) -> dict[Key, float]:
    """Return each key's sum of weight / (60 + rank) over the legs; ranks count from 1.

    Keys of equal score share the better rank, so copies of one text stay together.
    Source: Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion", SIGIR 2009.
    """
    fused: dict[Key, float] = {}
    for leg, ranking in rankings.items():
        for rank, (key, _) in zip(ranks(ranking), ranking, strict=True):
            fused[key] = fused.get(key, 0.0) + weights.get(leg, 1.0) / (RRF_K + rank)
    return fused


def leg_shares(
    rankings: Mapping[Leg, Ranking[Key]], scales: Mapping[Leg, Scale]
) -> dict[Leg, dict[Key, float]]:
    """Return each key's share in each leg, 0 to 1: its scores, scaled.

    A leg whose scores are all equal gives 1 to each. Without a scale of its own a leg's lowest
    counts as 0; the last of a list of matches is still a match, and half of what lies near in
    meaning is not.
    """
    return {leg: shares_of(ranking, scales.get(leg, _PLAIN)) for leg, ranking in rankings.items()}


def weighted_sum(
    shares: Mapping[Leg, Mapping[Key, float]], weights: Mapping[Leg, float]
) -> dict[Key, float]:
    """Return each key's sum of weight * share over the legs: relative-score fusion.

    A key that a leg lacks gets nothing from it.
    """
    fused: dict[Key, float] = {}
    for leg, of_leg in shares.items():
        for key, share in of_leg.items():
            fused[key] = fused.get(key, 0.0) + weights.get(leg, 1.0) * share
    return fused


def keep_first(order: Sequence[Key], first: Key | None, *, within: int) -> list[Key]:
    """Return order with first moved up to place within (counted from 1) where it was lower."""
    kept = list(order)
    if first is None or first not in kept[within:]:
        return kept
    kept.remove(first)
    kept.insert(within - 1, first)
    return kept


def ranks(ranking: Ranking[Key]) -> list[int]:
    """Return each entry's 1-based rank in a list that is best first; equal scores share one."""
    found: list[int] = []
    for place, (_, score) in enumerate(ranking, 1):
        ties = place > 1 and score == ranking[place - 2][1]
        found.append(found[-1] if ties else place)
    return found


def shares_of(ranking: Ranking[Key], scale: Scale = _PLAIN) -> dict[Key, float]:
    """Return each key's share of one ranking, 0 to 1, by min-max where no scale is given."""
    if not ranking:
        return {}
    scores = [score for _, score in ranking]
    low, high = min(scores), max(scores)
    zero = low if scale.zero is None else scale.zero
    if high <= zero:
        return {key: 1.0 for key, _ in ranking}
    shares = {
        key: (max(score - zero, 0.0) / (high - zero)) ** scale.power for key, score in ranking
    }
    if zero <= low:
        return shares
    return {
        key: (1 - _BELOW_ZERO) * shares[key] + _BELOW_ZERO * (score - low) / (high - low)
        for key, score in ranking
    }
