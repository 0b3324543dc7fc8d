"""A document that takes long to read, and what runs while it is being read."""

from __future__ import annotations

import os
import time
from pathlib import Path

_RUN = r"Word \b bold\b0  and \i some\i0  more \ul lines\ulnone , {\fs20 small} and {\fs40 large}"


def write_slow_document(path: Path) -> Path:
    """Write an RTF file that takes ten seconds and more to read, within a moment."""
    line = " ".join([_RUN] * 4) + "\\par\n"
    path.write_text("{\\rtf1\\ansi " + line * 100_000 + "}", encoding="ascii")
    return path


def group_of(leader_pid: int) -> list[int]:
    """Return the processes of a group that run, its leader among them; a zombie does not run."""
    found = []
    for entry in Path("/proc").iterdir():
        fields = _stat_fields(entry) if entry.name.isdigit() else []
        if fields and int(fields[2]) == leader_pid and fields[0] not in ("Z", "X"):
            found.append(int(entry.name))
    return sorted(found)


def wait_for_reading(worker_pid: int, *, timeout_s: float = 30.0) -> int:
    """Return the pid of the worker's extraction child once it has computed for a while."""
    give_up_at_s = time.monotonic() + timeout_s
    while time.monotonic() < give_up_at_s:
        for pid in group_of(worker_pid):
            if pid != worker_pid and _cpu_s(pid) > 0.7:
                return pid
        time.sleep(0.02)
    raise AssertionError("no file is being read")


def _cpu_s(pid: int) -> float:
    fields = _stat_fields(Path(f"/proc/{pid}"))
    return int(fields[11]) / os.sysconf("SC_CLK_TCK") if fields else 0.0


def _stat_fields(process: Path) -> list[str]:
    """Return the fields of a process after its name, state first, or none when it is gone."""
    try:
        return (process / "stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []
