#!/usr/bin/env python3
"""Build the extension, one .oxt file, the same bytes from the same sources.

Runs on any Python 3.9 or later without packages.
"""

import argparse
import sys
import zipfile
from pathlib import Path
from typing import Iterator, List, Optional

from cli import EXIT_OK, UsageParser, run_cli

ROOT = Path(__file__).resolve().parent.parent
DEFAULT_OXT = ROOT / "dist" / "writeragent.oxt"
CONTENTS = (
    *("description.xml", "META-INF", "extension", "dialogs", "plugin"),
    *("requirements/worker.txt", "requirements/llama-index.txt", "LICENSE"),
)
"""Files and folders of the project that the extension is made of, by the names it keeps them at."""

_LEFT_OUT = frozenset({"__pycache__"})
_LEFT_OUT_SUFFIXES = frozenset({".pyc", ".svg"})
_NO_DATE = (1980, 1, 1, 0, 0, 0)  # the zip format's first day: the clock must not show in the bytes
_FILE_MODE = 0o644


def main(argv: Optional[List[str]] = None) -> int:
    """Return 0 once the extension is built."""
    parser = UsageParser(description=__doc__)
    _add_arguments(parser)
    options = parser.parse_args(argv)
    oxt = Path(options.oxt)
    build(oxt)
    print(f"{oxt} ({oxt.stat().st_size:,} bytes)", file=sys.stderr)
    return EXIT_OK


def build(oxt: Path, *, root: Path = ROOT) -> None:
    """Write the extension made from the sources in root."""
    oxt.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(oxt, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in contents(root):
            entry = zipfile.ZipInfo(path.relative_to(root).as_posix(), _NO_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, wherever it is built: the field is part of the bytes
            entry.external_attr = _FILE_MODE << 16
            archive.writestr(entry, path.read_bytes())


def contents(root: Path) -> Iterator[Path]:
    """Yield the extension's files in the order in which they are packed."""
    for name in CONTENTS:
        path = root / name
        found = [path] if path.is_file() else sorted(path.rglob("*"))
        yield from (file for file in found if file.is_file() and _belongs(file.relative_to(root)))


def _belongs(path: Path) -> bool:
    return path.suffix not in _LEFT_OUT_SUFFIXES and not _LEFT_OUT.intersection(path.parts)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("oxt", nargs="?", default=str(DEFAULT_OXT), help="the file to write")


if __name__ == "__main__":
    sys.exit(run_cli(main))
