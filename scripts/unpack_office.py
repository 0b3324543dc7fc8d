#!/usr/bin/env python3
"""Unpack another version of LibreOffice from the distribution's packages into a folder.

For testing on two versions beside each other: nothing is installed. Then run the tests with
WRITERAGENT_SOFFICE_PROGRAM=FOLDER/usr/lib/libreoffice/program.
Runs on any Python 3.9 or later without packages; needs apt and dpkg.
"""

import argparse
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Dict, List, Optional, Set, Tuple

from cli import EXIT_OK, Failure, UsageParser, run_cli
from setup_office import APT_GET, OFFICE, output_of, run_step

PROGRAM = "usr/lib/libreoffice/program"


def main(argv: Optional[List[str]] = None) -> int:
    """Return 0 once the version is unpacked; 2 when the packages have no such version."""
    options = _parser().parse_args(argv)
    folder = Path(options.folder).expanduser().resolve()
    if not (folder / PROGRAM / "soffice.bin").exists():
        for archive in _download(needed(options.version), folder / "archives"):
            run_step(["dpkg", "-x", str(archive), str(folder)])
        shutil.rmtree(folder / "archives")
        settle(folder)
    print(folder / PROGRAM)
    return EXIT_OK


def _parser() -> argparse.ArgumentParser:
    parser = UsageParser(description=__doc__)
    parser.add_argument("version", help="how the version begins: 7.4")
    parser.add_argument("folder", help="where to unpack it")
    return parser


def needed(prefix: str) -> Dict[str, str]:
    """Return package to version: what that LibreOffice needs and this machine lacks."""
    found = (bare(version) for version in _versions([OFFICE[0]]).get(OFFICE[0], []))
    release = next((version for version in found if version.startswith(f"{prefix}.")), "")
    if not release:
        raise Failure(
            f"The distribution has no LibreOffice {prefix}.",
            hint=f"See which it has: apt-cache madison {OFFICE[0]}",
        )
    installed = _installed()
    chosen: Dict[str, str] = {}
    asked = set(OFFICE)
    choices = [[package] for package in OFFICE]
    while choices:  # one round of questions for each step away: every question takes apt a second
        versions = _versions(sorted({name for names in choices for name in names}))
        taken = (take(names, versions, release, installed) for names in choices)
        fresh = {
            package: version for package, version in taken if package not in chosen and version
        }
        chosen.update(fresh)
        choices = [names for names in _dependencies(fresh) if not asked.issuperset(names)]
        asked.update(name for names in choices for name in names)
    return chosen


def bare(version: str) -> str:
    """Return a package's version without the epoch: 7.4.7-1 of 4:7.4.7-1."""
    return version.partition(":")[2] or version


def take(
    names: List[str], versions: Dict[str, List[str]], release: str, installed: Set[str]
) -> Tuple[str, str]:
    """Return which of the alternatives to take in which version; no version where none is needed.

    What is LibreOffice's own bears its version; of the rest, what is installed serves.
    """
    for name in names:
        for version in versions.get(name, []):
            if bare(version) == release:
                return name, version
    if installed.intersection(names):
        return names[0], ""
    return next(((name, versions[name][0]) for name in names if versions.get(name)), (names[0], ""))


def _versions(packages: List[str]) -> Dict[str, List[str]]:
    """Return each package's versions, the newest first."""
    found: Dict[str, List[str]] = {}
    for line in output_of(["apt-cache", "madison", *packages]).splitlines():
        package, version, _ = (part.strip() for part in line.split("|", 2))
        found.setdefault(package, []).append(version)
    return found


def _installed() -> Set[str]:
    shown = output_of(["dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n"])
    pairs = (line.split() for line in shown.splitlines())
    return {package for package, status in pairs if status == "installed"}


def _dependencies(versions: Dict[str, str]) -> List[List[str]]:
    """Return what the packages depend on, each as its alternatives."""
    if not versions:
        return []
    words = [f"{package}={version}" for package, version in versions.items()]
    return dependencies_in(output_of(["apt-cache", "show", *words]))


def dependencies_in(text: str) -> List[List[str]]:
    """Return the alternatives of each dependency that apt-cache show lists."""
    lines = re.findall(r"^(?:Pre-)?Depends: (.*)$", text, re.MULTILINE)
    choices = (choice.split("|") for line in lines for choice in line.split(","))
    return [[re.split(r"[\s(:]", word.strip())[0] for word in choice] for choice in choices]


def _download(versions: Dict[str, str], folder: Path) -> List[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    words = [f"{package}={version}" for package, version in sorted(versions.items())]
    print(f"Downloading {len(words)} packages", file=sys.stderr)
    run_step([*APT_GET, "-o", "APT::Sandbox::User=root", "download", *words], folder=folder)
    return sorted(folder.glob("*.deb"))


def settle(folder: Path) -> None:
    """Do what the packages' own scripts would: links and paths stay inside."""
    for link in [path for path in folder.rglob("*") if path.is_symlink()]:
        target = link.readlink()
        inside = folder / target.relative_to("/") if target.is_absolute() else None
        if inside is not None and (inside.exists() or inside.is_symlink() or _is_made(inside)):
            link.unlink()
            link.symlink_to(os.path.relpath(inside, link.parent))
    for settings in (folder / PROGRAM).glob("*rc"):
        text = settings.read_text(encoding="utf-8")
        for place in ("usr/lib/libreoffice", "etc/libreoffice", "usr/lib/python3"):
            text = re.sub(rf"file:///{place}\b", (folder / place).as_uri(), text)
        settings.write_text(text, encoding="utf-8")
    shipped = folder / "usr/lib/libreoffice/share/.registry"
    if shipped.is_dir():
        shutil.copytree(shipped, folder / "etc/libreoffice/registry", dirs_exist_ok=True)


def _is_made(path: Path) -> bool:
    return path.name == "registry"  # filled below, after the links


if __name__ == "__main__":
    sys.exit(run_cli(main))
