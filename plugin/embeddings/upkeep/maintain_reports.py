"""What windows hear of passes: one report a change, in order, on the main thread.

Owns: the last report of each folder, the followers, how often progress is told. Does not own:
the passes (maintain_queue).
"""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Callable, Deque, Dict, Final, List, Optional, Set

from ...scripting.threads import call_later

if TYPE_CHECKING:
    from ...contracts.errors import EmbeddingsError
    from ...contracts.maintain import MaintainProgress, MaintainReport
    from ..ports import MainThread

PROGRESS_EVERY_S: Final = 0.25


class JobState(str, Enum):
    """Where a folder's pass stands; the value is the end of a text's key."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_open(self) -> bool:
        """Return whether the pass is still to end."""
        return self in (JobState.WAITING, JobState.RUNNING, JobState.PAUSED)


@dataclass(frozen=True)
class JobReport:
    """A folder's pass at one moment; folder is its real path."""

    folder: str
    state: JobState
    progress: Optional[MaintainProgress] = None
    report: Optional[MaintainReport] = None
    error: Optional[EmbeddingsError] = None


class Reports:
    """The reports on their way; add and post are for any thread, the rest for the main one."""

    def __init__(self, main_thread: MainThread) -> None:
        self._main_thread = main_thread
        self._lock = threading.Lock()
        self._last: Dict[str, JobReport] = {}
        self._told_s: Dict[str, float] = {}
        self._late: Set[str] = set()
        self._unread: Deque[JobReport] = deque()
        self._followers: List[Callable[[JobReport], None]] = []

    def add(self, report: JobReport) -> None:
        """Note a report, to be told with the next post; safe while a lock is held."""
        with self._lock:
            self._last[report.folder] = report
            wait_s = self._wait_s(report)
            if wait_s > 0:
                self._tell_later(report.folder, wait_s)
            else:
                self._note(report)

    def post(self) -> None:
        """Have the main thread tell what was noted; never to be called with a lock held."""
        with self._lock:
            if not self._unread:
                return
        self._main_thread.post(self._deliver)

    def last(self, folder: str) -> Optional[JobReport]:
        """Return the last report of a folder, told or not."""
        with self._lock:
            return self._last.get(folder)

    def follow(self, on_report: Callable[[JobReport], None]) -> None:
        """Call on_report with every report to come."""
        self._followers.append(on_report)

    def unfollow(self, on_report: Callable[[JobReport], None]) -> None:
        """Call on_report no more."""
        if on_report in self._followers:
            self._followers.remove(on_report)

    def _wait_s(self, report: JobReport) -> float:
        if report.progress is None:
            return 0.0
        return self._told_s.get(report.folder, 0.0) + PROGRESS_EVERY_S - time.monotonic()

    def _tell_later(self, folder: str, wait_s: float) -> None:
        # A long file follows many short ones: what they came to is not to wait for its end.
        if folder in self._late:
            return
        self._late.add(folder)
        call_later(lambda: self._tell_now(folder), wait_s=wait_s, name="pass-report")

    def _tell_now(self, folder: str) -> None:
        with self._lock:
            self._late.discard(folder)
            report = self._last[folder]
            if report.progress is not None and self._wait_s(report) <= 0:
                self._note(report)
        self.post()

    def _note(self, report: JobReport) -> None:
        self._told_s[report.folder] = time.monotonic()
        self._drop_older_progress(report)
        self._unread.append(report)

    def _drop_older_progress(self, report: JobReport) -> None:
        # A main thread that was busy for long wants the newest count alone.
        if self._unread and report.progress is not None:
            newest = self._unread[-1]
            if newest.folder == report.folder and newest.progress is not None:
                self._unread.pop()

    def _deliver(self) -> None:
        with self._lock:
            reports = tuple(self._unread)
            self._unread.clear()
        for report in reports:
            for on_report in tuple(self._followers):
                on_report(report)
