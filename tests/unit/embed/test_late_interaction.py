"""MaxSim and the tokens that count, on arrays that can be checked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from plugin.embeddings.venv.embed.late_interaction import max_sim, own_rows

EAST, NORTH, BETWEEN = (1.0, 0.0), (0.0, 1.0), (0.6, 0.8)


def rows(*each: tuple[float, float]) -> np.ndarray:
    return np.array(each, dtype=np.float32)


def test_each_token_of_the_query_takes_its_nearest_and_the_mean_counts() -> None:
    assert max_sim(rows(EAST, NORTH), rows(EAST, BETWEEN)) == pytest.approx((1.0 + 0.8) / 2)
    assert max_sim(rows(EAST), rows(NORTH)) == 0.0


def test_more_tokens_of_a_text_never_lower_it_and_their_order_is_none() -> None:
    query = rows(EAST, BETWEEN)
    assert max_sim(query, rows(NORTH, EAST)) == max_sim(query, rows(EAST, NORTH))
    assert max_sim(query, rows(NORTH, EAST)) >= max_sim(query, rows(NORTH))


def test_a_query_of_more_words_spreads_no_further() -> None:
    text = rows(EAST)
    assert max_sim(rows(EAST, EAST, EAST), text) == pytest.approx(max_sim(rows(EAST), text))


def test_what_stands_around_a_text_is_left_out() -> None:
    found = np.arange(10, dtype=np.float32).reshape(5, 2)
    assert own_rows(found, 2, 1).tolist() == [[4.0, 5.0], [6.0, 7.0]]
    assert own_rows(found, 2, 0).tolist() == found[2:].tolist()


def test_a_text_without_tokens_of_its_own_is_known_by_what_is_around_it() -> None:
    found = np.ones((3, 2), np.float32)
    assert own_rows(found, 2, 1).shape == (3, 2)
    assert own_rows(found, 3, 1).shape == (3, 2)
