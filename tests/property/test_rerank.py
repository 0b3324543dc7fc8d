"""What holds of the blend and of MMR whatever a reranker says."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
from hypothesis import given

from plugin.embeddings.venv.search.blend import (
    MIN_SPAN_LOGITS,
    Judged,
    blended_order,
    lowest_place,
)
from plugin.embeddings.venv.search.diversity import mmr_order

logits = st.none() | st.floats(-50, 50, allow_nan=False)
hits = st.lists(
    st.builds(Judged, st.floats(0, 1, allow_nan=False), logits, st.booleans()), max_size=25
)


@given(hits)
def test_every_hit_is_kept_once_and_none_falls_below_its_lowest_place(judged: list[Judged]) -> None:
    order = blended_order(judged)
    assert sorted(order) == list(range(len(judged)))
    for place, index in enumerate(order, 1):
        assert place <= lowest_place(index + 1, is_exact=judged[index].is_exact)


@given(hits)
def test_an_exact_hit_never_falls_and_what_was_not_read_keeps_its_place(
    judged: list[Judged],
) -> None:
    order = blended_order(judged)
    for place, index in enumerate(order):
        if judged[index].is_exact:
            assert place <= index
        if judged[index].logit is None:
            assert place == index


@given(st.lists(st.floats(0, 1), max_size=20), st.floats(-9, 9))
def test_a_reranker_to_which_all_is_alike_changes_nothing(fused: list[float], logit: float) -> None:
    falling = [Judged(score, logit) for score in sorted(fused, reverse=True)]
    assert blended_order(falling) == list(range(len(falling)))


@given(st.integers(2, 20), st.data())
def test_of_equals_the_best_read_comes_first(n: int, data: st.DataObject) -> None:
    best = data.draw(st.integers(0, n - 1))
    judged = [Judged(0.5, MIN_SPAN_LOGITS if i == best else 0.0) for i in range(n)]
    assert blended_order(judged)[0] == best


@given(st.integers(1, 60))
def test_the_rule_leaves_the_first_within_three(place: int) -> None:
    assert lowest_place(1, is_exact=False) == 3
    assert lowest_place(place, is_exact=True) == place
    assert 1 / lowest_place(place, is_exact=False) >= 1 / place / 3


vectors = st.integers(1, 12).flatmap(
    lambda n: st.lists(
        st.lists(st.floats(-1, 1, allow_nan=False, width=32), min_size=4, max_size=4),
        min_size=n,
        max_size=n,
    )
)


@given(vectors, st.floats(0, 1))
def test_mmr_keeps_all_and_the_best_first(rows: list[list[float]], mmr_lambda: float) -> None:
    matrix = np.array(rows, dtype=np.float32)
    norms = np.linalg.norm(matrix, axis=1, keepdims=True)
    matrix = np.where(norms > 1e-3, matrix / np.maximum(norms, 1e-3), 0.0).astype(np.float32)
    relevance = [1.0 / (place + 1) for place in range(len(rows))]
    order = mmr_order(relevance, matrix, mmr_lambda)
    assert sorted(order) == list(range(len(rows)))
    assert order[0] == 0
    assert mmr_order(relevance, matrix, 1.0) == list(range(len(rows)))


def test_mmr_puts_a_copy_behind_what_is_different() -> None:
    vectors = np.array([[1, 0], [1, 0], [0, 1]], dtype=np.float32)
    assert mmr_order([1.0, 0.9, 0.5], vectors, 0.5) == [0, 2, 1]
    assert mmr_order([1.0, 0.9, 0.5], vectors, 0.95) == [0, 1, 2]


def test_mmr_of_cosines_that_are_all_high_still_tells_them_apart() -> None:
    base = np.array([[1, 0], [0.999, 0.0447], [0.8, 0.6]], dtype=np.float32)
    assert mmr_order([1.0, 0.9, 0.8], base, 0.6) == [0, 2, 1]
