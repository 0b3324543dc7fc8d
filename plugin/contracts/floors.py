"""From what evidence on a search says "nothing relevant here": learned data, one row a model.

Owns: the coefficients. scripts/learn_floor.py learns them on labelled questions; a model without
a row has no floor. Does not own: how the evidence is gathered (the worker's search.floor).
"""

from dataclasses import dataclass
from typing import Dict

from .models import EMBEDDED_ENGLISH_MODEL_ID, EMBEDDED_MULTILINGUAL_MODEL_ID


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
        bias=-8.927,
        best_cosine=11.063,
        word_coverage=2.415,
        meaning_coverage=2.647,
        known_share=1.435,
        log_n_words=0.345,
        threshold=-2.141,
    ),
    EMBEDDED_MULTILINGUAL_MODEL_ID: RelevanceFloor(
        bias=-78.033,
        best_cosine=84.989,
        word_coverage=5.484,
        meaning_coverage=2.711,
        known_share=1.323,
        log_n_words=0.884,
        threshold=-4.1,
    ),
}
"""Learned on English questions, as they are and in three words: MiniLM on cranfield, cisi, xquad/en
and a folder of office files with 2 % lost at most, E5 on samples of cranfield and scifact and on
xquad/en with 1 %. E5's learned threshold, -3.225, then lost 4 of 178 further questions over office
files and told 1 of 52 that nothing answers; it is lowered so that it loses 1 %."""
