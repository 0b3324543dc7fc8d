"""What may be asked of the extraction child: one method, one row.

Owns: the request and the table that both ends share. Does not own: either end (child, isolation).
"""

from __future__ import annotations

from dataclasses import dataclass

from ....contracts.methods import Lane, Method
from ....documents.passages import ExtractedDocument

EXTRACT = "extract"


@dataclass(frozen=True)
class ExtractRequest:
    """Ask for the passages of one file; path is absolute."""

    path: str


EXTRACT_METHODS: dict[str, Method] = {
    EXTRACT: Method(ExtractRequest, ExtractedDocument, Lane.MAINTAIN),
}
