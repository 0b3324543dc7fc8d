from __future__ import annotations

import numpy as np
import pytest

from plugin.contracts.errors import BadVectors
from plugin.embeddings.venv.vectors import check_vectors, cut, normalised

GOOD = np.array([[3, 4], [0, 2]], np.float32)


def test_good_vectors_pass_and_are_scaled_to_length_one() -> None:
    check_vectors(GOOD, 2, 2)
    assert np.allclose(normalised(GOOD), np.array([[0.6, 0.8], [0, 1]]))


@pytest.mark.parametrize(
    ("vectors", "said"),
    [
        (GOOD[:1], "shape"),
        (GOOD[:, :1], "shape"),
        (np.array([[1, 1], [1, np.nan]], np.float32), "Vector 1 of 2 .* not finite"),
        (np.array([[np.inf, 1], [1, 1]], np.float32), "Vector 0 of 2 .* not finite"),
        (np.array([[1, 1], [0, 0]], np.float32), "Vector 1 of 2 is zero"),
    ],
    ids=["count", "width", "nan", "infinite", "zero"],
)
def test_bad_vectors_are_refused_and_named(vectors: np.ndarray, said: str) -> None:
    with pytest.raises(BadVectors, match=said):
        check_vectors(vectors, 2, 2)


def test_numbers_whose_squares_vanish_still_have_a_direction() -> None:
    tiny = np.array([[3e-30, 4e-30]], np.float32)
    assert np.linalg.norm(tiny) == 0
    check_vectors(tiny, 1, 2)
    assert np.allclose(normalised(tiny), [[0.6, 0.8]])


def test_numbers_whose_squares_overflow_still_have_a_direction() -> None:
    assert np.allclose(normalised(np.array([[3e30, 4e30]], np.float32)), [[0.6, 0.8]])


def test_a_cut_keeps_the_first_numbers_and_the_length() -> None:
    vectors = normalised(np.random.default_rng(1).normal(size=(5, 8)).astype(np.float32))
    shorter = cut(vectors, 3)
    assert shorter.shape == (5, 3)
    assert shorter.dtype == np.float32
    assert np.allclose(np.linalg.norm(shorter, axis=1), 1)
    assert np.allclose(shorter, vectors[:, :3] / np.linalg.norm(vectors[:, :3], axis=1)[:, None])


def test_a_cut_that_leaves_nothing_is_refused() -> None:
    with pytest.raises(BadVectors, match="Vector 1 of 2 is zero"):
        cut(np.array([[1, 0, 0], [0, 0, 1]], np.float32), 2)
