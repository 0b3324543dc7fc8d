"""Owns measuring how long the main thread leaves others waiting."""

from __future__ import annotations

import threading
import time
from functools import partial
from typing import Any

from .main_thread import Ended, MainThread

EVERY_S = 0.01
BOUNDS_MS = (5, 10, 20, 50, 100, 200, 500, 1000)
_running: list[_Gaps] = []


class _Gaps:
    def __init__(self, main_thread: MainThread) -> None:
        self._main_thread = main_thread
        self._stop = threading.Event()
        self._waits_ms: list[float] = []
        self._sent_s: list[float] = []
        self._thread = threading.Thread(target=self._post, name="gaps", daemon=True)
        self._thread.start()

    def _post(self) -> None:
        while not self._stop.wait(EVERY_S):
            sent_s = time.monotonic()
            self._sent_s.append(sent_s)
            try:
                self._main_thread.post(partial(self._arrived, sent_s))
            except Ended:
                return

    def _arrived(self, sent_s: float) -> None:
        self._waits_ms.append((time.monotonic() - sent_s) * 1000)
        self._sent_s.remove(sent_s)

    def stop(self) -> dict[str, Any]:
        """Stop and return the waits: count, longest, mean, and how many reached each bound."""
        self._stop.set()
        now_s = time.monotonic()  # those that still wait count with what they waited so far
        waits = self._waits_ms + [(now_s - sent_s) * 1000 for sent_s in self._sent_s]
        return {
            "n": len(waits),
            "max_ms": round(max(waits, default=0.0), 2),
            "mean_ms": round(sum(waits) / max(len(waits), 1), 2),
            "n_at_least_ms": {str(ms): sum(wait >= ms for wait in waits) for ms in BOUNDS_MS},
        }


def start_gaps(ctx: Any) -> None:
    """Start measuring: every 10 ms a thread posts to the main thread and notes the wait."""
    _running.append(_Gaps(MainThread(ctx)))


def stop_gaps(_ctx: Any) -> dict[str, Any]:
    """Stop measuring and return {"n", "max_ms", "mean_ms", "n_at_least_ms": {"20": 0, ...}}."""
    return _running.pop().stop()
