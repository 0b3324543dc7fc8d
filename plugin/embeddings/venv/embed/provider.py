"""The models of this process: which would answer, and each loaded once.

Owns the cache of loaded encoders, and which lane a model computes on. Does not own finding
(locate), computing (torch_model, onnx_lane) or what is made of it (encoder).
"""

from __future__ import annotations

import threading
from contextlib import suppress
from copy import copy
from typing import TYPE_CHECKING

from ....contracts.corpus import WORDS_ALONE, ModelChoice
from ....contracts.errors import BadVectors, ModelNotFound, PackageMissing
from .devices.priority import PriorityGate
from .encoder import TextEncoder
from .locate import is_named, locate_model
from .locate_revision import locate_revision
from .model_folder.weight_digests import keep_digests
from .onnx_lane.use import is_unknown, lane_reason, load_lane, make_missing_lane
from .remote_code import with_consent
from .truncated import used_dim, with_dim

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ....contracts.models import ModelCard
    from ..types import Encoder
    from .locate import LocatedModel


MAX_LOADED = 2  # while a new model's vectors are built the old one answers


class EncoderProvider:
    """Hands out encoders; both lanes ask it, from their own threads."""

    def __init__(self) -> None:
        self.gate = PriorityGate()  # whoever answers a query may hold document batches back
        self._lock = threading.Lock()
        self._locks: dict[tuple[Path, str], threading.Lock] = {}
        self._loaded: dict[tuple[Path, str], TextEncoder] = {}
        self._prepared: set[tuple[Path, str]] = set()
        self.makes_lanes = False

    def for_passes(self) -> EncoderProvider:
        """Return the same models for whoever has time: it makes the fast lanes that are missing.

        Never for a query, which takes the lane that is there or none.
        """
        same = copy(self)
        same.makes_lanes = True
        return same

    def choice(
        self, model_id: str, *, dim: int = 0, trusted_models: Sequence[str] = ()
    ) -> ModelChoice:
        """Return which model would answer for model_id ("" = the default); loads nothing.

        Without any, model_id is empty and the reason says that keyword search works alone. So it
        is where the model has no vectors of dim, or code of its own that trusted_models lacks. A
        model that answers instead of the named one has its own width: dim was not meant for it.
        """
        try:
            located = with_consent(locate_model(model_id), trusted_models)
            loaded = self._loaded.get(_key(located))
            card = loaded.card if loaded else located.card
            reason, width = _reason(located, loaded), used_dim(card, _dim_for(model_id, card, dim))
            lane = lane_reason(located, loaded.model if loaded else None)
            prompts = (card.document_prompt, card.query_prompt)
            return ModelChoice(
                card.model_id,
                reason,
                width,
                located.revision,
                lane,
                prompts,
                absence=located.absence,
            )
        except (ModelNotFound, BadVectors) as error:
            return ModelChoice("", f"{error.message}{WORDS_ALONE}")

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
        return with_dim(whole, _dim_for(model_id, whole.card, dim))

    def whole(
        self, model_id: str, *, revision: str = "", trusted_models: Sequence[str] = ()
    ) -> TextEncoder:
        """Return the encoder for model_id with vectors of its own width, as get does."""
        located = locate_revision(model_id, revision) if revision else locate_model(model_id)
        located = with_consent(located, trusted_models)
        encoder = self._loaded.get(_key(located)) or self._load_once(located)
        # Under no lock: it takes a while, and queries ask meanwhile.
        if self.makes_lanes:
            keep_digests()
            if make_missing_lane(located, encoder.model):
                encoder = self._load_once(located, instead_of=encoder)
        return encoder

    def _load_once(
        self, located: LocatedModel, *, instead_of: TextEncoder | None = None
    ) -> TextEncoder:
        """Return the encoder, loaded by whoever comes first; instead_of is not taken for it.

        One lock a model: a query with one that is here never waits for another to load.
        """
        key = _key(located)
        with self._locks.setdefault(key, threading.Lock()):
            encoder = self._loaded.get(key)
            if encoder is None or encoder is instead_of:
                encoder = self._load(located)
                self._keep(key, encoder)
            return encoder

    def _keep(self, key: tuple[Path, str], encoder: TextEncoder) -> None:
        with self._lock:
            self._loaded[key] = encoder
            while len(self._loaded) > MAX_LOADED:
                del self._loaded[next(iter(self._loaded))]

    def prepare(self, model_id: str, trusted_models: Sequence[str]) -> str:
        """Make the fast lane of the model that answers for model_id, if nobody has tried to.

        Loads the model for it, once a process; one that cannot be loaded is left alone. Returns
        what computes then, as ModelChoice.lane says it.
        """
        with suppress(ModelNotFound, PackageMissing, BadVectors):
            located = with_consent(locate_model(model_id), trusted_models)
            if _key(located) not in self._prepared and is_unknown(located):
                self._prepared.add(_key(located))
                self.for_passes().whole(model_id, trusted_models=trusted_models)
        return self.choice(model_id, trusted_models=trusted_models).lane

    def _load(self, located: LocatedModel) -> TextEncoder:
        model = load_lane(located)
        if model is None:
            from .torch_model import load_torch_model

            model = load_torch_model(located)
        return TextEncoder(located, model, gate=self.gate)


def _dim_for(model_id: str, card: ModelCard, dim: int) -> int:
    return dim if is_named(model_id, card) else 0


def _reason(located: LocatedModel, loaded: TextEncoder | None) -> str:
    if loaded is None or not loaded.device_note:
        return located.reason
    return f"{located.reason.rstrip('.')}; it runs on the CPU. {loaded.device_note}"


def _key(located: LocatedModel) -> tuple[Path, str]:
    return located.folder, located.revision
