"""Starts the echo worker for the tests of the wire."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, cast

from plugin.scripting.worker_process import WorkerLimits, WorkerProcess, WorkerSpec
from tests.contract.echo_methods import ECHO_METHODS, Ask, Said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ECHO_WORKER = str(Path(__file__).with_name("echo_worker.py"))
LIMITS = WorkerLimits(cancel_grace_s=1.0, stop_grace_s=2.0)


def echo_spec(mode: str = "", *, limits: WorkerLimits = LIMITS) -> WorkerSpec:
    return WorkerSpec(argv=(sys.executable, ECHO_WORKER, mode), limits=limits)


@contextmanager
def echo_worker(mode: str = "", *, limits: WorkerLimits = LIMITS) -> Iterator[WorkerProcess]:
    worker = WorkerProcess(echo_spec(mode, limits=limits), ECHO_METHODS)
    worker.start()
    try:
        yield worker
    finally:
        worker.stop()


def say(worker: WorkerProcess, name: str, ask: Ask | None = None) -> Said:
    return cast("Said", worker.call(name, ask or Ask()))


def is_running(pid: int) -> bool:
    """Return True when a process runs; a zombie does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in ("Z", "X")


def wait_until(condition: Callable[[], bool], *, timeout_s: float) -> bool:
    end_s = time.monotonic() + timeout_s
    while time.monotonic() < end_s:
        if condition():
            return True
        time.sleep(0.01)
    return condition()


def signal_worker(worker: WorkerProcess, signal_number: int) -> None:
    os.kill(worker.pid, signal_number)
