"""Which Pythons and which uv are on this machine.

Owns: where they are looked for, the probe that runs each. Does not own: which one is used (plan).

Inside LibreOffice sys.executable is empty or whatever is first on PATH, and a desktop starts it
with a short PATH: so the usual folders are looked at as well, and sys.executable never is.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Dict, Final, Iterator, List, Mapping, Optional, Tuple

from ...contracts.errors import VenvMissing
from ..child import NO_WINDOW
from ..child_environment import child_environment
from ..interpreter import MIN_VERSION, PROBE_S
from .advice import HOW_TO_GET_PYTHON
from .sight import SightOfThisMachine

if TYPE_CHECKING:
    from .hardware import Sight

NEWEST_WITH_WHEELS: Final = (3, 13)
"""The newest Python that every pinned package has a wheel for."""

_NAMES: Final = ("python3.13", "python3.12", "python3.11", "python3", "python")
_MARK: Final = "writeragent-base "
_WINDOWS_PATH: Final = re.compile(r"[A-Za-z]:\\.*?\.exe")
# Runs on any Python, so that an old one is told by its version and not by a syntax error.
_PROBE: Final = f"""
import json, platform, sys, sysconfig
try:
    import ensurepip, venv
    whole = True
except ImportError:
    whole = False
usable = sys.maxsize > 2 ** 32 and platform.python_implementation() == "CPython"
usable = usable and not sysconfig.get_config_var("Py_GIL_DISABLED")
path = getattr(sys, "_base_executable", None) or sys.executable
print({_MARK!r} + json.dumps([list(sys.version_info[:3]), path, usable, whole]))
"""


@dataclass(frozen=True)
class BasePython:
    """A Python that was run; can_make_venv is False where Debian's python3-venv is missing."""

    path: str
    version: Tuple[int, int, int]
    can_make_venv: bool


@dataclass(frozen=True)
class Surroundings:
    """Where Pythons and uv are looked for: the environment's PATH, then patterns of paths.

    sight is what sees the hardware.
    """

    env: Mapping[str, str]
    patterns: Tuple[str, ...]
    sight: Sight = field(default_factory=SightOfThisMachine)

    @classmethod
    def here(cls) -> Surroundings:
        """Return this process's environment and this system's usual places."""
        env = child_environment()
        return cls(env=env, patterns=_usual_places(env))


def base_pythons(
    explicit: str = "",
    *,
    prefer: Tuple[int, int] = MIN_VERSION,
    around: Optional[Surroundings] = None,
) -> Tuple[BasePython, ...]:
    """Return the Pythons of 3.11 or later that an environment can be built on, best first.

    With explicit, a path or a name on PATH, that one alone; raises VenvMissing when it is no use.
    Otherwise the preferred version comes first, then those with wheels, the newest first.
    """
    surroundings = around or Surroundings.here()
    if explicit:
        return (_explicit(explicit, surroundings),)
    found: Dict[str, BasePython] = {}
    for path in _candidates(surroundings):
        python = _probe(path, surroundings)
        if python and python.version >= MIN_VERSION:
            found.setdefault(os.path.realpath(python.path), python)

    def rank(python: BasePython) -> Tuple[bool, bool, bool]:
        minor = python.version[:2]
        return (not python.can_make_venv, minor > NEWEST_WITH_WHEELS, minor != prefer)

    newest_first = sorted(found.values(), key=lambda python: python.version[:2], reverse=True)
    return tuple(sorted(newest_first, key=rank))


def find_uv(around: Optional[Surroundings] = None) -> str:
    """Return the path of a uv that runs, "" without one."""
    surroundings = around or Surroundings.here()
    home = Path(surroundings.env.get("HOME") or "~").expanduser()
    on_path = shutil.which("uv", path=surroundings.env.get("PATH", ""))
    name = "uv.exe" if sys.platform == "win32" else "uv"
    at_home = [str(home / folder / name) for folder in (".local/bin", ".cargo/bin")]
    for path in (on_path, *at_home):
        if path and Path(path).is_file() and _output([path, "--version"], surroundings):
            return path
    return ""


def _explicit(name: str, around: Surroundings) -> BasePython:
    path = shutil.which(name, path=around.env.get("PATH", "")) or str(Path(name).expanduser())
    python = _probe(path, around)
    if python and python.version >= MIN_VERSION:
        return python
    wanted = ".".join(map(str, MIN_VERSION))
    what = ".".join(map(str, python.version)) if python else "no usable Python"
    raise VenvMissing(
        f"{name} is {what}; a 64-bit Python {wanted} or later is needed.", hint=HOW_TO_GET_PYTHON
    )


def _probe(path: str, around: Surroundings) -> Optional[BasePython]:
    for line in _output([path, "-I", "-c", _PROBE], around).splitlines():
        if line.startswith(_MARK):
            (major, minor, micro), real, usable, whole = json.loads(line[len(_MARK) :])
            if not usable:
                return None
            # A shim's own path stands for another Python tomorrow: the real one is kept.
            return BasePython(str(real) or path, (major, minor, micro), bool(whole))
    return None


def _output(argv: List[str], around: Surroundings) -> str:
    try:
        done = subprocess.run(
            argv,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PROBE_S,
            check=False,
            env=dict(around.env),
            creationflags=NO_WINDOW,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""


def _candidates(around: Surroundings) -> Iterator[str]:
    seen = set()
    for path in _paths(around):
        real = os.path.realpath(path)
        if real not in seen:
            seen.add(real)
            yield path


def _paths(around: Surroundings) -> Iterator[str]:
    path_list = around.env.get("PATH", "")
    for name in _NAMES:
        found = shutil.which(name, path=path_list) if path_list else None
        if found:
            yield found
    if sys.platform == "win32" and shutil.which("py", path=path_list):
        # "py -0p" lists what the launcher knows: " -V:3.12 *  C:\...\python.exe".
        yield from _WINDOWS_PATH.findall(_output(["py", "-0p"], around))
    for pattern in around.patterns:
        anchor = Path(pattern).anchor
        yield from (str(path) for path in sorted(Path(anchor).glob(pattern[len(anchor) :])))


def _usual_places(env: Mapping[str, str]) -> Tuple[str, ...]:
    home = env.get("HOME") or str(Path("~").expanduser())
    if sys.platform == "win32":
        roots = (env.get("LOCALAPPDATA", "") + r"\Programs\Python", env.get("PROGRAMFILES", ""))
        return tuple(rf"{root}\Python31[1-9]\python.exe" for root in roots if root[1:2] == ":")
    folders = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/opt/local/bin"]
    folders.append(f"{home}/.local/bin")
    patterns = [f"{folder}/python3{minor}" for folder in folders for minor in ("", ".1[1-9]")]
    patterns.append(f"{home}/.pyenv/versions/3.1[1-9].*/bin/python3")
    patterns.append(f"{home}/.local/share/uv/python/cpython-3.1[1-9]*/bin/python3")
    patterns.append("/Library/Frameworks/Python.framework/Versions/3.1[1-9]/bin/python3")
    return tuple(patterns)
