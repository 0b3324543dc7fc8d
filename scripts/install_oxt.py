#!/usr/bin/env python3
"""Put the built extension into LibreOffice, over an older one.

Runs on any Python 3.9 or later without packages.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import List, Optional

from build_oxt import DEFAULT_OXT
from cli import EXIT_OK, Failure, UsageParser, run_cli
from office_installation import HOW_TO_GET_IT, Installation, find_installation

CLOSE_IT = "Close LibreOffice, its quick starter too, and run this again."


def main(argv: Optional[List[str]] = None) -> int:
    """Return 0 once the extension is installed, 2 when it could not be."""
    parser = UsageParser(description=__doc__)
    parser.add_argument("oxt", nargs="?", default=str(DEFAULT_OXT), help="the built extension")
    options = parser.parse_args(argv)
    oxt = Path(options.oxt).absolute()
    if not oxt.is_file():
        raise Failure(f"There is no {oxt}.", hint="Build it first: make oxt.")
    found = find_installation()
    if found is None:
        raise Failure("LibreOffice was not found.", hint=f"Install it, or {HOW_TO_GET_IT}.")
    _install(found, oxt)
    print("Installed. Start LibreOffice: WriterAgent > Search Nearby Files...", file=sys.stderr)
    return EXIT_OK


def _install(installation: Installation, oxt: Path) -> None:
    command = [str(installation.unopkg), "add", *root_context(), "-f", "-s", str(oxt)]
    done = subprocess.run(
        command,
        env={**os.environ, **installation.variables()},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        said = done.stdout.strip().splitlines()
        raise Failure(f"LibreOffice refused it: {said[-1] if said else 'no reason'}", hint=CLOSE_IT)


def root_context() -> List[str]:
    """Return what unopkg wants of root: it refuses the user's context unless two are given."""
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return ["--deployment-context", "user", "--bundled"] if as_root else []


if __name__ == "__main__":
    sys.exit(run_cli(main))
