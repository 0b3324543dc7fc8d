"""Tensors of a model's safetensors files, mapped into memory: read only when computed with.

Source: https://github.com/huggingface/safetensors#format. The library's own reader copies what it
reads, which would double a vocabulary of several hundred megabytes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..model_folder.files import weight_files
from .impossible import LaneImpossible

if TYPE_CHECKING:
    from pathlib import Path

    Floats = np.ndarray[tuple[int, ...], np.dtype[np.float32]]

_METADATA = "__metadata__"
_BFLOAT16 = "BF16"
# numpy has no bfloat16: its bits are the upper half of a float32's.
_STORED_AS = {"F32": "<f4", "F16": "<f2", _BFLOAT16: "<u2"}


@dataclass(frozen=True)
class MappedTensor:
    """A tensor in its file, in the type of number that it is stored in."""

    stored: np.ndarray
    is_bfloat16: bool

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of its dimensions."""
        return self.stored.shape

    def floats(self, rows: np.ndarray | None = None) -> Floats:
        """Return all of it, or some rows, as float32.

        All of what is stored as float32 is a view of the file; everything else is a copy.
        """
        part = self.stored if rows is None else self.stored[rows]
        if self.is_bfloat16:
            return (part.astype(np.uint32) << 16).view(np.float32)
        return part.astype(np.float32, copy=False)


def open_tensors(folder: Path) -> dict[str, MappedTensor]:
    """Return name -> tensor of a model's weights; other types of number are left out.

    Raises LaneImpossible where the weights are not safetensors.
    """
    files = weight_files(folder)
    if not files or any(path.suffix != ".safetensors" for path in files):
        raise LaneImpossible("its weights are not safetensors")
    return {name: tensor for path in files for name, tensor in _tensors_of(path).items()}


def _tensors_of(path: Path) -> dict[str, MappedTensor]:
    mapped = np.memmap(path, dtype=np.uint8, mode="r")
    n_header_bytes = int.from_bytes(mapped[:8].tobytes(), "little")
    header = json.loads(mapped[8 : 8 + n_header_bytes].tobytes())
    data = mapped[8 + n_header_bytes :]
    tensors = {}
    for name, entry in header.items():
        if name == _METADATA or entry["dtype"] not in _STORED_AS:
            continue
        start, end = entry["data_offsets"]
        stored = data[start:end].view(_STORED_AS[entry["dtype"]]).reshape(entry["shape"])
        tensors[name] = MappedTensor(stored, entry["dtype"] == _BFLOAT16)
    return tensors
