"""Where an environment is and what lies where inside it.

Owns: the default place in the user's data folder, the Python in an environment's folder.
Does not own: whether that Python works (interpreter), what is installed (environment).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final, Mapping, Optional, Tuple

_MAC_AND_WINDOWS_NAME: Final = "WriterAgent"
_XDG_NAME: Final = "writeragent"


def default_venv_path(env: Optional[Mapping[str, str]] = None, *, platform: str = "") -> str:
    """Return the folder in the user's data that holds the environment unless told otherwise."""
    given = env if env is not None else os.environ
    home = Path(given.get("HOME") or Path("~").expanduser())
    system = platform or sys.platform
    if system == "win32":
        local = given.get("LOCALAPPDATA", "")
        base = Path(local) if local else Path("~").expanduser() / "AppData" / "Local"
        return str(base / _MAC_AND_WINDOWS_NAME / "venv")
    if system == "darwin":
        return str(home / "Library" / "Application Support" / _MAC_AND_WINDOWS_NAME / "venv")
    data = given.get("XDG_DATA_HOME", "")
    # The XDG rules say that a path that is not absolute is to be ignored.
    base = Path(data) if data.startswith("/") else home / ".local" / "share"
    return str(base / _XDG_NAME / "venv")


def python_names() -> Tuple[str, ...]:
    """Return where a Python may be inside an environment, the usual place first."""
    return ("Scripts/python.exe",) if sys.platform == "win32" else ("bin/python", "bin/python3")


def python_in(venv: str) -> str:
    """Return the path of the environment's Python, "" where there is none."""
    for name in python_names():
        python = Path(venv) / name
        if python.is_file():
            return os.path.abspath(python)  # noqa: PTH100 - resolve() would leave the environment
    return ""


def site_packages(venv: str) -> Optional[Path]:
    """Return the folder of the environment's packages, None where there is none."""
    root = Path(venv)
    if sys.platform == "win32":
        folder = root / "Lib" / "site-packages"
        return folder if folder.is_dir() else None
    return next(iter(sorted(root.glob("lib/python3*/site-packages"))), None)
