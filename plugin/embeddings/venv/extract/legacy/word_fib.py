"""The beginning of a Word document in binary form: the File Information Block ([MS-DOC] 2.5.1).

Owns: telling a document, its age and its encryption by it. Does not own: the streams around it
(ole), the text.
"""

from __future__ import annotations

from .....contracts.corpus import FileState
from ..document import ExtractionFailure
from ..reasons import DAMAGED_REASON, PASSWORD_REASON

_WORD_97 = 0xA5EC
IN_OLE = frozenset({_WORD_97, 0xA5DC})  # 97 and later; 6 and 95
BARE = frozenset({0xA5DB, 0xA59B, 0xA5DC})  # 2; 1; 6 saved without its OLE
_ENCRYPTED_BIT = 0x0100


def check_fib(fib: bytes, magics: frozenset[int] = IN_OLE) -> None:
    """Check that a document begins with one of these numbers and is not encrypted.

    Raises ExtractionFailure: corrupt, encrypted.
    """
    if magic_of(fib) not in magics:
        raise ExtractionFailure(FileState.CORRUPT, DAMAGED_REASON, detail="no FIB")
    if flags_of(fib) & _ENCRYPTED_BIT:
        raise ExtractionFailure(FileState.ENCRYPTED, PASSWORD_REASON)


def magic_of(fib: bytes) -> int:
    """Return wIdent, which tells a Word document and its age."""
    return int.from_bytes(fib[:2], "little")


def flags_of(fib: bytes) -> int:
    """Return the bits that begin at fDot."""
    return int.from_bytes(fib[10:12], "little")


def is_word_97(fib: bytes) -> bool:
    """Return whether the text's pieces are in a stream of their own, as since Word 97."""
    return magic_of(fib) == _WORD_97
