"""The calls and pings one host has in flight with one worker.

Owns: ids, which start at 1 and are never used again, and the routing of frames to calls.
Does not own: how a call waits (pending_call), the pipe (worker_process).
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Dict

from ..contracts.errors import FrameError
from .frames import Frame, FrameKind
from .pending_call import CallTerms, PendingCall

if TYPE_CHECKING:
    from ..contracts.methods import Method

_FOR_A_CALL = frozenset(
    kind.value
    for kind in (FrameKind.PROGRESS, FrameKind.HEARTBEAT, FrameKind.RESULT, FrameKind.ERROR)
)


class CallTable:
    """Calls and pings by id; for any number of threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last_id = 0
        self._calls: Dict[int, PendingCall] = {}
        self._pings: Dict[int, threading.Event] = {}

    def __len__(self) -> int:
        with self._lock:
            return len(self._calls)

    def add_call(self, name: str, method: Method, terms: CallTerms) -> PendingCall:
        """Return a new call, which gets its frames from now on."""
        with self._lock:
            self._last_id += 1
            call = PendingCall(self._last_id, name, method, terms)
            self._calls[call.id] = call
        return call

    def add_ping(self, pong: threading.Event) -> int:
        """Return the id of a new ping; the event is set when it is answered, or never will be."""
        with self._lock:
            self._last_id += 1
            self._pings[self._last_id] = pong
            return self._last_id

    def forget(self, call_id: int) -> None:
        """Drop a call or ping; frames that still come for it are ignored."""
        with self._lock:
            self._calls.pop(call_id, None)
            self._pings.pop(call_id, None)

    def route(self, frame: Frame) -> None:
        """Hand a frame to its call; raises FrameError for a kind or an id a worker cannot send."""
        kind, call_id = frame["kind"], frame["id"]
        with self._lock:
            if not 0 < call_id <= self._last_id:
                raise FrameError(f"The worker answers call {call_id}, which was never made.")
            call = self._calls.get(call_id)
            pong = self._pings.get(call_id)
        if kind == FrameKind.PONG.value:
            if pong is not None:
                pong.set()
        elif kind not in _FOR_A_CALL:
            raise FrameError(f"A worker does not send {kind}.")
        elif call is not None:
            call.deliver(frame)

    def end_all(self) -> None:
        """Wake every call and ping, for the worker is gone."""
        with self._lock:
            calls, pongs = list(self._calls.values()), list(self._pings.values())
        for call in calls:
            call.deliver(None)
        for pong in pongs:
            pong.set()
