"""One worker process, seen from its host: start, calls, cancel, kill, last words.

Owns: the pipes of one child, the threads that read them, why it ended.
Does not own: the command and the kill (child), restarts (worker_pool), what a call may take
(pending_call). A process that ended stays ended: start another.

Threads: any thread may call; calls run side by side. A reader thread hands frames to calls.

On Windows this has not been run; child says what differs there.
"""

from __future__ import annotations

import contextlib
import threading
import time
from textwrap import shorten
from typing import IO, TYPE_CHECKING, Any, Callable, Final, Mapping, Optional, cast

from ..contracts.errors import (
    BadRequest,
    EmbeddingsError,
    FrameError,
    PackageMissing,
    ProtocolMismatch,
    UnknownMethod,
    WorkerDied,
    WorkerStartFailed,
    WorkerTimeout,
    error_from_wire,
    error_to_wire,
)
from ..contracts.methods import PROTOCOL_VERSION, Method
from ..contracts.wire import to_plain
from .call_table import CallTable
from .child import (
    WorkerLimits,
    WorkerSpec,
    ask_for_stacks,
    describe_exit,
    kill_group,
    reap,
    spawn,
)
from .frames import READY_MARK, Frame, FrameKind, FrameReader, FrameWriter, RawPipe, make_frame
from .pending_call import CallTerms
from .stderr_tail import StderrTail
from .threads import start_thread

if TYPE_CHECKING:
    import subprocess

__all__ = ["CallTerms", "WorkerLimits", "WorkerProcess", "WorkerSpec"]

_MAX_NOISE_BYTES: Final = 1024 * 1024
_REAP_S: Final = 5.0
_QUICK_REAP_S: Final = 0.5
_TAIL_S: Final = 0.5
_MAX_LINE_CHARS: Final = 500
_RESTART_HINT: Final = "It is started anew on the next call; try again."


