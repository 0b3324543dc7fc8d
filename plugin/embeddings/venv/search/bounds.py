"""The numbers of a request that must lie within bounds, refused before anything is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....contracts.errors import BadRequest
from ....contracts.search import DEFAULT_RERANK_BUDGET_MS, MAX_K, MAX_N_PER_FILE

if TYPE_CHECKING:
    from ....contracts.search import SearchRequest


def check_bounds(request: SearchRequest) -> None:
    """Raise BadRequest for a number of the request that is out of bounds."""
    if not 1 <= request.k <= MAX_K:
        raise BadRequest(
            f"The number of hits must be 1 to {MAX_K}, not {request.k}.",
            hint="Leave it out for 10.",
        )
    if not 1 <= request.n_per_file <= MAX_N_PER_FILE:
        raise BadRequest(
            f"The hits of one file must be 1 to {MAX_N_PER_FILE}, not {request.n_per_file}.",
            hint="Leave it out for the best of each file.",
        )
    if not 0 <= request.mmr_lambda <= 1:
        raise BadRequest(
            f"Lambda must be from 0 to 1, not {request.mmr_lambda}.",
            hint="1 is relevance alone, 0.5 weighs difference as much.",
        )
    if request.rerank.budget_ms < 1:
        raise BadRequest(
            f"The reranker's time must be 1 ms or more, not {request.rerank.budget_ms}.",
            hint=f"Leave it out for {DEFAULT_RERANK_BUDGET_MS} ms.",
        )
