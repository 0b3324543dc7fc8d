"""Owns the way onto LibreOffice's main thread, from any thread of the probe."""

from __future__ import annotations

import threading
from typing import Any, Callable

import unohelper
from com.sun.star.awt import XCallback
from com.sun.star.frame import XTerminateListener

LOCK_WAIT_S = 0.5


class Ended(Exception):
    """LibreOffice is closing: nothing runs on its main thread any more."""


class _Call(unohelper.Base, XCallback):
    def __init__(self, function: Callable[[], None]) -> None:
        self._function = function

    def notify(self, _data: Any) -> None:
        self._function()


class MainThread(unohelper.Base, XTerminateListener):
    """Runs functions on the main thread, also while a modal dialog runs its own loop."""

    def __init__(self, ctx: Any) -> None:
        self._lock = threading.Lock()
        self._ended = False
        self._callback = ctx.ServiceManager.createInstanceWithContext(
            "com.sun.star.awt.AsyncCallback", ctx
        )
        ctx.getValueByName("/singletons/com.sun.star.frame.theDesktop").addTerminateListener(self)

    def post(self, function: Callable[[], None]) -> None:
        """Have the main thread call the function soon."""
        # A post after termination ends LibreOffice with a segmentation fault.
        with self._lock:
            if self._ended:
                raise Ended
            self._callback.addCallback(_Call(function), None)

    def queryTermination(self, _event: Any) -> None:  # noqa: N802  UNO's name
        """Agree."""

    def notifyTermination(self, _event: Any) -> None:  # noqa: N802  UNO's name
        """Close the way. Holds the SolarMutex, for which a poster that has the lock may wait."""
        self._ended = True
        if self._lock.acquire(timeout=LOCK_WAIT_S):
            self._lock.release()

    def disposing(self, _event: Any) -> None:
        """Close the way."""
        self._ended = True
