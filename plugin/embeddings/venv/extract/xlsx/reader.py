"""Reading a workbook (.xlsx, .xlsm) into passages: one a row, with the address of its first cell.

Owns: rows as passages, and what follows a sheet's rows. Does not own: the order of sheets
(order), cell values (values), cells (rows), comments (comments) and drawings (beside_cells).

A row is its filled cells joined by " | ", after the header row's line while that is short: so a
row's own words stand together as they do in the sheet, which "Name: value" pairs would break.
openpyxl gives only its table of built-in formats here: it builds every cell as an object, and
fills the gaps up to the address that a sheet claims to reach. Hidden sheets, rows and columns
are read, "very hidden" sheets too: LibreOffice shows them like any other. A formula is its last
result; one that was never computed shows nothing, and its formula is no text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .....documents.passages import Location, PassageKind
from ..document import PassageWriter
from ..ooxml.names import child, name_of
from ..ooxml.package import OoxmlPackage
from ..styled_text import StyledText, one_line
from ..table_rows import (
    CELL_SEPARATOR,
    MAX_ROW_OF_VALUES_CHARS,
    MAX_ROWS_BEFORE_HEADER,
    TableHeader,
)
from .beside_cells import drawing_texts, header_texts
from .comments import CommentReader
from .merged import MergedCells
from .order import SheetInOrder, sheets_of
from .rows import RowReader, SheetRow
from .stream import elements
from .tables import tables_of
from .values import NumberFormats, rich_text

if TYPE_CHECKING:
    from pathlib import Path

    from .....documents.passages import ExtractedDocument

_CUSTOMARY_STRINGS = "xl/sharedStrings.xml"


def extract_xlsx(path: Path) -> ExtractedDocument:
    """Return the passages of a workbook, sheet by sheet in the workbook's order.

    Raises ExtractionFailure: corrupt, encrypted, too_big, unsupported.
    """
    with OoxmlPackage(path) as package:
        writer = PassageWriter()
        package.describe(writer)
        _read(package, writer)
        package.report_damage(writer)
        return writer.finish()


@dataclass(frozen=True)
class _Workbook:
    """What all sheets share."""

    package: OoxmlPackage
    writer: PassageWriter
    strings: list[str]
    formats: NumberFormats
    comments: CommentReader
    seen_headers: set[str] = field(default_factory=set)


def _read(package: OoxmlPackage, writer: PassageWriter) -> None:
    main_part = package.main_part()
    root = package.main_root(main_part)
    links = package.relationships(main_part)
    properties = child(root, "s:workbookPr")
    date_1904 = properties is not None and properties.get("date1904") in {"1", "true"}
    styles = package.linked_root(main_part, "styles")
    workbook = _Workbook(
        package,
        writer,
        _shared_strings(package, links.targets("sharedStrings") or [_CUSTOMARY_STRINGS]),
        NumberFormats(styles, date_1904=date_1904),
        CommentReader(package, main_part),
    )
    for sheet in sheets_of(package, main_part, root):
        if not writer.full:
            _SheetReader(workbook, sheet).read()
    writer.leave_headings()


def _shared_strings(package: OoxmlPackage, parts: list[str]) -> list[str]:
    return [
        one_line(rich_text(item))
        for part in parts
        if package.has(part)
        for item in elements(package, part, "s:si")
    ]


class _SheetReader:
    """One sheet while it is read; its name is the heading of all that is in it."""

    def __init__(self, workbook: _Workbook, sheet: SheetInOrder) -> None:
        self._workbook = workbook
        self._writer = workbook.writer
        self._name = sheet.name
        self._part = sheet.part
        self._header = TableHeader()
        self._header_settled = False
        self._tables = tables_of(workbook.package, sheet.part)
        self._named = False
        self._n_rows = 0

    def read(self) -> None:
        """Write the sheet's rows, then its shapes, comments and page headers."""
        self._writer.leave_headings()
        package = self._workbook.package
        page_texts: list[str] = []
        data = package.optional_bytes(self._part) or b""
        merged = MergedCells.of(data)
        reader = RowReader(self._workbook.strings, self._workbook.formats, merged)
        for element in elements(package, self._part, "s:row", "s:headerFooter", data=data):
            if self._writer.full:
                return
            if name_of(element) == "s:headerFooter":
                page_texts.extend(header_texts(element))
            else:
                self._row(reader.read(element))
        if reader.n_lost_strings:
            package.note_damage("The file is damaged: the texts of some of its cells are missing.")
        for cell, drawing_text in drawing_texts(package, self._part):
            self._add(PassageKind.FIGURE, drawing_text, cell=cell, prose=True)
        for comment in self._workbook.comments.of_sheet(self._part):
            self._add(PassageKind.COMMENT, comment.line, cell=comment.cell, prose=True)
        self._page_headers(page_texts)

    def _page_headers(self, texts: list[str]) -> None:
        seen = self._workbook.seen_headers
        for text in texts:
            if text not in seen:
                seen.add(text)
                self._add(PassageKind.HEADER, text, prose=True)

    def _row(self, row: SheetRow) -> None:
        cells = row.cells
        if not cells:
            return
        text = StyledText(CELL_SEPARATOR.join(cells))
        prose = len(text.text) > MAX_ROW_OF_VALUES_CHARS
        header = self._header_of(row.number)
        self._add(PassageKind.TABLE, header.before(text), cell=row.first_cell, prose=prose)
        self._n_rows += 1
        if not self._header_settled and len(cells) > 1:
            self._header.learn(cells)
            self._header_settled = True
        if self._n_rows >= MAX_ROWS_BEFORE_HEADER:
            self._header_settled = True

    def _header_of(self, row_number: int) -> TableHeader:
        """Return the header of the defined tables that a row is in, else of the sheet itself."""
        if not self._tables:
            return self._header
        names = [
            table.header.text
            for table in self._tables
            if table.header.text and table.first_row <= row_number <= table.last_row
        ]
        # What stands in no defined table is a title of one or a note to it.
        header = TableHeader()
        header.learn(names, declared=True)
        return header

    def _add(
        self, kind: PassageKind, text: str | StyledText, *, prose: bool, cell: str = ""
    ) -> None:
        if isinstance(text, StyledText) and not text.text:
            return
        if not self._named:
            self._named = True
            self._writer.add_heading(1, self._name, location=Location(sheet=self._name))
        place = Location(sheet=self._name, cell=cell or None)
        self._writer.add(kind, text, location=place, prose=prose)
