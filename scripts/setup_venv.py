#!/usr/bin/env python3
"""Create the worker's Python environment and install its locked packages.

Runs on any Python 3.9 or later without packages. Does nothing when the environment already
holds what the lock file asks for.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import List, Optional

from cli import EXIT_OK, Failure, UsageParser, run_cli

ROOT = Path(__file__).resolve().parent.parent
OLDEST_PYTHON = (3, 11)
STAMP_NAME = ".locked_requirements"


def main(argv: Optional[List[str]] = None) -> int:
    """Return the exit code: 0 when the environment is ready, 2 when it could not be made."""
    options = _parser().parse_args(argv)
    lock = ROOT / "requirements" / ("dev.txt" if options.dev else "worker.txt")
    venv = Path(options.venv).expanduser().resolve()
    stamp = venv / STAMP_NAME
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest()
    if stamp.is_file() and wanted in stamp.read_text(encoding="ascii").split():
        return EXIT_OK
    if not _python_of(venv).exists():
        _create(venv, options.python)
    print(f"Installing {lock.name} into {venv} (a few minutes the first time)", file=sys.stderr)
    _run([str(_python_of(venv)), "-m", "pip", "install", "--quiet", "-r", str(lock)])
    locks = {wanted, _hash_of_worker_lock()} if options.dev else {wanted}
    stamp.write_text("\n".join(sorted(locks)), encoding="ascii")
    return EXIT_OK


def _parser() -> argparse.ArgumentParser:
    parser = UsageParser(description=__doc__)
    parser.add_argument("--venv", default=str(ROOT / ".venv"), help="where (default: .venv here)")
    parser.add_argument("--python", default="", help="the Python to build on (3.11 or later)")
    parser.add_argument("--dev", action="store_true", help="add what the tests and checks need")
    return parser


def _hash_of_worker_lock() -> str:
    # The development lock contains the worker's, so an environment made for one serves the other.
    return hashlib.sha256((ROOT / "requirements" / "worker.txt").read_bytes()).hexdigest()


def _python_of(venv: Path) -> Path:
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _create(venv: Path, wanted_python: str) -> None:
    python = wanted_python or _find_python()
    if _makes_venv(python, venv):
        return
    # Debian ships venv's ensurepip as a package of its own.
    if _may_install_packages():
        _run(["apt-get", "update", "-qq"])
        _run(["apt-get", "install", "-y", "-qq", "python3-venv"])
        if _makes_venv(python, venv):
            return
    raise Failure(
        f"{python} cannot create a virtual environment.",
        hint="Install the package python3-venv (apt-get install python3-venv) and run this again.",
    )


def _find_python() -> str:
    names = [sys.executable, "python3.13", "python3.12", "python3.11", "python3"]
    for name in names:
        path = shutil.which(name)
        if path and _is_new_enough(path):
            return path
    raise Failure(
        "No Python 3.11 or later was found.", hint="Install one, or name it with --python."
    )


def _is_new_enough(python: str) -> bool:
    check = f"import sys; sys.exit(sys.version_info[:2] < {OLDEST_PYTHON!r})"
    return subprocess.run([python, "-c", check], check=False, capture_output=True).returncode == 0


def _makes_venv(python: str, venv: Path) -> bool:
    command = [python, "-m", "venv", "--clear", str(venv)]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def _may_install_packages() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and bool(shutil.which("apt-get"))


def _run(command: List[str]) -> None:
    if subprocess.run(command, check=False, stdout=sys.stderr).returncode != 0:
        raise Failure(
            f"This step failed: {' '.join(command)}.",
            hint="The lines above say why; put that right and run this again.",
        )


if __name__ == "__main__":
    sys.exit(run_cli(main))
