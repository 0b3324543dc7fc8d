"""Work beside the window: a plain thread each, whose news reaches the main thread.

Owns: starting, cancelling and forgetting a piece of work, and ending all of it when the program
ends. Does not own: what the work is.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any, Callable, Final, Optional, Set, Tuple, TypeVar

from ..contracts.errors import EmbeddingsError
from ..scripting.threads import start_thread

if TYPE_CHECKING:
    from .ports import MainThread

Result = TypeVar("Result")
_OnDone = Callable[[Any], None]
_OnFailed = Callable[[EmbeddingsError], None]

END_GRACE_S: Final = 5.0
"""How long the program's end waits for work to put away what it began."""


class Job:
    """One piece of work; made by Jobs.start.

    Who hears of its end is known here alone and let go of on the main thread: whatever frees a
    window's objects elsewhere waits for the main thread.
    """

    def __init__(self, main_thread: MainThread, on_done: _OnDone, on_failed: _OnFailed) -> None:
        self.cancel_event = threading.Event()
        self.ended = threading.Event()
        self._main_thread = main_thread
        self._hearers: Optional[Tuple[_OnDone, _OnFailed]] = (on_done, on_failed)

    def tell(self, action: Callable[..., None], *values: object) -> None:
        """Call action(*values) on the main thread, unless the job is forgotten by then."""
        self._main_thread.post(lambda: None if self._hearers is None else action(*values))

    def tell_end(self, result: object, error: Optional[EmbeddingsError]) -> None:
        """Have the end told on the main thread; for the job's own thread."""
        self._main_thread.post(lambda: self._hear_end(result, error))

    def cancel(self) -> None:
        """Ask the work to stop; it ends with Interrupted, which is told."""
        self.cancel_event.set()

    def forget(self) -> None:
        """Ask the work to stop and tell nothing more of it; main thread only."""
        self._hearers = None
        self.cancel_event.set()

    def _hear_end(self, result: object, error: Optional[EmbeddingsError]) -> None:
        hearers, self._hearers = self._hearers, None
        if hearers is None:
            return
        on_done, on_failed = hearers
        if error is None:
            on_done(result)
        else:
            on_failed(error)


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
        on_failed: _OnFailed,
    ) -> Job:
        """Start work(job) on a thread; on_done or on_failed hears of its end, just one of them."""
        job = Job(self._main_thread, on_done, on_failed)
        with self._lock:
            self._running.add(job)
        start_thread(lambda: self._run(job, work), name="background-job")
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

    def _run(self, job: Job, work: Callable[[Job], object]) -> None:
        result: object = None
        # What nobody foresaw goes on to the interpreter's hook; the window is told first.
        error: Optional[EmbeddingsError] = _unforeseen()
        try:
            result = work(job)
            error = None
        except EmbeddingsError as failure:
            error = failure
        finally:
            job.tell_end(result, error)
            with self._lock:
                self._running.discard(job)
            job.ended.set()


def _unforeseen() -> EmbeddingsError:
    return EmbeddingsError("Something unforeseen went wrong.", hint="See the log.")
