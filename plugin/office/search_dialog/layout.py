"""Where each control of a window stands, worked out from what it needs and what room there is.

Owns: rows from the top and from the bottom, and the two that share what is between. Does not
own: measuring and moving controls (window). Pixels throughout.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Final, Mapping, Sequence, Tuple

STRETCH: Final = -1
"""As a width: what the others of the row leave."""

_MOST_SQUEEZED: Final = 3
"""A row that shares keeps this part of its least height in a window that is too small."""


@dataclass(frozen=True)
class Size:
    """A control's width and height."""

    width: int
    height: int


@dataclass(frozen=True)
class Box:
    """A control's place."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class Cell:
    """A control in a row; of width STRETCH it takes what is left, name "" is a gap."""

    name: str
    width: int
    height: int


@dataclass(frozen=True)
class Row:
    """Controls side by side; share is its part of the height that no row asked for."""

    cells: Tuple[Cell, ...]
    share: int = 0

    @property
    def height(self) -> int:
        """Return the height that its tallest control needs."""
        return max((cell.height for cell in self.cells), default=0)


@dataclass(frozen=True)
class Frame:
    """The room inside a window, and the gap between controls."""

    size: Size
    gap: int


def arrange(rows: Sequence[Row], frame: Frame) -> Dict[str, Box]:
    """Return every control's place: rows from top to bottom, filling the frame.

    In a window too small for all of them those that share give way first, then the last rows are
    cut off.
    """
    used = [row for row in rows if row.cells]
    heights = _heights(used, frame)
    boxes: Dict[str, Box] = {}
    y = frame.gap
    for row, height in zip(used, heights):
        boxes.update(
            _row_boxes(row, Box(frame.gap, y, frame.size.width - 2 * frame.gap, height), frame.gap)
        )
        y += height + frame.gap
    return boxes


def least_size(rows: Sequence[Row], gap: int) -> Size:
    """Return the size in which nothing is cut off; what stretches counts with nothing."""
    used = [row for row in rows if row.cells]
    width = max((_least_width(row, gap) for row in used), default=0)
    height = sum(row.height + gap for row in used) + gap
    return Size(width + 2 * gap, height)


def _heights(rows: Sequence[Row], frame: Frame) -> Tuple[int, ...]:
    """Return the rows' heights; what is left over or lacking falls to those that share."""
    free = frame.size.height - frame.gap - sum(row.height + frame.gap for row in rows)
    n_shares = sum(row.share for row in rows)
    if not n_shares:
        return tuple(row.height for row in rows)
    return tuple(
        max(row.height + free * row.share // n_shares, row.height // _MOST_SQUEEZED) for row in rows
    )


def _row_boxes(row: Row, place: Box, gap: int) -> Mapping[str, Box]:
    fixed = sum(cell.width for cell in row.cells if cell.width != STRETCH)
    n_stretching = sum(cell.width == STRETCH for cell in row.cells)
    left = max(0, place.width - fixed - gap * (len(row.cells) - 1))
    boxes: Dict[str, Box] = {}
    x = place.x
    for cell in row.cells:
        width = left // n_stretching if cell.width == STRETCH else cell.width
        height = place.height if row.share else cell.height
        y = place.y + (place.height - height) // 2
        if cell.name:
            boxes[cell.name] = Box(x, y, width, height)
        x += width + gap
    return boxes


def _least_width(row: Row, gap: int) -> int:
    return sum(max(0, cell.width) for cell in row.cells) + gap * (len(row.cells) - 1)
