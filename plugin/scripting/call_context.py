"""What a running call may tell its caller, and learn from it.

Owns: the signs of life of one call, its cancel flag, its progress.
Does not own: the threads that run calls and send heartbeats (serve).
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Callable

from ..contracts.errors import BadRequest, Interrupted

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_QUIET_S = 3600.0
"""Longest quiet section: loading a large model from a slow disk takes minutes, never an hour."""


def _ignore_progress(_value: object) -> None:
    return None


class CallContext:
    """The worker's side of one call; made without arguments it serves a handler alone, in a test.

    A call shows life by progress() and check(). One that shows none for as long as its method
    may be silent counts as hung and its worker is killed, so a loop calls check() in every turn.
    A single long step that cannot (an import, loading a model) goes in a quiet_section.
    """

    def __init__(self, send_progress: Callable[[object], None] = _ignore_progress) -> None:
        self._send_progress = send_progress
        self._cancelled = False
        self._showed_life = True
        self._quiet_left_s = 0.0

    @property
    def cancelled(self) -> bool:
        """Return True when the caller wants no answer any more."""
        return self._cancelled

    def cancel(self) -> None:
        """Ask the call to stop at its next check."""
        self._cancelled = True

    def check(self) -> None:
        """Show life; raises Interrupted when the caller has cancelled."""
        self._showed_life = True
        if self._cancelled:
            raise Interrupted("The call was cancelled.", hint="Start it again when you want it.")

    def progress(self, value: object) -> None:
        """Send a progress value of the method's progress type; raises Interrupted like check."""
        self.check()
        self._send_progress(value)

    @contextmanager
    def quiet_section(self, limit_s: float) -> Iterator[None]:
        """Count as alive for at most limit_s seconds without a check; sections do not nest."""
        if not 0 < limit_s <= MAX_QUIET_S:
            raise BadRequest(f"A quiet section of {limit_s} s is not between 0 and {MAX_QUIET_S}.")
        self._quiet_left_s = limit_s
        try:
            yield
        finally:
            self._quiet_left_s = 0.0
            self._showed_life = True

    def take_life(self, beat_s: float) -> bool:
        """Return True when the call showed life since the last beat; for the heartbeat thread."""
        showed = self._showed_life or self._quiet_left_s > 0
        self._showed_life = False
        self._quiet_left_s = max(0.0, self._quiet_left_s - beat_s)
        return showed
