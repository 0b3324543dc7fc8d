"""What an OLE file is: Word, Excel or PowerPoint, readable or behind a password, told at once.

Owns: the streams that tell a format ([MS-CFB]), and what makes a file not worth converting:
encryption ([MS-DOC] 2.5.1 fEncrypted, [MS-PPT] 2.3.2 headerToken, [MS-OFFCRYPTO] 2.3.4) and
damage. LibreOffice makes noise of some damaged files instead of refusing them, so what it gets
has a sound beginning. Does not own: the records of workbooks (excel_biff), the first bytes of
documents (word_fib), the conversion (converter).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .....contracts.corpus import FileState
from ..doc_format import DocFormat
from ..document import ExtractionFailure
from ..reasons import DAMAGED_REASON, PASSWORD_REASON
from .excel_biff import check_workbook
from .ole_title import MAX_BYTES, STREAM, title_in
from .word_fib import check_fib, flags_of, is_word_97

if TYPE_CHECKING:
    from pathlib import Path

    import olefile

MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

# What olefile raises over damaged files; its own errors are OSErrors.
_OLE_ERRORS = (
    ArithmeticError,
    AttributeError,
    LookupError,
    OSError,
    TypeError,
    ValueError,
    struct.error,
)

_SECOND_TABLE_BIT = 0x0200
_FIB_CLX_BYTES = slice(0x1A2, 0x1AA)  # fcClx and lcbClx of FibRgFcLcb97: the pieces of the text
_FIB_BYTES = 0x1AA
_WORKBOOKS = (("Workbook", "MS Excel 97"), ("Book", "MS Excel 95"))  # Excel 5 and 95
_PPT_ENCRYPTED_TOKEN = 0xF3D1C4DF


@dataclass(frozen=True)
class OleContent:
    """What an OLE file holds, and LibreOffice's filter for it.

    may_need_password: only opening the file tells whether it is closed.
    """

    doc_format: DocFormat
    import_filter: str = ""
    may_need_password: bool = False


def look_into(path: Path) -> OleContent:
    """Return what an OLE file holds, UNKNOWN where it is no office document.

    Raises ExtractionFailure: encrypted, corrupt, and unsupported for PowerPoint 95 and older.
    """
    import olefile

    try:
        with olefile.OleFileIO(path) as ole:
            return _content(ole)
    except _OLE_ERRORS as error:
        raise ExtractionFailure(FileState.CORRUPT, DAMAGED_REASON, detail=str(error)) from error


def title_of(path: Path) -> str:
    """Return the title in an OLE file's properties, "" where there is none to read."""
    import olefile

    try:
        with path.open("rb") as stream:
            if stream.read(len(MAGIC)) != MAGIC:
                return ""
        with olefile.OleFileIO(path) as ole:
            if not ole.exists(STREAM):
                return ""
            return title_in(ole.openstream(STREAM).read(MAX_BYTES))
    except _OLE_ERRORS:
        return ""


def _content(ole: olefile.OleFileIO) -> OleContent:
    if ole.exists("EncryptedPackage"):
        raise ExtractionFailure(FileState.ENCRYPTED, PASSWORD_REASON)
    if ole.exists("PowerPoint Document"):
        _check_slides(ole)
        return OleContent(DocFormat.PPT, "MS PowerPoint 97")
    if ole.exists("WordDocument"):
        return OleContent(DocFormat.DOC, _word_filter(ole))
    for name, import_filter in _WORKBOOKS:
        if ole.exists(name):
            has_password = check_workbook(ole.openstream(name))
            return OleContent(DocFormat.XLS, import_filter, may_need_password=has_password)
    if ole.exists("PP40"):
        reason = "PowerPoint files older than PowerPoint 97 cannot be read."
        raise ExtractionFailure(FileState.UNSUPPORTED, reason)
    return OleContent(DocFormat.UNKNOWN)


def _check_slides(ole: olefile.OleFileIO) -> None:
    if ole.exists("EncryptedSummary") or _header_token(ole) == _PPT_ENCRYPTED_TOKEN:
        raise ExtractionFailure(FileState.ENCRYPTED, PASSWORD_REASON)


def _header_token(ole: olefile.OleFileIO) -> int:
    """Return headerToken of the CurrentUserAtom ([MS-PPT] 2.3.2), 0 where there is none."""
    if not ole.exists("Current User"):
        return 0
    return int.from_bytes(ole.openstream("Current User").read(16)[12:16], "little")


def _word_filter(ole: olefile.OleFileIO) -> str:
    fib = ole.openstream("WordDocument").read(_FIB_BYTES)
    check_fib(fib)
    if not is_word_97(fib):
        return "MS WinWord 6.0"  # reads Word 95, too
    _check_pieces(ole, fib)
    return "MS Word 97"


def _check_pieces(ole: olefile.OleFileIO, fib: bytes) -> None:
    """Check that the table of the text's pieces, without which there is no text, is all there."""
    table = "1Table" if flags_of(fib) & _SECOND_TABLE_BIT else "0Table"
    where = fib[_FIB_CLX_BYTES]
    begin, n_bytes = int.from_bytes(where[:4], "little"), int.from_bytes(where[4:], "little")
    if not ole.exists(table):
        raise ExtractionFailure(FileState.CORRUPT, DAMAGED_REASON, detail=f"no {table}")
    if begin + n_bytes > ole.get_size(table):
        raise ExtractionFailure(FileState.CORRUPT, DAMAGED_REASON, detail=f"{table} ends too soon")
