"""How much memory a process holds, and has held at most.

Owns: asking the system (proc_pid_statm(5), proc_pid_status(5)). Does not own: any limit
(isolation, legacy.converter).
"""

from __future__ import annotations

import os
from pathlib import Path


def resident_bytes(pid: int) -> int:
    """Return the memory that a process holds, 0 where the system does not tell (no /proc)."""
    try:
        fields = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()
    except OSError:
        return 0
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")


def peak_bytes(pid: int) -> int:
    """Return the most memory that a process has held, 0 where it is gone or there is no /proc."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeError):
        return 0
    return next((int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM")), 0)
