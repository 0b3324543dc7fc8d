"""Passes over folders: one at a time, in order, watched from the main thread.

Owns: one job a folder, what waits and what runs, pausing, cancelling. Does not own: when a pass
is due (upkeep), the telling (maintain_reports), the worker (corpus_service).

Threads: every public function is for the main thread. Passes run on one thread of the queue's
own, which starts with the first job. Nothing is posted while the queue's lock is held, for a
poster may have to wait for the main thread, which may be waiting for the lock.
"""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Callable, Dict, Final, List, Optional, Protocol, Tuple

from ...contracts.errors import EmbeddingsError
from ...scripting.threads import start_thread
from .maintain_reports import JobReport, JobState, Reports

if TYPE_CHECKING:
    from ...contracts.maintain import MaintainProgress, MaintainRequest
    from ..client import EmbeddingsClient
    from ..ports import MainThread

__all__ = ["JobReport", "JobState", "MaintainQueue"]

MAX_DELAYS: Final = 5
"""A folder that is asked for again and again waits this many delays at most."""


class ClientSource(Protocol):
    """Gives the worker and the requests, to any thread; CorpusService is one."""

    def client(self) -> EmbeddingsClient:
        """Return the client of a warm worker, after a moment. Raises an EmbeddingsError."""

    def maintain_request(
        self, folder: str, *, rebuild: bool = False, first_paths: Tuple[str, ...] = ()
    ) -> MaintainRequest:
        """Return a pass by the settings of the moment."""


@dataclass
class _Job:
    """One folder's pass that waits or runs; returns is set where a stopped one is to go on."""

    folder: str
    rebuild: bool = False
    first_paths: Tuple[str, ...] = ()
    asked_s: float = field(default_factory=time.monotonic)
    due_s: float = 0.0
    cancel: threading.Event = field(default_factory=threading.Event)
    returns: bool = False

    def again(self) -> _Job:
        """Return a job that does the same from the start."""
        return _Job(self.folder, self.rebuild, self.first_paths)

    def take_over(self, other: _Job) -> None:
        """Do what a second job for the folder wants, too."""
        delay_s = max(0.0, other.due_s - other.asked_s)
        self.rebuild = self.rebuild or other.rebuild
        self.first_paths = tuple(dict.fromkeys(other.first_paths + self.first_paths))
        self.due_s = min(other.due_s, self.asked_s + MAX_DELAYS * delay_s) if delay_s else 0.0


