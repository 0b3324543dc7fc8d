"""How much of the machine computing may take: threads, and their priority.

Owns: the number of real cores, and making a thread give way. Does not own: who computes next
(priority), which threads there are (lanes).
"""

from __future__ import annotations

import ctypes
import functools
import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

MAX_THREADS = 4  # more would take the machine from the person who writes on it
_NICENESS = 10
_QOS_CLASS_UTILITY = 0x11
_THREAD_PRIORITY_BELOW_NORMAL = -1
_CPUS = Path("/sys/devices/system/cpu")


@functools.cache
def thread_cap() -> int:
    """Return how many threads may compute: the real cores this process may use, at most four.

    Two threads on one core's two halves compute no more than one, and leave the person neither.
    """
    return min(MAX_THREADS, physical_cores())


def physical_cores() -> int:
    """Return the number of real cores this process may use, at least one."""
    if hasattr(os, "sched_getaffinity"):
        allowed = os.sched_getaffinity(0)
        return max(1, len({siblings_of(cpu, _CPUS) for cpu in allowed}))
    n_logical = os.cpu_count() or 1
    if sys.platform == "darwin":
        return _sysctl_number("hw.perflevel0.physicalcpu", "hw.physicalcpu") or n_logical
    # Windows tells of cores in variable-sized structures; nearly all its machines have two
    # logical ones a core, and one too few costs less than one too many.
    return max(1, n_logical // 2)


def siblings_of(cpu: int, cpus: Path) -> str:
    """Return what names the core of a logical processor, the same for all that share it."""
    with suppress(OSError):
        return (cpus / f"cpu{cpu}" / "topology" / "thread_siblings_list").read_text("ascii")
    return str(cpu)


def give_way() -> None:
    """Let this thread, and those that it starts, compute only where no other wants to.

    For indexing: a query's thread keeps its priority, as that of a whole process could not.
    Where the system refuses, nothing changes.
    """
    with suppress(OSError, AttributeError):
        if sys.platform == "linux":  # Linux alone has a niceness a thread
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
        elif sys.platform == "darwin":
            ctypes.CDLL(None).pthread_set_qos_class_self_np(_QOS_CLASS_UTILITY, 0)
        elif sys.platform == "win32":
            kernel = ctypes.windll.kernel32
            kernel.GetCurrentThread.restype = ctypes.c_void_p
            kernel.SetThreadPriority.argtypes = (ctypes.c_void_p, ctypes.c_int)
            kernel.SetThreadPriority(kernel.GetCurrentThread(), _THREAD_PRIORITY_BELOW_NORMAL)


def _sysctl_number(*names: str) -> int:
    for name in names:
        with suppress(OSError, ValueError, subprocess.SubprocessError):
            argv = ["/usr/sbin/sysctl", "-n", name]
            told = subprocess.run(argv, capture_output=True, timeout=5, check=True)
            return int(told.stdout)
    return 0
