"""A TokenModel over ONNX Runtime and the tokenizers library, without torch or transformers.

Owns the session, its threads and memory. Does not own what is computed (graph, pooling), nor
whether its vectors can be trusted (lane).
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from .....contracts.errors import BadVectors
from ..devices.table import CPU_ROW
from ..error_line import first_line
from .bert_family import read_shape
from .embeddings import Embeddings
from .impossible import LaneImpossible
from .kept_lane import GRAPH, HIDDEN, LaneNote
from .lane_tokenizer import LaneTokenizer
from .pooling import Head
from .runtime import MappedSession, RuntimeFailed
from .tensor_file import open_tensors

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from ...types import Vectors
    from .tensor_file import Floats


class OnnxModel:
    """Computes on the CPU, one thread a caller; any number of callers at once."""

    row = CPU_ROW
    device = CPU_ROW.device
    device_note = ""

    def __init__(self, folder: Path, lane: Path, note: LaneNote) -> None:
        """Load the model in folder by what the folder lane keeps of it.

        Raises LaneImpossible, or OSError where what was kept cannot be read.
        """
        self.max_tokens = note.max_tokens
        self._head = Head(folder)
        self._tokenizer = LaneTokenizer(lane, note)
        tensors = open_tensors(folder)
        self._embeddings = Embeddings(read_shape(folder), tensors)
        wanted = {name: tensors[name].floats() for name in note.tensor_names}
        try:
            self._session = MappedSession((lane / GRAPH).read_bytes(), wanted)
        except RuntimeFailed as error:
            raise LaneImpossible(f"ONNX Runtime refused it: {first_line(error)}") from error

    def tokenize(self, texts: list[str], *, with_special_tokens: bool) -> list[list[int]]:
        """Return each text's token ids, uncut."""
        return self._tokenizer.ids(texts, with_special_tokens=with_special_tokens)

    def embed(self, windows: Sequence[Sequence[int]], n_prompt_tokens: int = 0) -> Vectors:
        """Return one vector a window, shape (n, dim), not yet checked or normalised.

        Windows of equal length are computed together. Raises BadVectors when the runtime fails.
        """
        parts, order = [], []
        for group, hidden in self._by_length(windows):
            parts.append(self._head.vectors(hidden, n_prompt_tokens))
            order += group
        rows = np.concatenate(parts)
        vectors = np.empty(rows.shape, np.float32)
        vectors[order] = rows
        return vectors

    def states(self, windows: Sequence[Sequence[int]]) -> list[Vectors]:
        """Return the last hidden states of each window, one row a token, not normalised.

        Raises BadVectors when the runtime fails.
        """
        found: dict[int, Vectors] = {}
        for group, hidden in self._by_length(windows):
            found.update(zip(group, hidden, strict=True))
        return [found[index] for index in range(len(windows))]

    def use_one_thread(self) -> None:
        """Do nothing: the session computes in the caller's thread alone."""

    def _by_length(self, windows: Sequence[Sequence[int]]) -> Iterator[tuple[list[int], Floats]]:
        """Yield the indices of windows of one length and their hidden states, until all are."""
        by_length = sorted(range(len(windows)), key=lambda index: len(windows[index]))
        for _, indices in groupby(by_length, key=lambda index: len(windows[index])):
            group = list(indices)
            ids = np.array([windows[index] for index in group], dtype=np.int64)
            yield group, self._hidden(ids)

    def _hidden(self, ids: np.ndarray) -> Floats:
        try:
            return self._session.run(HIDDEN, self._embeddings.inputs(ids))
        except RuntimeFailed as error:
            if len(ids) > 1:  # what is short of memory may do with half of it
                halves = np.array_split(ids, 2)
                return np.concatenate([self._hidden(half) for half in halves])
            raise BadVectors(
                "The model could not compute a text.",
                hint="Close other programs, or choose a smaller model.",
                detail=str(error),
            ) from error
