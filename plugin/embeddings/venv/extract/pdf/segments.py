"""Segments: what one text operator shows on one line of a page, and where.

Owns: the words for it, places on a page, and which characters mean nothing.
Does not own: reading them (characters), lines and paragraphs (lines, layout).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

NO_MARK = -1
HYPHENS_AT_LINE_END = "\x02\ufffe\u00ad"
"""What pdfium says for a hyphen at a line's end that it takes for one of the typesetter."""

UNMAPPED = re.compile(
    "[\x00\x01\x03-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ue000-\uf8ff\ufffd\U000f0000-\U0010ffff]"
)
"""A sign that says nothing: private use, control, replacement."""


@dataclass(slots=True)
class Box:
    """A place on a page in points; top is less than bottom, as one reads."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Return the box's width."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Return the box's height."""
        return self.bottom - self.top

    def joined(self, other: Box) -> Box:
        """Return the box around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def shares_line_with(self, other: Box) -> bool:
        """Return whether the lower of both stands in the higher one's line."""
        overlap = min(self.bottom, other.bottom) - max(self.top, other.top)
        return overlap > min(self.height, other.height) * 0.5

    def gap_to(self, other: Box) -> float:
        """Return the horizontal distance; negative where they overlap."""
        return max(other.left - self.right, self.left - other.right)


@dataclass(slots=True)
class Segment:
    """Text of one look at one place; turn counts quarter turns of its direction."""

    text: str
    box: Box
    size: float
    turn: int = 0
    is_bold: bool = False
    mark: int = NO_MARK
    is_artifact: bool = False


@dataclass(frozen=True)
class PageText:
    """A page's segments in the order of its content, and how readable they are."""

    segments: list[Segment]
    n_chars: int = 0
    n_unmapped: int = 0
    is_cut: bool = False


def turned(box: Box, turn: int) -> Box:
    """Return the box as seen by a reader who turns the page until the text is upright."""
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    boxes = (
        box,
        Box(-bottom, left, -top, right),
        Box(-right, -bottom, -left, -top),
        Box(top, -right, bottom, -left),
    )
    return boxes[turn]
