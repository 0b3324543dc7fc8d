"""From token ids to what the graph takes: word, position and token type, added up.

In numpy and not in the graph: the runtime copies the tensors it is given, and a vocabulary of
250,000 words has 384 MB, of which a batch reads a few hundred rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .impossible import LaneImpossible
from .kept_lane import BIAS, EMBEDDED
from .relative_positions import attention_bias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .bert_family import BertShape
    from .tensor_file import Floats, MappedTensor

_WORDS = "embeddings.word_embeddings.weight"


class Embeddings:
    """The tables of a BERT, mapped."""

    def __init__(self, shape: BertShape, tensors: Mapping[str, MappedTensor]) -> None:
        """Find the tables. Raises LaneImpossible where one is missing."""
        self._padding_id = shape.padding_id
        self._tensors = tensors
        self._prefix = prefix_of(tensors)
        self._words = tensors[self._prefix + _WORDS]
        self._positions = self._table("embeddings.position_embeddings")
        self._relative = self._first_type = None
        if shape.is_relative:
            self._relative = self._table("encoder.relative_attention_bias").floats()
        else:
            self._first_type = self._table("embeddings.token_type_embeddings").floats()[0]

    def inputs(self, ids: np.ndarray) -> dict[str, Floats]:
        """Return the graph's inputs for token ids of shape (n, width)."""
        rows = self._words.floats(ids)
        rows += self._positions.floats(self._position_ids(ids))
        if self._first_type is not None:
            rows += self._first_type
        if self._relative is None:
            return {EMBEDDED: rows}
        return {EMBEDDED: rows, BIAS: attention_bias(self._relative, ids.shape[1])}

    def _table(self, name: str) -> MappedTensor:
        found = self._tensors.get(f"{self._prefix}{name}.weight")
        if found is None:
            raise LaneImpossible(f"its weights lack {name}")
        return found

    def _position_ids(self, ids: np.ndarray) -> np.ndarray:
        if self._padding_id is None:
            return np.arange(ids.shape[1])
        counted = ids != self._padding_id  # a text may hold the padding token's own name
        return np.where(counted, counted.cumsum(axis=1), 0) + self._padding_id


def prefix_of(names: Iterable[str]) -> str:
    """Return what stands before the names of a file's tensors, such as "bert.".

    Raises LaneImpossible where none of them is the table of words.
    """
    for name in names:
        if name.endswith(_WORDS):
            return name.removesuffix(_WORDS)
    raise LaneImpossible("its weights lack the table of words")
