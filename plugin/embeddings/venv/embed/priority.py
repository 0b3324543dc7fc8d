"""A lock that lets a waiting query go ahead of the next document batch."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class PriorityLock:
    """One holder at a time; whoever asks urgently is served before all who do not."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._held = False
        self._n_urgent_waiting = 0

    @contextmanager
    def urgent(self) -> Iterator[None]:
        """Hold the lock, ahead of every patient waiter."""
        with self._condition:
            self._n_urgent_waiting += 1
            self._condition.wait_for(lambda: not self._held)
            self._n_urgent_waiting -= 1
            self._held = True
        try:
            yield
        finally:
            self._release()

    @contextmanager
    def patient(self) -> Iterator[None]:
        """Hold the lock when nobody urgent waits."""
        with self._condition:
            self._condition.wait_for(lambda: not self._held and not self._n_urgent_waiting)
            self._held = True
        try:
            yield
        finally:
            self._release()

    def _release(self) -> None:
        with self._condition:
            self._held = False
            self._condition.notify_all()
