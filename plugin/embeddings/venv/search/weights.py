"""How far each leg is trusted for one query.

Owns: the weights that fusion takes. Does not own: a leg's own confidence (legs), which languages
a model knows (language_fit).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....contracts.search import Leg
from .language_fit import dense_weight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..store.generations import Generation
    from .legs import LegResult

WEIGHT_OF_WORDS = 0.8
"""Of the keyword leg beside the dense one, at full confidence."""

WEIGHT_BESIDE_EXACT = 0.5
"""Of the dense leg where the keyword leg has names, codes or titles whole: what lies near them in
meaning may only order what they leave open."""

NEARLY_EXACT = 0.9
"""The keyword leg's confidence from which the dense leg's weight begins to fall to that."""

MIN_CONFIDENCE = 0.05  # a leg with hits always counts for something


def leg_weights(
    results: Sequence[LegResult], generation: Generation | None, text: str
) -> dict[Leg, float]:
    """Return each leg's weight, together 1.

    The keyword leg counts by how much of the query it has found, the dense leg by whether its
    model knows the query's language, and by how much of the folder has vectors yet; it counts
    down to half where the words say it all.
    """
    weights = {result.leg: max(result.confidence, MIN_CONFIDENCE) for result in results}
    if generation is not None and Leg.DENSE in weights:
        weights[Leg.DENSE] *= _beside_words(weights.get(Leg.LEXICAL, 0.0))
        weights[Leg.DENSE] *= dense_weight(generation.fingerprint.model_id, text)
        if Leg.LEXICAL in weights:
            weights[Leg.LEXICAL] *= WEIGHT_OF_WORDS
    total = sum(weights.values()) or 1.0
    return {leg: weight / total for leg, weight in weights.items()}


def _beside_words(confidence: float) -> float:
    """Return the dense leg's weight beside a keyword leg of this confidence: no step, a slope."""
    exactness = max(confidence - NEARLY_EXACT, 0.0) / (1 - NEARLY_EXACT)
    return 1 - (1 - WEIGHT_BESIDE_EXACT) * exactness