class MaintainQueue:
    """The passes of this process; starts no thread before the first job."""

    def __init__(self, client_source: ClientSource, main_thread: MainThread) -> None:
        self._source = client_source
        self._reports = Reports(main_thread)
        self._changed = threading.Condition()
        self._waiting: List[_Job] = []
        self._running: Optional[_Job] = None
        self._preferred = ""
        self._is_paused = False
        self._is_closed = False
        self._thread_ended: Optional[threading.Event] = None
        self._real_paths: Dict[str, str] = {}

    @property
    def is_paused(self) -> bool:
        """Return whether passes are held until resume."""
        return self._is_paused

    def enqueue(
        self,
        folder: str,
        *,
        rebuild: bool = False,
        first_paths: Tuple[str, ...] = (),
        delay_s: float = 0.0,
    ) -> None:
        """Have a pass over the folder run, the files at first_paths read first.

        One that waits for the folder is joined. One that runs is joined, too, unless this one
        is a rebuild or names files, which may have changed since: then it follows. delay_s
        gathers requests that come one after another into one pass.
        """
        job = _Job(self._real(folder), rebuild, first_paths)
        job.due_s = job.asked_s + delay_s
        with self._changed:
            if not self._is_closed:
                self._take(job)
        self._reports.post()

    def prefer(self, folder: str) -> None:
        """Let this folder's pass be the next one, whenever one waits for it."""
        self._preferred = self._real(folder)

    def pause(self) -> None:
        """Hold all passes; the one that runs stops in the worker, which keeps what is done."""
        with self._changed:
            self._is_paused = True
            self._stop_running(returns=True)
            self._note_waiting()
        self._reports.post()

    def resume(self) -> None:
        """Let passes run again, first the one that pause stopped."""
        with self._changed:
            self._is_paused = False
            self._note_waiting()
            self._changed.notify()
        self._reports.post()

    def restart(self, change: Callable[[], None]) -> None:
        """Stop the pass that runs, make a change, and begin the pass anew.

        change runs with the queue held, so that no pass begins before it: it may not post.
        """
        with self._changed:
            self._stop_running(returns=True)
            change()

    def cancel(self, folder: str) -> None:
        """Give up the folder's pass; what a running one did stays."""
        real = self._real(folder)
        self._give_up(lambda job: job.folder == real)

    def cancel_all(self) -> None:
        """Give up every pass."""
        self._give_up(lambda _job: True)

    def state(self, folder: str) -> Optional[JobReport]:
        """Return the last report of the folder's pass, or None when there was none."""
        return self._reports.last(self._real(folder))

    def follow(self, on_report: Callable[[JobReport], None]) -> None:
        """Call on_report with each change of state, and with progress up to 4 times a second."""
        self._reports.follow(on_report)

    def unfollow(self, on_report: Callable[[JobReport], None]) -> None:
        """Call on_report no more."""
        self._reports.unfollow(on_report)

    def close(self) -> None:
        """Stop all passes and refuse new ones; waits for nothing."""
        with self._changed:
            self._is_closed = True
            self._waiting.clear()
            self._stop_running(returns=False)
            self._changed.notify()

    def _real(self, folder: str) -> str:
        # Kept, so that a folder on a slow share is asked for its links once and not at each tick.
        real = self._real_paths.get(folder)
        if real is None:
            real = self._real_paths[folder] = os.path.realpath(folder)
        return real

    def _take(self, job: _Job) -> None:
        waiting = self._waiting_for(job.folder)
        running = self._running
        if waiting is not None:
            waiting.take_over(job)
        elif running is not None and running.folder == job.folder and not running.cancel.is_set():
            if not (job.rebuild or job.first_paths):
                return
            self._waiting.append(job)
        else:
            self._waiting.append(job)
            self._reports.add(JobReport(job.folder, self._resting_state()))
        if self._thread_ended is None:
            self._thread_ended = start_thread(self._work, name="maintain-queue")
        self._changed.notify()

    def _waiting_for(self, folder: str) -> Optional[_Job]:
        return next((job for job in self._waiting if job.folder == folder), None)

    def _resting_state(self) -> JobState:
        return JobState.PAUSED if self._is_paused else JobState.WAITING

    def _note_waiting(self) -> None:
        running = self._running
        for job in self._waiting:
            if running is None or running.folder != job.folder:
                self._reports.add(JobReport(job.folder, self._resting_state()))

    def _stop_running(self, *, returns: bool) -> None:
        if self._running is not None:
            self._running.returns = returns
            self._running.cancel.set()

    def _give_up(self, is_meant: Callable[[_Job], bool]) -> None:
        with self._changed:
            for job in [job for job in self._waiting if is_meant(job)]:
                self._waiting.remove(job)
                self._reports.add(JobReport(job.folder, JobState.CANCELLED))
            if self._running is not None and is_meant(self._running):
                self._stop_running(returns=False)
        self._reports.post()

    def _work(self) -> None:
        while True:
            job = self._next()
            if job is None:
                return
            self._reports.post()
            ending = self._run(job)
            with self._changed:
                self._settle(job, ending)
            self._reports.post()

    def _next(self) -> Optional[_Job]:
        """Return the job to run, now marked as running, or None at the end; waits for it."""
        with self._changed:
            while not self._is_closed:
                job, wait_s = self._first_due()
                if job is not None:
                    self._waiting.remove(job)
                    self._running = job
                    self._reports.add(JobReport(job.folder, JobState.RUNNING))
                    return job
                self._changed.wait(wait_s)
        return None

    def _first_due(self) -> Tuple[Optional[_Job], Optional[float]]:
        """Return the job whose turn it is, or how long to wait for one; None waits for news."""
        if self._is_paused or not self._waiting:
            return None, None
        now_s = time.monotonic()
        due = [job for job in self._waiting if job.due_s <= now_s]
        if not due:
            return None, min(job.due_s for job in self._waiting) - now_s
        return next((job for job in due if job.folder == self._preferred), due[0]), None

    def _run(self, job: _Job) -> JobReport:
        request = self._source.maintain_request(
            job.folder, rebuild=job.rebuild, first_paths=job.first_paths
        )

        def tell(progress: MaintainProgress) -> None:
            job.rebuild = False  # the old index is gone: one that is put back goes on from here
            self._reports.add(JobReport(job.folder, JobState.RUNNING, progress))
            self._reports.post()

        try:
            client = self._source.client()
            report = client.maintain(request, on_progress=tell, cancel=job.cancel)
        except EmbeddingsError as error:
            return JobReport(job.folder, JobState.FAILED, error=error)
        return JobReport(job.folder, JobState.DONE, report=report)

    def _settle(self, job: _Job, ending: JobReport) -> None:
        self._running = None
        if ending.state is JobState.FAILED and job.cancel.is_set():
            # Interrupted, or the worker is gone because the settings named another one.
            ending = JobReport(job.folder, JobState.CANCELLED)
            if job.returns and not self._is_closed:
                self._put_back(job)
        waiting = self._waiting_for(job.folder)
        if waiting is None or ending.state is not JobState.CANCELLED:
            self._reports.add(ending)
        if waiting is not None:
            self._reports.add(JobReport(job.folder, self._resting_state()))

    def _put_back(self, job: _Job) -> None:
        waiting = self._waiting_for(job.folder)
        if waiting is None:
            self._waiting.insert(0, job.again())
        else:
            waiting.take_over(job)
