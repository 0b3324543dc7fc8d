"""Encoders over a server of embeddings, and the vectors that its texts should get."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from plugin.embeddings.venv.embed.devices.priority import PriorityGate
from plugin.embeddings.venv.embed.model_server.encoder import HttpEncoder
from tests.fakes_encoder import word_hash_vector

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plugin.contracts.http_model import HttpModel
    from plugin.embeddings.venv.types import Encoder, Vectors
    from tests.embeddings_server import ModelServer

_made: list[HttpEncoder] = []


def encoder_of(server: ModelServer, *, dim: int = 0, api_key: str = "") -> HttpEncoder:
    return encoder_at(server.model(dim=dim), api_key=api_key)


def encoder_at(model: HttpModel, *, api_key: str = "") -> HttpEncoder:
    """Return an encoder, whether a server is there or not; it is closed when the test is over."""
    _made.append(HttpEncoder(model, PriorityGate(), api_key=api_key))
    return _made[-1]


def close_encoders() -> None:
    while _made:
        _made.pop().close()


def encode_all(encoder: Encoder, texts: Sequence[str]) -> Vectors:
    found: dict[int, Any] = {}

    def take(indices: Sequence[int], vectors: Vectors) -> None:
        assert vectors.shape == (len(indices), encoder.card.dim)
        found.update(zip(indices, vectors, strict=True))

    encoder.encode_documents(texts, take)
    assert sorted(found) == list(range(len(texts)))
    return np.stack([found[index] for index in range(len(texts))])


def expected(texts: Sequence[str], dim: int = 16) -> Vectors:
    return np.stack([word_hash_vector(text, dim) for text in texts])
