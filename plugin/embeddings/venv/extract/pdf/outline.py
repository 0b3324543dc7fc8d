"""The bookmarks of a file (ISO 32000-2, 12.3.3): its headings as the author listed them.

Owns: reading them, within bounds. Does not own: finding them in the text (headings).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pypdfium2.raw as pdfium

from ..styled_text import one_line
from .characters import address_of
from .library import wide_string

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .library import Handle, PdfFile

_MAX_ENTRIES = 20_000
_MAX_DEPTH = 9


@dataclass(frozen=True)
class OutlineEntry:
    """A bookmark: its title, its depth from 1 and its page from 1; page 0 is not known."""

    title: str
    level: int
    page: int


def read_outline(pdf: PdfFile) -> list[OutlineEntry]:
    """Return the bookmarks from the first to the last."""
    seen: set[int] = set()
    return list(_entries(pdf, None, 1, seen))


def _entries(pdf: PdfFile, parent: Handle, level: int, seen: set[int]) -> Iterator[OutlineEntry]:
    bookmark = pdfium.FPDFBookmark_GetFirstChild(pdf.handle, parent)
    while bookmark and len(seen) < _MAX_ENTRIES:
        address = address_of(bookmark)
        # A damaged file may lead in a circle.
        if address in seen:
            return
        seen.add(address)
        title = one_line(wide_string(pdfium.FPDFBookmark_GetTitle, bookmark))
        if title:
            yield OutlineEntry(title, level, _page(pdf, bookmark))
        if level < _MAX_DEPTH:
            yield from _entries(pdf, bookmark, level + 1, seen)
        bookmark = pdfium.FPDFBookmark_GetNextSibling(pdf.handle, bookmark)


def _page(pdf: PdfFile, bookmark: Handle) -> int:
    target = pdfium.FPDFBookmark_GetDest(pdf.handle, bookmark)
    if not target:
        action = pdfium.FPDFBookmark_GetAction(bookmark)
        target = pdfium.FPDFAction_GetDest(pdf.handle, action) if action else None
    return pdfium.FPDFDest_GetDestPageIndex(pdf.handle, target) + 1 if target else 0
