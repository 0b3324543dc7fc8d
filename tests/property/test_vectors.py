"""Whatever a model returns: it is refused, or what is made of it has length one."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from plugin.contracts.errors import BadVectors
from plugin.embeddings.venv.vectors import check_vectors, cut, normalised

ANY = arrays(
    np.float32,
    array_shapes(min_dims=2, max_dims=2, max_side=6),
    elements=st.floats(width=32, allow_nan=True, allow_infinity=True, allow_subnormal=True),
)


def is_refused(vectors: np.ndarray, n: int, dim: int) -> bool:
    try:
        check_vectors(vectors, n, dim)
    except BadVectors:
        return True
    return False


@given(ANY)
def test_what_passes_has_a_direction(vectors: np.ndarray) -> None:
    n, dim = vectors.shape
    usable = np.isfinite(vectors).all() and (vectors != 0).any(axis=1).all()
    assert is_refused(vectors, n, dim) is not usable
    if usable:
        lengths = np.linalg.norm(normalised(vectors).astype(np.float64), axis=1)
        assert np.allclose(lengths, 1, atol=1e-6)


@given(ANY, st.integers(-1, 7), st.integers(-1, 7))
def test_another_count_or_width_never_passes(vectors: np.ndarray, n: int, dim: int) -> None:
    if (n, dim) != vectors.shape:
        assert is_refused(vectors, n, dim)


@given(ANY, st.integers(1, 6))
def test_a_cut_points_where_the_first_numbers_do(vectors: np.ndarray, dim: int) -> None:
    dim = min(dim, vectors.shape[1])
    if is_refused(vectors[:, :dim], len(vectors), dim):
        return
    shorter = cut(vectors, dim)
    assert np.allclose(shorter, normalised(vectors[:, :dim]))
    assert not is_refused(shorter, len(vectors), dim)
