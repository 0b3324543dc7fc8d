"""Cutting work into batches of like length; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def token_batches(token_counts: Sequence[int], *, budget_tokens: int) -> list[list[int]]:
    """Return batches of indices into token_counts, longest texts first, every index once.

    A batch costs its length times its longest text, padding included: at most budget_tokens,
    unless one text alone is longer. Sorting over the whole set keeps the padding near nothing;
    longest first makes a shortage of memory show at once.
    """
    order = sorted(range(len(token_counts)), key=lambda index: -token_counts[index])
    batches: list[list[int]] = []
    start = 0
    while start < len(order):
        longest = max(1, token_counts[order[start]])
        end = start + max(1, budget_tokens // longest)
        batches.append(order[start:end])
        start = end
    return batches
