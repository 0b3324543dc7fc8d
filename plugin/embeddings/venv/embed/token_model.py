"""One loaded model: texts to token ids, windows of token ids to vectors.

Owns loading by sentence-transformers, padding, the device and what to do when memory runs out.
Does not own prompts' meaning, batching or order (encoder).
"""

from __future__ import annotations

import threading
import warnings
from typing import TYPE_CHECKING

import numpy as np

from ....contracts.errors import BadVectors, ModelNotFound, PackageMissing
from .device import import_torch
from .error_line import first_line
from .surrogates import without_surrogates
from .windows import TokenFrame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sentence_transformers import SentenceTransformer

    from ..types import Vectors
    from .locate import LocatedModel

_MEMORY_WORDS = ("out of memory", "not enough memory", "can't allocate memory")
_TOKENISED_AT_ONCE = 64  # so that a query waits for a few milliseconds of tokenising at most


class TokenModel:
    """Computes on one device; after a failure of a GPU on the CPU, for good."""

    def __init__(self, located: LocatedModel, device: str) -> None:
        self._located = located
        self._torch = import_torch()
        self._tokenizer_lock = threading.Lock()
        self._model_lock = threading.Lock()
        self.device = device
        self._model = self._load_anywhere()
        self._tokenizer = self._model.tokenizer
        self._before, self._after = self._special_ids()

    @property
    def max_tokens(self) -> int:
        """The window with its special tokens: the model's own, never more than its card says."""
        own = self._model.max_seq_length
        card_tokens = self._located.card.max_tokens
        return min(int(own), card_tokens) if own else card_tokens

    def frame(self, prompt: str) -> TokenFrame:
        """Return what stands around every window of texts with this prompt."""
        prompt_ids, joined = (self.token_ids([text], prompt)[0] for text in ("", "a"))
        # The end of the prompt may melt into the text's first token; only what stays is prompt.
        n_same = 0
        for of_prompt, of_both in zip(prompt_ids, joined, strict=False):
            if of_prompt != of_both:
                break
            n_same += 1
        return TokenFrame(self._before, tuple(prompt_ids[:n_same]), self._after)

    def token_ids(self, texts: Sequence[str], prompt: str) -> list[list[int]]:
        """Return each text's token ids with its prompt, uncut, without special tokens."""
        ids: list[list[int]] = []
        for start in range(0, len(texts), _TOKENISED_AT_ONCE):
            part = texts[start : start + _TOKENISED_AT_ONCE]
            clean = [without_surrogates(prompt + text) for text in part]
            with self._tokenizer_lock:
                ids += self._tokenize(clean, add_special_tokens=False)
        return ids

    def embed(self, windows: Sequence[Sequence[int]], n_prompt_tokens: int = 0) -> Vectors:
        """Return one vector a window, shape (n, dim), not yet checked or normalised.

        n_prompt_tokens counts what pooling leaves out in models that ask for it. Out of memory,
        the batch is halved; a window that fails alone on a GPU moves the model to the CPU.
        Raises BadVectors when the CPU's memory is too small for one window.
        """
        try:
            return self._forward(windows, n_prompt_tokens)
        except (RuntimeError, MemoryError) as error:
            failure = str(error) or type(error).__name__
            is_memory = _is_memory(error)
            if not is_memory and self.device == "cpu":
                raise
        # Outside the handler: its traceback would keep the failed batch's tensors alive.
        return self._embed_smaller(windows, n_prompt_tokens, failure if is_memory else "")

    def _embed_smaller(
        self, windows: Sequence[Sequence[int]], n_prompt_tokens: int, shortage: str
    ) -> Vectors:
        if shortage and len(windows) > 1:
            self._free_cached_memory()
            half = len(windows) // 2
            parts = [self.embed(part, n_prompt_tokens) for part in (windows[:half], windows[half:])]
            return np.concatenate(parts)
        if self.device != "cpu":
            self._move_to_cpu()
            return self.embed(windows, n_prompt_tokens)
        raise BadVectors(
            "The model does not fit in memory, not even for one text.",
            hint="Close other programs, or choose a smaller model.",
            detail=shortage,
        )

    def _forward(self, windows: Sequence[Sequence[int]], n_prompt_tokens: int) -> Vectors:
        ids, mask = self._padded(windows)
        with self._torch.inference_mode():
            features = {
                "input_ids": self._torch.from_numpy(ids).to(self.device),
                "attention_mask": self._torch.from_numpy(mask).to(self.device),
                "prompt_length": len(self._before) + n_prompt_tokens if n_prompt_tokens else 0,
            }
            embedded = self._model(features)["sentence_embedding"]
            return np.asarray(embedded.float().cpu().numpy(), dtype=np.float32)

    def _padded(self, windows: Sequence[Sequence[int]]) -> tuple[np.ndarray, np.ndarray]:
        width = max(len(window) for window in windows)
        ids = np.full((len(windows), width), self._tokenizer.pad_token_id or 0, dtype=np.int64)
        mask = np.zeros((len(windows), width), dtype=np.int64)
        from_left = self._tokenizer.padding_side == "left"
        for row, window in enumerate(windows):
            start = width - len(window) if from_left else 0
            ids[row, start : start + len(window)] = window
            mask[row, start : start + len(window)] = 1
        return ids, mask

    def _tokenize(self, texts: list[str], *, add_special_tokens: bool) -> list[list[int]]:
        encoded = self._tokenizer(
            texts,
            add_special_tokens=add_special_tokens,
            truncation=False,
            padding=False,
            return_attention_mask=False,
            return_token_type_ids=False,
            verbose=False,
        )
        return [list(ids) for ids in encoded["input_ids"]]

    def _special_ids(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the special tokens before and after a text, found by encoding one both ways."""
        bare = self._tokenize(["a"], add_special_tokens=False)[0]
        whole = self._tokenize(["a"], add_special_tokens=True)[0]
        for start in range(len(whole) - len(bare) + 1):
            if whole[start : start + len(bare)] == bare:
                return tuple(whole[:start]), tuple(whole[start + len(bare) :])
        return (), ()

    def _load_anywhere(self) -> SentenceTransformer:
        try:
            return load_model(self._located, self.device)
        except RuntimeError as error:
            if self.device == "cpu":
                raise _unloadable(self._located, error) from error
        self.device = "cpu"
        return load_model(self._located, "cpu")

    def _move_to_cpu(self) -> None:
        # Loaded anew, not moved: moving needs the memory that has just run out. Batches that
        # still run keep the old model until they end.
        with self._model_lock:
            if self.device != "cpu":
                self._model = load_model(self._located, "cpu")
                self.device = "cpu"
                self._free_cached_memory()

    def _free_cached_memory(self) -> None:
        if self._torch.cuda.is_available():
            self._torch.cuda.empty_cache()


def load_model(located: LocatedModel, device: str) -> SentenceTransformer:
    """Return the located model in float32 on the device, from its folder alone.

    Raises ModelNotFound when its files are damaged, PackageMissing when sentence-transformers
    is absent; RuntimeError comes from the device.
    """
    torch = import_torch()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            from safetensors import SafetensorError
            from sentence_transformers import SentenceTransformer
            from transformers.utils import logging as transformers_logging
        except (ImportError, OSError) as error:
            raise PackageMissing(
                f"sentence-transformers cannot be loaded: {error}",
                hint="Run scripts/setup_venv.py again; keyword search works without it.",
                detail=repr(error),
            ) from error
        transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        try:
            return SentenceTransformer(
                str(located.folder),
                device=device,
                local_files_only=True,
                model_kwargs={"dtype": torch.float32},
            ).eval()
        except (OSError, ValueError, KeyError, ImportError, SafetensorError) as error:
            raise _unloadable(located, error) from error


def _unloadable(located: LocatedModel, error: BaseException) -> ModelNotFound:
    return ModelNotFound(
        f"The model {located.card.model_id} cannot be loaded: {first_line(error)}",
        hint="Download it again, or choose another model. Keyword search works without it.",
        detail=repr(error),
    )


def _is_memory(error: BaseException) -> bool:
    return isinstance(error, MemoryError) or any(
        words in str(error).lower() for words in _MEMORY_WORDS
    )
