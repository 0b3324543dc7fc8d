"""Segments put together to pieces of lines: what stands side by side without a wide gap.

Owns: that joining, and their text. Does not own: columns and paragraphs (layout).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .joining import ParagraphText

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .joining import Hyphenation
    from .segments import Box, Segment

# Word gaps of justified text stay below this share of the size, gutters and cells are above.
_WIDE_GAP_SHARE = 1.4
_OVERLAP_SHARE = 1.5
_START_SEGMENTS = 20


@dataclass(slots=True)
class LinePiece:
    """A stretch of one line; size and is_bold are those of most of its characters."""

    segments: list[Segment]
    box: Box
    size: float
    is_bold: bool
    n_chars: int

    @property
    def text_start(self) -> str:
        """Return the piece's first words, enough to tell an item's number."""
        parts: list[str] = []
        before = self.segments[0]
        for segment in self.segments[:_START_SEGMENTS]:
            is_apart = bool(parts) and before.box.gap_to(segment.box) > segment.size * 0.15
            parts.append(f" {segment.text}" if is_apart else segment.text)
            before = segment
        return f"{''.join(parts).strip()} "

    @property
    def text_end(self) -> str:
        """Return the piece's last character."""
        return self.segments[-1].text.rstrip()[-1:]

    def text(self, hyphenation: Hyphenation) -> str:
        """Return the piece's text."""
        builder = ParagraphText(hyphenation)
        for segment in self.segments:
            builder.add(segment)
        return builder.build().text


def line_pieces(segments: Iterable[Segment]) -> list[LinePiece]:
    """Return segments of one direction as pieces of lines, in the order of the content."""
    groups: list[list[Segment]] = []
    boxes: list[Box] = []
    for segment in segments:
        if groups and _continues(boxes[-1], groups[-1][-1], segment):
            groups[-1].append(segment)
            boxes[-1] = boxes[-1].joined(segment.box)
        else:
            groups.append([segment])
            boxes.append(segment.box)
    return [_piece(group, box) for group, box in zip(groups, boxes, strict=True)]


def _continues(box: Box, last: Segment, segment: Segment) -> bool:
    if not box.shares_line_with(segment.box):
        return False
    size = max(last.size, segment.size)
    gap = last.box.gap_to(segment.box)
    return -_OVERLAP_SHARE * size < gap < _WIDE_GAP_SHARE * size


def _piece(segments: list[Segment], box: Box) -> LinePiece:
    n_by_size: dict[float, int] = {}
    n_bold = n_chars = 0
    for segment in segments:
        n = len(segment.text)
        size = round(segment.size * 2) / 2
        n_by_size[size] = n_by_size.get(size, 0) + n
        n_chars += n
        n_bold += n if segment.is_bold else 0
    size = max(n_by_size, key=lambda each: n_by_size[each])
    return LinePiece(segments, box, size, n_bold * 2 > n_chars, n_chars)
