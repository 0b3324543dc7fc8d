"""Old documents that are no OLE file: Word 1 and 2, Excel up to 4, and what gzip packed.

Owns: recognising them by their first bytes. Does not own: those in OLE (ole).
"""

from __future__ import annotations

import contextlib
import gzip
import tempfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from .....contracts.corpus import FileState
from ..doc_format import DocFormat
from ..document import ExtractionFailure
from .biff import begins_as_bare_workbook
from .fib import BARE, DAMAGED_REASON, check_fib, magic_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

_GZIP_MAGIC = b"\x1f\x8b\x08"
_MIN_WORD_BYTES = 0x100
_COPY_BYTES = 1 << 20
MAX_UNPACKED_BYTES = 256 << 20


def bare_format(head: bytes) -> DocFormat | None:
    """Return the format of an old document by its first bytes, None for anything else.

    Raises ExtractionFailure where a Word document is encrypted.
    """
    if begins_as_bare_workbook(head):
        return DocFormat.OLD_EXCEL
    if magic_of(head) not in BARE or len(head) < _MIN_WORD_BYTES:
        return None
    check_fib(head, BARE)
    return DocFormat.OLD_WORD


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
