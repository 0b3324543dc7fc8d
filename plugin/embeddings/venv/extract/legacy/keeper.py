"""The process between the worker and LibreOffice, which sees to it that LibreOffice ends.

It is run as a file, with the standard library alone: keeper.py FOLDER PROGRAM ARGUMENT... It starts
the program in a session of its own, writes its process id to FOLDER/pid, and starts it again
where a fresh profile asks for that. When its input ends, be it that the worker closes it or is
killed, it kills the program with all its descendants and removes FOLDER. A program that ends by
itself leaves FOLDER/ended.

Owns: the program's life and the folder's end. Does not own: what the program is told (office).
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

RESTART_STATUSES = frozenset({79, 81})  # EXITHELPER_CRASH_WITH_RESTART, EXITHELPER_NORMAL_RESTART
_MAX_STARTS = 4
_NICENESS = 10
_LOOK_S = 1.0
_REMOVALS = 3
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG


class Keeper:
    """Runs one program until its input ends."""

    def __init__(self, folder: Path, argv: list[str]) -> None:
        self._folder = folder
        self._argv = argv
        self._parent = os.getppid()
        self._lock = threading.Lock()
        self._program: subprocess.Popen[bytes] | None = None
        self._is_over = threading.Event()

    def run(self) -> None:
        """Run the program, wait for the end of the input, remove the folder."""
        threading.Thread(target=self._follow_input, daemon=True).start()
        for _ in range(_MAX_STARTS):
            status = self._run_once()
            if status not in RESTART_STATUSES:
                break
        if not self._is_over.is_set():
            with contextlib.suppress(OSError):
                (self._folder / "ended").touch()
        while not self._is_over.wait(_LOOK_S):
            self._look_for_parent()
        for _ in range(_REMOVALS):  # what was killed may still be writing
            shutil.rmtree(self._folder, ignore_errors=True)

    def _run_once(self) -> int | None:
        with self._lock:
            if self._is_over.is_set():
                return None
            self._program = _started(self._argv)
        new = self._folder / "pid.new"
        new.write_text(str(self._program.pid), encoding="ascii")
        new.replace(self._folder / "pid")
        while self._program.poll() is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._program.wait(_LOOK_S)
            self._look_for_parent()
        return self._program.returncode

    def _follow_input(self) -> None:
        while os.read(0, 1024):
            pass
        self._end()

    def _look_for_parent(self) -> None:
        # The input does not end while a stray copy of the pipe is open somewhere.
        if os.name == "posix" and os.getppid() != self._parent:
            self._end()

    def _end(self) -> None:
        with self._lock:
            self._is_over.set()
            if self._program is not None:
                _kill(self._program)


def _started(argv: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        argv,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=_die_with_parent() if sys.platform == "linux" else None,  # noqa: PLW1509 - the other thread only reads
    )


def _die_with_parent() -> Callable[[], None]:
    """Return what lets a child die with this process, should that be killed itself."""
    import ctypes

    set_option = ctypes.CDLL(None).prctl

    def ask() -> None:
        set_option(_DIE_WITH_PARENT, signal.SIGKILL)

    return ask


def _kill(program: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        if sys.platform == "win32":  # not run: Windows has no groups to kill
            taskkill = ["taskkill", "/T", "/F", "/PID", str(program.pid)]
            subprocess.run(taskkill, capture_output=True, check=False)
        else:
            os.killpg(program.pid, signal.SIGKILL)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(_NICENESS)  # as whatever is read, this is less urgent than what users do
    Keeper(Path(sys.argv[1]), sys.argv[2:]).run()
