"""The encoders of this process: found cheaply, loaded once, shared by both lanes."""

from __future__ import annotations

import threading
from pathlib import Path  # noqa: TC003 - names the keys of the table

from ....contracts.corpus import ModelChoice
from ....contracts.errors import ModelNotFound
from .encoder import TorchEncoder
from .locate import LocatedModel, locate_model


class EncoderProvider:
    """Finds models for any number of threads; a second caller waits while the first one loads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loaded: dict[Path, TorchEncoder] = {}

    def choice(self, model_id: str) -> ModelChoice:
        """Return which model answers for model_id ("" = the default) and why; loads nothing.

        Where there is none the choice has no id, and its reason is the next step.
        """
        try:
            located = locate_model(model_id)
        except ModelNotFound as error:
            return ModelChoice("", str(error))
        return ModelChoice(located.card.model_id, located.reason, located.card.dim)

    def get(self, model_id: str) -> TorchEncoder:
        """Return the loaded encoder.

        Raises ModelNotFound when the model is not here or cannot be loaded, PackageMissing when
        torch or sentence-transformers is not installed.
        """
        return self._load_once(locate_model(model_id))

    def _load_once(self, located: LocatedModel) -> TorchEncoder:
        with self._lock:
            encoder = self._loaded.get(located.folder)
            if encoder is None:
                self._loaded.clear()  # one model in memory: another is in use only after a switch
                encoder = TorchEncoder(located)
                self._loaded[located.folder] = encoder
            return encoder
