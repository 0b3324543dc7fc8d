"""No token of a long text is left out, and no window is longer than the model's."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from plugin.embeddings.venv.embed.windows import OVERLAP_TOKENS, TokenFrame, token_windows

FRAME = TokenFrame(before=(101,), prompt=(7, 8), after=(102,))


@given(st.integers(min_value=0, max_value=3000), st.integers(min_value=8, max_value=512))
def test_every_token_is_in_a_window_that_fits(n_tokens: int, max_tokens: int) -> None:
    body = list(range(1000, 1000 + n_tokens))
    windows = token_windows([*FRAME.prompt, *body], FRAME, max_tokens=max_tokens)
    assert {token for window in windows for token in window} >= set(body)
    for window in windows:
        assert len(window) <= max_tokens
        assert (window[0], window[-1]) == (101, 102)


@given(st.integers(min_value=100, max_value=3000))
def test_windows_of_a_long_text_are_alike_and_overlap(n_tokens: int) -> None:
    body = list(range(1000, 1000 + n_tokens))
    windows = token_windows([*FRAME.prompt, *body], FRAME, max_tokens=90)
    assert len({len(window) for window in windows}) == 1
    assert all(window[1:3] == [7, 8] for window in windows), "each has the prompt"
    for before, after in itertools.pairwise(windows):
        assert len(set(before) & set(after) & set(body)) >= OVERLAP_TOKENS


def test_a_text_that_just_fits_is_one_window() -> None:
    assert len(token_windows([*FRAME.prompt, *range(1000, 1006)], FRAME, max_tokens=10)) == 1
    assert len(token_windows([*FRAME.prompt, *range(1000, 1007)], FRAME, max_tokens=10)) > 1


def test_a_prompt_that_fills_the_window_is_text_like_any_other() -> None:
    long_prompt = TokenFrame((101,), tuple(range(20)), (102,))
    ids = [*range(20), *range(1000, 1030)]
    windows = token_windows(ids, long_prompt, max_tokens=24)
    assert {token for window in windows for token in window} >= set(ids)
