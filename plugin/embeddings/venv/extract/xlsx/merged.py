"""Which cells of a sheet lie under a merged one and are not seen.

Owns: the ranges (ECMA-376-1, 18.3.1.54 mergeCell). Does not own: what is in the cells.

Excel empties such cells when it merges; other programs leave their contents, which Excel and
LibreOffice then do not show. The ranges stand after the rows, so that they are looked for first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_END_OF_ROWS = b"sheetData>"
_RANGE = re.compile(
    rb"""<(?:\w+:)?mergeCell\s[^>]*?ref\s*=\s*["']\$?([A-Z]{1,3})\$?(\d{1,7}):"""
    rb"""\$?([A-Z]{1,3})\$?(\d{1,7})["']""",
    re.IGNORECASE,
)
_MAX_RANGES = 50_000
_MAX_ROWS_EACH = 50  # of a range that is listed under each of its rows
_MAX_TALL_RANGES = 500


@dataclass
class MergedCells:
    """The merged ranges of one sheet as (first row, last row, first column, last column)."""

    ranges_of_rows: dict[int, list[tuple[int, int, int, int]]] = field(default_factory=dict)
    tall_ranges: list[tuple[int, int, int, int]] = field(default_factory=list)
    starts: set[tuple[int, int]] = field(default_factory=set)

    @classmethod
    def of(cls, sheet: bytes) -> MergedCells:
        """Return the merged ranges that the XML of a sheet names."""
        merged = cls()
        for number, match in enumerate(_RANGE.finditer(sheet, max(sheet.rfind(_END_OF_ROWS), 0))):
            if number >= _MAX_RANGES:
                break
            merged._add(
                (int(match[2]), int(match[4]), column_number(match[1]), column_number(match[3]))
            )
        return merged

    def _add(self, merged: tuple[int, int, int, int]) -> None:
        first_row, last_row, first_column, _ = merged
        self.starts.add((first_row, first_column))
        if last_row - first_row >= _MAX_ROWS_EACH:
            if len(self.tall_ranges) < _MAX_TALL_RANGES:
                self.tall_ranges.append(merged)
            return
        for row in range(first_row, last_row + 1):
            self.ranges_of_rows.setdefault(row, []).append(merged)

    def cover_any(self, row: int) -> bool:
        """Return whether a row has merged cells at all."""
        return row in self.ranges_of_rows or bool(self.tall_ranges)

    def cover(self, row: int, column: int) -> bool:
        """Return whether a cell, counted from 1, lies under a merged one."""
        if (row, column) in self.starts:
            return False
        ranges = (*self.ranges_of_rows.get(row, ()), *self.tall_ranges)
        return any(
            first_row <= row <= last_row and first_column <= column <= last_column
            for first_row, last_row, first_column, last_column in ranges
        )


def column_number(letters: bytes) -> int:
    """Return a column's number, counted from 1, of its letters ("AA")."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - 64
    return number
