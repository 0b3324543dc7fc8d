"""Which reranker reads the hits of a search, or why none does.

Owns: the choice and its notes. Does not own: the models (embed), what they read (rerank).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....contracts.models import OWN_RERANKER
from .language_fit import FULL_WEIGHT, language_weight

if TYPE_CHECKING:
    from ....contracts.models import RerankerCard
    from ..types import Reranker
    from .running import RunningSearch


def chosen_reranker(search: RunningSearch) -> Reranker | None:
    """Return the request's reranker, or None with a note where it cannot read this search's hits.

    Raises ModelNotFound, PackageMissing or BadVectors where it cannot be had.
    """
    model_id = search.request.rerank.model_id
    if model_id == OWN_RERANKER:
        return _own_model(search)
    if search.rerankers is None:
        return None
    is_fit = _knows_language(search, search.rerankers.card(model_id))
    return search.rerankers.get(model_id) if is_fit else None


def _own_model(search: RunningSearch) -> Reranker | None:
    """Return the late interaction of the model that encoded the query."""
    if search.encoder is None:
        search.notes.append(
            "The hits are not reranked: the search's own model took no part in this search."
        )
        return None
    reranker = search.encoder.late_interaction()
    return reranker if _knows_language(search, reranker.card) else None


def _knows_language(search: RunningSearch, card: RerankerCard) -> bool:
    if language_weight(card.languages, search.parsed.text) == FULL_WEIGHT:
        return True
    search.notes.append(
        f"The hits are not reranked: {card.model_id} knows {card.languages} only; choose a "
        "reranker for more languages, such as BAAI/bge-reranker-v2-m3."
    )
    return False
