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
from .device_table import CPU_ROW, FLOAT32
from .error_line import first_line
from .surrogates import without_surrogates
from .torch_probe import import_torch
from .trial import Trusted, load_trusted
from .windows import TokenFrame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sentence_transformers import SentenceTransformer

    from ..types import Vectors
    from .device import DeviceChoice
    from .locate import LocatedModel

_MEMORY_WORDS = ("out of memory", "not enough memory", "can't allocate memory")
_TOKENISED_AT_ONCE = 64  # so that a query waits for a few milliseconds of tokenising at most


class TokenModel:
    """Computes on one device; after a failure of a GPU on the CPU, for good, with a note.

    The chosen device is trusted after a trial batch alone (trial).
    """

    def __init__(self, located: LocatedModel, choice: DeviceChoice) -> None:
        self._located = located
        self._torch = import_torch()
        self._tokenizer_lock = threading.Lock()
        self._model_lock = threading.Lock()
        self._name = choice.row.name
        self._placed = load_trusted(
            choice, lambda device, dtype: load_model(located, device, dtype=dtype), _encoded
        )
        self._tokenizer = self._placed.model.tokenizer
        self._before, self._after = self._special_ids()

    @property
    def max_tokens(self) -> int:
        """The window with its special tokens: the model's own, never more than its card says."""
        own = self._placed.model.max_seq_length
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

    @property
    def device(self) -> str:
        """The device it computes on now."""
        return self._placed.device

    @property
    def device_note(self) -> str:
        """Why it is not the device that was chosen, "" where it is."""
        return self._placed.note

    def embed(self, windows: Sequence[Sequence[int]], n_prompt_tokens: int = 0) -> Vectors:
        """Return one vector a window, shape (n, dim), not yet checked or normalised.

        n_prompt_tokens counts what pooling leaves out in models that ask for it. Out of memory,
        the batch is halved; what fails alone on a GPU moves the model to the CPU, for good.
        Raises BadVectors when the CPU's memory is too small for one window.
        """
        placed = self._placed  # another thread may move the model meanwhile
        on_cpu = placed.device == CPU_ROW.device
        try:
            rows = self._forward(placed, windows, n_prompt_tokens)
            if on_cpu or np.isfinite(rows).all():
                return rows
            failure, is_memory = "it returned numbers that are not finite", False
        except (RuntimeError, MemoryError) as error:
            failure, is_memory = first_line(error), _is_memory(error)
            if on_cpu and not is_memory:
                raise
        # Outside the handler: its traceback would keep the failed batch's tensors alive.
        if is_memory and len(windows) > 1:
            self._free_cached_memory()
            half = len(windows) // 2
            parts = [self.embed(part, n_prompt_tokens) for part in (windows[:half], windows[half:])]
            return np.concatenate(parts)
        if not on_cpu:
            self._move_to_cpu(failure)
            return self.embed(windows, n_prompt_tokens)
        raise BadVectors(
            "The model does not fit in memory, not even for one text.",
            hint="Close other programs, or choose a smaller model.",
            detail=failure,
        )

    def _forward(
        self,
        placed: Trusted[SentenceTransformer],
        windows: Sequence[Sequence[int]],
        n_prompt_tokens: int,
    ) -> Vectors:
        ids, mask = self._padded(windows)
        with self._torch.inference_mode():
            features = {
                "input_ids": self._torch.from_numpy(ids).to(placed.device),
                "attention_mask": self._torch.from_numpy(mask).to(placed.device),
                "prompt_length": len(self._before) + n_prompt_tokens if n_prompt_tokens else 0,
            }
            embedded = placed.model(features)["sentence_embedding"]
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

    def _move_to_cpu(self, failure: str) -> None:
        # Loaded anew, not moved: moving needs the memory that has just run out. Batches that
        # still run keep the old model until they end.
        with self._model_lock:
            if self._placed.device != CPU_ROW.device:
                note = f"{self._name} failed and is not used any more: {failure}"
                model = load_model(self._located, CPU_ROW.device)
                self._placed = Trusted(model, CPU_ROW.device, note=note)
                self._free_cached_memory()

    def _free_cached_memory(self) -> None:
        if self._torch.cuda.is_available():
            self._torch.cuda.empty_cache()


def load_model(
    located: LocatedModel, device: str, *, dtype: str = FLOAT32.dtype
) -> SentenceTransformer:
    """Return the located model on the device in a torch dtype, from its folder alone.

    Raises ModelNotFound when its files are damaged, PackageMissing when sentence-transformers
    is absent; RuntimeError comes from an accelerator.
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
                trust_remote_code=located.runs_own_code,
                model_kwargs={"dtype": getattr(torch, dtype)},
            ).eval()
        except RuntimeError as error:
            if device != CPU_ROW.device:
                raise
            raise _unloadable(located, error) from error
        except (OSError, ValueError, KeyError, ImportError, SafetensorError) as error:
            raise _unloadable(located, error) from error


def _encoded(model: SentenceTransformer, texts: list[str]) -> Vectors:
    return np.asarray(model.encode(texts, show_progress_bar=False), dtype=np.float32)


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
