"""A document that gzip packed: recognising and unpacking it.

Owns: both, within bounds. Does not own: what the unpacked file is (sniff).
Source: RFC 1952, 2.3.1.
"""

from __future__ import annotations

import contextlib
import gzip
import tempfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from .....contracts.corpus import FileState
from ..document import ExtractionFailure
from ..reasons import DAMAGED_REASON

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

_GZIP_MAGIC = b"\x1f\x8b\x08"
_COPY_BYTES = 1 << 20
MAX_UNPACKED_BYTES = 256 << 20


def is_gzipped(head: bytes) -> bool:
    """Return whether a file begins as gzip's."""
    return head.startswith(_GZIP_MAGIC)


@contextlib.contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """Yield a file with what gzip packed, under the same name less ".gz"; removed in the end.

    Raises ExtractionFailure: corrupt, too big.
    """
    with tempfile.TemporaryDirectory(prefix="writeragent-unpacked-") as folder:
        target = Path(folder) / path.name.removesuffix(".gz")
        with target.open("wb") as plain:
            unpack(path, plain)
        yield target


def unpack(path: Path, plain: IO[bytes]) -> None:
    """Write what gzip packed. Raises ExtractionFailure: corrupt, too big."""
    n_bytes = 0
    try:
        with gzip.open(path) as packed:
            while part := packed.read(_COPY_BYTES):
                n_bytes += len(part)
                if n_bytes > MAX_UNPACKED_BYTES:
                    raise _too_big()
                plain.write(part)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise ExtractionFailure(FileState.CORRUPT, DAMAGED_REASON, detail=str(error)) from error


def _too_big() -> ExtractionFailure:
    reason = f"Unpacked, the file has over {MAX_UNPACKED_BYTES >> 20} MB, too much to read."
    return ExtractionFailure(FileState.TOO_BIG, reason)
