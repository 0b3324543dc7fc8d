"""Passages of ODF spreadsheets (.ods, .ots, .fods): one for each row that holds text.

Owns: where a row and a cell stand, repeated rows and columns, the shown value of a cell.
Does not own: paragraphs inside cells; reading the file row by row.

Hidden rows, columns and sheets and filtered rows are read: their author can find them, and a
filter hides rows that people still look for. Copies that are kept of other files' sheets for
formulas that point to them are no part of the document.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from .....documents.passages import ExtractedDocument, Location, PassageKind
from ..cell_address import cell_address
from ..document import PassageWriter
from ..styled_text import StyledText
from ..table_rows import (
    CELL_SEPARATOR,
    MAX_ROW_OF_VALUES_CHARS,
    MAX_ROWS_BEFORE_HEADER,
    TableHeader,
    joined,
)
from . import names as n
from .blocks import Block, BlockReader
from .package import OdfFile
from .page_styles import chosen_pages
from .paragraph import ParagraphReader, repeat_count
from .sheet_stream import SheetPart, sheet_steps
from .styles import OdfStyles
from .text import write_headers

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from lxml.etree import _Element as XmlElement

    from .sheet_stream import SheetStep

_MAX_SHOWN_REPEATS = 32
"""Neighbours that say the same are stored as one cell; more than these are a row of filling."""
_MAX_CELLS_REPEATED_IN = 256

_CELLS = frozenset({n.CELL, n.COVERED_CELL})
_DEFAULT_PAGE_STYLE = "Default"
_COPY_OF_OTHER_FILE = re.compile(r"'[a-z][a-z0-9+.-]*:.*'#", re.IGNORECASE)


def extract_ods(path: Path) -> ExtractedDocument:
    """Return the passages of an ODF spreadsheet, sheet by sheet under the sheet's name.

    A row is its cells as shown, joined by " | ", under the row of column names where there is
    one; its location is its first filled cell. A row repeated n times is one passage at its first
    place, and a cell repeated beyond measure is given once, so that no repeat count can make a
    small file large.
    Raises ExtractionFailure for a file without text.
    """
    with OdfFile(path) as odf:
        writer = PassageWriter()
        steps = sheet_steps(odf)
        first = next(steps, None)  # brings what stands before the first sheet
        odf.describe(writer)
        reader = _SpreadsheetReader(odf, writer)
        reader.read(() if first is None else chain((first,), steps))
        odf.tell_damage(writer)
        writer.language = writer.dominant_language
    return writer.finish()


class _SpreadsheetReader:
    """Reads the sheets of an open file one after the other, then the headers of their pages."""

    def __init__(self, odf: OdfFile, writer: PassageWriter) -> None:
        self._odf = odf
        self._writer = writer
        self._styles = OdfStyles(odf.style_roots, odf.language)
        self._blocks = BlockReader(odf, ParagraphReader(self._styles, ()))
        self._page_names: dict[str, None] = {}

    def read(self, steps: Iterable[SheetStep]) -> None:
        """Write the passages of all sheets; stops when the writer is full."""
        sheet: _Sheet | None = None
        for step in steps:
            if step.part is SheetPart.BEGIN:
                sheet = _Sheet(step.element, self._blocks, self._writer)
            elif sheet is not None and step.part is SheetPart.ROW:
                sheet.add_row(step.element)
            elif sheet is not None:
                sheet.end()
                self._note_page(sheet, step.element)
            if self._writer.full:
                break
        self._writer.leave_headings()
        self._write_headers()

    def _note_page(self, sheet: _Sheet, table: XmlElement) -> None:
        if sheet.has_text:  # a sheet without text is on no page
            own = self._styles.own("table", table.get(n.TABLE_STYLE_NAME))
            self._page_names[own.master_page or _DEFAULT_PAGE_STYLE] = None

    def _write_headers(self) -> None:
        if self._page_names:
            pages = chosen_pages(self._odf, self._page_names)
            write_headers(pages, self._blocks, self._writer, numbers_only=False)


class _Sheet:
    """One sheet while it is read; its name is the heading of all that is in it."""

    def __init__(self, table: XmlElement, reader: BlockReader, writer: PassageWriter) -> None:
        self.has_text = False
        self._table = table
        self._name = table.get(n.TABLE_NAME, "")
        self._is_copy = bool(_COPY_OF_OTHER_FILE.match(self._name))
        self._reader = reader
        self._writer = writer
        self._header = TableHeader()
        self._n_rows = 0
        self._row_index = 0

    def add_row(self, row: XmlElement) -> None:
        """Write a row's cells, and what stands beside them, at their place."""
        if self._is_copy:
            return
        cells, beside = self._read_cells(row)
        if cells:
            self._write_cells(row, cells)
        for column, block in beside:
            self._write_block(block, self._address(column))
        self._row_index += repeat_count(row, n.ROWS_REPEATED)

    def end(self) -> None:
        """Write the shapes that stand on the sheet, not on a cell."""
        if self._is_copy:
            return
        for shapes in self._table.iterchildren(n.SHAPES):
            for block in self._reader.collect(shapes):
                self._write_block(block, None)
        for alternative in self._table.iterchildren(n.TABLE_TITLE, n.TABLE_DESC):
            self._reader.read_one(
                alternative, lambda block: self._write_block(block, None), PassageKind.FIGURE
            )

    def _write_cells(self, row: XmlElement, cells: list[tuple[int, StyledText]]) -> None:
        declared = _is_declared_header(row)
        texts = [text for _, text in cells]
        line = joined(texts, CELL_SEPARATOR)
        self._begin()
        self._writer.add(
            PassageKind.TABLE,
            line if declared else self._header.before(line),
            location=self._place(self._address(cells[0][0])),
            prose=len(line.text) > MAX_ROW_OF_VALUES_CHARS,
        )
        # A title of one cell often stands over the names of the columns.
        may_be_header = self._n_rows < MAX_ROWS_BEFORE_HEADER and not self._header.text
        if declared or (may_be_header and len(cells) > 1):
            self._header.learn([text.text for text in texts], declared=declared)
            self._n_rows = MAX_ROWS_BEFORE_HEADER
        self._n_rows += 1

    def _read_cells(
        self, row: XmlElement
    ) -> tuple[list[tuple[int, StyledText]], list[tuple[int, Block]]]:
        """Return the filled cells of a row with their columns, and what stands beside them."""
        cells: list[tuple[int, StyledText]] = []
        beside: list[tuple[int, Block]] = []
        column = 0
        for cell in row:
            if cell.tag not in _CELLS:
                continue
            # A covered cell keeps what it held before it was merged, which is not seen.
            n_children = len(cell)
            if cell.tag == n.CELL and (n_children or cell.get(n.VALUE_TYPE)):
                text = self._cell_text(cell)
                if text.text:
                    cells.extend([(column, text)] * self._n_shown(cell, len(cells)))
                if n_children > 1 or (n_children and cell[0].tag != n.P):
                    beside.extend((column, block) for block in self._beside(cell))
            column += repeat_count(cell, n.COLUMNS_REPEATED)
        return cells, beside

    @staticmethod
    def _n_shown(cell: XmlElement, n_before: int) -> int:
        """Return how often a repeated cell is given: once where it fills many columns."""
        count = repeat_count(cell, n.COLUMNS_REPEATED)
        return count if count <= _MAX_SHOWN_REPEATS and n_before < _MAX_CELLS_REPEATED_IN else 1

    def _cell_text(self, cell: XmlElement) -> StyledText:
        paragraphs = self._reader.paragraphs
        first = cell[0] if len(cell) else None
        if first is not None and len(cell) == 1 and first.tag == n.P and not len(first):
            text = paragraphs.read_line(first, cell.get(n.TABLE_STYLE_NAME))
            return text if text.text else _stored_value(cell)
        with paragraphs.within("table-cell", cell.get(n.TABLE_STYLE_NAME)):
            texts = [paragraphs.read(line).text for line in cell.iterchildren(n.P)]
        text = texts[0] if len(texts) == 1 else joined(texts, " ")
        return text if text.text else _stored_value(cell)

    def _beside(self, cell: XmlElement) -> list[Block]:
        """Return the comment of a cell and the shapes anchored to it."""
        blocks: list[Block] = []
        for child in cell:
            if child.tag != n.P:
                self._reader.read_one(child, blocks.append, PassageKind.TEXT)
        return blocks

    def _write_block(self, block: Block, cell: str | None) -> None:
        if block.text.text:
            self._begin()
            self._writer.add(block.kind, block.text, location=self._place(cell))

    def _begin(self) -> None:
        if self.has_text:
            return
        self.has_text = True
        self._writer.leave_headings()
        if self._name:
            self._writer.add_heading(1, self._name, location=self._place(None))

    def _address(self, column: int) -> str:
        return cell_address(column + 1, self._row_index + 1)

    def _place(self, cell: str | None) -> Location:
        return Location(sheet=self._name, cell=cell)


def _is_declared_header(row: XmlElement) -> bool:
    return any(ancestor.tag == n.HEADER_ROWS for ancestor in row.iterancestors())


def _stored_value(cell: XmlElement) -> StyledText:
    """Return the value of a cell written without its shown text, as some programs do."""
    for name in n.OFFICE_VALUES:
        value = cell.get(name)
        if value:
            return StyledText(value)
    return StyledText("")
