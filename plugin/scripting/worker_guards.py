"""What keeps a worker's pipe clean, its hangs visible and its end complete.

Owns: moving the pipes out of foreign code's reach, stack dumps on request, the watch over the
interpreter's lock, the end of an orphan. Does not own: the loop (serve).
"""

from __future__ import annotations

import faulthandler
import io
import os
import signal
import sys
from typing import List, NoReturn, Tuple

from .frames import FrameReader, FrameWriter


def take_pipes() -> Tuple[FrameReader, FrameWriter]:
    """Return a reader of fd 0 and a writer to fd 1, moved to private descriptors.

    fd 0 then reads the null device and fd 1 is the log, for this process and its children.
    """
    requests = io.FileIO(os.dup(0), "rb")
    replies = io.FileIO(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    return FrameReader(requests), FrameWriter(replies)


def log_stacks_on_request() -> None:
    """Write all stacks to the log on a crash, and on SIGUSR1 where there is one."""
    faulthandler.enable(file=2)
    if hasattr(faulthandler, "register"):  # absent on Windows
        faulthandler.register(signal.SIGUSR1, file=2, all_threads=True)


def watch_interpreter(silences_s: List[float]) -> None:
    """End the process, stacks logged, unless called again within twice the longest silence.

    Runs on faulthandler's own thread, which needs no interpreter lock. An empty list ends the
    watch, so that an idle worker may be stopped and continued at leisure.
    """
    if silences_s:
        faulthandler.dump_traceback_later(2 * max(silences_s), exit=True, file=2)
    else:
        faulthandler.cancel_dump_traceback_later()


def end_with_group(exit_status: int) -> NoReturn:
    """End this process, whose host is gone, and what it started: nobody else is left to do it."""
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(exit_status)
