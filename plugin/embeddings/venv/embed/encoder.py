"""The reference encoder: a sentence-transformers model, run in batches of our own making.

Owns: loading once, token windows, pooling of long texts, the fall back to the CPU. Does not own:
where the model is (locate), which device (device).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ....contracts.errors import BadVectors, ModelNotFound, PackageMissing
from .batching import BUDGET_TOKENS, token_batches
from .device import DeviceChoice, choose_device, cpu_threads
from .priority import PriorityLock

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import torch

    from ....contracts.models import ModelCard
    from ..types import Vectors
    from .locate import LocatedModel

OVERLAP_SHARE: Final = 8
"""Windows of a long text share one eighth, so that no sentence is torn without a whole copy."""

Window = list[int]


class TorchEncoder:
    """Implements types.Encoder; the model is loaded when it is made."""

    def __init__(self, located: LocatedModel, *, budget_tokens: int = BUDGET_TOKENS) -> None:
        self._located = located
        self._budget_tokens = budget_tokens
        self._lock = PriorityLock()
        self._device = choose_device()
        self._model = _load(located, self._device)
        self._tokenizer = self._model.tokenizer
        self._pad_id = self._tokenizer.pad_token_id or 0
        self._max_tokens = _window_tokens(located.card, self._model.max_seq_length)

    @property
    def card(self) -> ModelCard:
        """The model's card."""
        return self._located.card

    @property
    def revision(self) -> str:
        """The snapshot's commit, or a hash of the files."""
        return self._located.revision

    @property
    def device(self) -> DeviceChoice:
        """The device in use, which may have become the CPU, with the reason."""
        return self._device

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens of each text with its document prompt, uncut."""
        prompted = [self.card.document_prompt + text for text in texts]
        return [len(ids) for ids in self._tokenizer(prompted, truncation=False)["input_ids"]]

    def encode_query(self, text: str) -> Vectors:
        """Return one query's vector, shape (1, dim); goes ahead of waiting document batches."""
        windows = self._windows([self.card.query_prompt + text])[0]
        with self._lock.urgent():
            vectors = self._forward(windows)
        return self._checked(_pooled(vectors), 1)

    def encode_documents(
        self, texts: Sequence[str], on_batch: Callable[[Sequence[int], Vectors], None]
    ) -> None:
        """Encode texts in batches of like length; call on_batch(indices, vectors) after each."""
        windows = self._windows([self.card.document_prompt + text for text in texts])
        short = [index for index, pieces in enumerate(windows) if len(pieces) == 1]
        counts = [len(windows[index][0]) for index in short]
        for batch in token_batches(counts, budget_tokens=self._budget_tokens):
            indices = [short[position] for position in batch]
            with self._lock.patient():
                vectors = self._forward([windows[index][0] for index in indices])
            on_batch(indices, self._checked(vectors, len(indices)))
        for index, pieces in enumerate(windows):
            if len(pieces) > 1:
                on_batch([index], self._checked(self._encode_long(pieces), 1))

    def _encode_long(self, pieces: list[Window]) -> Vectors:
        """Return the normalised mean of a long text's windows: nothing is cut off."""
        vectors = np.zeros((len(pieces), self.card.dim), np.float32)
        for batch in token_batches([len(p) for p in pieces], budget_tokens=self._budget_tokens):
            with self._lock.patient():
                vectors[batch] = self._forward([pieces[position] for position in batch])
        return _pooled(vectors)

    def _windows(self, texts: Sequence[str]) -> list[list[Window]]:
        """Return each text's token windows with special tokens, none longer than the model's."""
        windows: list[list[Window]] = [[] for _ in texts]
        encoded = self._tokenizer(
            list(texts),
            truncation=True,
            max_length=self._max_tokens,
            stride=self._max_tokens // OVERLAP_SHARE,
            return_overflowing_tokens=True,
        )
        for ids, index in zip(
            encoded["input_ids"], encoded["overflow_to_sample_mapping"], strict=True
        ):
            windows[index].append(ids)
        return windows

    def _forward(self, windows: Sequence[Window]) -> Vectors:
        """Return the normalised vectors of windows, halving the batch where memory is short."""
        import torch

        try:
            return self._run(windows)
        except torch.OutOfMemoryError:
            if len(windows) > 1:
                middle = len(windows) // 2
                halves = self._forward(windows[:middle]), self._forward(windows[middle:])
                return np.concatenate(halves)
            if self._device.device == "cpu":
                raise
            self._fall_back_to_cpu()
            return self._run(windows)

    def _run(self, windows: Sequence[Window]) -> Vectors:
        import torch

        longest = max(map(len, windows))
        input_ids = torch.full((len(windows), longest), self._pad_id, dtype=torch.long)
        mask = torch.zeros((len(windows), longest), dtype=torch.long)
        for row, ids in enumerate(windows):
            input_ids[row, : len(ids)] = torch.tensor(ids)
            mask[row, : len(ids)] = 1
        features: dict[str, torch.Tensor] = {
            "input_ids": input_ids.to(self._device.device),
            "attention_mask": mask.to(self._device.device),
        }
        with torch.inference_mode():
            found = self._model(features)["sentence_embedding"]
            normalised = torch.nn.functional.normalize(found.float(), dim=1)
        return np.asarray(normalised.cpu().numpy(), dtype=np.float32)

    def _fall_back_to_cpu(self) -> None:
        reason = f"The {self._device.device} device ran out of memory on one text."
        self._device = DeviceChoice("cpu", reason)
        self._model.to("cpu")

    def _checked(self, vectors: Vectors, n_texts: int) -> Vectors:
        return check_vectors(vectors, n_texts, self.card.dim)


def check_vectors(vectors: Vectors, n_texts: int, dim: int) -> Vectors:
    """Return the vectors when they are (n_texts, dim), finite and not zero; raises BadVectors."""
    hint = "Choose another model, or fetch this one again."
    if vectors.shape != (n_texts, dim):
        raise BadVectors(
            f"The model gave vectors of shape {vectors.shape}, not {(n_texts, dim)}.", hint=hint
        )
    norms = np.linalg.norm(vectors, axis=1)
    if not np.isfinite(norms).all() or (norms == 0).any():
        raise BadVectors("The model gave a vector that is zero or not finite.", hint=hint)
    return vectors


def _pooled(vectors: Vectors) -> Vectors:
    """Return the normalised mean of rows, shape (1, dim)."""
    mean: Vectors = vectors.mean(axis=0, keepdims=True)
    length = np.linalg.norm(mean)
    if length:
        mean /= length
    return mean


def _window_tokens(card: ModelCard, model_max_tokens: int | None) -> int:
    return min(card.max_tokens, model_max_tokens or card.max_tokens)


def _load(located: LocatedModel, device: DeviceChoice) -> Any:  # noqa: ANN401 - the package has no types for it
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")  # our threads are set below
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    try:
        import torch
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging
    except ImportError as error:
        raise PackageMissing(
            f"The package {error.name} is missing in the worker's environment.",
            hint="Run make setup. Keyword search works meanwhile.",
        ) from error
    if device.device == "cpu":
        torch.set_num_threads(cpu_threads())
    logging.set_verbosity_error()  # type: ignore[no-untyped-call] # transformers has no types here
    logging.disable_progress_bar()  # type: ignore[no-untyped-call] # the same
    try:
        model = SentenceTransformer(
            str(located.folder), device=device.device, local_files_only=True
        )
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        raise ModelNotFound(
            f"The model in {located.folder} cannot be loaded.",
            hint="Delete that folder and fetch the model again. Keyword search works meanwhile.",
            detail=str(error),
        ) from error
    model.eval()
    return model
