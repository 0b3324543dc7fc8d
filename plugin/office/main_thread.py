"""The way from any thread to LibreOffice's main thread.

Owns: posting, the order of what was posted, and the end: nothing is posted once LibreOffice
ends. Does not own: what is posted.

Source: AsyncCallback (offapi, awt/AsyncCallback.idl; toolkit/source/awt/asynccallback.cxx) runs
its callbacks from the event loop. It takes the SolarMutex to post, so a poster may wait for the
main thread: no lock of ours is held meanwhile, or the two would wait for each other for ever.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from typing import Any, Callable, Deque, Final

import unohelper
from com.sun.star.awt import XCallback
from com.sun.star.frame import XTerminateListener
from com.sun.star.uno import RuntimeException

from .listeners import guarded

_N_TRIES_AT_END: Final = 50


class UnoMainThread:
    """Runs actions on the main thread, one after another in the order of posting."""

    def __init__(self, ctx: Any) -> None:
        smgr = ctx.ServiceManager
        self._async = smgr.createInstanceWithContext("com.sun.star.awt.AsyncCallback", ctx)
        self._toolkit = smgr.createInstanceWithContext("com.sun.star.awt.Toolkit", ctx)
        self._lock = threading.Lock()
        self._actions: Deque[Callable[[], None]] = deque()
        self._waker = _Waker(self._run_next)
        self._is_closed = False
        self._n_posting = 0

    def post(self, action: Callable[[], None]) -> bool:
        """Run action soon on the main thread; returns False once LibreOffice is ending.

        Each action has an event of its own: the window gets its turn between two of them, and
        one that opens a modal dialog holds up none of the others.
        """
        with self._lock:
            if self._is_closed:
                return False
            self._actions.append(action)
            self._n_posting += 1
        try:
            self._async.addCallback(self._waker, None)
        except RuntimeException:  # the service is gone: LibreOffice is ending
            return False
        finally:
            with self._lock:
                self._n_posting -= 1
        return True

    def close(self) -> None:
        """Drop what is queued and refuse what comes; main thread only.

        A post that reached AsyncCallback waits there for the SolarMutex, which this thread
        holds; let it through now, for one that arrives after the event loop's end crashes.
        """
        with self._lock:
            self._is_closed = True
            self._actions.clear()
        for _ in range(_N_TRIES_AT_END):
            if not self._n_posting:
                return
            self._toolkit.processEventsToIdle()
            time.sleep(0.001)

    def _run_next(self) -> None:
        with self._lock:
            action = self._actions.popleft() if self._actions else None
        if action is not None:
            action()


class _Waker(unohelper.Base, XCallback):
    def __init__(self, run: Callable[[], None]) -> None:
        self._run = run

    @guarded
    def notify(self, _data: object) -> None:
        """Run what is queued."""
        self._run()


class TerminateListener(unohelper.Base, XTerminateListener):
    """Calls on_end once, when LibreOffice is sure to end; vetoes nothing."""

    def __init__(self, on_end: Callable[[], None]) -> None:
        self._on_end = on_end

    def queryTermination(self, _event: object) -> None:
        """Agree."""

    @guarded
    def notifyTermination(self, _event: object) -> None:
        """End what this extension runs."""
        self._on_end()

    def disposing(self, _event: object) -> None:
        """Nothing is held."""
