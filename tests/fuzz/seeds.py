"""One small rich file of every format, made by code: what the mutations start from.

Owns: the list of seeds, and the old binary formats, which LibreOffice writes where it is
installed. Does not own: what is in the others (seeds_odf, seeds_ooxml, seeds_plain).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.fuzz.seeds_odf import odf_flat, odf_package
from tests.fuzz.seeds_ooxml import docx_package, pptx_package, xlsx_package
from tests.fuzz.seeds_plain import plain_seeds
from tests.office.harness.conversion import convert
from tests.office.harness.required import required_installation

if TYPE_CHECKING:
    from pathlib import Path

_LEGACY = {"doc": "docx", "xls": "xlsx", "ppt": "pptx"}


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
    """Return .doc, .xls and .ppt of the OOXML seeds; skips or fails without LibreOffice."""
    installation = required_installation()
    made = {seed.extension: seed for seed in made_seeds()}
    seeds = []
    for extension, source in _LEGACY.items():
        (folder / f"seed.{source}").write_bytes(made[source].data)
        converted = convert(installation, folder / f"seed.{source}", extension)
        seeds.append(Seed(extension, converted.read_bytes()))
    return seeds
