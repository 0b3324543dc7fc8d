"""How far each leg is trusted for one query.

Owns: the weights that fusion takes. Does not own: a leg's own confidence (legs), which languages
a model knows (language_fit).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....contracts.search import Leg
from .codes import is_all_codes
from .language_fit import FULL_WEIGHT, dense_weight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..store.generations import Generation
    from .legs import LegResult
    from .query import ParsedQuery

WEIGHT_OF_WORDS = 0.8
"""Of the keyword leg beside the dense one, at full confidence."""

WEIGHT_BESIDE_EXACT = 0.5
"""Of the dense leg where the keyword leg has names, codes or titles whole: what lies near them in
meaning may only order what they leave open."""

NEARLY_EXACT = 0.9
"""The keyword leg's confidence from which the dense leg's weight begins to fall to that."""

WEIGHT_BESIDE_CODES = 0.2
"""The same where the query is codes alone: what a model sees in them is chance."""

MIN_CONFIDENCE = 0.05  # a leg with hits always counts for something


def leg_weights(
    results: Sequence[LegResult], generation: Generation | None, parsed: ParsedQuery
) -> dict[Leg, float]:
    """Return each leg's weight, together 1.

    The keyword leg counts by how much of the query it has found, the dense leg by how much of the
    folder has vectors yet, and down to half where the words say it all. Where its model does not
    know the query's language, or where there is no language in it, it counts by a part of the
    keyword leg's weight, however little that has found.
    """
    weights = {result.leg: max(result.confidence, MIN_CONFIDENCE) for result in results}
    if Leg.LEXICAL in weights and Leg.DENSE in weights and generation is not None:
        weights[Leg.DENSE] *= _beside_words(weights[Leg.LEXICAL])
        weights[Leg.LEXICAL] *= WEIGHT_OF_WORDS
        share = _share_beside_words(generation.fingerprint.model_id, parsed)
        if share < FULL_WEIGHT:
            weights[Leg.DENSE] *= share * weights[Leg.LEXICAL]
    total = sum(weights.values()) or 1.0
    return {leg: weight / total for leg, weight in weights.items()}


def _share_beside_words(model_id: str, parsed: ParsedQuery) -> float:
    if is_all_codes(parsed.terms):
        return WEIGHT_BESIDE_CODES
    return dense_weight(model_id, parsed.text)


def _beside_words(confidence: float) -> float:
    """Return the dense leg's weight beside a keyword leg of this confidence: no step, a slope."""
    exactness = max(confidence - NEARLY_EXACT, 0.0) / (1 - NEARLY_EXACT)
    return 1 - (1 - WEIGHT_BESIDE_EXACT) * exactness
