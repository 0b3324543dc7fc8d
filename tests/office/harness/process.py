"""Owns one soffice process: start, restart on its own wish, children, log, end."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from office_installation import Installation

    from tests.office.harness.home import Home

# EXITHELPER_CRASH_WITH_RESTART and EXITHELPER_NORMAL_RESTART: a first start ends with one of
# them once it has set up the profile, and expects the wrapper to start it again.
RESTART_CODES = (79, 81)
MAX_RESTARTS = 3
POLL_S = 0.02
KILL_WAIT_S = 2.0
LOG_TAIL_CHARS = 6000


class SofficeProcess:
    """A soffice in a process group of its own, with its output in a log."""

    def __init__(
        self,
        installation: Installation,
        home: Home,
        variables: dict[str, str],
        documents: tuple[str, ...] = (),
    ) -> None:
        # Not --headless: that has every modal dialog cancel itself unseen. The svp plugin (see
        # Home.variables) draws into memory and needs no display either.
        self._command = [
            str(installation.soffice),
            home.profile_option,
            *"--norestore --nologo --nodefault --nofirststartwizard".split(),
            "--nolockcheck",
            *documents,
        ]
        self._variables = home.variables() | installation.variables() | variables
        self._log = home.root / "soffice.log"
        self._n_restarts = 0
        self._spawn()

    def _spawn(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                env=self._variables,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        """Return its process id."""
        return self._process.pid

    def exit_code(self) -> int | None:
        """Return how it ended (minus the signal where one ended it); None while it runs."""
        code = self._process.poll()
        if code in RESTART_CODES and self._n_restarts < MAX_RESTARTS:
            self._n_restarts += 1
            self._spawn()
            return None
        return code

    def log_text(self) -> str:
        """Return the end of what it wrote."""
        if not self._log.exists():
            return ""
        return self._log.read_text(encoding="utf-8", errors="replace")[-LOG_TAIL_CHARS:]

    def wait(self, timeout_s: float) -> int | None:
        """Return its exit code, or None where it still runs after that time."""
        deadline = time.monotonic() + timeout_s
        while (code := self.exit_code()) is None and time.monotonic() < deadline:
            time.sleep(POLL_S)
        return code

    def kill(self) -> int:
        """End the whole group at once; return the exit code."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        code = self._process.wait()
        deadline = time.monotonic() + KILL_WAIT_S  # the kernel takes its time over the others
        while group_pids(self._process.pid) and time.monotonic() < deadline:
            time.sleep(POLL_S)
        return code

    def show_stacks(self) -> None:
        """Have the probe write every thread's Python stack to the log, hung or not."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._process.pid, signal.SIGUSR1)


def child_pids(pid: int) -> list[int]:
    """Return the processes that this process started and that run (Linux)."""
    return [process for process, parent, _ in _processes() if parent == pid]


def group_pids(group: int) -> list[int]:
    """Return the processes of a process group that run (Linux)."""
    return [process for process, _, its_group in _processes() if its_group == group]


def _processes() -> Iterator[tuple[int, int, int]]:
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            text = status.read_text(encoding="utf-8", errors="replace")
            state, parent, group = text.rpartition(")")[2].split()[:3]  # a name may hold spaces
            if state not in "ZX":  # ended, waiting for somebody to ask how
                yield int(status.parent.name), int(parent), int(group)
