"""The structure tree of one page of a tagged file (ISO 32000-2, 14.7 and 14.8).

Owns: reading pdfium's elements into plain ones, within bounds.
Does not own: what elements mean (tagged).

An element's children on other pages come as nothing, and all of them are looked at for every
page: so a page starts where the page before it ended, and stops when its text is found.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pypdfium2.raw as pdfium

from .library import wide_string
from .segments import NO_MARK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .library import Handle

_MAX_DEPTH = 60
_MAX_ELEMENTS = 20_000
_FEW_CHILDREN = 500
# So many children of other pages after the page's last text end the search.
_MAX_STRANGERS = 200


@dataclass
class Element:
    """A structure element on a page; children are elements and numbers of marked content."""

    role: str
    language: str = ""
    alternative: str = ""
    actual: str = ""
    children: list[Element | int] = field(default_factory=list)


class StructureReader:
    """Reads the trees of a file's pages, in the order of the pages."""

    def __init__(self) -> None:
        self._starts: dict[tuple[int, ...], int] = {}
        self._n_left = 0
        self._missing: set[int] = set()

    def read(self, page: Handle, marks: set[int]) -> list[Element]:
        """Return a page's topmost elements; marks are those of its text."""
        tree = pdfium.FPDF_StructTree_GetForPage(page)
        if not tree:
            return []
        self._n_left, self._missing = _MAX_ELEMENTS, set(marks)
        try:
            return [
                self._element(pdfium.FPDF_StructTree_GetChildAtIndex(tree, index), (index,))
                for index in range(min(pdfium.FPDF_StructTree_CountChildren(tree), _MAX_ELEMENTS))
            ]
        finally:
            pdfium.FPDF_StructTree_Close(tree)

    def _element(self, handle: Handle, path: tuple[int, ...]) -> Element:
        self._n_left -= 1
        element = Element(
            role=wide_string(pdfium.FPDF_StructElement_GetType, handle),
            language=wide_string(pdfium.FPDF_StructElement_GetLang, handle),
            alternative=wide_string(pdfium.FPDF_StructElement_GetAltText, handle),
            actual=wide_string(pdfium.FPDF_StructElement_GetActualText, handle),
        )
        if len(path) < _MAX_DEPTH:
            element.children.extend(self._children(handle, path))
        return element

    def _children(self, handle: Handle, path: tuple[int, ...]) -> Iterator[Element | int]:
        n_children = pdfium.FPDF_StructElement_CountChildren(handle)
        is_long = n_children > _FEW_CHILDREN
        # The last child of the page before may go on here.
        start = self._starts.get(path, 0) if is_long else 0
        n_strangers = 0
        for index in range(start, n_children):
            if self._n_left <= 0 or (n_strangers > _MAX_STRANGERS and not self._missing):
                break
            child = pdfium.FPDF_StructElement_GetChildAtIndex(handle, index)
            mark = NO_MARK
            if not child:
                mark = pdfium.FPDF_StructElement_GetChildMarkedContentID(handle, index)
            if not child and mark == NO_MARK:
                n_strangers += 1
                continue
            n_strangers = 0
            if is_long:
                self._starts[path] = index
            if child:
                yield self._element(child, (*path, index))
            else:
                self._missing.discard(mark)
                yield mark
