"""Walking the blocks of ODF text: paragraphs, headings, lists, tables, notes, shapes.

Owns: the order of blocks, and what each is. Does not own: where they go; a collector takes them.
Source: ODF 1.3 part 3, sections 5, 9 and 10.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .....documents.passages import PassageKind
from ..table_rows import CELL_SEPARATOR, TableHeader, joined
from . import names as n
from .objects import object_text
from .paragraph import repeat_count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.etree import _Element as XmlElement

    from ..document import StyledText
    from .package import OdfFile
    from .paragraph import ParagraphReader

_MAX_HEADING_LEVEL = 10
_UNREAD = frozenset(
    {n.TRACKED_CHANGES, n.TABLE_TRACKED_CHANGES, n.FORMS, n.BINARY_DATA, n.EVENT_LISTENERS}
    | {n.PAGE_THUMBNAIL, n.ENHANCED_GEOMETRY, n.NOTES, n.COVERED_CELL}
    # Repeats the headings, which are found where they stand.
    | {n.TABLE_OF_CONTENT}
)
_COMMENT_FACTS = frozenset(
    {n.DC_CREATOR, n.DC_DATE, n.DATE_STRING, n.CREATOR_INITIALS, n.SENDER_INITIALS}
)
_IN_CELL = frozenset({PassageKind.TEXT, PassageKind.HEADING, PassageKind.TABLE})


@dataclass(frozen=True)
class Block:
    """A piece of a document in reading order; heading_level is 0 for all but headings."""

    kind: PassageKind
    text: StyledText
    heading_level: int = 0


class BlockReader:
    """Reads containers of blocks (body, cell, note, shape) and hands each block to a collector."""

    def __init__(self, odf: OdfFile, paragraphs: ParagraphReader) -> None:
        self._odf = odf
        self._paragraphs = paragraphs

    def read(
        self,
        container: XmlElement,
        take: Callable[[Block], None],
        kind: PassageKind = PassageKind.TEXT,
    ) -> None:
        """Hand every block inside container to take, paragraphs as the kind given."""
        for child in container:
            self.read_one(child, take, kind)

    def collect(self, container: XmlElement, kind: PassageKind = PassageKind.TEXT) -> list[Block]:
        """Return the blocks inside a container."""
        blocks: list[Block] = []
        self.read(container, blocks.append, kind)
        return blocks

    def read_one(
        self, element: XmlElement, take: Callable[[Block], None], kind: PassageKind
    ) -> None:
        """Hand an element's own block and those inside it to take."""
        tag = element.tag
        if tag in _UNREAD or (tag == n.SECTION and element.get(n.TEXT_DISPLAY) == "none"):
            return
        if tag in (n.P, n.H):
            self._read_paragraph(element, take, kind)
        elif tag == n.TABLE:
            self._read_table(element, take)
        elif tag == n.NOTE:
            for body in element.iterchildren(n.NOTE_BODY):
                self.read(body, take, PassageKind.NOTE)
        elif tag == n.ANNOTATION:
            take(self._comment(element))
        elif tag in (n.SVG_TITLE, n.SVG_DESC):
            take(Block(PassageKind.FIGURE, self._paragraphs.read_plain(element.text or "")))
        elif tag == n.OBJECT:
            take(Block(*object_text(self._odf.object_root(element), self._paragraphs)))
        else:
            self.read(element, take, kind)

    def _read_paragraph(
        self, element: XmlElement, take: Callable[[Block], None], kind: PassageKind
    ) -> None:
        paragraph = self._paragraphs.read(element)
        if element.tag == n.H and kind is PassageKind.TEXT:
            level = min(repeat_count(element, n.OUTLINE_LEVEL), _MAX_HEADING_LEVEL)
            take(Block(PassageKind.HEADING, paragraph.text, level))
        else:
            take(Block(kind, paragraph.text))
        for hanging in paragraph.hanging:
            self.read_one(hanging, take, kind)

    def _comment(self, annotation: XmlElement) -> Block:
        blocks: list[Block] = []
        for child in annotation:
            if child.tag not in _COMMENT_FACTS:
                self.read_one(child, blocks.append, PassageKind.COMMENT)
        return Block(PassageKind.COMMENT, joined([block.text for block in blocks], "\n"))

    def _read_table(self, table: XmlElement, take: Callable[[Block], None]) -> None:
        header = TableHeader()
        for row, declared in table_rows(table):
            cells, beside = self.read_cells(row)
            text = joined(cells, CELL_SEPARATOR)
            if declared:
                header.learn([cell.text for cell in cells], declared=True)
                take(Block(PassageKind.TABLE, text))
            else:
                take(Block(PassageKind.TABLE, header.before(text)))
            for block in beside:
                take(block)

    def read_cells(self, row: XmlElement) -> tuple[list[StyledText], list[Block]]:
        """Return a row's cell texts, nested tables included, and what stands beside them."""
        cells: list[StyledText] = []
        beside: list[Block] = []
        for cell in row.iterchildren(n.CELL):
            blocks = self.collect(cell)
            cells.append(joined([b.text for b in blocks if b.kind in _IN_CELL], " "))
            beside.extend(block for block in blocks if block.kind not in _IN_CELL)
        return cells, beside


def table_rows(table: XmlElement, *, in_header: bool = False) -> Iterator[tuple[XmlElement, bool]]:
    """Yield the rows of a table in order, and whether each is declared a header row."""
    for child in table:
        if child.tag == n.ROW:
            yield child, in_header
        elif child.tag in (n.HEADER_ROWS, n.ROWS, n.ROW_GROUP):
            yield from table_rows(child, in_header=in_header or child.tag == n.HEADER_ROWS)
