"""How much memory a process holds.

Owns: asking the system (proc_pid_statm(5)). Does not own: any limit (isolation, legacy.converter).
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
