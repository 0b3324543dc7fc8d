"""A TokenModel over sentence-transformers: the reference, and what computes on GPUs.

Owns loading by sentence-transformers, padding, the device and what to do when memory runs out.
Does not own prompts' meaning, batching or order (encoder).
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numpy as np

from ....contracts.errors import BadVectors, ModelNotFound
from .devices.choice import DeviceChoice, choose_device
from .devices.table import CPU_ROW, FLOAT32
from .devices.torch_probe import import_torch
from .devices.trial import Trusted, load_trusted
from .error_line import first_line
from .late_interaction import INSTEAD_OF_STATES, NO_STATES
from .model_folder.load_report import forget_reports, missing_weights
from .torch_loading import Loading, quiet_loading

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sentence_transformers import SentenceTransformer
    from torch import Tensor

    from ..types import Vectors
    from .devices.table import DeviceRow
    from .locate import LocatedModel

    _Read = Callable[[Mapping[str, Any], np.ndarray], list[Vectors]]

_MEMORY_WORDS = ("out of memory", "not enough memory", "can't allocate memory")


class TorchModel:
    """Computes on one device; after a failure of a GPU on the CPU, for good, with a note.

    The chosen device is trusted after a trial batch alone (trial).
    """

    def __init__(self, located: LocatedModel, choice: DeviceChoice) -> None:
        self._located = located
        self._torch = import_torch()
        self._tokenizer_lock = threading.Lock()
        self._model_lock = threading.Lock()
        self._chosen_row = choice.row
        self._placed = load_trusted(
            choice, lambda device, dtype: load_model(located, device, dtype=dtype), _encoded
        )
        self._tokenizer = self._placed.model.tokenizer

    @property
    def max_tokens(self) -> int:
        """The window with its special tokens: the model's own, never more than its card says."""
        own = self._placed.model.max_seq_length
        card_tokens = self._located.card.max_tokens
        return min(int(own), card_tokens) if own else card_tokens

    @property
    def tokenizer_json(self) -> str:
        """The tokenizer as the tokenizers library writes it, with all that loading changed of it.

        Raises ModelNotFound where the tokenizer is not one of that library.
        """
        backend = getattr(self._tokenizer, "backend_tokenizer", None)
        if backend is None:
            raise ModelNotFound(
                "The model's tokenizer is not one of the tokenizers library.",
                hint="sentence-transformers serves it.",
            )
        return str(backend.to_str())

    def tokenize(self, texts: list[str], *, with_special_tokens: bool) -> list[list[int]]:
        """Return each text's token ids, uncut."""
        with self._tokenizer_lock:
            encoded = self._tokenizer(
                texts,
                add_special_tokens=with_special_tokens,
                truncation=False,
                padding=False,
                return_attention_mask=False,
                return_token_type_ids=False,
                verbose=False,
            )
        return [list(ids) for ids in encoded["input_ids"]]

    def use_one_thread(self) -> None:
        """Let this thread's operations use one core; torch's setting is per thread."""
        self._torch.set_num_threads(1)

    @property
    def row(self) -> DeviceRow:
        """The kind of device it computes on now."""
        return CPU_ROW if self.device == CPU_ROW.device else self._chosen_row

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

        Raises BadVectors when the CPU's memory is too small for one window.
        """
        return np.stack(self._computed(windows, _sentence_rows, n_prompt_tokens))

    def states(self, windows: Sequence[Sequence[int]]) -> list[Vectors]:
        """Return the last hidden states of each window, one row a token, not normalised.

        Raises BadVectors as embed does, and where the model's modules give none.
        """
        return self._computed(windows, token_rows)

    def _computed(
        self, windows: Sequence[Sequence[int]], read: _Read, n_prompt_tokens: int = 0
    ) -> list[Vectors]:
        """Return what read takes of each window's features.

        Out of memory, the batch is halved; what fails alone on a GPU moves the model to the CPU,
        for good.
        """
        placed = self._placed  # another thread may move the model meanwhile
        on_cpu = placed.device == CPU_ROW.device
        try:
            rows = self._forward(placed, windows, read, n_prompt_tokens)
            if on_cpu or all(np.isfinite(row).all() for row in rows):
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
            halves = (windows[:half], windows[half:])
            return [row for part in halves for row in self._computed(part, read, n_prompt_tokens)]
        if not on_cpu:
            self._move_to_cpu(failure)
            return self._computed(windows, read, n_prompt_tokens)
        raise BadVectors(
            "The model does not fit in memory, not even for one text.",
            hint="Close other programs, or choose a smaller model.",
            detail=failure,
        )

    def _forward(
        self,
        placed: Trusted[SentenceTransformer],
        windows: Sequence[Sequence[int]],
        read: _Read,
        n_prompt_tokens: int,
    ) -> list[Vectors]:
        ids, mask = self._padded(windows)
        with self._torch.inference_mode():
            features = {
                "input_ids": self._torch.from_numpy(ids).to(placed.device),
                "attention_mask": self._torch.from_numpy(mask).to(placed.device),
                "prompt_length": n_prompt_tokens,
            }
            return read(placed.model(features), mask.astype(bool))

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

    def _move_to_cpu(self, failure: str) -> None:
        # Loaded anew, not moved: moving needs the memory that has just run out. Batches that
        # still run keep the old model until they end.
        with self._model_lock:
            if self._placed.device != CPU_ROW.device:
                note = f"{self._chosen_row.name} failed and is not used any more: {failure}"
                model = load_model(self._located, CPU_ROW.device)
                self._placed = Trusted(model, CPU_ROW.device, note=note)
                self._free_cached_memory()

    def _free_cached_memory(self) -> None:
        # torch.cuda, torch.xpu and torch.mps have it; the CPU keeps nothing back.
        empty_cache = getattr(getattr(self._torch, self._chosen_row.device), "empty_cache", None)
        if empty_cache is not None:
            empty_cache()


def load_torch_model(located: LocatedModel, device: str = "") -> TorchModel:
    """Return the located model on a device, by default the best that computes.

    Raises ModelNotFound or PackageMissing.
    """
    choice = DeviceChoice(device, "it was asked for") if device else choose_device()
    return TorchModel(located, choice)


def load_model(
    located: LocatedModel, device: str, *, dtype: str = FLOAT32.dtype
) -> SentenceTransformer:
    """Return the located model on the device in a torch dtype, from its folder alone.

    Raises ModelNotFound when its files are damaged, PackageMissing when sentence-transformers
    is absent; RuntimeError comes from an accelerator.
    """
    loading = Loading(
        f"The model {located.card.model_id}",
        device,
        without_package="keyword search works without it",
        without_model=" model. Keyword search works without it",
    )
    with quiet_loading(loading) as package:
        forget_reports(located.folder)
        model: SentenceTransformer = package.SentenceTransformer(
            str(located.folder),
            device=device,
            local_files_only=True,
            trust_remote_code=located.runs_own_code,
            model_kwargs={"dtype": getattr(import_torch(), dtype)},
        ).eval()
    _refuse_random_weights(located)
    return model


def _refuse_random_weights(located: LocatedModel) -> None:
    missing = missing_weights(located.folder)
    if missing:
        raise ModelNotFound(
            f"The model {located.card.model_id} cannot be used: its files lack {len(missing)} of"
            f" its weights, such as {missing[0]}.",
            hint="Download it again, or choose another model. Keyword search works without it.",
        )


def _sentence_rows(features: Mapping[str, Any], _mask: np.ndarray) -> list[Vectors]:
    return list(_floats(features["sentence_embedding"]))


def token_rows(features: Mapping[str, Any], mask: np.ndarray) -> list[Vectors]:
    """Return the states of each window's tokens, which mask, shape (n, width), tells from padding.

    Raises BadVectors where the model's modules left none behind.
    """
    found = features.get("token_embeddings")
    if found is None or tuple(found.shape[:2]) != mask.shape:
        raise BadVectors(NO_STATES, hint=INSTEAD_OF_STATES)
    return [row[is_token] for row, is_token in zip(_floats(found), mask, strict=True)]


def _floats(tensor: Tensor) -> Vectors:
    return np.asarray(tensor.float().cpu().numpy(), dtype=np.float32)


def _encoded(model: SentenceTransformer, texts: list[str]) -> Vectors:
    return np.asarray(model.encode(texts, show_progress_bar=False), dtype=np.float32)


def _is_memory(error: BaseException) -> bool:
    return isinstance(error, MemoryError) or any(
        words in str(error).lower() for words in _MEMORY_WORDS
    )