class WorkerProcess:
    """A warm child that answers calls; for any number of threads."""

    def __init__(self, spec: WorkerSpec, methods: Mapping[str, Method]) -> None:
        self._spec = spec
        self._methods = methods
        self._table = CallTable()
        self._popen: Optional[subprocess.Popen[bytes]] = None
        self._writer: Optional[FrameWriter] = None
        self._tail: Optional[StderrTail] = None
        self._greeted = threading.Event()
        self._ended = threading.Event()
        self._end_error: Optional[EmbeddingsError] = None
        self._kill_reason = ""
        self._told_to_stop = False
        self._hello: Frame = {}

    @property
    def alive(self) -> bool:
        """Return True from the greeting until the process is known to have ended."""
        return self._greeted.is_set() and bool(self._hello) and not self._ended.is_set()

    @property
    def pid(self) -> int:
        """Return the process id the worker greeted with, 0 before that."""
        return int(self._hello.get("pid", 0))

    @property
    def python_version(self) -> str:
        """Return the worker's Python version, "" before it greeted."""
        return str(self._hello.get("python", ""))

    @property
    def last_words(self) -> str:
        """Return the end of the worker's log so far."""
        return self._tail.text() if self._tail is not None else ""

    @property
    def n_calls(self) -> int:
        """Return how many calls are in flight."""
        return len(self._table)

    def start(self) -> None:
        """Start the process and wait for its greeting; to be called once.

        Raises WorkerStartFailed, with the last line of the worker's log, PackageMissing when
        the worker says that its Python lacks one, or ProtocolMismatch.
        """
        popen = spawn(self._spec)
        limits = self._spec.limits
        self._popen = popen
        self._writer = FrameWriter(cast("RawPipe", popen.stdin))
        self._tail = StderrTail(
            cast("IO[bytes]", popen.stderr),
            keep_bytes=limits.stderr_tail_bytes,
            on_data=self._spec.on_stderr,
        )
        start_thread(lambda: self._read(popen), name="worker-reader")
        if self._told_to_stop:
            self._end_by_force("it was told to stop", log_stacks=False)
        if not self._greeted.wait(limits.handshake_s):
            self.kill(f"it did not greet within {limits.handshake_s:g} s")
        if self._hello:
            return
        if isinstance(self._end_error, (ProtocolMismatch, PackageMissing)):
            raise self._end_error
        raise WorkerStartFailed(
            f"The worker did not start: {self._how_it_ended()}. {self._last_line()}".strip(),
            hint="Check the Python environment in the settings.",
            detail=self.last_words,
        )

    def call(
        self,
        name: str,
        request: object,
        *,
        on_progress: Optional[Callable[[Any], None]] = None,
        cancel: Optional[threading.Event] = None,
        deadline_s: Optional[float] = None,
    ) -> object:
        """Return the reply to a request; see CallTerms for the terms.

        Raises the worker's own error; UnknownMethod or BadRequest before anything is sent;
        Interrupted after a cancel; WorkerTimeout for a hung call, whose worker is killed, or
        one past its deadline; WorkerDied, with exit status and log, when the process ends.
        """
        method = self._methods.get(name)
        if method is None:
            raise UnknownMethod(f"There is no method {name!r}.", hint="Use one of the table.")
        if type(request) is not method.request:
            raise BadRequest(f"{name} takes a {method.request.__name__}, no {type(request)}.")
        params = to_plain(request)
        terms = CallTerms(on_progress=on_progress, cancel=cancel, deadline_s=deadline_s)
        call = self._table.add_call(name, method, terms)
        answered = False
        try:
            self._send(make_frame(FrameKind.REQUEST, call.id, method=name, params=params))
            reply = call.wait(self, cancel_grace_s=self._spec.limits.cancel_grace_s)
            answered = True
            return reply
        finally:
            self._table.forget(call.id)
            if not answered:  # an error of on_progress, say, must not leave the work running
                self.send_cancel(call.id)

    def ping(self, *, timeout_s: float = 5.0) -> float:
        """Return the seconds a frame takes there and back, other calls running or not.

        Raises WorkerTimeout when none comes back in time, which kills nothing, or WorkerDied.
        """
        started_s = time.perf_counter()
        pong = threading.Event()
        ping_id = self._table.add_ping(pong)
        try:
            self._send(make_frame(FrameKind.PING, ping_id))
            came = pong.wait(timeout_s)
        finally:
            self._table.forget(ping_id)
        if self._ended.is_set():
            raise self.ended_error()
        if not came:
            raise WorkerTimeout(f"No pong within {timeout_s:g} s.", hint=_RESTART_HINT)
        return time.perf_counter() - started_s

    def stop(self, *, grace_s: Optional[float] = None) -> None:
        """End the process, politely, then by force; any number of times, also in mid-start.

        grace_s is all the time that politeness gets, and then nothing is logged any more: for a
        host that is ending itself. None takes the spec's, once for the pipe and once for the end.
        """
        self._told_to_stop = True  # before the look at the writer, for start looks after making it
        if self._writer is None:
            return
        patience_s = self._spec.limits.stop_grace_s if grace_s is None else grace_s
        give_up_at_s = time.monotonic() + patience_s
        polite = self._writer.close(timeout_s=patience_s)
        if grace_s is not None:
            patience_s = max(0.0, give_up_at_s - time.monotonic())
        if polite and self._ended.wait(patience_s):
            return
        self._end_by_force("it was told to stop and did not", log_stacks=grace_s is None)

    def send_cancel(self, call_id: int) -> None:
        """Ask the worker to stop a call; no error when the worker is gone."""
        with contextlib.suppress(EmbeddingsError):
            self._send(make_frame(FrameKind.CANCEL, call_id))

    def kill(self, reason: str) -> str:
        """End the process and its group at once; return its log's end, with stacks if possible."""
        self._end_by_force(reason, log_stacks=True)
        return self.last_words

    def ended_error(self) -> EmbeddingsError:
        """Return why the process is gone: a FrameError, or WorkerDied with the end of its log."""
        if self._end_error is not None:
            # A copy for each caller: one exception raised in many threads mixes their tracebacks.
            return error_from_wire(error_to_wire(self._end_error))
        return WorkerDied(
            f"The worker process ended: {self._how_it_ended()}.",
            hint=_RESTART_HINT,
            detail=self.last_words,
        )

    def _end_by_force(self, reason: str, *, log_stacks: bool) -> None:
        if self._popen is None or self._ended.is_set():
            return
        self._kill_reason = self._kill_reason or reason
        if log_stacks and self._hello:  # before its greeting a worker does not know the signal
            ask_for_stacks(self._popen)
        kill_group(self._popen, own_group=self._spec.own_group)
        self._ended.wait(_REAP_S if log_stacks else _QUICK_REAP_S)

    def _how_it_ended(self) -> str:
        status = describe_exit(self._popen.returncode) if self._popen else "it was never started"
        return f"{status}, because {self._kill_reason}" if self._kill_reason else status

    def _last_line(self) -> str:
        """Return the log's last line, which of a traceback is the one that says what happened."""
        lines = self.last_words.splitlines()
        return shorten(lines[-1], _MAX_LINE_CHARS, placeholder=" ...") if lines else ""

    def _send(self, frame: Frame) -> None:
        if self._writer is None or not self.alive:
            raise self.ended_error()
        try:
            self._writer.write(frame)
        except OSError as exc:
            self._ended.wait(_REAP_S)  # so that the error can tell how it ended
            raise self.ended_error() from exc

    def _read(self, popen: subprocess.Popen[bytes]) -> None:
        stdout = cast("IO[bytes]", popen.stdout)
        grace_s = _REAP_S  # a stream that ends by itself is a process on its way out
        with stdout:
            try:
                self._follow(FrameReader(cast("RawPipe", stdout)))
            except (FrameError, ProtocolMismatch) as error:
                self._end_error = error
                grace_s = 0.0
        self._end(popen, grace_s)

    def _end(self, popen: subprocess.Popen[bytes], grace_s: float) -> None:
        reap(popen, grace_s=grace_s, own_group=self._spec.own_group)
        if self._tail is not None:
            self._tail.wait_for_end(_TAIL_S)
        self._ended.set()
        self._greeted.set()
        self._table.end_all()
        if self._writer is not None:
            self._writer.close(timeout_s=_REAP_S)

    def _follow(self, reader: FrameReader) -> None:
        noise = reader.skip_to_mark(READY_MARK, limit_bytes=_MAX_NOISE_BYTES)
        hello = reader.read()
        if hello is not None and hello["kind"] == FrameKind.ERROR.value:
            self._end_error = error_from_wire(hello["error"])  # it cannot serve, and leaves
            return
        if hello is None or hello["kind"] != FrameKind.HELLO.value:
            raise FrameError("The worker did not greet.", detail=repr(noise[-500:]))
        if hello["protocol"] != PROTOCOL_VERSION:
            raise ProtocolMismatch(
                f"The worker speaks protocol {hello['protocol']}, the host {PROTOCOL_VERSION}.",
                hint="Install host and worker from the same release.",
            )
        self._hello = hello
        self._greeted.set()
        while True:
            frame = reader.read()
            if frame is None:
                return
            if frame["kind"] == FrameKind.ERROR.value and frame["id"] == 0:
                self._end_error = error_from_wire(frame["error"])  # it leaves after this
            else:
                self._table.route(frame)
