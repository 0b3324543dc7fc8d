"""From what evidence on a search says "nothing relevant here": learned data, one row a model.

Owns: the coefficients. scripts/learn_floor.py learns them on labelled questions; a model without
a row has no floor. Does not own: how the evidence is gathered (the worker's search.floor).
"""

from dataclasses import dataclass
from typing import Dict

from .models import EMBEDDED_ENGLISH_MODEL_ID


@dataclass(frozen=True)
class RelevanceFloor:
    """A logistic regression: log-odds = bias + the sum of coefficient * evidence.

    Below threshold nothing is relevant. The fields are called as those of FloorEvidence are.
    """

    bias: float
    best_cosine: float
    word_coverage: float
    meaning_coverage: float
    known_share: float
    log_n_words: float
    threshold: float


RELEVANCE_FLOORS: Dict[str, RelevanceFloor] = {
    EMBEDDED_ENGLISH_MODEL_ID: RelevanceFloor(
        bias=-8.973,
        best_cosine=11.231,
        word_coverage=2.576,
        meaning_coverage=2.654,
        known_share=1.207,
        log_n_words=0.395,
        threshold=-2.07,
    ),
}
