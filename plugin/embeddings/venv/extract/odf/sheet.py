"""Passages of ODF spreadsheets (.ods, .ots, .fods): one for each row that holds text.

Owns: cell addresses, repeated rows and columns, the shown value of a cell.
Does not own: paragraphs inside cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .....documents.passages import ExtractedDocument, Location, PassageKind
from ..document import PassageWriter, StyledText
from ..table_rows import CELL_SEPARATOR, TableHeader, joined
from . import names as n
from .blocks import Block, BlockReader, table_rows
from .package import OdfFile
from .paragraph import repeat_count
from .text import block_reader

if TYPE_CHECKING:
    from pathlib import Path

    from lxml.etree import _Element as XmlElement

_CELLS = frozenset({n.CELL, n.COVERED_CELL})
_N_LETTERS = 26
_BESIDE = frozenset({PassageKind.COMMENT, PassageKind.FIGURE, PassageKind.EQUATION})


def extract_ods(path: Path) -> ExtractedDocument:
    """Return the passages of an ODF spreadsheet, sheet by sheet.

    A row is its cells as shown, joined by " | ", under the row of column names where there is
    one; its location is its first filled cell. Hidden rows and sheets are read: a filter hides
    rows that people still look for. A row or cell repeated n times is one passage at its first
    place, so that no repeat count can make a small file large.
    Raises ExtractionFailure for a file without text.
    """
    with OdfFile(path) as odf:
        writer = PassageWriter()
        odf.describe(writer)
        reader = block_reader(odf)
        for table in odf.body.iterchildren(n.TABLE):
            _write_sheet(table, reader, writer)
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


def _write_sheet(table: XmlElement, reader: BlockReader, writer: PassageWriter) -> None:
    sheet = table.get(n.TABLE_NAME, "")
    header = TableHeader()
    is_first = True
    row_index = 0
    for row, declared in table_rows(table):
        cells, beside = _read_row(row, reader)
        if cells:
            place = Location(sheet=sheet, cell=cell_address(row_index, cells[0][0]))
            texts = [text for _, text in cells]
            line = joined(texts, CELL_SEPARATOR)
            as_header = is_first or declared
            writer.add(
                PassageKind.TABLE,
                line if as_header else header.before(line),
                location=place,
                prose=False,
            )
            if as_header:
                header.learn([text.text for text in texts], declared=declared)
            is_first = False
        for column, block in beside:
            place = Location(sheet=sheet, cell=cell_address(row_index, column))
            writer.add(block.kind, block.text, location=place)
        row_index += repeat_count(row, n.ROWS_REPEATED)
    _write_shapes(table, reader, writer, sheet)


def _read_row(
    row: XmlElement, reader: BlockReader
) -> tuple[list[tuple[int, StyledText]], list[tuple[int, Block]]]:
    """Return the filled cells of a row with their columns, and what stands beside them."""
    cells: list[tuple[int, StyledText]] = []
    beside: list[tuple[int, Block]] = []
    column = 0
    for cell in row:
        if cell.tag not in _CELLS:
            continue
        if cell.tag == n.CELL and (len(cell) or cell.attrib):
            blocks = reader.collect(cell)
            text = joined([block.text for block in blocks if block.kind not in _BESIDE], " ")
            text = text if text.text else _stored_value(cell)
            if text.text:
                cells.append((column, text))
            beside.extend((column, block) for block in blocks if block.kind in _BESIDE)
        column += repeat_count(cell, n.COLUMNS_REPEATED)
    return cells, beside


def _stored_value(cell: XmlElement) -> StyledText:
    """Return the value of a cell written without its shown text, as some programs do."""
    for name in n.OFFICE_VALUES:
        value = cell.get(name)
        if value:
            return StyledText(value)
    return StyledText("")


def _write_shapes(
    table: XmlElement, reader: BlockReader, writer: PassageWriter, sheet: str
) -> None:
    for shapes in table.iterchildren(n.SHAPES):
        for block in reader.collect(shapes):
            writer.add(block.kind, block.text, location=Location(sheet=sheet))
