from __future__ import annotations

import numpy as np
import pytest

from plugin.contracts.errors import BadVectors
from plugin.embeddings.venv.embed.vectors import check_vectors, normalised

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
