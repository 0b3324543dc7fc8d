"""What must be done to a file before it can be read: the words for it, and how reading says so.

Owns: both. Does not own: which file needs what (filters), doing it (converter).
"""

from __future__ import annotations

from dataclasses import dataclass

from .....contracts.corpus import FileState
from ..document import ExtractionFailure
from ..reasons import PASSWORD_REASON

NEEDS_OFFICE = (
    "Reading this format needs LibreOffice, which was not found: install it and rebuild the index."
)


@dataclass(frozen=True)
class Conversion:
    """How LibreOffice is to convert a file: its filters' names, and both files' extensions.

    may_need_password: where LibreOffice refuses the file, it is for its password.
    """

    import_filter: str
    extension: str
    export_filter: str
    target_extension: str
    is_gzipped: bool = False
    may_need_password: bool = False


class ConversionNeeded(ExtractionFailure):
    """Raised for a file that LibreOffice must convert; as a state, it is what lacks LibreOffice."""

    def __init__(self, conversion: Conversion) -> None:
        if conversion.may_need_password:
            super().__init__(FileState.ENCRYPTED, PASSWORD_REASON)
        else:
            super().__init__(FileState.UNSUPPORTED, NEEDS_OFFICE)
        self.conversion = conversion
