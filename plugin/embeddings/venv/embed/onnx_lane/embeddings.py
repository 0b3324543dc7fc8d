"""From token ids to what the first layer takes: word, position and token type, added up.

In numpy and not in the graph: the runtime copies the tensors it is given, and a vocabulary of
250,000 words has 384 MB, of which a batch reads a few hundred rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .impossible import LaneImpossible

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .bert_family import BertShape
    from .tensor_file import Floats, MappedTensor

_WORDS = "embeddings.word_embeddings.weight"


class Embeddings:
    """The three tables of a BERT, mapped."""

    def __init__(self, shape: BertShape, tensors: Mapping[str, MappedTensor]) -> None:
        """Find the tables. Raises LaneImpossible where one is missing."""
        self._padding_id = shape.padding_id
        prefix = prefix_of(tensors)
        names = [
            f"{prefix}embeddings.{kind}_embeddings.weight" for kind in ("position", "token_type")
        ]
        if any(name not in tensors for name in names):
            raise LaneImpossible("its weights lack positions or token types")
        self._words = tensors[prefix + _WORDS]
        self._positions, types = (tensors[name] for name in names)
        self._first_type = types.floats()[0]

    def look_up(self, ids: np.ndarray) -> Floats:
        """Return float32 (n, width, hidden size) for ids of shape (n, width)."""
        rows = self._words.floats(ids)
        rows += self._positions.floats(self._position_ids(ids))
        rows += self._first_type
        return rows

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
