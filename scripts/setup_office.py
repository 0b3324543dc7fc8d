#!/usr/bin/env python3
"""Make LibreOffice available to the tests, where this may install packages.

On Debian and Ubuntu, as root or with sudo that asks for no password, installs what is missing;
elsewhere prints the line to run and ends well: the tests that need LibreOffice then skip.
Runs on any Python 3.9 or later without packages.
"""

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Dict, List, Optional, Tuple

from apt_sources import APT, further_suite, read_sources
from cli import EXIT_OK, Failure, UsageParser, run_cli

OFFICE = (
    *"libreoffice-writer libreoffice-calc libreoffice-impress libreoffice-draw".split(),
    *"python3-uno libreoffice-l10n-de".split(),
)
SCREEN = (
    *"xvfb xdotool openbox imagemagick libreoffice-gtk3 adwaita-icon-theme".split(),
    *"xauth x11-utils dbus fonts-dejavu-core".split(),
)
WANTED = (24, 2)
"""The tests run on older ones too; where a newer one is a suite away, that is what users have."""
PROGRAM_VARIABLE = "WRITERAGENT_SOFFICE_PROGRAM"
EXTRA_SOURCE = "writeragent-backports.sources"
APT_GET = ("apt-get", "-o", "DPkg::Lock::Timeout=550", "-qq")
ELSEWHERE = {
    "Darwin": "brew install --cask libreoffice",
    "Windows": "winget install TheDocumentFoundation.LibreOffice",
}
OTHER_LINUX = (
    ("dnf", "sudo dnf install libreoffice-writer libreoffice-calc libreoffice-impress"),
    ("zypper", "sudo zypper install libreoffice-writer libreoffice-calc libreoffice-impress"),
    ("pacman", "sudo pacman -S libreoffice-fresh"),
)


def main(argv: Optional[List[str]] = None) -> int:
    """Return 0 when LibreOffice is there or cannot be had; 2 when installing it failed."""
    options = _parser().parse_args(argv)
    if os.environ.get(PROGRAM_VARIABLE):
        return EXIT_OK
    packages = OFFICE + SCREEN if options.screenshots else OFFICE
    if not _has_apt():
        return _say_how(packages)
    missing = [package for package in packages if not installed_version(package)]
    if not missing and _version_of(installed_version(OFFICE[0])) >= WANTED:
        return EXIT_OK
    root = _root_prefix()
    if root is None:
        return _say_how(packages) if missing else EXIT_OK
    _install(root, packages)
    return EXIT_OK


def _parser() -> argparse.ArgumentParser:
    parser = UsageParser(description=__doc__)
    parser.add_argument(
        "--screenshots", action="store_true", help="add a virtual screen and the GTK look"
    )
    return parser


def _install(root: List[str], packages: Tuple[str, ...]) -> None:
    run_step([*root, *APT_GET, "update"])
    words = os_release()
    suite = f"{words.get('VERSION_CODENAME', '')}-backports"
    if words.get("ID") == "debian" and _version_of(candidate(OFFICE[0])) < WANTED:
        _add_suite(root, release=words.get("VERSION_CODENAME", ""), suite=suite)
    is_there = any(suite in source.suites for source in read_sources())
    from_suite = ["-t", suite] if words.get("ID") == "debian" and is_there else []
    print(f"Installing {', '.join(packages)} (a few minutes)", file=sys.stderr)
    run_step([*root, *APT_GET, "install", "-y", "--no-install-recommends", *from_suite, *packages])


def _add_suite(root: List[str], *, release: str, suite: str) -> None:
    text = further_suite(read_sources(), release=release, suite=suite)
    if text is None:
        return
    target = APT / "sources.list.d" / EXTRA_SOURCE
    print(f"Adding {suite} as {target}", file=sys.stderr)
    done = subprocess.run(
        [*root, "tee", str(target)], input=text, text=True, stdout=subprocess.DEVNULL, check=False
    )
    if done.returncode != 0:
        raise Failure(f"{target} could not be written.", hint="Run this again as root.")
    run_step([*root, *APT_GET, "update"])


def os_release(path: Path = Path("/etc/os-release")) -> Dict[str, str]:
    """Return what the system says it is: ID, VERSION_CODENAME, ..."""
    if not path.is_file():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    pairs = (line.partition("=") for line in lines if "=" in line)
    return {name.strip(): value.strip().strip("\"'") for name, _, value in pairs}


def installed_version(package: str) -> str:
    """Return the version of the package that is installed; empty for none."""
    shown = output_of(["dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", package])
    status, _, version = shown.partition(" ")
    return version if status == "installed" else ""


def candidate(package: str) -> str:
    """Return the version that apt would install; empty for none."""
    found = re.search(r"Candidate: (\S+)", output_of(["apt-cache", "policy", package]))
    return found.group(1) if found else ""


def _version_of(text: str) -> Tuple[int, ...]:
    """Return the numbers of a package's version: (25, 2, 3) of 4:25.2.3-2+deb13u5."""
    found = re.match(r"(?:\d+:)?(\d+(?:\.\d+)*)", text)
    return tuple(int(part) for part in found.group(1).split(".")) if found else ()


def _has_apt() -> bool:
    return bool(shutil.which("apt-get") and shutil.which("dpkg-query"))


def _root_prefix() -> Optional[List[str]]:
    if os.geteuid() == 0:
        return ["env", "DEBIAN_FRONTEND=noninteractive"]
    if not shutil.which("sudo"):
        return None
    as_root = ["sudo", "-n", "env", "DEBIAN_FRONTEND=noninteractive"]
    asks_nothing = subprocess.run([*as_root, "true"], check=False, capture_output=True)
    return as_root if asks_nothing.returncode == 0 else None


def _say_how(packages: Tuple[str, ...]) -> int:
    line = ELSEWHERE.get(platform.system(), "")
    if not line and _has_apt():
        line = f"sudo apt-get install --no-install-recommends {' '.join(packages)}"
    line = line or next((line for tool, line in OTHER_LINUX if shutil.which(tool)), "")
    line = line or "see https://www.libreoffice.org/download"
    print(f"The tests in LibreOffice need LibreOffice, else they skip: {line}", file=sys.stderr)
    return EXIT_OK


def output_of(command: List[str]) -> str:
    """Return what the command prints, failed or not."""
    # In English: the words are parsed.
    environment = {**os.environ, "LC_ALL": "C"}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    return done.stdout


def run_step(command: List[str], folder: Optional[Path] = None) -> None:
    """Run the command (in the folder); raises Failure where it fails."""
    done = subprocess.run(command, check=False, stdout=sys.stderr, cwd=folder)
    if done.returncode != 0:
        raise Failure(
            f"This step failed: {' '.join(command)}.",
            hint="The lines above say why; put that right and run this again.",
        )


if __name__ == "__main__":
    sys.exit(run_cli(main))
