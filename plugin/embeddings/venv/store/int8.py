"""Vectors as int8 codes: quantising, exact integer dot products, the best of them; pure.

Does not own: where the vectors come from (matrix, unit_matrix).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from ..types import Vectors

Codes = npt.NDArray[np.int8]
INT8_MAX = 127


def quantise(vectors: Vectors, scale: float) -> Codes:
    """Return the vectors as int8 codes of the same shape; code * scale is about the value."""
    codes: Codes = np.clip(np.rint(vectors / scale), -INT8_MAX, INT8_MAX).astype(np.int8)
    return codes


def scale_of(largest: float) -> float:
    """Return the scale by which values up to largest fit into int8."""
    return largest / INT8_MAX or 1.0


def dot(codes: Codes, query_codes: Codes) -> npt.NDArray[np.float64]:
    """Return the integer dot product of each row with the query (shape (1, dim)), shape (n,)."""
    import simsimd

    distances = np.asarray(simsimd.cdist(query_codes, codes, "dot"))
    return cast("npt.NDArray[np.float64]", distances.reshape(-1))


def query_scores(codes: Codes, vector: Vectors) -> npt.NDArray[np.float64]:
    """Return scores of the rows against one query vector, shape (dim,), that order as cosines."""
    scale = scale_of(float(np.abs(vector).max()))
    return dot(codes, quantise(vector[np.newaxis], scale))


def top(scores: npt.NDArray[np.float64], n: int) -> npt.NDArray[np.intp]:
    """Return the places of the n highest scores, in no order."""
    if n >= len(scores):
        return np.arange(len(scores))
    return np.argpartition(-scores, n)[:n]
