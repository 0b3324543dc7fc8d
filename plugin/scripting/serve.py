"""The worker's loop: reads requests, runs them on their lanes, answers, and leaves with its host.

What it expects: fd 0 carries frames from the host, fd 1 carries frames to it, fd 2 is a log.
Both pipes are moved to private descriptors first; fd 0 becomes the null device and fd 1 the log,
so that no print, at whatever level, reaches the pipe.

Threads: the caller's thread reads frames, one thread a lane runs calls, one thread beats.

Being hung is judged by missed heartbeats. On every beat a heartbeat goes out for each call that
showed life since the last one (progress, check, or a quiet section) and for each call still
queued, whose lane answers for it. Three ways to hang end alike: a call that computes for ever
without a check earns no heartbeats; one that holds the interpreter's lock stops the beating
thread; a stopped process sends nothing. The host kills a worker whose call had no heartbeat for
Method.silence_s. Work that shows life runs without a limit.

Leaving: at the end of the request pipe, calls are cancelled, get LEAVE_GRACE_S, and the process
ends in mid-batch if it must. On POSIX the beating thread also watches for a changed parent, since
a copy of the pipe's other end in a stray process would hide its end. If a call holds the
interpreter's lock, faulthandler's own thread ends the process after twice silence_s.

Does not own: what the methods do (handlers), the host's side (worker_process).
"""

from __future__ import annotations

import contextlib
import os
import platform
import queue
import sys
import threading
import time
import traceback
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Final, List, Mapping, Optional

from ..contracts.errors import (
    BadRequest,
    EmbeddingsError,
    FrameError,
    Interrupted,
    UnknownMethod,
    error_to_wire,
)
from ..contracts.methods import PROTOCOL_VERSION, Lane, Method
from ..contracts.wire import from_plain, to_plain
from .call_context import CallContext
from .frames import READY_MARK, Frame, FrameKind, FrameReader, FrameWriter, make_frame
from .worker_guards import end_with_group, log_stacks_on_request, take_pipes, watch_interpreter

__all__ = ["CallContext", "Handler", "refuse_to_serve", "serve"]

MAX_BEAT_S: Final = 1.0
"""Longest time between beats; also how long a lost parent may go unseen."""

BEATS_PER_SILENCE: Final = 4
"""A method's silence spans at least this many beats, so that one late beat is no timeout."""

LEAVE_GRACE_S: Final = 0.8
"""How long running calls may finish after the host has gone; a parent's loss shows within 2 s."""

EXIT_IN_MID_CALL: Final = 4
EXIT_BAD_FRAME: Final = 3
EXIT_CANNOT_SERVE: Final = 5

# Any, because each handler takes the request type of its own row of the method table.
Handler = Callable[[Any, CallContext], object]


def serve(handlers: Mapping[str, Handler], methods: Mapping[str, Method]) -> int:
    """Answer requests until the host leaves; return the exit status.

    Ends the process itself when calls do not stop within LEAVE_GRACE_S. Raises BadRequest
    before it takes the pipe when the handlers are not exactly the methods.
    """
    if handlers.keys() != methods.keys():
        odd = ", ".join(sorted(handlers.keys() ^ methods.keys()))
        raise BadRequest(f"Handlers and methods differ: {odd}.", hint="Fix the method table.")
    reader, writer = take_pipes()
    log_stacks_on_request()
    return _Server(handlers, methods, writer).run(reader)


def refuse_to_serve(error: EmbeddingsError) -> int:
    """Tell the host, in place of a greeting, why there is no serving; return the exit status."""
    _, writer = take_pipes()
    sys.stderr.write(f"{error}\n")
    with contextlib.suppress(OSError):  # the host left already
        writer.write_mark(READY_MARK)
        writer.write(make_frame(FrameKind.ERROR, 0, error=error_to_wire(error)))
    return EXIT_CANNOT_SERVE


@dataclass
class _Call:
    """One request on its way through a lane."""

    id: int
    name: str
    params: Frame
    method: Method
    context: CallContext = field(default_factory=CallContext)
    started: bool = False


