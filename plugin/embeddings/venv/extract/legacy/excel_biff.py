"""The first records of an Excel workbook in binary form (BIFF).

Owns: telling a workbook by its BOF record ([MS-XLS] 2.4.21; older versions by the same record's
number) and a password by FILEPASS ([MS-XLS] 2.4.117). Does not own: cells; LibreOffice reads them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .....contracts.corpus import FileState
from ..document import ExtractionFailure
from ..reasons import DAMAGED_REASON

if TYPE_CHECKING:
    from typing import BinaryIO

_BOF_NUMBERS = frozenset({0x0009, 0x0209, 0x0409, 0x0809})
_BOF_MIN_BYTES = 4  # version and kind
_BOF_MAX_BYTES = 32
_FILEPASS = 0x002F
# FILEPASS comes right behind BOF, with at most WRITEPROTECT and the like between them.
_MAX_RECORDS_BEFORE = 8
_RECORD_HEADER_BYTES = 4


def check_workbook(stream: BinaryIO) -> bool:
    """Return whether a workbook is encrypted; raises ExtractionFailure where it is none.

    Encrypted is not the same as closed: a workbook whose structure is protected is encrypted with
    a password that every program knows, so only opening it tells ([MS-OFFCRYPTO] 2.4.2.3).
    """
    number, n_bytes = _record(stream)
    if number not in _BOF_NUMBERS or n_bytes > _BOF_MAX_BYTES:
        raise ExtractionFailure(FileState.CORRUPT, DAMAGED_REASON, detail="no BOF")
    for _ in range(_MAX_RECORDS_BEFORE):
        stream.read(n_bytes)
        number, n_bytes = _record(stream)
        if number == _FILEPASS:
            return True
    return False


def begins_as_bare_workbook(head: bytes) -> bool:
    """Return whether a file begins as a workbook without OLE around it, as those before Excel 5."""
    number, n_bytes = _numbers(head[:_RECORD_HEADER_BYTES])
    if number not in _BOF_NUMBERS or not _BOF_MIN_BYTES <= n_bytes <= _BOF_MAX_BYTES:
        return False
    kind = int.from_bytes(head[6:8], "little")
    return kind in {0x0005, 0x0010, 0x0020, 0x0040, 0x0100}  # globals, sheet, chart, macros, set


def _record(stream: BinaryIO) -> tuple[int, int]:
    return _numbers(stream.read(_RECORD_HEADER_BYTES))


def _numbers(header: bytes) -> tuple[int, int]:
    return int.from_bytes(header[:2], "little"), int.from_bytes(header[2:4], "little")
