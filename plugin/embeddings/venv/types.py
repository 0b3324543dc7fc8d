"""The words the worker's parts share: chunks, candidates, fingerprints and the encoder's port."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from ...contracts.model_card import L2

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...contracts.models import ModelCard, RerankerCard
    from ...contracts.search import Leg

Vectors = npt.NDArray[np.float32]
"""Rows are L2-normalised embeddings: shape (n, dim), float32."""

Scores = npt.NDArray[np.float32]
"""One number a text: shape (n,), float32, higher is better."""


@dataclass(frozen=True)
class Chunk:
    """What is indexed: characters [start, end) of the passage at para_index, and their text."""

    para_index: int
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Fingerprint:
    """What makes vectors comparable: a change of any part is a new generation.

    dim is the width that is used, native_dim the model's where vectors were cut (0: dim). pooling
    is "" only in rows from before it was kept (schema 0005). prefix is what stands before each
    text beside the prompt: nothing yet.
    """

    model_id: str
    revision: str
    dim: int
    document_prompt: str
    query_prompt: str
    max_tokens: int
    chunker_version: int
    pooling: str = ""
    prefix: str = ""
    normalisation: str = L2
    native_dim: int = 0

    @property
    def cut_to(self) -> int:
        """The width that a model was cut to, 0 where its own is used: what encoders are asked."""
        return self.dim if self.native_dim else 0


@dataclass
class Candidate:
    """A chunk during search, with its 1-based rank and raw score in each leg that found it."""

    chunk_id: int
    ranks: dict[Leg, int] = field(default_factory=dict)
    scores: dict[Leg, float] = field(default_factory=dict)
    fused_score: float = 0.0
    rerank_score: float | None = None  # the reranker's, None where it was not asked
    is_kept_first: bool = False  # its file is as high as it is for being the keyword leg's first


class Encoder(Protocol):
    """Turns texts into vectors; loaded once, lazily, shared by both lanes.

    encode_query goes ahead of the next batch of encode_documents. Both apply the model's
    own prompts and raise BadVectors when a result is not finite, non-zero and (n, dim).
    """

    @property
    def card(self) -> ModelCard:
        """The model's card, with the dimensions it really has."""

    @property
    def revision(self) -> str:
        """What tells two weights of one model id apart; part of the fingerprint."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens of each text with its document prompt, uncut."""

    def encode_query(self, text: str) -> Vectors:
        """Return one query's vector, shape (1, dim)."""

    def encode_documents(
        self, texts: Sequence[str], on_batch: Callable[[Sequence[int], Vectors], None]
    ) -> None:
        """Encode texts in batches of like length; call on_batch(indices, vectors) after each.

        indices point into texts. on_batch may raise Interrupted to stop between batches.
        """

    def late_interaction(self) -> Reranker:
        """Return the reranker that compares this model's own states of single tokens.

        Raises BadVectors where the model gives none.
        """


class Reranker(Protocol):
    """Reads a query together with a text; loaded once, lazily, and kept."""

    @property
    def card(self) -> RerankerCard:
        """The model's card, with the window it really has."""

    def score(self, query: str, texts: Sequence[str]) -> Scores:
        """Return one logit a text. Raises BadVectors when they cannot be computed."""


class Rerankers(Protocol):
    """Finds rerankers; card is cheap, get loads. Both raise ModelNotFound."""

    def card(self, model_id: str) -> RerankerCard:
        """Return the card of the model that model_id names, loading nothing."""

    def get(self, model_id: str) -> Reranker:
        """Return the loaded reranker. Raises PackageMissing and BadVectors, too."""
