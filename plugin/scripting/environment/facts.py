"""What an environment holds, as cheap facts.

Owns: the stamp that says which lock an environment was made from, comparing its packages with a
lock by the names of their folders, which build of torch it has. Does not own: making it (setup),
importing anything (verify).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Final, Iterable, Optional, Tuple

from ...contracts.errors import EmbeddingsError, SetupFailed
from ..interpreter import probe
from ..torch_note import read_torch_note
from ..venv_folder import python_in, site_packages
from .lock_file import is_pinned, normal_name, read_lock

STAMP_NAME: Final = ".locked_requirements"
_DIST_INFO = re.compile(r"^(.+)-([^-]+)\.dist-info$")


@dataclass(frozen=True)
class Installed:
    """An environment as found; problem is a sentence where its Python is missing or no use."""

    venv: str
    python: str
    version: Optional[Tuple[int, int, int]]
    n_packages: int
    is_current: bool
    missing: Tuple[str, ...] = ()
    problem: str = ""


def is_current(venv: str, lock: str) -> bool:
    """Return whether a set-up made this environment, with its Python and the lock's packages.

    Where the stamp is of another lock, the packages decide: a pin may have changed its words only.
    """
    if not is_ours(venv) or not python_in(venv):
        return False
    try:
        stamped = read_lock(lock).sha256 in _stamp(venv).split()
        return stamped or not missing_pins(packages_in(venv), lock)
    except SetupFailed:
        return False


def is_ours(venv: str) -> bool:
    """Return whether a set-up made this environment, rather than the user for other ends."""
    return (Path(venv) / STAMP_NAME).is_file()


def write_stamp(venv: str, locks: Iterable[str]) -> None:
    """Write down which locks the environment fulfils."""
    hashes = sorted({read_lock(lock).sha256 for lock in locks})
    (Path(venv) / STAMP_NAME).write_text("\n".join(hashes), encoding="ascii")


def installed(venv: str, *, lock: str) -> Installed:
    """Return what the environment holds, compared with the lock; runs its Python (0.03 s).

    Never raises: problem tells what is wrong. missing has the pins that are absent or of another
    version, as "name==version". It must not be called on LibreOffice's main thread.
    """
    python = python_in(venv)
    packages = packages_in(venv)
    version: Optional[Tuple[int, int, int]] = None
    problem = "" if python else f"{venv} holds no Python environment."
    missing: Tuple[str, ...] = ()
    try:
        version = probe(python) if python else None
        missing = missing_pins(packages, lock)
    except EmbeddingsError as exc:
        problem = exc.message
    return Installed(
        venv=venv,
        python=python,
        version=version,
        n_packages=len(packages),
        is_current=version is not None and not missing and is_current(venv, lock),
        missing=missing,
        problem=problem,
    )


def packages_in(venv: str) -> Dict[str, str]:
    """Return the packages in the environment, name to version, read from their folders' names."""
    folder = site_packages(venv)
    try:
        names = [entry.name for entry in folder.iterdir()] if folder else []
    except OSError:
        return {}
    found = (_DIST_INFO.match(name) for name in names)
    return {normal_name(match[1]): match[2] for match in found if match}


def missing_pins(packages: Dict[str, str], lock: str) -> Tuple[str, ...]:
    """Return the lock's pins that the packages do not fulfil; raises SetupFailed without a lock."""
    read = read_lock(lock)
    return tuple(
        f"{name}=={pin}"
        for name, pin in read.pins.items()
        if not is_pinned(packages.get(name, ""), pin)
        and not (name in read.conditional and name not in packages)
    )


def torch_kind_in(venv: str) -> str:
    """Return what the environment's torch computes on beside the CPU: cuda, rocm, xpu or cpu.

    "" where it has none. Read from torch's own note of its build; on macOS "cpu" has Metal in it.
    """
    folder = site_packages(venv)
    return read_torch_note(folder / "torch")[1] if folder else ""


def _stamp(venv: str) -> str:
    try:
        return (Path(venv) / STAMP_NAME).read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""
