"""A place where real environments are set up, and who is still at work there."""

from __future__ import annotations

import sys
import threading
import venv as stdlib_venv
from pathlib import Path
from typing import TYPE_CHECKING

from plugin.scripting.environment import (
    SetupPlan,
    SetupProgress,
    plan_setup,
    run_setup,
)
from plugin.scripting.environment.facts import write_stamp
from tests.packages_by_code import make_wheel

if TYPE_CHECKING:
    from plugin.scripting.interpreter import Interpreter

ROOT = Path(__file__).resolve().parents[1]
BASE = getattr(sys, "_base_executable", sys.executable)


class Site:
    """A place for an environment, a folder of packages and a lock that names some of them."""

    def __init__(self, root: Path) -> None:
        self.wheels = root / "wheels"
        self.parent = root / "user data" / "writeragent"
        self.venv = self.parent / "venv"
        self.lock = root / "lock.txt"
        for name in ("apple", "berry", "numpy"):
            make_wheel(self.wheels, name)
        self.pin("apple==1.0", "berry==1.0", "numpy==1.0")

    def pin(self, *pins: str) -> None:
        # Put in its place whole: a plan that is being made must not read half a list.
        fresh = self.lock.with_suffix(".new")
        fresh.write_text("\n".join(pins) + "\n", encoding="utf-8")
        fresh.replace(self.lock)

    def plan(self) -> SetupPlan:
        return plan_setup(str(self.venv), lock=str(self.lock), python=BASE)

    def set_up(
        self, seen: list[SetupProgress] | None = None, cancel: threading.Event | None = None
    ) -> Interpreter:
        reports = seen if seen is not None else []
        return run_setup(
            self.plan(), on_progress=reports.append, cancel=cancel or threading.Event()
        )

    def make_old(self) -> dict[str, int]:
        """Make what an earlier set-up with another lock left, and return its files."""
        stdlib_venv.create(self.venv, with_pip=False, symlinks=True)
        (next(self.venv.glob("lib/python3*/site-packages")) / "berry.py").write_text("")
        lock = self.lock.with_name("old.txt")
        lock.write_text("berry==0.9\n")
        write_stamp(str(self.venv), [str(lock)])
        return self.files()

    def files(self) -> dict[str, int]:
        """Every file of the environment with its time of change: what must not move."""
        return {
            str(path): path.lstat().st_mtime_ns
            for path in self.venv.rglob("*")
            if "__pycache__" not in path.parts and not path.is_dir()
        }


def processes_of(word: str) -> list[str]:
    """Return the command lines of the living processes that name a folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = entry.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:  # it has ended
            continue
        if word in words:
            found.append(words)
    return found


def lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
