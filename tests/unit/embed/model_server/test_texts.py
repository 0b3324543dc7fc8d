"""Texts for a model server: no word is lost, nothing is longer than the window."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plugin.embeddings.venv.embed.model_server.texts import (
    MAX_TEXTS,
    guessed_tokens,
    halves,
    request_batches,
    text_windows,
)

words = st.lists(st.text(st.characters(codec="utf-8", exclude_categories=["Z", "C"]), min_size=1))


@given(words=words, max_tokens=st.integers(24, 200))
@settings(deadline=None)
def test_windows_hold_every_word_and_fit(words: list[str], max_tokens: int) -> None:
    text = " ".join(words)
    windows = text_windows(text, "query: ", max_tokens=max_tokens)
    assert all(window.startswith("query: ") for window in windows)
    assert all(guessed_tokens(window) <= max_tokens + 3 for window in windows)
    joined = " ".join(window.removeprefix("query: ") for window in windows)
    for word in words:
        assert word in joined or guessed_tokens(word) > max_tokens - 10, "only huge words are cut"


@pytest.mark.parametrize("text", ["one two three four", "x" * 101, "\u6f22" * 64, "ab"])
def test_halves_are_all_of_a_text(text: str) -> None:
    first, second = halves(text)
    assert first
    assert (first + second).replace(" ", "") == text.replace(" ", "")


def test_batches_take_every_text_once_and_no_more_than_allowed() -> None:
    counts = [5] * 500 + [3000] * 7 + [20_000]
    batches = request_batches(counts)
    assert sorted(index for batch in batches for index in batch) == list(range(len(counts)))
    assert max(map(len, batches)) == MAX_TEXTS


@pytest.mark.parametrize(
    ("text", "n_real"),
    [
        # Real counts of multilingual-e5-small's tokenizer, special tokens included.
        ("The fare on the night bus is paid at the desk of the library.", 19),
        ("SRV-2041/A; 4711-08-15; 3,14159265; 0x7f3a9c; AB12CD34EF", 34),
    ],
)
def test_no_fewer_tokens_are_guessed_than_there_are(text: str, n_real: int) -> None:
    assert guessed_tokens(text) >= n_real
