"""What a vector must be before anything is done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ....contracts.errors import BadVectors

if TYPE_CHECKING:
    from ..types import Vectors

_HINT = "Choose another model, or set WRITERAGENT_DEVICE=cpu if this one runs on a GPU."


def check_vectors(vectors: Vectors, n: int, dim: int) -> None:
    """Raise BadVectors unless vectors are n rows of dim finite numbers, none without direction."""
    if vectors.shape != (n, dim):
        raise BadVectors(
            f"The model returned vectors of shape {vectors.shape}, not ({n}, {dim}).", hint=_HINT
        )
    bad = np.flatnonzero(~np.isfinite(vectors).all(axis=1))
    if bad.size:
        raise BadVectors(f"Vector {bad[0]} of {n} holds numbers that are not finite.", hint=_HINT)
    flat = np.flatnonzero(~vectors.any(axis=1))
    if flat.size:
        raise BadVectors(f"Vector {flat[0]} of {n} is zero: it points nowhere.", hint=_HINT)


def normalised(vectors: Vectors) -> Vectors:
    """Return the rows scaled to length one, float32. Rows must not be zero."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / lengths, dtype=np.float32)
