"""Owns measuring how long the main thread leaves others waiting, and what went on meanwhile."""

from __future__ import annotations

import _thread
import itertools
import os
import threading
import time
from functools import partial
from typing import Any, NamedTuple

from .main_thread import Ended, MainThread

EVERY_S = 0.01
BOUNDS_MS = (5, 10, 20, 50, 100, 200, 500, 1000)
SMALLEST_MS = 10.0
STALE_S = 0.005
_running: list[_Gaps] = []


class _Ping(NamedTuple):
    """One ping: when it was sent, posted and answered, and the CPU time used by then."""

    sent_s: float
    posted_s: float
    arrived_s: float
    main_cpu_s: float
    all_cpu_s: float


class _Gaps:
    """Pings the main thread; made on it."""

    def __init__(self, main_thread: MainThread) -> None:
        self._main_thread = main_thread
        self._stop = threading.Event()
        self._pings: list[_Ping] = []
        self._posted_s: dict[float, float] = {}
        self._states: list[tuple[float, str]] = []
        self._began_s = time.monotonic()
        # Not by Thread.start, which waits for the thread and so makes a gap of its own.
        _thread.start_new_thread(self._post, ())

    def _post(self) -> None:
        while not self._stop.wait(EVERY_S):
            sent_s = time.monotonic()
            if any(sent_s - before_s > STALE_S for before_s in tuple(self._posted_s)):
                self._states.append((sent_s, _state_of_main_thread()))
            self._posted_s[sent_s] = 0.0
            try:
                self._main_thread.post(partial(self._arrived, sent_s))
            except Ended:
                return
            if sent_s in self._posted_s:
                self._posted_s[sent_s] = time.monotonic()

    def _arrived(self, sent_s: float) -> None:
        now_s = time.monotonic()
        posted_s = self._posted_s.pop(sent_s) or now_s  # answered before the post returned
        self._pings.append(_Ping(sent_s, posted_s, now_s, time.thread_time(), time.process_time()))

    def stop(self) -> dict[str, Any]:
        """Stop and return the waits, and the gaps: the times in which no ping was answered."""
        self._stop.set()
        now_s = time.monotonic()  # those that still wait count with what they waited so far
        for sent_s, posted_s in tuple(self._posted_s.items()):
            ping = _Ping(sent_s, posted_s or now_s, now_s, time.thread_time(), time.process_time())
            self._pings.append(ping)
        waits = [(ping.arrived_s - ping.sent_s) * 1000 for ping in self._pings]
        return {
            "n": len(waits),
            "max_ms": round(max(waits, default=0.0), 2),
            "mean_ms": round(sum(waits) / max(len(waits), 1), 2),
            "n_at_least_ms": {str(ms): sum(wait >= ms for wait in waits) for ms in BOUNDS_MS},
            "from_s": self._began_s,
            "to_s": now_s,
            "gaps": self._gaps(),
        }

    def _gaps(self) -> list[dict[str, Any]]:
        """Return each gap of note: from, to, ms over the period, CPU ms, how late the pinger,
        and the states of the main thread ("R": it could run; "S": it waited for something).

        Also a pinger that cannot go on makes a gap: it needs Python's lock, as listeners do.
        """
        found = []
        for before, after in itertools.pairwise(self._pings):
            gap_ms = (after.arrived_s - before.arrived_s - EVERY_S) * 1000
            if gap_ms < SMALLEST_MS:
                continue
            found.append(
                {
                    "from_s": before.arrived_s,
                    "to_s": after.arrived_s,
                    "ms": round(gap_ms, 1),
                    "main_cpu_ms": round((after.main_cpu_s - before.main_cpu_s) * 1000, 1),
                    "all_cpu_ms": round((after.all_cpu_s - before.all_cpu_s) * 1000, 1),
                    "states": "".join(
                        state
                        for at_s, state in self._states
                        if before.arrived_s < at_s < after.arrived_s
                    ),
                    "pinger_late_ms": round(self._late_ms(before.arrived_s, after.arrived_s), 1),
                }
            )
        return found

    def _late_ms(self, from_s: float, to_s: float) -> float:
        """Return the longest time within a gap in which the pinger could not go on."""
        steps = [from_s, to_s]
        for ping in self._pings:
            if ping.posted_s > from_s and ping.sent_s < to_s:
                steps += [ping.sent_s, min(ping.posted_s, to_s)]
        steps.sort()
        longest_s = max(after - before for before, after in itertools.pairwise(steps))
        return max(0.0, longest_s - EVERY_S) * 1000


def _state_of_main_thread() -> str:
    """Return the kernel's letter for what the main thread does; "?" where there is none."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/stat", encoding="utf-8") as stat:  # noqa: PTH123
            return stat.read().rpartition(")")[2].split()[0]
    except OSError:
        return "?"


def start_gaps(ctx: Any) -> None:
    """Start measuring: every 10 ms a thread posts to the main thread and notes the wait."""
    _running.append(_Gaps(MainThread(ctx)))


def stop_gaps(_ctx: Any) -> dict[str, Any]:
    """Stop measuring; return "n", "max_ms", "mean_ms", "n_at_least_ms" and "gaps"."""
    return _running.pop().stop()
