"""From the blocks of all pages to passages: what goes on on the next page, tables, headers.

Owns: the passages' kinds, places and order. Does not own: what is on a page (reader).
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from .....documents.passages import Location, PassageKind
from ..styled_text import StyledText, slice_styled
from ..table_rows import CELL_SEPARATOR, TableHeader, joined
from .headings import mark_headings
from .running_headers import take_headers

if TYPE_CHECKING:
    from ..document import PassageWriter
    from .blocks import Block, PageBlocks
    from .outline import OutlineEntry

_MIN_TABLE_ROWS = 3
_SAME_SIZE_POINTS = 0.6


def write_pages(
    writer: PassageWriter, pages: list[PageBlocks], outline: list[OutlineEntry]
) -> None:
    """Write the passages of all pages, then what returns on many of them."""
    headers = take_headers(pages)
    mark_headings(pages, outline)
    _join_over_pages(pages)
    tables = _TableWriter(writer)
    for page in pages:
        place = Location(page=page.number)
        for is_row, group in groupby(page.blocks, key=lambda block: bool(block.cells)):
            if is_row:
                tables.write(list(group), place, is_declared=page.has_tree)
                continue
            for block in group:
                tables.end()
                _write(writer, block, place)
        for comment in page.comments:
            writer.add(PassageKind.COMMENT, comment, location=place)
        for value in page.fields:
            writer.add(PassageKind.TEXT, value, location=place)
    writer.leave_headings()
    for text, number in headers:
        writer.add(PassageKind.HEADER, text, location=Location(page=number))


def _stands_out(rows: list[Block]) -> bool:
    """Return whether the first row alone is bold, as the names of columns are."""
    return rows[0].is_bold and not any(row.is_bold for row in rows[1:])


def _write(writer: PassageWriter, block: Block, place: Location) -> None:
    if not any(char.isalnum() for char in block.text.text):
        return
    if block.level:
        writer.add_heading(block.level, block.text, location=place)
    else:
        writer.add(block.kind, block.text, location=place)


class _TableWriter:
    """Writes rows, the header of a table before each, also where it goes on on the next page."""

    def __init__(self, writer: PassageWriter) -> None:
        self._writer = writer
        self._header = TableHeader()
        self._n_columns = 0

    def end(self) -> None:
        """Forget the table: other text follows."""
        self._header, self._n_columns = TableHeader(), 0

    def write(self, rows: list[Block], place: Location, *, is_declared: bool) -> None:
        """Write the rows that follow each other on a page."""
        if not is_declared and len(rows) < _MIN_TABLE_ROWS:
            self._write_lines(rows, place)
            return
        for row in rows:
            self._start(row)
            texts = [cell.text for cell in row.cells]
            line = joined(row.cells, CELL_SEPARATOR)
            is_first = row.starts_table and (is_declared or _stands_out(rows))
            if row.is_header_row or (is_first and not self._header.text):
                is_repeated = bool(self._header.text) and line.text == self._header.text
                if not is_repeated:
                    self._header.learn(texts, declared=row.is_header_row)
                    self._add(line, place)
                continue
            self._add(self._header.before(line), place)

    def _start(self, row: Block) -> None:
        # The same columns at the top of a page: the table of the page before goes on.
        if row.starts_table and len(row.cells) != self._n_columns:
            self._header = TableHeader()
        self._n_columns = len(row.cells)

    def _write_lines(self, rows: list[Block], place: Location) -> None:
        for row in rows:
            self._writer.add(PassageKind.TEXT, joined(row.cells, " "), location=place)

    def _add(self, text: StyledText, place: Location) -> None:
        self._writer.add(PassageKind.TABLE, text, location=place, prose=False)


def _join_over_pages(pages: list[PageBlocks]) -> None:
    """Join a paragraph that a page's end cuts with its rest at the top of the next page."""
    open_block: Block | None = None
    for page in pages:
        first = next((block for block in page.blocks), None)
        if open_block is not None and first is not None and _goes_on(open_block, first):
            _append(open_block, first)
            page.blocks.remove(first)
        if page.blocks:
            # A note at the foot of the page stands between, in smaller type.
            last = [block for block in page.blocks if block.kind is PassageKind.TEXT]
            open_block = _last_of_body(last)


def _last_of_body(blocks: list[Block]) -> Block | None:
    if not blocks:
        return None
    size = max(block.size for block in blocks[-4:])
    body = [block for block in blocks[-4:] if block.size >= size - _SAME_SIZE_POINTS]
    return body[-1] if body and body[-1].is_open and not body[-1].level else None


def _goes_on(block: Block, following: Block) -> bool:
    text = following.text.text
    return (
        following.kind is PassageKind.TEXT
        and not following.level
        and abs(following.size - block.size) < _SAME_SIZE_POINTS
        and text[:1].islower()
    )


def _append(block: Block, following: Block) -> None:
    text = block.text
    is_cut_word = text.text.endswith("-") and text.text[-2:-1].isalpha()
    if is_cut_word:
        text = slice_styled(text, 0, len(text.text) - 1)
    block.text = joined([text, following.text], "" if is_cut_word else " ")
    block.is_open = following.is_open