class _Server:
    """The calls in flight, and the lanes they run on."""

    def __init__(
        self, handlers: Mapping[str, Handler], methods: Mapping[str, Method], writer: FrameWriter
    ) -> None:
        self._handlers = handlers
        self._methods = methods
        self._writer = writer
        self._parent_pid = os.getppid() if os.name == "posix" else 0
        self._lock = threading.Lock()
        self._calls: Dict[int, _Call] = {}
        lanes = {method.lane for method in methods.values()}
        self._lanes: Dict[Lane, queue.SimpleQueue[_Call]] = {
            lane: queue.SimpleQueue() for lane in lanes
        }

    def run(self, reader: FrameReader) -> int:
        """Serve until the stream of requests ends; return the exit status."""
        for lane in self._lanes:
            self._start_thread(f"lane-{lane.value}", self._work, lane)
        self._start_thread("heartbeat", self._beat)
        self._greet()
        try:
            self._read_all(reader)
        except FrameError as error:
            self._send(make_frame(FrameKind.ERROR, 0, error=error_to_wire(error)))
            self._leave(EXIT_BAD_FRAME)
            return EXIT_BAD_FRAME
        self._leave(EXIT_IN_MID_CALL)
        return 0

    def _start_thread(self, name: str, target: Callable[..., None], *args: object) -> None:
        threading.Thread(target=target, args=args, name=name, daemon=True).start()

    def _greet(self) -> None:
        hello = make_frame(
            FrameKind.HELLO,
            0,
            protocol=PROTOCOL_VERSION,
            pid=os.getpid(),
            python=platform.python_version(),
        )
        try:
            self._writer.write_mark(READY_MARK)
        except OSError:  # the host left already; the end of its stream says so next
            return
        self._send(hello)

    def _read_all(self, reader: FrameReader) -> None:
        actions: Dict[str, Callable[[Frame], None]] = {
            FrameKind.REQUEST.value: self._accept,
            FrameKind.CANCEL.value: self._cancel,
            FrameKind.PING.value: self._pong,
        }
        while True:
            frame = reader.read()
            if frame is None:
                return
            action = actions.get(frame["kind"])
            if action is None:
                raise FrameError(f"A host does not send {frame['kind']}.")
            action(frame)

    def _pong(self, frame: Frame) -> None:
        self._send(make_frame(FrameKind.PONG, frame["id"]))

    def _accept(self, frame: Frame) -> None:
        method = self._methods.get(frame["method"])
        if method is None:
            error = UnknownMethod(
                f"The worker has no method {frame['method']!r:.60}.",
                hint="Install host and worker from the same release.",
            )
            self._send(_error_frame(frame["id"], error))
            return
        call = _Call(frame["id"], frame["method"], frame["params"], method)
        call.context = CallContext(lambda value: self._send_progress(call, value))
        with self._lock:
            if call.id in self._calls:
                raise FrameError(f"Request {call.id} came twice.")
            self._calls[call.id] = call
        self._lanes[method.lane].put(call)

    def _cancel(self, frame: Frame) -> None:
        with self._lock:
            call = self._calls.get(frame["id"])
            if call is None:
                return
            call.context.cancel()
            if call.started:
                return
            del self._calls[call.id]
        self._send(_error_frame(call.id, Interrupted("The call was cancelled in the queue.")))

    def _work(self, lane: Lane) -> None:
        while True:
            call = self._lanes[lane].get()
            with self._lock:
                call.started = call.id in self._calls  # else it was cancelled in the queue
            if call.started:
                self._watch()  # now, for the call may seize the interpreter before the next beat
                self._answer(call)

    def _answer(self, call: _Call) -> None:
        frame = self._run(call)
        with self._lock:
            del self._calls[call.id]
        try:
            self._send(frame)
        except FrameError as error:  # a reply too big to send is this call's failure alone
            self._send(_error_frame(call.id, error))

    def _run(self, call: _Call) -> Frame:
        try:
            call.context.check()  # cancelled between the queue and here
            request = from_plain(call.method.request, call.params)
            reply = self._handlers[call.name](request, call.context)
            return make_frame(FrameKind.RESULT, call.id, value=_plain(reply, call.method.reply))
        except EmbeddingsError as error:
            return _error_frame(call.id, error)
        # Anything at all, SystemExit included: foreign code runs here, and a lane that
        # ended would leave its callers waiting. Told to the caller with its traceback.
        except BaseException as exc:  # noqa: BLE001
            unexpected = EmbeddingsError(
                f"{call.name} failed unexpectedly: {type(exc).__name__}: {exc}",
                hint="Try again; if it comes back, report it with the log.",
                detail=traceback.format_exc(),
            )
            return _error_frame(call.id, unexpected)

    def _send_progress(self, call: _Call, value: object) -> None:
        plain = _plain(value, call.method.progress)
        self._send(make_frame(FrameKind.PROGRESS, call.id, value=plain))

    def _send(self, frame: Frame) -> None:
        try:
            self._writer.write(frame)
        except OSError:  # nobody reads: the host left, and the end of its stream says so next
            return

    def _beat(self) -> None:
        silences = [method.silence_s for method in self._methods.values()]
        beat_s = min([MAX_BEAT_S, *(silence_s / BEATS_PER_SILENCE for silence_s in silences)])
        while True:
            time.sleep(beat_s)
            if self._is_orphan():
                end_with_group(EXIT_IN_MID_CALL)
            for call in self._watch():
                if not call.started or call.context.take_life(beat_s):
                    self._send(make_frame(FrameKind.HEARTBEAT, call.id))

    def _watch(self) -> List[_Call]:
        calls = self._snapshot()
        watch_interpreter([call.method.silence_s for call in calls])
        return calls

    def _snapshot(self) -> List[_Call]:
        with self._lock:
            return list(self._calls.values())

    def _leave(self, exit_status: int) -> None:
        """Return once no call runs; end the process when some still does after the grace."""
        leave_by = time.monotonic() + LEAVE_GRACE_S
        for call in self._snapshot():
            call.context.cancel()
        while self._snapshot():
            if time.monotonic() > leave_by:
                if self._is_orphan():
                    end_with_group(exit_status)
                os._exit(exit_status)
            time.sleep(0.01)
        sys.stderr.flush()

    def _is_orphan(self) -> bool:
        return os.name == "posix" and os.getppid() != self._parent_pid


def _plain(value: object, wanted: Optional[type]) -> Dict[str, Any]:
    if type(value) is not wanted:
        raise TypeError(f"expected {wanted}, got {type(value)}")
    try:
        return to_plain(value)
    except BadRequest as error:  # the worker's own fault, not the caller's
        raise TypeError(error.message) from error


def _error_frame(call_id: int, error: EmbeddingsError) -> Frame:
    return make_frame(FrameKind.ERROR, call_id, error=error_to_wire(error))
