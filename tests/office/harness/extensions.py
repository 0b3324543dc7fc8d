"""Owns building the probe and our extension, and installing extensions into a profile."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from office_installation import Installation

    from tests.office.harness.home import Home

ROOT = Path(__file__).resolve().parents[3]
PROBE = Path(__file__).resolve().parents[1] / "probe"
BUILD_SCRIPT = ROOT / "scripts" / "build_oxt.py"
WAIT_S = 120


def build_probe(target: Path) -> Path:
    """Write the test-only probe extension and return its path."""
    files = [path for path in sorted(PROBE.rglob("*")) if path.suffix not in ("", ".pyc")]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in files:
            if path.is_file():
                archive.write(path, path.relative_to(PROBE).as_posix())
        wire = Path(__file__).with_name("wire.py")
        archive.write(wire, "python/pythonpath/office_probe/wire.py")
    return target


def build_ours(target: Path) -> Path:
    """Build our extension as a release does and return its path."""
    _run([sys.executable, str(BUILD_SCRIPT), str(target)], dict(os.environ))
    return target


def install(installation: Installation, home: Home, extension: Path) -> None:
    """Install the extension into the profile."""
    unopkg(installation, home, "add", "-f", "-s", str(extension))


def unopkg(installation: Installation, home: Home, verb: str, *words: str) -> str:
    """Run unopkg on the profile and return what it printed."""
    # As root it refuses the user's context, unless the context comes twice; the first one counts.
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    context = ["--deployment-context", "user", "--bundled"] if as_root else []
    command = [str(installation.unopkg), verb, *context, *words, home.profile_option]
    return _run(command, home.variables() | installation.variables())


def _run(command: list[str], variables: dict[str, str]) -> str:
    done = subprocess.run(
        command,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=WAIT_S,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout
