"""Pieces of structure elements: runs of text, what is nested in them, rows of tables.

Owns: the words for them, and walking an element for its marks or rows.
Does not own: what they become (tagged).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .structure import Element

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .segments import Segment

_NOTE_MARK_SHARE = 0.8
_NOTE_MARK = re.compile(
    r"\d{1,4}|[ivxlc]{1,7}|[a-z]|[*\u2020\u2021\u00a7\u00b6]{1,3}", re.IGNORECASE
)
_PARTS_OF_TABLES = frozenset({"THead", "TBody", "TFoot"})


@dataclass(frozen=True)
class Run:
    """A piece of text; segment is None for words that the file gives as such."""

    segment: Segment | None
    text: str
    tag: str | None
    in_link: bool = False

    def is_note_mark(self, size: float) -> bool:
        """Return whether this is the small number or sign that leads to a note, in a text."""
        is_small = self.segment is not None and self.segment.size < size * _NOTE_MARK_SHARE
        return self.in_link and is_small and self.is_mark_alone

    @property
    def is_mark_alone(self) -> bool:
        """Return whether this is no more than a number or sign, as notes have."""
        return _NOTE_MARK.fullmatch(self.text.strip()) is not None


@dataclass(frozen=True)
class Nested:
    """An element in another one; is_inside where it does not end the text around it."""

    element: Element
    tag: str | None
    is_inside: bool = False


@dataclass(frozen=True)
class TableRow:
    """A child of a table; in_header where it is in a THead."""

    element: Element
    in_header: bool


def marks_of(element: Element) -> Iterator[int]:
    """Yield the numbers of all marked content in an element."""
    for child in element.children:
        if isinstance(child, int):
            yield child
        else:
            yield from marks_of(child)


def rows_of(part: Element, *, in_header: bool = False) -> Iterator[TableRow]:
    """Yield what a table holds: its rows, and what else stands in it, as a caption."""
    for child in part.children:
        if not isinstance(child, Element):
            continue
        if child.role in _PARTS_OF_TABLES:
            yield from rows_of(child, in_header=child.role == "THead")
        else:
            yield TableRow(child, in_header)
