"""Passages of ODF spreadsheets (.ods, .ots, .fods): one for each row that holds text.

Owns: cell addresses, repeated rows and columns, the shown value of a cell.
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
from ..document import PassageWriter
from ..styled_text import StyledText
from ..table_rows import CELL_SEPARATOR, TableHeader, joined
from . import names as n
from .blocks import Block, BlockReader
from .package import OdfFile
from .page_styles import chosen_pages
from .paragraph import ParagraphReader, repeat_count
from .sheet_stream import SheetPart, sheet_steps
from .styles import OdfStyles
from .text import write_headers

if TYPE_CHECKING:
    from pathlib import Path

    from lxml.etree import _Element as XmlElement

_MAX_ROWS_BEFORE_HEADER = 5
_MAX_SHOWN_REPEATS = 32
"""Neighbours that say the same are stored as one cell; more than these are a row of filling."""
_MAX_CELLS_REPEATED_IN = 256
_PROSE_CHARS = 600
"""A row this long holds sentences."""

_CELLS = frozenset({n.CELL, n.COVERED_CELL})
_N_LETTERS = 26
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
        styles = OdfStyles(odf.style_roots, odf.language)
        reader = BlockReader(odf, ParagraphReader(styles, ()))
        page_names: dict[str, None] = {}
        sheet: _Sheet | None = None
        for step in () if first is None else chain((first,), steps):
            if step.part is SheetPart.BEGIN:
                sheet = _Sheet(step.element, reader, writer)
            elif sheet is not None and step.part is SheetPart.ROW:
                sheet.add_row(step.element)
            elif sheet is not None:
                sheet.end()
                if sheet.has_text:
                    own = styles.own("table", step.element.get(n.TABLE_STYLE_NAME))
                    page_names[own.master_page or _DEFAULT_PAGE_STYLE] = None
            if writer.full:
                break
        writer.leave_headings()
        if page_names:  # a sheet without text is on no page
            write_headers(chosen_pages(odf, page_names), reader, writer, numbers_only=False)
        odf.tell_damage(writer)
        writer.language = writer.dominant_language
    return writer.finish()


def cell_address(row: int, column: int) -> str:
    """Return a cell's name ("B7") from its row and column, both counted from 0."""
    letters = ""
    column += 1
    while column:
        column, remainder = divmod(column - 1, _N_LETTERS)
        letters = chr(ord("A") + remainder) + letters
    return f"{letters}{row + 1}"


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
            self._write_block(block, cell_address(self._row_index, column))
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
            location=self._place(cell_address(self._row_index, cells[0][0])),
            prose=len(line.text) > _PROSE_CHARS,
        )
        # A title of one cell often stands over the names of the columns.
        may_be_header = self._n_rows < _MAX_ROWS_BEFORE_HEADER and not self._header.text
        if declared or (may_be_header and len(cells) > 1):
            self._header.learn([text.text for text in texts], declared=declared)
            self._n_rows = _MAX_ROWS_BEFORE_HEADER
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
