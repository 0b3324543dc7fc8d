"""What may be asked of the extraction child: one method, one row.

Owns: the request and the table that both ends share. Does not own: either end (child, isolation).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from ....contracts.methods import Lane, Method
from ....documents.passages import ExtractedDocument  # noqa: TC001 - hints are read at run time
from .legacy.conversion import Conversion  # noqa: TC001 - the same

EXTRACT = "extract"


@dataclass(frozen=True)
class ExtractRequest:
    """Ask for the passages of one file; path is absolute.

    original is the file that path was converted from, "" for one that is read as it is.
    """

    path: str
    original: str = ""


@dataclass(frozen=True)
class Reading:
    """What became of a file: its document, or how it must be converted before it can be read.

    One of the two. The child cannot convert: LibreOffice would inherit its memory limit.
    """

    document: Optional[ExtractedDocument] = None
    conversion: Optional[Conversion] = None


EXTRACT_METHODS: dict[str, Method] = {
    EXTRACT: Method(ExtractRequest, Reading, Lane.MAINTAIN),
}
