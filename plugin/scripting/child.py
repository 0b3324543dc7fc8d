"""A child process as the operating system sees it: its command, environment, group and end.

Owns: WorkerSpec, spawning, killing with all descendants of the group, the words for an exit.
Does not own: what is said on the pipes (worker_process), which variables are LibreOffice's own
(child_environment).

Linux is what the tests run on. The Windows branches (a group of its own, no console window,
taskkill instead of a group) follow the manual of subprocess and have not been run.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Dict, Final, Mapping, Optional, Tuple

from ..contracts.errors import WorkerStartFailed
from .child_environment import child_environment

PROJECT_ROOT: Final = str(Path(__file__).resolve().parents[2])
NO_WINDOW: Final[int] = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""The creation flag that keeps Windows from opening a console window; 0 elsewhere."""
_STACKS_S: Final = 0.2
"""How long a process gets to write its stacks before it is killed."""


@dataclass(frozen=True)
class WorkerLimits:
    """How long the host waits for what; the tail is how much of the worker's log is kept."""

    handshake_s: float = 30.0
    cancel_grace_s: float = 5.0
    stop_grace_s: float = 3.0
    stderr_tail_bytes: int = 8192


@dataclass(frozen=True)
class WorkerSpec:
    """How a worker is started.

    The child runs in import_root, first on its module path: never in the caller's directory,
    where "-m" would import whatever lies there. on_stderr sees the log as it comes. A worker's
    own worker has own_group False, so that whoever kills the one kills the other.
    """

    argv: Tuple[str, ...]
    import_root: str = PROJECT_ROOT
    extra_env: Mapping[str, str] = field(default_factory=dict)
    limits: WorkerLimits = WorkerLimits()
    on_stderr: Optional[Callable[[bytes], None]] = None
    own_group: bool = True


def worker_environment(spec: WorkerSpec) -> Dict[str, str]:
    """Return the child's environment, in which the module path is import_root alone."""
    env = child_environment()
    env.update(spec.extra_env)
    env["PYTHONPATH"] = spec.import_root
    return env


def spawn(spec: WorkerSpec) -> subprocess.Popen[bytes]:
    """Return the started child, unbuffered pipes at all three streams, in its spec's group.

    Raises WorkerStartFailed when the system refuses.
    """
    flags = NO_WINDOW
    if sys.platform == "win32":
        flags |= subprocess.CREATE_NEW_PROCESS_GROUP
    try:
        return subprocess.Popen(
            spec.argv,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=spec.import_root,
            env=worker_environment(spec),
            start_new_session=spec.own_group,
            creationflags=flags,
        )
    except (OSError, ValueError) as exc:
        raise WorkerStartFailed(
            f"The worker cannot be started: {exc}.",
            hint="Check the path of the Python environment in the settings.",
            detail=" ".join(spec.argv),
        ) from exc


def ask_for_stacks(popen: subprocess.Popen[bytes]) -> None:
    """Let a worker that greeted write the stacks of its threads to its log; takes 0.2 s."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        popen.send_signal(signal.SIGUSR1)
    time.sleep(_STACKS_S)


def kill_group(popen: subprocess.Popen[bytes], *, own_group: bool = True) -> None:
    """Kill the process and what it started in its group; no error when nothing is left.

    A process without a group of its own is killed alone.
    """
    with contextlib.suppress(OSError):
        if not own_group:
            popen.kill()
        elif sys.platform == "win32":
            _kill_tree_on_windows(popen)
        else:
            os.killpg(popen.pid, signal.SIGKILL)


def _kill_tree_on_windows(popen: subprocess.Popen[bytes]) -> None:
    # Windows has no groups to kill: taskkill follows the parents' ids.
    if popen.poll() is None:
        subprocess.run(
            ["taskkill", "/T", "/F", "/PID", str(popen.pid)],  # noqa: S607 - where PATH has it
            capture_output=True,
            check=False,
            creationflags=NO_WINDOW,
        )
        popen.kill()


def reap(popen: subprocess.Popen[bytes], *, grace_s: float, own_group: bool = True) -> None:
    """Wait for the process, killing it after the grace, then kill what its group left behind."""
    try:
        popen.wait(grace_s)
    except subprocess.TimeoutExpired:
        kill_group(popen, own_group=own_group)
        popen.wait()
    kill_group(popen, own_group=own_group)


def describe_exit(status: Optional[int]) -> str:
    """Return an exit status in words: "exit status 3", "killed by SIGKILL"."""
    if status is None:
        return "still ending"
    if status >= 0:
        return f"exit status {status}"
    try:
        return f"killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"killed by signal {-status}"
