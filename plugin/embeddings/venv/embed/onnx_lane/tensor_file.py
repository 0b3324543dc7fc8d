"""Tensors of a model's safetensors files, mapped into memory: read only when computed with.

Source: https://github.com/huggingface/safetensors#format. The library's own reader copies what it
reads, which would double a vocabulary of several hundred megabytes.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from ..model_files import weight_files
from .impossible import LaneImpossible

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Floats = np.ndarray[tuple[int, ...], np.dtype[np.float32]]

_METADATA = "__metadata__"


def open_tensors(folder: Path) -> dict[str, Floats]:
    """Return name -> tensor of a model's weights, float32; other types of number are left out.

    What is stored as float32 is a view of the file; halves are converted, one copy each, when
    they are here. Raises LaneImpossible where the weights are not safetensors.
    """
    files = weight_files(folder)
    if not files or any(path.suffix != ".safetensors" for path in files):
        raise LaneImpossible("its weights are not safetensors")
    return {name: tensor for path in files for name, tensor in _tensors_of(path).items()}


def _tensors_of(path: Path) -> dict[str, Floats]:
    mapped = np.memmap(path, dtype=np.uint8, mode="r")
    n_header_bytes = int.from_bytes(mapped[:8].tobytes(), "little")
    header = json.loads(mapped[8 : 8 + n_header_bytes].tobytes())
    data = mapped[8 + n_header_bytes :]
    tensors = {}
    for name, entry in header.items():
        if name == _METADATA or entry["dtype"] not in _TO_FLOAT32:
            continue
        start, end = entry["data_offsets"]
        numbers = _TO_FLOAT32[entry["dtype"]](data[start:end])
        tensors[name] = numbers.reshape(entry["shape"])
    return tensors


def _from_bfloat16(data: np.ndarray) -> np.ndarray:
    # The upper half of a float32.
    return (data.view("<u2").astype(np.uint32) << 16).view(np.float32)


_TO_FLOAT32: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "F32": lambda data: data.view("<f4"),
    "F16": lambda data: data.view("<f2").astype(np.float32),
    "BF16": _from_bfloat16,
}
