"""One small rich file of every format, made by code: what the mutations start from.

Owns: the list of seeds, and the old binary formats, which LibreOffice writes where it is
installed. Does not own: what is in the others (seeds_odf, seeds_ooxml, seeds_plain).
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.fuzz.seeds_odf import odf_flat, odf_package
from tests.fuzz.seeds_ooxml import docx_package, pptx_package, xlsx_package
from tests.fuzz.seeds_plain import plain_seeds

if TYPE_CHECKING:
    from pathlib import Path

_LEGACY = {"doc": "docx", "xls": "xlsx", "ppt": "pptx"}
_CONVERSION_S = 60


@dataclass(frozen=True)
class Seed:
    """A whole file: extension without its dot, and content."""

    extension: str
    data: bytes


def made_seeds() -> list[Seed]:
    """Return the seeds that need nothing but this code, the same on every machine."""
    packages = {extension: odf_package(extension) for extension in ("odt", "ods", "odp", "odg")}
    flat = {f"f{extension}": odf_flat(extension) for extension in ("odt", "ods")}
    ooxml = {"docx": docx_package(), "xlsx": xlsx_package(), "pptx": pptx_package()}
    everything = {**packages, **flat, **ooxml, **plain_seeds()}
    return [Seed(extension, data) for extension, data in everything.items()]


def legacy_seeds(folder: Path) -> list[Seed]:
    """Return .doc, .xls and .ppt of the OOXML seeds, none where LibreOffice is not installed."""
    program = shutil.which("soffice")
    if program is None:
        return []
    made = {seed.extension: seed for seed in made_seeds()}
    for extension in _LEGACY.values():
        (folder / f"seed.{extension}").write_bytes(made[extension].data)
    for extension, source in _LEGACY.items():
        _convert(program, folder, source=f"seed.{source}", extension=extension)
    paths = ((extension, folder / f"seed.{extension}") for extension in _LEGACY)
    return [Seed(extension, path.read_bytes()) for extension, path in paths if path.exists()]


def _convert(program: str, folder: Path, *, source: str, extension: str) -> None:
    command = [
        program,
        f"-env:UserInstallation={(folder / 'profile').as_uri()}",
        "--headless",
        "--convert-to",
        extension,
        source,
    ]
    with subprocess.Popen(
        command,
        cwd=folder,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_CONVERSION_S)
        # The program is a wrapper: what it started has to go with it.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
