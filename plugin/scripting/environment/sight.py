"""Looking at this machine: files of the kernel, short programs, Windows' registry.

Owns: that no look takes long or raises. Does not own: what is looked for (hardware).
"""

from __future__ import annotations

import contextlib
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Dict, Final, List, Optional, Sequence, Tuple

from ..child import NO_WINDOW
from ..child_environment import child_environment

_SHORT_S: Final = 10.0
"""nvidia-smi wakes sleeping cards, which takes seconds on a server full of them."""
_ADAPTERS: Final = r"SYSTEM\CurrentControlSet\Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318}"
_MOST_ADAPTERS: Final = 32


class SightOfThisMachine:
    """Behind hardware.Sight stands this machine."""

    def __init__(self, env: Optional[Dict[str, str]] = None) -> None:
        self._env = child_environment() if env is None else env

    def system(self) -> Tuple[str, str]:
        """Return the system (linux, windows, darwin) and the processor as the system calls it."""
        return platform.system().lower(), platform.machine()

    def output(self, argv: Sequence[str]) -> str:
        """Return what a program prints; "" where there is none or it fails."""
        try:
            done = subprocess.run(
                argv,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_SHORT_S,
                check=False,
                env=self._env,
                creationflags=NO_WINDOW,
            )
        except (OSError, ValueError, subprocess.TimeoutExpired):
            return ""
        return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""

    def text(self, path: str) -> str:
        """Return a file's text."""
        try:
            return Path(path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""

    def target(self, path: str) -> str:
        """Return the last part of where a link leads."""
        try:
            return Path(os.readlink(path)).name  # noqa: PTH115 - Path.readlink joins nothing
        except OSError:
            return ""

    def paths(self, pattern: str) -> List[str]:
        """Return the paths that match a pattern."""
        anchor = Path(pattern).anchor
        try:
            return sorted(str(path) for path in Path(anchor).glob(pattern[len(anchor) :]))
        except OSError:
            return []

    def adapters(self) -> List[Tuple[str, str, str]]:
        """Return Windows' display adapters: name, PCI id as "ven_...&dev_...", driver version."""
        if sys.platform != "win32":
            return []
        import winreg

        found = []
        for number in range(_MOST_ADAPTERS):
            # Gaps and keys that only the system may read are left out.
            with contextlib.suppress(OSError):
                place = rf"{_ADAPTERS}\{number:04d}"
                with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, place) as key:
                    names = ("DriverDesc", "MatchingDeviceId", "DriverVersion")
                    name, pci_id, driver = (str(winreg.QueryValueEx(key, n)[0]) for n in names)
                    found.append((name, pci_id, driver))
        return found
