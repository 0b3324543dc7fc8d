from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plugin.embeddings.venv.embed.batching import token_batches

COUNTS = st.lists(st.integers(min_value=1, max_value=600), max_size=200)


@given(COUNTS, st.integers(min_value=1, max_value=4000))
def test_every_index_once_and_no_batch_over_the_budget(counts: list[int], budget: int) -> None:
    batches = token_batches(counts, budget_tokens=budget)
    assert sorted(index for batch in batches for index in batch) == list(range(len(counts)))
    for batch in batches:
        padded = max(counts[index] for index in batch) * len(batch)
        assert padded <= budget or len(batch) == 1


@given(COUNTS)
def test_texts_of_like_length_are_together(counts: list[int]) -> None:
    order = [counts[i] for batch in token_batches(counts, budget_tokens=1000) for i in batch]
    assert order == sorted(counts, reverse=True)
