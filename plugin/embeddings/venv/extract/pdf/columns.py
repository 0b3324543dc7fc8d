"""The reading order of pieces of lines on a page: columns before rows where there are columns.

Owns: finding gutters and bands (a recursive cut as of Nagy and Seth's X-Y trees).
Does not own: which rows are one paragraph (layout).

A gutter makes columns only where both sides hold running text: the cells of a table are short
and their rows are what a reader follows.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from .segments import Box

if TYPE_CHECKING:
    from .lines import LinePiece

_MAX_DEPTH = 8
_MAX_PIECES = 6_000
_MIN_COLUMN_ROWS = 4
_MIN_GUTTER_SHARE = 0.9
_MIN_FILL = 0.55
_MIN_LINE_CHARS = 14
_ASK_EVERY = 5

_Gap = tuple[float, float]


@dataclass(slots=True)
class Row:
    """Pieces that stand side by side, from the left, and the column that they are in."""

    pieces: list[LinePiece]
    column: Box

    @property
    def box(self) -> Box:
        """Return the box around the row."""
        box = self.pieces[0].box
        for piece in self.pieces[1:]:
            box = box.joined(piece.box)
        return box


@dataclass(slots=True)
class _Band:
    pieces: list[LinePiece]
    top: float
    bottom: float


def rows_in_order(pieces: list[LinePiece], *, right_to_left: bool) -> list[Row]:
    """Return the rows of a page in reading order."""
    if len(pieces) > _MAX_PIECES:
        return [Row([piece], piece.box) for piece in pieces]
    return _ordered(pieces, 0, right_to_left=right_to_left)


def _ordered(pieces: list[LinePiece], depth: int, *, right_to_left: bool) -> list[Row]:
    if not pieces:
        return []
    around = _around(pieces)
    bands = _bands(pieces)
    rows: list[Row] = []
    index = 0
    while index < len(bands):
        end, gutter = _columns_from(bands, index) if depth < _MAX_DEPTH else (index, 0.0)
        if end <= index:
            rows.extend(_rows_of(bands[index], around, right_to_left=right_to_left))
            index += 1
            continue
        inside = [piece for band in bands[index:end] for piece in band.pieces]
        sides = [
            [piece for piece in inside if piece.box.right <= gutter],
            [piece for piece in inside if piece.box.right > gutter],
        ]
        for side in reversed(sides) if right_to_left else sides:
            rows.extend(_ordered(side, depth + 1, right_to_left=right_to_left))
        index = end
    return rows


def _rows_of(band: _Band, around: Box, *, right_to_left: bool) -> list[Row]:
    """Return a band's rows: lines that do not overlap in height more than a little."""
    rows: list[list[LinePiece]] = []
    for piece in sorted(band.pieces, key=lambda each: (each.box.top + each.box.bottom) / 2):
        if rows and _is_beside(rows[-1], piece):
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return [
        Row(sorted(row, key=lambda each: each.box.left, reverse=right_to_left), around)
        for row in rows
    ]


def _is_beside(row: list[LinePiece], piece: LinePiece) -> bool:
    return any(other.box.shares_line_with(piece.box) for other in row) and all(
        other.box.gap_to(piece.box) > -piece.size for other in row
    )


def _bands(pieces: list[LinePiece]) -> list[_Band]:
    """Return what stands between the horizontal white stripes, from the top."""
    bands: list[_Band] = []
    for piece in sorted(pieces, key=lambda each: each.box.top):
        # Lines set solid touch each other: a sixth of the height is taken off.
        top, bottom = piece.box.top, piece.box.bottom - piece.box.height / 6
        if bands and top < bands[-1].bottom:
            bands[-1].pieces.append(piece)
            bands[-1].bottom = max(bands[-1].bottom, bottom)
        else:
            bands.append(_Band([piece], top, bottom))
    return bands


def _columns_from(bands: list[_Band], start: int) -> tuple[int, float]:
    """Return the end of the longest run of bands that one gutter goes through, and the gutter."""
    free: list[_Gap] = [(float("-inf"), float("inf"))]
    inner: list[_Gap] = []
    pieces: list[LinePiece] = []
    best = (start, 0.0)
    for index in range(start, len(bands)):
        for piece in bands[index].pieces:
            free = _without(free, piece)
        still_inner = [gap for gap in free if gap[0] > float("-inf") and gap[1] < float("inf")]
        # What stands beside a gap is asked where one ends, and now and then: it takes its time.
        if len(still_inner) < len(inner) or (index - start) % _ASK_EVERY == 0:
            best = _better(best, index, pieces, inner)
        if not still_inner and index > start + 1:
            return best
        inner = still_inner
        pieces.extend(bands[index].pieces)
    return _better(best, len(bands), pieces, inner)


def _better(
    best: tuple[int, float], end: int, pieces: list[LinePiece], gaps: list[_Gap]
) -> tuple[int, float]:
    for left, right in gaps:
        if _is_gutter(pieces, left, right):
            return end, (left + right) / 2
    return best


def _without(free: list[_Gap], piece: LinePiece) -> list[_Gap]:
    found = []
    for left, right in free:
        if piece.box.right <= left or piece.box.left >= right:
            found.append((left, right))
            continue
        width = piece.size * _MIN_GUTTER_SHARE
        if piece.box.left - left >= width:
            found.append((left, piece.box.left))
        if right - piece.box.right >= width:
            found.append((piece.box.right, right))
    return found


def _is_gutter(pieces: list[LinePiece], left: float, right: float) -> bool:
    """Return whether running text stands on both sides of a gap."""
    before = [piece for piece in pieces if piece.box.right <= left + 0.01]
    after = [piece for piece in pieces if piece.box.left >= right - 0.01]
    return all(_is_running_text(side) for side in (before, after))


def _is_running_text(pieces: list[LinePiece]) -> bool:
    if len(pieces) < _MIN_COLUMN_ROWS:
        return False
    width = _around(pieces).width
    fill = median(piece.box.width for piece in pieces) / width if width else 0.0
    return fill >= _MIN_FILL and median(piece.n_chars for piece in pieces) >= _MIN_LINE_CHARS


def _around(pieces: list[LinePiece]) -> Box:
    return Box(
        min(piece.box.left for piece in pieces),
        min(piece.box.top for piece in pieces),
        max(piece.box.right for piece in pieces),
        max(piece.box.bottom for piece in pieces),
    )
