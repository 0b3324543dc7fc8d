#!/usr/bin/env python3
"""Create the worker's Python environment and install its locked packages.

Runs on any Python 3.9 or later without packages. Does nothing when the environment already
holds what the lock file asks for.
"""

import argparse
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import List, Optional, Tuple

from cli import EXIT_OK, ROOT, Failure, ProgressBar, Step, UsageParser, run_cli

from plugin.contracts.errors import SetupFailed, VenvMissing
from plugin.scripting.environment import (
    SetupPlan,
    SetupProgress,
    base_pythons,
    is_current,
    plan_setup,
    run_setup,
)
from plugin.scripting.interpreter import MIN_VERSION

BYTES_PER_MB = 1_000_000
NAMES = {"create": "creating", "install": "packages", "verify": "checking"}


def main(argv: Optional[List[str]] = None) -> int:
    """Return the exit code: 0 when the environment is ready, 2 when it could not be made."""
    options = _parser().parse_args(argv)
    worker_lock = str(ROOT / "requirements" / "worker.txt")
    lock = str(ROOT / "requirements" / "dev.txt") if options.dev else worker_lock
    venv = str(Path(options.venv).expanduser().resolve())
    if is_current(venv, lock):
        return EXIT_OK
    # The development lock contains the worker's, so an environment made for one serves the other.
    covers = (worker_lock,) if options.dev else ()
    plan = _plan(venv, lock=lock, python=options.python or _own_python(), covers=covers)
    tool = "uv" if plan.uses_uv else "pip"
    print(
        f"Installing {Path(lock).name} into {venv} with {tool}: up to"
        f" {plan.download_bytes // BYTES_PER_MB} MB to fetch, a few minutes the first time",
        file=sys.stderr,
    )
    _run(plan)
    return EXIT_OK


def _parser() -> argparse.ArgumentParser:
    parser = UsageParser(description=__doc__)
    parser.add_argument("--venv", default=str(ROOT / ".venv"), help="where (default: .venv here)")
    parser.add_argument("--python", default="", help="the Python to build on (3.11 or later)")
    parser.add_argument("--dev", action="store_true", help="add what the tests and checks need")
    return parser


def _own_python() -> str:
    # Whoever runs this with a Python that will do means that one.
    return sys.executable if sys.version_info >= MIN_VERSION else ""


def _plan(venv: str, *, lock: str, python: str, covers: Tuple[str, ...]) -> SetupPlan:
    try:
        return plan_setup(venv, lock=lock, python=python, covers=covers)
    except VenvMissing:
        # Debian ships venv's ensurepip as a package of its own.
        if not _may_install_packages():
            raise
        base_pythons(python)  # raises for a wrong --python, which no package puts right
    _install(["apt-get", "update", "-qq"])
    _install(["apt-get", "install", "-y", "-qq", "python3-venv"])
    return plan_setup(venv, lock=lock, python=python, covers=covers)


def _may_install_packages() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and bool(shutil.which("apt-get"))


def _install(command: List[str]) -> None:
    if subprocess.run(command, check=False, stdout=sys.stderr).returncode != 0:
        raise Failure(
            f"This step failed: {' '.join(command)}.",
            hint="The lines above say why; put that right and run this again.",
        )


def _run(plan: SetupPlan) -> None:
    bar = ProgressBar()

    def show(now: SetupProgress) -> None:
        bar.show(Step(NAMES[now.step.value], now.n_done, now.n_all, "steps", now.line))

    try:
        run_setup(plan, on_progress=show, cancel=threading.Event())
    except SetupFailed as error:
        bar.close()
        print(error.detail, file=sys.stderr)
        raise
    finally:
        bar.close()


if __name__ == "__main__":
    sys.exit(run_cli(main))
