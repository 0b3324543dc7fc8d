"""Finding LibreOffice on this machine, and what its programs need in their environment.

Owns: where it is looked for, the variable that says so, the programs in its folder.
Does not own: starting it (the worker's converter, the tests' harness).

The extension knows its own LibreOffice and names it to the worker by the variable; everybody
else takes the newest in the usual places.
"""

from __future__ import annotations

import glob
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Final, List, Optional, Tuple

PROGRAM_VARIABLE: Final = "WRITERAGENT_SOFFICE_PROGRAM"
PLACES: Tuple[str, ...] = (
    "/usr/lib/libreoffice/program",
    "/opt/libreoffice*/program",
    "/usr/lib64/libreoffice/program",
    "/usr/local/lib/libreoffice/program",
    "/snap/libreoffice/current/lib/libreoffice/program",
    "/Applications/LibreOffice.app/Contents/MacOS",
    "C:/Program Files/LibreOffice/program",
    "C:/Program Files (x86)/LibreOffice/program",
)
UNPACKED: Final = Path("usr/lib/libreoffice/program")
"""Where a distribution's packages have it, seen from the folder they were unpacked into."""

VERSION_WAIT_S: Final = 60


@dataclass(frozen=True)
class Installation:
    """One LibreOffice: its program folder."""

    program: Path

    @property
    def soffice(self) -> Path:
        """Return the program itself, not the script that restarts it."""
        return _first(self.program, ("soffice.bin", "soffice.exe", "soffice"))

    @property
    def unopkg(self) -> Path:
        """Return the program that installs extensions."""
        return _first(self.program, ("unopkg.bin", "unopkg.com", "unopkg"))

    @property
    def registry(self) -> Path:
        """Return the folder of its own configuration (main.xcd and its companions)."""
        resources = self.program.parent / "Resources"  # macOS
        share = resources if resources.is_dir() else self.program.parent / "share"
        return share / "registry"

    def variables(self) -> Dict[str, str]:
        """Return what its programs need: a copy unpacked elsewhere has its libraries beside it."""
        root = next((p for p in self.program.parents if p / UNPACKED == self.program), None)
        if root is None or root == Path(root.anchor):
            return {}
        libraries = [self.program, *sorted(root.glob("usr/lib/*-linux-*")), root / "usr/lib"]
        python = [self.program, root / "usr/lib/python3/dist-packages"]
        return {
            "LD_LIBRARY_PATH": os.pathsep.join(map(str, libraries)),
            "PYTHONPATH": os.pathsep.join(map(str, python)),
        }

    def version(self) -> Tuple[int, ...]:
        """Return its version, asked of the program: (25, 2, 3, 2)."""
        done = subprocess.run(
            [str(self.soffice), "--version"],
            env={**os.environ, **self.variables()},
            capture_output=True,
            text=True,
            timeout=VERSION_WAIT_S,
            check=True,
        )
        found = re.search(r"\d+(?:\.\d+)+", done.stdout)
        return tuple(int(part) for part in found.group().split(".")) if found else ()


def find_installation() -> Optional[Installation]:
    """Return the LibreOffice to use, or None where there is none.

    Raises FileNotFoundError where the variable names a folder without one.
    """
    wanted = os.environ.get(PROGRAM_VARIABLE)
    if wanted:
        chosen = Installation(Path(wanted).absolute())
        if not chosen.soffice.exists():
            raise FileNotFoundError(f"{PROGRAM_VARIABLE}: no soffice in {chosen.program}")
        return chosen
    return _in_usual_places() or _on_the_path()


def _in_usual_places() -> Optional[Installation]:
    for place in PLACES:
        # pathlib's glob wants to know where a Windows path begins on other systems.
        folders = glob.glob(place)  # noqa: PTH207 - the line above
        for folder in sorted(folders, key=_numbers, reverse=True):
            if Installation(Path(folder)).soffice.exists():
                return Installation(Path(folder))
    return None


def _on_the_path() -> Optional[Installation]:
    """Return the one whose start script is on PATH, which links into its program folder."""
    script = shutil.which("soffice") or shutil.which("libreoffice")
    if script is None:
        return None
    found = Installation(Path(script).resolve().parent)
    # A script of another kind (a wrapper of snap or Flatpak) lies beside no program.
    names = ("soffice.bin", "soffice.exe")
    return found if any((found.program / name).exists() for name in names) else None


def _numbers(text: str) -> List[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def _first(folder: Path, names: Tuple[str, ...]) -> Path:
    if sys.platform != "win32":  # the script of that name beside it starts another process
        names = tuple(name for name in names if not name.endswith((".exe", ".com")))
    return next((folder / name for name in names if (folder / name).exists()), folder / names[-1])
