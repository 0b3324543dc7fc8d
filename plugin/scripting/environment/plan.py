"""What a set-up would do, worked out before it is asked for.

Owns: which Python and which tool are used, whether an environment is made, replaced or added to,
the commands, the figures for the question to the user. Does not own: doing any of it (setup).
Planning writes nothing and uses no network; it runs the Pythons it finds (about 0.05 s each), so
it must not be called on LibreOffice's main thread.
"""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final, Optional, Sequence, Tuple

from ...contracts.errors import BadRequest, VenvMissing
from ..interpreter import MIN_VERSION, probe
from ..venv_folder import default_venv_path, python_in, python_names, site_packages
from .advice import HOW_TO_GET_PYTHON
from .facts import is_ours, packages_in
from .lock_file import Lock, PackageSize, is_pinned, read_lock, size_of_all
from .progress import SetupStep
from .pythons import BasePython, Surroundings, base_pythons, find_uv
from .tool_settings import needs_pip

PYTHON_DOWNLOAD_BYTES: Final = 35_000_000
"""What uv fetches for a Python of its own, about: it differs between systems."""
_STAGING: Final = ".setup-"


class SetupWay(str, Enum):
    """What becomes of the folder.

    CREATE: it is new. REPLACE: it was made by a set-up before, or its Python is gone; the old one
    stays in use until the new one is whole. ADD: it is the user's own; packages are installed into
    it, and what pip has changed when it fails stays changed.
    """

    CREATE = "create"
    REPLACE = "replace"
    ADD = "add"


@dataclass(frozen=True)
class Command:
    """One program that a set-up runs."""

    step: SetupStep
    argv: Tuple[str, ...]


@dataclass(frozen=True)
class SetupPlan:
    """What run_setup will do: facts for the question to the user, and the commands.

    python and version are the base Python; with downloads_python they are "" and what uv is told
    to fetch. building is the folder that is filled and then moved to venv (the same with ADD).
    download_bytes is an upper bound: what pip or uv has in its cache is not fetched again.
    """

    venv: str
    way: SetupWay
    building: str
    python: str
    version: Tuple[int, ...]
    uv: str
    lock: str
    covers: Tuple[str, ...]
    n_packages: int
    n_missing: int
    size: PackageSize
    commands: Tuple[Command, ...]

    @property
    def uses_uv(self) -> bool:
        """Whether uv installs, rather than pip."""
        return bool(self.uv)

    @property
    def downloads_python(self) -> bool:
        """Whether uv fetches a Python, because this machine has none that can be used."""
        return not self.python

    @property
    def download_bytes(self) -> int:
        """About how much is fetched, at most."""
        return self.size.download_bytes + (PYTHON_DOWNLOAD_BYTES if self.downloads_python else 0)

    @property
    def disk_bytes(self) -> int:
        """About how much room the environment takes."""
        return self.size.disk_bytes


def plan_setup(
    venv: str,
    *,
    lock: str,
    python: str = "",
    covers: Sequence[str] = (),
    around: Optional[Surroundings] = None,
) -> SetupPlan:
    """Return what setting up this environment from this lock would do; "" is the default place.

    python names the Python to build on; covers are further locks that this one fulfils. Raises
    VenvMissing with the next step when no Python can be used, BadRequest for an unusable folder,
    SetupFailed for an unusable lock.
    """
    surroundings = around or Surroundings.here()
    folder = os.path.realpath(Path(venv or default_venv_path(surroundings.env)).expanduser())
    pins = read_lock(lock)
    way = _way(Path(folder))
    tools = _Tools.found(folder, way, python, pins=pins, around=surroundings)
    parent, name = os.path.split(folder)
    staging = f"{parent}{os.sep}.{name.lstrip('.')}{_STAGING}{secrets.token_hex(3)}"
    building = folder if way is SetupWay.ADD else staging
    present = packages_in(folder) if way is SetupWay.ADD else {}
    needed = [name for name, pin in pins.pins.items() if not is_pinned(present.get(name, ""), pin)]
    return SetupPlan(
        venv=folder,
        way=way,
        building=building,
        python=tools.python,
        version=tools.version,
        uv=tools.uv,
        lock=pins.path,
        covers=tuple(os.path.realpath(other) for other in covers),
        n_packages=len(pins.pins),
        n_missing=len(needed),
        size=size_of_all(needed),
        commands=_commands(tools, way, building, lock=pins.path),
    )


