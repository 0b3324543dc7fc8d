"""The models of this process: which would answer, and each loaded once.

Owns the cache of loaded encoders. Does not own finding (locate) or loading (encoder).
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from ....contracts.corpus import ModelChoice
from ....contracts.errors import BadVectors, ModelNotFound
from .encoder import TorchEncoder
from .locate import locate_model
from .locate_revision import locate_revision
from .priority import PriorityGate
from .remote_code import with_consent
from .truncated import used_dim, with_dim

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ..types import Encoder
    from .locate import LocatedModel


MAX_LOADED = 2  # while a new model's vectors are built the old one answers


class EncoderProvider:
    """Hands out encoders; both lanes ask it, from their own threads."""

    def __init__(self) -> None:
        self.gate = PriorityGate()  # whoever answers a query may hold document batches back
        self._lock = threading.Lock()
        self._loaded: dict[tuple[Path, str], TorchEncoder] = {}

    def choice(
        self, model_id: str, *, dim: int = 0, trusted_models: Sequence[str] = ()
    ) -> ModelChoice:
        """Return which model would answer for model_id ("" = the default); loads nothing.

        Without any, model_id is empty and the reason says that keyword search works alone. So it
        is where the model has no vectors of dim, or code of its own that trusted_models lacks.
        """
        try:
            located = with_consent(locate_model(model_id), trusted_models)
            loaded = self._loaded.get(_key(located))
            card = loaded.card if loaded else located.card
            reason, width = _reason(located, loaded), used_dim(card, dim)
            return ModelChoice(card.model_id, reason, width, located.revision)
        except (ModelNotFound, BadVectors) as error:
            return ModelChoice("", f"{error.message} Keyword search works alone.")

    def get(
        self,
        model_id: str,
        *,
        dim: int = 0,
        revision: str = "",
        trusted_models: Sequence[str] = (),
    ) -> Encoder:
        """Return the encoder for model_id, loaded at the first call, cut to dim if that is not 0.

        With a revision it is this model in this revision, else whatever answers for the name.
        Raises ModelNotFound, PackageMissing, or BadVectors where the model cannot be cut to dim.
        """
        whole = self.whole(model_id, revision=revision, trusted_models=trusted_models)
        return with_dim(whole, dim)

    def whole(
        self, model_id: str, *, revision: str = "", trusted_models: Sequence[str] = ()
    ) -> TorchEncoder:
        """Return the encoder for model_id with vectors of its own width, as get does."""
        located = locate_revision(model_id, revision) if revision else locate_model(model_id)
        located = with_consent(located, trusted_models)
        with self._lock:
            key = _key(located)
            if key not in self._loaded:
                self._loaded[key] = TorchEncoder(located, gate=self.gate)
                while len(self._loaded) > MAX_LOADED:
                    del self._loaded[next(iter(self._loaded))]
            return self._loaded[key]


def _reason(located: LocatedModel, loaded: TorchEncoder | None) -> str:
    if loaded is None or not loaded.device_note:
        return located.reason
    return f"{located.reason.rstrip('.')}; it runs on the CPU. {loaded.device_note}"


def _key(located: LocatedModel) -> tuple[Path, str]:
    return located.folder, located.revision
