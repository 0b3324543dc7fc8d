"""Batches side by side: every result once, in the caller's thread, and stopped when asked."""

from __future__ import annotations

import threading
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from plugin.embeddings.venv.embed.lanes import BatchLanes

if TYPE_CHECKING:
    from collections.abc import Sequence


def test_every_batch_comes_back_once() -> None:
    lanes: BatchLanes[int] = BatchLanes(3, on_start=lambda: None)
    batches = [[n] for n in range(50)]
    found = list(lanes.run(batches, lambda batch: batch[0] * 2))
    assert sorted(found) == [([n], n * 2) for n in range(50)]


def test_lanes_run_side_by_side_and_are_prepared_once_each() -> None:
    n_starts: list[int] = []
    meeting = threading.Barrier(2, timeout=5)
    lanes: BatchLanes[int] = BatchLanes(2, on_start=lambda: n_starts.append(1))
    for _ in range(3):
        assert len(list(lanes.run([[0], [1]], lambda _batch: meeting.wait()))) == 2
    assert len(n_starts) == 2


def test_closing_drops_what_has_not_begun() -> None:
    begun: list[int] = []
    lanes: BatchLanes[None] = BatchLanes(1, on_start=lambda: None)

    def work(batch: Sequence[int]) -> None:
        begun.append(batch[0])
        time.sleep(0.02)

    with closing(lanes.run([[n] for n in range(100)], work)) as results:
        next(results)
    n_begun = len(begun)
    time.sleep(0.1)
    assert len(begun) == n_begun < 5


def test_a_failure_reaches_the_caller() -> None:
    lanes: BatchLanes[float] = BatchLanes(2, on_start=lambda: None)
    with pytest.raises(ZeroDivisionError):
        list(lanes.run([[1], [0], [2]], lambda batch: 1 / batch[0]))
    assert list(lanes.run([[4]], lambda batch: 1 / batch[0])) == [([4], 0.25)]
