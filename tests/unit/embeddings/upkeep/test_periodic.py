"""The tick: regular, not stopped by a failure, ended at once."""

from __future__ import annotations

import logging
import threading
import time
from typing import TYPE_CHECKING

from plugin.embeddings.upkeep.periodic import Periodic

if TYPE_CHECKING:
    import pytest


def threads() -> int:
    return sum(thread.name == "upkeep-tick" for thread in threading.enumerate())


def wait_for_threads(n: int) -> bool:
    give_up_s = time.monotonic() + 5
    while threads() != n and time.monotonic() < give_up_s:
        time.sleep(0.005)
    return threads() == n


def test_it_goes_on_after_a_failure_which_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    ticked = threading.Semaphore(0)

    def tick() -> None:
        ticked.release()
        raise ValueError("a tick went wrong")

    periodic = Periodic(tick, period_s=0.02)
    with caplog.at_level(logging.ERROR, logger="writeragent"):
        periodic.start()
        for _ in range(3):
            assert ticked.acquire(timeout=10)
        periodic.close()
    assert "a tick went wrong" in caplog.text


def test_it_does_not_tick_at_once_and_ends_without_waiting_for_its_period() -> None:
    ticked = threading.Event()
    periodic = Periodic(ticked.set, period_s=3600)
    periodic.start()
    assert wait_for_threads(1)
    periodic.close()
    assert wait_for_threads(0)
    assert not ticked.is_set()
