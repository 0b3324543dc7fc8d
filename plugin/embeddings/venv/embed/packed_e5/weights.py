"""The packed tensors as a safetensors file of a BERT, written row by row.

Owns the names on both sides and the file's form
(https://huggingface.co/docs/safetensors: a length, a JSON header, the tensors' bytes). The
library would want all tensors in memory at once, twice the model's size; here it is a few MB.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from ...types import Vectors
    from .packed_file import PackedFile, PackedShape

_ROWS_AT_ONCE = 8192
_FLOAT_BYTES = 4
_ALIGNMENT_BYTES = 8


@dataclass(frozen=True)
class Tensor:
    """One tensor: its name in BERT, in the packed file ("" = zeros), and its shape."""

    name: str
    packed_name: str
    shape: tuple[int, ...]

    @property
    def n_bytes(self) -> int:
        """How many bytes its float32 values take."""
        return int(np.prod(self.shape)) * _FLOAT_BYTES


def tensors_of(shape: PackedShape) -> tuple[Tensor, ...]:
    """Return the tensors of the encoder, in the order in which they are written."""
    width = shape.hidden_size
    embeddings = (
        Tensor("embeddings.word_embeddings.weight", "emb.word", (shape.vocabulary_size, width)),
        Tensor("embeddings.position_embeddings.weight", "emb.pos", (shape.max_positions, width)),
        Tensor("embeddings.token_type_embeddings.weight", "emb.type", (shape.n_token_types, width)),
        *_pair("embeddings.LayerNorm", "emb.ln", (width,)),
    )
    layers = (tensor for index in range(shape.n_layers) for tensor in _layer(index, shape))
    # BERT has a pooler, E5 takes the mean and never reads it; absent, loading would warn.
    pooler = (
        Tensor("pooler.dense.weight", "", (width, width)),
        Tensor("pooler.dense.bias", "", (width,)),
    )
    return (*embeddings, *layers, *pooler)


def write_weights(packed: PackedFile, path: Path, *, on_bytes: Callable[[int], None]) -> None:
    """Write every tensor as float32 to a safetensors file; on_bytes hears how many bytes are out.

    on_bytes may raise to stop. Raises ModelNotFound when a tensor is absent or has another shape.
    """
    tensors = tensors_of(packed.shape)
    n_written = 0
    with path.open("wb") as file:
        file.write(_header(tensors))
        for tensor in tensors:
            for rows in _values(packed, tensor):
                file.write(rows.astype("<f4", copy=False).tobytes())
                n_written += rows.nbytes
                on_bytes(n_written)


def _pair(name: str, packed_name: str, shape: tuple[int, ...]) -> tuple[Tensor, Tensor]:
    return (
        Tensor(f"{name}.weight", f"{packed_name}.w", shape),
        Tensor(f"{name}.bias", f"{packed_name}.b", shape[:1]),
    )


def _layer(index: int, shape: PackedShape) -> Iterator[Tensor]:
    width, wide = shape.hidden_size, shape.intermediate_size
    parts = (
        ("attention.self.query", "q", (width, width)),
        ("attention.self.key", "k", (width, width)),
        ("attention.self.value", "v", (width, width)),
        ("attention.output.dense", "ao", (width, width)),
        ("attention.output.LayerNorm", "aln", (width,)),
        ("intermediate.dense", "fi", (wide, width)),
        ("output.dense", "fo", (width, wide)),
        ("output.LayerNorm", "oln", (width,)),
    )
    for name, packed_name, part_shape in parts:
        yield from _pair(f"encoder.layer.{index}.{name}", f"l{index}.{packed_name}", part_shape)


def _values(packed: PackedFile, tensor: Tensor) -> Iterator[Vectors]:
    """Yield the rows of a tensor, some at a time; a vector is one row."""
    n_rows = tensor.shape[0] if len(tensor.shape) > 1 else 1
    shape = (n_rows, tensor.shape[-1])
    if not tensor.packed_name:
        yield np.zeros(shape, np.float32)
        return
    for start in range(0, n_rows, _ROWS_AT_ONCE):
        yield packed.rows(tensor.packed_name, shape, start=start, n_rows=_ROWS_AT_ONCE)


def _header(tensors: tuple[Tensor, ...]) -> bytes:
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    end = 0
    for tensor in tensors:
        start, end = end, end + tensor.n_bytes
        header[tensor.name] = {
            "dtype": "F32",
            "shape": list(tensor.shape),
            "data_offsets": [start, end],
        }
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % _ALIGNMENT_BYTES)
    return len(text).to_bytes(8, "little") + text
