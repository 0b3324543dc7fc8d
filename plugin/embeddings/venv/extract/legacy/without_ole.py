"""Old documents that are no OLE file: Word 1 and 2, Excel up to 4.

Owns: recognising them by their first bytes. Does not own: those in OLE (ole).
"""

from __future__ import annotations

from ..doc_format import DocFormat
from .excel_biff import begins_as_bare_workbook
from .word_fib import BARE, check_fib, magic_of

_MIN_WORD_BYTES = 0x100


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
