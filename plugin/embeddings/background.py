"""Work beside the window: a plain thread each, whose news reaches the main thread.

Owns: starting, cancelling and forgetting a piece of work, and ending all of it when the program
ends. Does not own: what the work is.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Callable, Final, Optional, Set, TypeVar

from ..contracts.errors import EmbeddingsError
from ..scripting.threads import start_thread

if TYPE_CHECKING:
    from .ports import MainThread

Result = TypeVar("Result")

END_GRACE_S: Final = 5.0
"""How long the program's end waits for work to put away what it began."""


class Job:
    """One piece of work; made by Jobs.start."""

    def __init__(self, main_thread: MainThread) -> None:
        self.cancel_event = threading.Event()
        self.ended = threading.Event()
        self._main_thread = main_thread
        self._is_forgotten = False

    def tell(self, action: Callable[..., None], *values: object) -> None:
        """Call action(*values) on the main thread, unless the job is forgotten by then."""
        self._main_thread.post(lambda: None if self._is_forgotten else action(*values))

    def cancel(self) -> None:
        """Ask the work to stop; it ends with Interrupted, which is told."""
        self.cancel_event.set()

    def forget(self) -> None:
        """Ask the work to stop and tell nothing more of it; main thread only."""
        self._is_forgotten = True
        self.cancel_event.set()


class Jobs:
    """The jobs that run; for the main thread, but for what a job does itself."""

    def __init__(self, main_thread: MainThread) -> None:
        self._main_thread = main_thread
        self._lock = threading.Lock()
        self._running: Set[Job] = set()

    def start(
        self,
        work: Callable[[Job], Result],
        *,
        on_done: Callable[[Result], None],
        on_failed: Callable[[EmbeddingsError], None],
    ) -> Job:
        """Start work(job) on a thread; on_done or on_failed hears of its end, just one of them."""
        job = Job(self._main_thread)

        def run() -> None:
            # What nobody foresaw goes on to the interpreter's hook; the window is told first.
            ending: Callable[[], None] = lambda: job.tell(on_failed, _unforeseen())  # noqa: E731
            try:
                ending = _ending(job, work, on_done, on_failed)
            finally:
                ending()
                with self._lock:
                    self._running.discard(job)
                job.ended.set()

        with self._lock:
            self._running.add(job)
        start_thread(run, name="background-job")
        return job

    def end_all(self, *, grace_s: float = END_GRACE_S) -> None:
        """Cancel every job and wait a moment for them to put things away.

        To be called when nothing can be posted any more: a job that waits for the main thread
        would wait for the one that waits for it here.
        """
        with self._lock:
            jobs = tuple(self._running)
        for job in jobs:
            job.cancel()
        deadline_s = time.monotonic() + grace_s
        for job in jobs:
            job.ended.wait(max(0.0, deadline_s - time.monotonic()))


def _ending(
    job: Job,
    work: Callable[[Job], Result],
    on_done: Callable[[Result], None],
    on_failed: Callable[[EmbeddingsError], None],
) -> Callable[[], None]:
    try:
        result = work(job)
    except EmbeddingsError as error:
        failure: Optional[EmbeddingsError] = error
        return lambda: job.tell(on_failed, failure)
    return lambda: job.tell(on_done, result)


def _unforeseen() -> EmbeddingsError:
    return EmbeddingsError("Something unforeseen went wrong.", hint="See the log.")
