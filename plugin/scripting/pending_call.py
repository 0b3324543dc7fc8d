"""One call in flight, seen from the host: waits, passes progress on, holds the call to its terms.

Owns: the count of silence, the deadline, what a cancel does.
Does not own: the pipe and the process (worker_process), signs of life (serve says what they are).

Silence is counted in polls, not read off a clock: a laptop that sleeps, or a host that is
stopped, adds one poll and not the hours it was away.
"""

from __future__ import annotations

import queue
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Final, Optional, Protocol

from ..contracts.errors import (
    BadRequest,
    EmbeddingsError,
    FrameError,
    Interrupted,
    WorkerTimeout,
    error_from_wire,
)
from ..contracts.wire import from_plain
from .frames import Frame, FrameKind

if TYPE_CHECKING:
    import threading

    from ..contracts.methods import Method

POLL_S: Final = 0.05
"""How often a waiting call looks at its cancel flag and its terms."""


@dataclass(frozen=True)
class CallTerms:
    """What a caller asks of one call beside its request.

    on_progress runs in the calling thread. cancel, once set, ends the call with Interrupted.
    deadline_s ends it with WorkerTimeout; None lets it run as long as it shows life.
    """

    on_progress: Optional[Callable[[Any], None]] = None
    cancel: Optional[threading.Event] = None
    deadline_s: Optional[float] = None


class CallDriver(Protocol):
    """What a pending call needs of its process."""

    def send_cancel(self, call_id: int) -> None:
        """Ask the worker to stop the call; no error when the worker is gone."""

    def kill(self, reason: str) -> str:
        """End the process and everything it started; return its last words."""

    def ended_error(self) -> EmbeddingsError:
        """Return why the process is gone."""


class PendingCall:
    """A call that was sent and is not answered yet."""

    def __init__(self, call_id: int, name: str, method: Method, terms: CallTerms) -> None:
        self.id = call_id
        self._name = name
        self._method = method
        self._terms = terms
        self._inbox: queue.SimpleQueue[Optional[Frame]] = queue.SimpleQueue()
        self._silent_s = 0.0
        self._started_at_s = time.monotonic()
        self._stop_error: Optional[EmbeddingsError] = None
        self._stop_by_s = 0.0

    def deliver(self, frame: Optional[Frame]) -> None:
        """Hand over a frame of this call, or None when the process has ended; any thread."""
        self._inbox.put(frame)

    def wait(self, driver: CallDriver, *, cancel_grace_s: float) -> object:
        """Return the reply; raises the worker's error, Interrupted, WorkerTimeout or WorkerDied."""
        while True:
            try:
                frame = self._inbox.get(timeout=POLL_S)
            except queue.Empty:
                self._silent_s += POLL_S
            else:
                self._silent_s = 0.0
                if frame is None:
                    raise self._stop_error or driver.ended_error()
                if frame["kind"] in (FrameKind.RESULT.value, FrameKind.ERROR.value):
                    return self._settle(frame)
                self._report(frame)
            self._hold_to_terms(driver, cancel_grace_s)

    def _settle(self, frame: Frame) -> object:
        if self._stop_error is not None:
            raise self._stop_error
        if frame["kind"] == FrameKind.ERROR.value:
            raise error_from_wire(frame["error"])
        return self._decode(self._method.reply, frame["value"])

    def _report(self, frame: Frame) -> None:
        # After a cancel nobody looks, and a late callback would surprise the caller.
        if frame["kind"] != FrameKind.PROGRESS.value or self._stop_error is not None:
            return
        if self._method.progress is None:
            raise FrameError(f"{self._name} reports no progress, and yet some came.")
        if self._terms.on_progress is not None:
            self._terms.on_progress(self._decode(self._method.progress, frame["value"]))

    def _decode(self, cls: type, value: object) -> object:
        try:
            return from_plain(cls, value)
        except BadRequest as error:  # not the caller's fault: the worker sent it
            raise FrameError(
                f"The worker's answer to {self._name} cannot be read: {error.message}",
                hint=error.hint,
            ) from error

    def _hold_to_terms(self, driver: CallDriver, cancel_grace_s: float) -> None:
        now_s = time.monotonic()
        if self._stop_error is None:
            self._stop_error = self._reason_to_stop(now_s)
            if self._stop_error is not None:
                self._stop_by_s = now_s + cancel_grace_s
                driver.send_cancel(self.id)
        elif now_s > self._stop_by_s:
            self._stop_error.detail = driver.kill(f"{self._name} did not stop when asked to")
            raise self._stop_error
        if self._silent_s >= self._method.silence_s:
            silence = f"{self._name} showed no life for {self._method.silence_s:g} s"
            raise WorkerTimeout(
                f"The worker hung: {silence}.",
                hint="It is started anew on the next call; try again.",
                detail=driver.kill(silence),
            )

    def _reason_to_stop(self, now_s: float) -> Optional[EmbeddingsError]:
        terms = self._terms
        if terms.cancel is not None and terms.cancel.is_set():
            return Interrupted("The call was cancelled.", hint="Start it again when you want it.")
        if terms.deadline_s is not None and now_s - self._started_at_s > terms.deadline_s:
            return WorkerTimeout(
                f"{self._name} took longer than {terms.deadline_s:g} s.",
                hint="Try again, or allow more time.",
            )
        return None
