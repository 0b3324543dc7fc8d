"""What a vector must be before it is used or kept, and cutting it to fewer numbers; pure.

Owns the one check that stands before every write (store) and behind every model (embed).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ...contracts.errors import BadVectors

if TYPE_CHECKING:
    from .types import Vectors

_HINT = "Choose another model, or set WRITERAGENT_DEVICE=cpu if this one runs on a GPU."


def check_vectors(vectors: Vectors, n: int, dim: int) -> None:
    """Raise BadVectors unless vectors are n rows of dim finite numbers, none without direction.

    A length is counted in float64: the squares of tiny numbers vanish in float32, and a row that
    is not zero would be divided by a length that is.
    """
    if vectors.shape != (n, dim):
        raise BadVectors(
            f"The model returned vectors of shape {vectors.shape}, not ({n}, {dim}).", hint=_HINT
        )
    bad = np.flatnonzero(~np.isfinite(vectors).all(axis=1))
    if bad.size:
        raise BadVectors(f"Vector {bad[0]} of {n} holds numbers that are not finite.", hint=_HINT)
    flat = np.flatnonzero(_lengths(vectors)[:, 0] == 0)
    if flat.size:
        raise BadVectors(f"Vector {flat[0]} of {n} is zero: it points nowhere.", hint=_HINT)


def normalised(vectors: Vectors) -> Vectors:
    """Return the rows scaled to length one, float32. Rows must have passed check_vectors."""
    return np.asarray(vectors / _lengths(vectors), dtype=np.float32)


def cut(vectors: Vectors, dim: int) -> Vectors:
    """Return the first dim numbers of each row, scaled to length one again.

    Right only for models trained so (Kusupati et al. 2022, arXiv:2205.13147). Raises BadVectors
    for a row that has nothing in them.
    """
    shorter = vectors[:, :dim]
    check_vectors(shorter, len(vectors), dim)
    return normalised(shorter)


def _lengths(vectors: Vectors) -> npt.NDArray[np.float64]:
    wide = np.asarray(vectors, dtype=np.float64)
    return np.asarray(np.linalg.norm(wide, axis=1, keepdims=True))
