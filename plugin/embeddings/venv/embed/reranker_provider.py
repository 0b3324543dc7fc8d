"""The reranker of this process: found, loaded once, kept.

Owns: the one loaded cross-encoder and what is remembered of one that does not load. Does not own:
finding and loading (cross_encoder).
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from ....contracts.errors import BadVectors, ModelNotFound, PackageMissing
from .cross_encoder import TorchReranker, locate_reranker

if TYPE_CHECKING:
    from pathlib import Path

    from ....contracts.models import RerankerCard
    from .cross_encoder import LocatedReranker
    from .devices.priority import PriorityGate

    _Key = tuple[Path, str]


class RerankerProvider:
    """Hands out one reranker; another model takes the place of the one before."""

    def __init__(self, gate: PriorityGate) -> None:
        self._gate = gate
        self._lock = threading.Lock()
        self._loaded: tuple[_Key, TorchReranker] | None = None
        self._failed: tuple[_Key, BadVectors | ModelNotFound | PackageMissing] | None = None

    def card(self, model_id: str) -> RerankerCard:
        """Return the card of the reranker that model_id names; loads nothing.

        Raises ModelNotFound.
        """
        return locate_reranker(model_id).card

    def get(self, model_id: str) -> TorchReranker:
        """Return the reranker, loaded at the first call; one that failed fails at once again.

        Raises ModelNotFound, PackageMissing, or BadVectors where it cannot compute.
        """
        located = locate_reranker(model_id)
        key = (located.folder, located.revision)
        with self._lock:
            if self._loaded is not None and self._loaded[0] == key:
                return self._loaded[1]
            if self._failed is not None and self._failed[0] == key:
                raise self._failed[1]
            self._loaded = None  # so that two never take memory at once
            reranker = self._load(located, key)
            self._loaded = (key, reranker)
            return reranker

    def _load(self, located: LocatedReranker, key: _Key) -> TorchReranker:
        try:
            return TorchReranker(located, self._gate)
        except (BadVectors, ModelNotFound, PackageMissing) as error:
            self._failed = (key, error)
            raise
