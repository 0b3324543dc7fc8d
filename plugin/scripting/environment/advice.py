"""What to tell when a set-up cannot go on: the cause, read from what was said, and the next step.

Owns: hints for each operating system and each typical cause. Does not own: when they are told.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final, Pattern, Sequence, Tuple

_ON_LINUX: Final = (
    ("/etc/debian_version", "Run: sudo apt install python3-venv (Python 3.11 or later)"),
    ("/etc/fedora-release", "Run: sudo dnf install python3.12"),
    ("/etc/redhat-release", "Run: sudo dnf install python3.12"),
    ("/etc/zypp", "Run: sudo zypper install python312"),
    ("/etc/arch-release", "Run: sudo pacman -S python"),
)


def _how_to_get_python() -> str:
    if sys.platform == "win32":
        return "Install Python 3.12 (64 bit) from python.org or the Microsoft Store"
    if sys.platform == "darwin":
        return "Install Python 3.12 from python.org, or run: brew install python@3.12"
    any_system = "Install Python 3.11, 3.12 or 3.13 with its modules venv and ensurepip"
    return next((step for mark, step in _ON_LINUX if Path(mark).exists()), any_system)


HOW_TO_GET_PYTHON: Final = f"{_how_to_get_python()}, then try again."

DISK_FULL: Final = (
    "The disk is full. Free some space, or choose a folder on another disk, and try again."
)
NO_RIGHT: Final = "There is no right to write there. Choose another folder for the environment."
_OTHER: Final = "The details say why; put that right and try again."
# The first that fits is told: without a network pip ends by saying that there is no such package.
_CAUSES: Final[Sequence[Tuple[Pattern[str], str]]] = (
    (
        re.compile(
            "No space left on device|Disk quota exceeded|not enough space on the disk"
            "|os error 28|os error 112",
            re.IGNORECASE,
        ),
        DISK_FULL,
    ),
    (
        re.compile("CERTIFICATE_VERIFY_FAILED|invalid peer certificate|SSLError|SSLCertVerif"),
        "The server's certificate is not trusted. Set PIP_CERT (uv: SSL_CERT_FILE) to the proxy's.",
    ),
    (
        re.compile(
            "name resolution|Name or service not known|getaddrinfo failed|nodename nor servname"
            "|Failed to establish a new connection|NewConnectionError|Network is unreachable"
            "|dns error|ProxyError|Connection refused|Connection reset|timed out"
            "|error sending request|tunnel connection failed|RemoteDisconnected",
            re.IGNORECASE,
        ),
        "The package index cannot be reached. Check the network and the proxy, and try again.",
    ),
    (
        re.compile(
            "Permission denied|Access is denied|Read-only file system|Operation not permitted",
            re.IGNORECASE,
        ),
        NO_RIGHT,
    ),
    (
        re.compile(
            "No matching distribution|Could not find a version|ResolutionImpossible"
            "|No solution found|no wheels with a matching|Failed building wheel"
            "|not a supported wheel|Failed to build|subprocess-exited-with-error"
            "|requires a different Python",
            re.IGNORECASE,
        ),
        "A package has no build for this Python and system. Choose another Python and try again.",
    ),
    (
        re.compile("DLL load failed", re.IGNORECASE),
        "Install Microsoft's Visual C++ Redistributable (x64) and try again.",
    ),
)


def next_step(lines: Sequence[str]) -> str:
    """Return the hint for the first known cause in what a tool said, else to read its words."""
    said = "\n".join(lines)
    return next((hint for pattern, hint in _CAUSES if pattern.search(said)), _OTHER)
