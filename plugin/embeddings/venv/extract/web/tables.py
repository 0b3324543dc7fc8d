"""Tables of a page: rows of data as one block each, tables that only arrange a page as text.

Owns: cells, header rows, and telling layout from data. Does not own: what is in a cell (walker).
Source: HTML Living Standard, 4.9 (tabular data); WAI-ARIA 1.2, role presentation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .....documents.passages import PassageKind
from ..table_rows import CELL_SEPARATOR, TableHeader, is_running_text, joined
from .blocks import Block

if TYPE_CHECKING:
    from collections.abc import Callable


# So many rows tell what a table is; the rest need not be kept until its end.
_JUDGED_ROWS = 20
_MIN_HEADED_ROWS = 3
_IN_CELL = frozenset({PassageKind.TEXT, PassageKind.CODE})


@dataclass
class _Cell:
    is_header: bool
    blocks: list[Block] = field(default_factory=list)

    def own(self, kind: PassageKind) -> list[Block]:
        return [block for block in self.blocks if block.kind in _IN_CELL or block.kind is kind]

    @property
    def is_layout(self) -> bool:
        if len(self.blocks) == 1 and self.blocks[0].kind is not PassageKind.HEADING:
            return False
        own = self.own(PassageKind.TEXT)
        n_chars = sum(len(block.text.text) for block in own)
        has_heading = any(block.kind is PassageKind.HEADING for block in self.blocks)
        return has_heading or is_running_text(n_paragraphs=len(own), n_chars=n_chars)


@dataclass
class _Row:
    declared: bool
    cells: list[_Cell] = field(default_factory=list)

    @property
    def is_header(self) -> bool:
        return bool(self.cells) and (self.declared or all(cell.is_header for cell in self.cells))


class TableBuilder:
    """Collects one table and hands its blocks to take, the first rows only once it is judged.

    kind is what the table stands in: TEXT for the page itself, NOTE for a note.
    """

    def __init__(
        self, take: Callable[[Block], None], kind: PassageKind, *, is_layout: bool
    ) -> None:
        self.take_outside = take
        self._kind = kind
        self._is_layout = is_layout
        self._in_head = False
        self._rows: list[_Row] = []
        self._row: _Row | None = None
        self._cell: _Cell | None = None
        self._header = TableHeader()
        self._is_judged = False

    def take(self, block: Block) -> None:
        """Take a block: into the open cell, or before the table where none is open."""
        if self._cell is None:
            self.take_outside(block)
        else:
            self._cell.blocks.append(block)

    def begin_head(self) -> None:
        """Note that the rows to come are declared as the table's head."""
        self._in_head = True

    def end_head(self) -> None:
        """Note that the table's head is over."""
        self._in_head = False

    def begin_row(self) -> None:
        """Open a row."""
        self.end_row()
        self._row = _Row(self._in_head)

    def begin_cell(self, *, is_header: bool) -> None:
        """Open a cell, and a row where none is open."""
        if self._row is None:
            self._row = _Row(self._in_head)
        self._cell = _Cell(is_header)
        self._row.cells.append(self._cell)

    def end_cell(self) -> None:
        """Close the open cell."""
        self._cell = None

    def end_row(self) -> None:
        """Close the open row; it is written once it is known what the table is."""
        self._cell = None
        row, self._row = self._row, None
        if row is None or not any(cell.blocks for cell in row.cells):
            return
        self._rows.append(row)
        if self._is_judged or len(self._rows) >= _JUDGED_ROWS:
            self._write_rows()

    def end(self) -> None:
        """Write what is left of the table."""
        self.end_row()
        self._write_rows()

    def _write_rows(self) -> None:
        rows, self._rows = self._rows, []
        is_first = not self._is_judged
        if is_first:
            self._is_judged = True
            self._is_layout = self._is_layout or _arranges_only(rows)
        may_head = is_first and len(rows) >= _MIN_HEADED_ROWS
        for index, row in enumerate(rows):
            self._write_row(row, may_head=may_head and index == 0)

    def _write_row(self, row: _Row, *, may_head: bool) -> None:
        if self._is_layout or any(cell.is_layout for cell in row.cells):
            for cell in row.cells:
                for block in cell.blocks:
                    self.take_outside(block)
            return
        texts = [joined([b.text for b in cell.own(self._kind)], " ") for cell in row.cells]
        line = joined(texts, CELL_SEPARATOR)
        kind = PassageKind.TABLE if self._kind is PassageKind.TEXT else self._kind
        if line.text:
            text = line if row.is_header else self._header.before(line)
            self.take_outside(Block(kind, text))
        if row.is_header or may_head:
            self._header.learn([text.text for text in texts], declared=row.is_header)
        for cell in row.cells:
            for block in cell.blocks:
                if block.kind is not self._kind and block.kind not in _IN_CELL:
                    self.take_outside(block)


def _arranges_only(rows: list[_Row]) -> bool:
    """Return True for one column, or one row whose cells hold more than a value each."""
    if all(len(row.cells) <= 1 for row in rows):
        return True
    return len(rows) == 1 and any(len(cell.blocks) > 1 for cell in rows[0].cells)