def staging_pattern(venv: str) -> str:
    """Return the glob, inside the parent folder, of what dead set-ups may have left there."""
    return f".{Path(venv).name.lstrip('.')}{_STAGING}*"


def _way(folder: Path) -> SetupWay:
    try:
        if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
            return SetupWay.CREATE
        is_environment = (folder / "pyvenv.cfg").is_file() or is_ours(str(folder))
    except OSError as exc:
        raise BadRequest(
            f"{folder} cannot be looked at: {exc.strerror}.", hint="Choose another folder."
        ) from exc
    if not is_environment:
        raise BadRequest(
            f"{folder} holds other files and no Python environment.",
            hint="Choose a new or an empty folder.",
        )
    if is_ours(str(folder)) or _has_dead_python(str(folder)):
        return SetupWay.REPLACE
    return SetupWay.ADD


def _has_dead_python(folder: str) -> bool:
    """Return whether an environment's Python no longer runs; one too old is not dead."""
    python = python_in(folder)
    if not python:
        return True
    try:
        probe(python)
    except VenvMissing as exc:
        return " is Python " not in exc.message
    return False


@dataclass(frozen=True)
class _Tools:
    """The base Python, "" where uv fetches one, and uv, "" where pip installs."""

    python: str
    version: Tuple[int, ...]
    uv: str

    @classmethod
    def found(
        cls, folder: str, way: SetupWay, python: str, *, pins: Lock, around: Surroundings
    ) -> _Tools:
        uv = find_uv(around)
        if way is SetupWay.ADD:
            own = python_in(folder)
            version = probe(own)  # raises VenvMissing where it is too old
            return cls(own, version, "" if needs_pip(around.env) else uv)
        prefer = max(pins.compiled_with, MIN_VERSION)
        bases = base_pythons(python, prefer=prefer, around=around)
        best: Optional[BasePython] = bases[0] if bases else None
        if best and best.can_make_venv and (not uv or needs_pip(around.env)):
            return cls(best.path, best.version, "")
        if best and uv:
            return cls(best.path, best.version, uv)
        if uv:
            return cls("", prefer, uv)
        message = "No Python 3.11 or later was found on this computer."
        if best:
            message = f"{best.path} cannot create an environment: its module ensurepip is missing."
        raise VenvMissing(message, hint=HOW_TO_GET_PYTHON)


def _commands(tools: _Tools, way: SetupWay, building: str, *, lock: str) -> Tuple[Command, ...]:
    python = str(Path(building) / python_names()[0])
    base = tools.python or ".".join(map(str, tools.version))
    commands = []
    if way is not SetupWay.ADD:
        argv = (base, "-I", "-m", "venv", building)
        if tools.uv:
            argv = (tools.uv, "venv", "--python", base, building)
        commands.append(Command(SetupStep.CREATE, argv))
    elif not tools.uv and not _has_pip(building):
        commands.append(Command(SetupStep.CREATE, (python, "-I", "-m", "ensurepip")))
    if tools.uv:
        install: Tuple[str, ...] = (tools.uv, "pip", "install", "--python", python, "-r", lock)
    else:
        quiet = ("--no-input", "--progress-bar", "off", "--disable-pip-version-check")
        install = (python, "-I", "-u", "-m", "pip", "install", *quiet, "-r", lock)
    return (*commands, Command(SetupStep.INSTALL, install))


def _has_pip(venv: str) -> bool:
    packages = site_packages(venv)
    return packages is not None and (packages / "pip").is_dir()
