"""How texts are put into batches: of like length, under a budget of padded tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

BUDGET_TOKENS: Final = 2048
"""Padded tokens a batch: on a CPU, larger ones gain nothing and delay a waiting query."""


def token_batches(token_counts: Sequence[int], *, budget_tokens: int) -> list[list[int]]:
    """Return batches of indices into token_counts, each index once, shortest texts first.

    A batch of n texts padded to its longest takes at most budget_tokens; a text longer than the
    budget is a batch of its own. Sorting keeps padding near nothing, where unsorted batches of
    32 waste half of the work.
    """
    batches: list[list[int]] = []
    batch: list[int] = []
    for index in sorted(range(len(token_counts)), key=lambda index: token_counts[index]):
        if batch and token_counts[index] * (len(batch) + 1) > budget_tokens:
            batches.append(batch)
            batch = []
        batch.append(index)
    if batch:
        batches.append(batch)
    return batches
