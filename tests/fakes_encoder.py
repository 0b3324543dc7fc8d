"""A second implementation of the encoder's port: a hash of each word, 16 wide, deterministic.

It is fast enough to kill and restart passes by the dozen, and it counts what it encodes.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from plugin.contracts.corpus import ModelChoice
from plugin.contracts.errors import BadVectors, ModelNotFound
from plugin.contracts.models import ModelCard

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from plugin.embeddings.venv.types import Reranker, Vectors

DIM = 16


@dataclass
class WordHashEncoder:
    """Adds up one signed bucket a word; encoded lists every document text in order."""

    model_id: str = "tests/word-hash"
    dim: int = DIM
    revision: str = "1"
    batch_texts: int = 8
    encoded: list[str] = field(default_factory=list)
    document_prompt: str = ""

    @property
    def card(self) -> ModelCard:
        prompt = self.document_prompt
        return ModelCard(self.model_id, self.dim, max_tokens=512, document_prompt=prompt)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]

    def encode_query(self, text: str) -> Vectors:
        return np.stack([word_hash_vector(text, self.dim)])

    def encode_documents(
        self, texts: Sequence[str], on_batch: Callable[[Sequence[int], Vectors], None]
    ) -> None:
        by_length = sorted(range(len(texts)), key=lambda index: len(texts[index]))
        for start in range(0, len(by_length), self.batch_texts):
            indices = by_length[start : start + self.batch_texts]
            self.encoded += [texts[index] for index in indices]
            on_batch(
                indices, np.stack([word_hash_vector(texts[index], self.dim) for index in indices])
            )

    def late_interaction(self) -> Reranker:
        raise BadVectors("It has one vector a text.")


@dataclass
class OneEncoder:
    """Hands out one encoder for every model id, or says that there is none."""

    encoder: WordHashEncoder | None = field(default_factory=WordHashEncoder)
    n_loads: int = 0

    def choice(self, model_id: str, *, dim: int = 0) -> ModelChoice:  # noqa: ARG002 - the port's
        if self.encoder is None:
            return ModelChoice("", "no model is installed")
        known = self.encoder
        return ModelChoice(known.model_id, "the tests' own", known.dim, known.revision)

    def get(self, model_id: str, *, dim: int = 0, revision: str = "") -> WordHashEncoder:  # noqa: ARG002
        if self.encoder is None:
            raise ModelNotFound("No model is installed.", hint="Install one.")
        if revision not in ("", self.encoder.revision):
            raise ModelNotFound("The weights are others.", hint="Index again.")
        self.n_loads += 1
        return self.encoder


def word_hash_vector(text: str, dim: int = DIM) -> Vectors:
    vector = np.full(dim, 1e-3, dtype=np.float32)  # a text without words has a direction too
    for word in text.lower().split():
        digest = hashlib.sha256(word.encode()).digest()
        vector[digest[0] % dim] += 1.0 if digest[1] % 2 else -1.0
    return vector / np.linalg.norm(vector)


@dataclass
class EncodersByName:
    """Several models by their names, each of which can go away; names that are unknown are none."""

    models: dict[str, WordHashEncoder] = field(default_factory=dict)
    n_loads: int = 0

    def add(self, name: str, dim: int = DIM, revision: str = "1") -> WordHashEncoder:
        self.models[name] = WordHashEncoder(name, dim, revision)
        return self.models[name]

    def choice(self, model_id: str, *, dim: int = 0) -> ModelChoice:  # noqa: ARG002 - the port's
        known = self.models.get(model_id)
        if known is None:
            return ModelChoice("", f"{model_id} is not here")
        prompts = (known.card.document_prompt, known.card.query_prompt)
        return ModelChoice(known.model_id, "it is here", known.dim, known.revision, prompts=prompts)

    def get(self, model_id: str, *, dim: int = 0, revision: str = "") -> WordHashEncoder:  # noqa: ARG002
        known = self.models.get(model_id)
        if known is None:
            raise ModelNotFound(f"{model_id} is not here.", hint="Install it.")
        if revision not in ("", known.revision):
            raise ModelNotFound(f"The weights of {model_id} are others.", hint="Index again.")
        self.n_loads += 1
        return known
