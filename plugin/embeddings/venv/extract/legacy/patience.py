"""Waiting for a conversion: until its deadline, or until nobody wants it any more.

Owns: the deadline of one file. Does not own: what is waited for (office, converter).
"""

from __future__ import annotations

import threading
import time

from .....contracts.corpus import FileState
from .....contracts.errors import Interrupted
from ..document import ExtractionFailure


class Patience:
    """What is left of a file's time; spend it in small steps."""

    def __init__(
        self, deadline_s: float, *, reason: str, cancel: threading.Event | None = None
    ) -> None:
        self._reason = reason
        self._ends_at_s = time.monotonic() + deadline_s
        self._cancel = cancel or threading.Event()

    def spend(self, step_s: float) -> None:
        """Wait for a step; raises Interrupted once cancelled, ExtractionFailure at the deadline."""
        if self._cancel.wait(step_s):
            raise Interrupted("The call was cancelled.", hint="Start it again when you want it.")
        if time.monotonic() > self._ends_at_s:
            raise ExtractionFailure(FileState.TIMEOUT, self._reason)
