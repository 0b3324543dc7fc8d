"""Trying a model for real: one sentence, encoded and measured."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from ..types import Encoder

if TYPE_CHECKING:
    from collections.abc import Sequence

_SENTENCE = "The quick brown fox jumps over the lazy dog."


class TriedEncoder(Encoder, Protocol):
    """An encoder that says where it computes."""

    @property
    def device(self) -> str:
        """The device, or the server's host."""


class WholeEncoders(Protocol):
    """Finds the encoder that is tried."""

    def whole(self, model_id: str, *, trusted_models: Sequence[str] = ()) -> TriedEncoder:
        """Return the encoder for model_id with vectors of its own width."""


@dataclass(frozen=True)
class TriedModel:
    """The model that encoded, and what its vector was like; elapsed_ms is without loading."""

    model_id: str
    revision: str
    device: str
    dim: int
    norm: float
    elapsed_ms: float


def try_model(
    encoders: WholeEncoders, model_id: str, trusted_models: Sequence[str] = ()
) -> TriedModel:
    """Return how one sentence was encoded with the model that answers for model_id.

    Raises ModelNotFound, PackageMissing or BadVectors.
    """
    encoder = encoders.whole(model_id, trusted_models=trusted_models)
    started_s = time.perf_counter()
    vectors = encoder.encode_query(_SENTENCE)
    elapsed_ms = (time.perf_counter() - started_s) * 1000
    norm = float(np.linalg.norm(vectors[0]))
    card = encoder.card
    return TriedModel(
        card.model_id, encoder.revision, encoder.device, vectors.shape[1], norm, elapsed_ms
    )
