"""The one way in which the host starts a thread.

Owns: starting without waiting, the thread's name. Does not own: what runs, when it ends.

threading.Thread.start waits for the new thread's first step. In LibreOffice that step may run a
garbage collection which frees a window's objects, and these wait for the SolarMutex, which the
starting main thread holds: seen, both waited for ever. So nobody waits here; threading.Timer
waits in the same way. And a program that ends waits for none of these threads.
"""

from __future__ import annotations

import _thread
import threading
import time
from typing import Callable


def start_thread(work: Callable[[], object], *, name: str) -> threading.Event:
    """Run work on a thread of its own; returns an event that is set when it has ended."""
    ended = threading.Event()

    def run() -> None:
        me = threading.current_thread()
        me.name = name  # for the log and for dumps of stacks
        try:
            work()
        finally:
            me.name = f"{name} (ended)"  # before 3.13 Python lists such a thread for ever
            ended.set()

    _thread.start_new_thread(run, ())
    return ended


def call_later(action: Callable[[], object], *, wait_s: float, name: str) -> None:
    """Call action once, on a thread of its own, after wait_s."""

    def wait_and_call() -> None:
        time.sleep(wait_s)
        action()

    start_thread(wait_and_call, name=name)
