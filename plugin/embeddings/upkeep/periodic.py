"""The tick: one thread that calls an action every few minutes.

Owns: the thread, its period, its end, and that no failure of one tick ends the next ones. Does
not own: what a tick does (triggers).
"""

from __future__ import annotations

import logging
import threading
from typing import Callable, Final

from ...scripting.threads import start_thread

LOG: Final = logging.getLogger("writeragent")

TICK_S: Final = 300.0


class Periodic:
    """Calls action on a thread of its own, first after one period; start and close it once."""

    def __init__(self, action: Callable[[], None], *, period_s: float = TICK_S) -> None:
        self._action = action
        self._period_s = period_s
        self._closed = threading.Event()

    def start(self) -> None:
        """Begin to tick."""
        start_thread(self._run, name="upkeep-tick")

    def close(self) -> None:
        """End the thread at once, or after the tick that runs; waits for neither."""
        self._closed.set()

    def _run(self) -> None:
        while not self._closed.wait(self._period_s):
            self._tick()

    def _tick(self) -> None:
        try:
            self._action()
        except Exception:
            LOG.exception("A tick of the upkeep failed")
