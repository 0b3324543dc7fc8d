"""Walking the blocks of ODF text: paragraphs, headings, lists, tables, notes, shapes.

Owns: the order of blocks, and what each is. Does not own: where they go; a collector takes them.
Source: ODF 1.3 part 3, sections 5, 8, 9 and 10.

Left out: text set hidden (sections, paragraphs, spans, fields), tracked deletions, numbers of
lists, and the indexes that only repeat what stands elsewhere (contents, figures, tables). The
bibliography and the alphabetical index say what nothing else does, and are read.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from .....documents.passages import PassageKind
from ..ooxml.alt_text import written_by_person
from ..styled_text import StyledText
from ..table_rows import CELL_SEPARATOR, TableHeader, joined
from . import names as n
from .controls import control_texts
from .objects import chart_text, formula_text
from .paragraph import ParagraphReader, repeat_count
from .styles import OdfStyles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.etree import _Element as XmlElement

    from .package import OdfFile

_MAX_HEADING_LEVEL = 10
_TITLE_LEVEL = 1
_UNREAD = (
    frozenset(
        {n.TRACKED_CHANGES, n.TABLE_TRACKED_CHANGES, n.FORMS, n.BINARY_DATA, n.EVENT_LISTENERS}
        | {n.PAGE_THUMBNAIL, n.ENHANCED_GEOMETRY, n.NOTES, n.COVERED_CELL}
    )
    | n.REPEATING_INDEXES
)
_COMMENT_FACTS = frozenset(
    {n.DC_CREATOR, n.DC_DATE, n.DATE_STRING, n.CREATOR_INITIALS, n.SENDER_INITIALS}
)
_ALTERNATIVE_TEXTS = frozenset({n.SVG_TITLE, n.SVG_DESC, n.TABLE_TITLE, n.TABLE_DESC})
_IN_CELL = frozenset({PassageKind.TEXT, PassageKind.HEADING, PassageKind.TABLE})


@dataclass(frozen=True)
class Block:
    """A piece of a document in reading order; heading_level is 0 for all but headings."""

    kind: PassageKind
    text: StyledText
    heading_level: int = 0
    is_title: bool = False


class BlockReader:
    """Reads containers of blocks (body, cell, note, shape) and hands each block to a collector.

    odf is None inside an embedded object: what is embedded there again is not read.
    """

    def __init__(self, odf: OdfFile | None, paragraphs: ParagraphReader) -> None:
        self._odf = odf
        self._paragraphs = paragraphs

    @property
    def paragraphs(self) -> ParagraphReader:
        """Return the reader of the paragraphs inside the blocks."""
        return self._paragraphs

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
        if tag in (n.P, n.H):
            self._read_paragraph(element, take, kind)
        elif tag in _UNREAD or (tag == n.SECTION and _is_hidden(element)):
            self._paragraphs.pass_over(element)
        elif tag == n.TABLE:
            self._read_table(element, take)
        elif tag == n.NOTE:
            for body in element.iterchildren(n.NOTE_BODY):
                self.read(body, take, PassageKind.NOTE)
        elif tag == n.ANNOTATION:
            take(self._comment(element))
        elif tag in _ALTERNATIVE_TEXTS:
            text = written_by_person(element.text)
            take(Block(PassageKind.FIGURE, self._paragraphs.read_plain(text)))
        elif tag == n.OBJECT:
            self._read_object(element, take)
        else:
            self._read_shape(element, take, kind)

    def _read_paragraph(
        self, element: XmlElement, take: Callable[[Block], None], kind: PassageKind
    ) -> None:
        paragraph = self._paragraphs.read(element)
        if paragraph.text.text:
            take(self._paragraph_block(paragraph.start, paragraph.text, kind))
        for hanging in paragraph.hanging:
            self.read_one(hanging, take, kind)

    def _paragraph_block(self, element: XmlElement, text: StyledText, kind: PassageKind) -> Block:
        if kind is not PassageKind.TEXT:
            return Block(kind, text)
        style = self._paragraphs.style_of(element)
        if element.tag == n.H:
            level = repeat_count(element, n.OUTLINE_LEVEL)
        else:
            level = _TITLE_LEVEL if style.is_title else style.outline_level
        if not level:
            return Block(kind, text)
        level = min(level, _MAX_HEADING_LEVEL)
        return Block(PassageKind.HEADING, text, level, is_title=style.is_title)

    def _read_shape(
        self, element: XmlElement, take: Callable[[Block], None], kind: PassageKind
    ) -> None:
        style_name = element.get(n.PRESENTATION_STYLE_NAME)
        family = "presentation" if style_name else "graphic"
        with self._paragraphs.within(family, style_name or element.get(n.DRAW_STYLE_NAME)):
            if element.tag == n.CONTROL:
                shown = self._controls.get(element.get(n.CONTROL) or "", "")
                take(Block(kind, self._paragraphs.read_plain(shown)))
            self.read(element, take, kind)

    @cached_property
    def _controls(self) -> dict[str, str]:
        return control_texts(self._odf.body) if self._odf is not None else {}

    def _comment(self, annotation: XmlElement) -> Block:
        """Return a comment as one block that begins with its author, where there is one.

        That of a cell is shown without its author.
        """
        blocks: list[Block] = []
        for child in annotation:
            if child.tag not in _COMMENT_FACTS:
                self.read_one(child, blocks.append, PassageKind.COMMENT)
        text = joined([block.text for block in blocks], "\n")
        author = (annotation.findtext(n.DC_CREATOR) or "").strip()
        parent = annotation.getparent()
        is_of_cell = parent is not None and parent.tag == n.CELL
        if author and text.text and not is_of_cell:
            text = joined([self._paragraphs.read_plain(f"{author}:"), text], " ")
        return Block(PassageKind.COMMENT, text)

    def _read_object(self, element: XmlElement, take: Callable[[Block], None]) -> None:
        root = self._odf.object_root(element) if self._odf is not None else None
        if root is None:
            return
        if root.tag == n.MATH:
            take(Block(PassageKind.EQUATION, StyledText(formula_text(root))))
            return
        body = root.find(n.BODY)
        content = body[0] if body is not None and len(body) else root
        # An object's styles are its own, under names that the document uses for others.
        inner = ParagraphReader(OdfStyles([root], None), [root])
        if content.tag in (n.BODY_CHART, root.tag):
            take(Block(PassageKind.FIGURE, chart_text(content, inner)))
        else:
            BlockReader(None, inner).read(content, take)

    def _read_table(self, table: XmlElement, take: Callable[[Block], None]) -> None:
        header = TableHeader()
        is_first_named = table.get(n.FIRST_ROW_STYLED) == "true"
        for row, declared in table_rows(table):
            cells, beside = self.read_cells(row)
            text = joined(cells, CELL_SEPARATOR)
            if declared:
                header.learn([cell.text for cell in cells], declared=True)
                take(Block(PassageKind.TABLE, text))
            else:
                take(Block(PassageKind.TABLE, header.before(text)))
                if is_first_named:
                    header.learn([cell.text for cell in cells])
                    is_first_named = False
            for block in beside:
                take(block)
        for alternative in table.iterchildren(n.TABLE_TITLE, n.TABLE_DESC):
            self.read_one(alternative, take, PassageKind.FIGURE)

    def read_cells(self, row: XmlElement) -> tuple[list[StyledText], list[Block]]:
        """Return a row's cell texts, nested tables included, and what stands beside them."""
        cells: list[StyledText] = []
        beside: list[Block] = []
        for cell in row.iterchildren(n.CELL):
            blocks = self.collect(cell)
            cells.append(joined([b.text for b in blocks if b.kind in _IN_CELL], " "))
            beside.extend(block for block in blocks if block.kind not in _IN_CELL)
        return cells, beside


def _is_hidden(section: XmlElement) -> bool:
    """Return whether a section is hidden, for good or by its condition as last evaluated."""
    display = section.get(n.TEXT_DISPLAY)
    if display == "condition":
        return bool(section.get(n.IS_HIDDEN) == "true")
    return bool(display == "none")


def table_rows(table: XmlElement, *, in_header: bool = False) -> Iterator[tuple[XmlElement, bool]]:
    """Yield the rows of a table in order, and whether each is declared a header row."""
    for child in table:
        if child.tag == n.ROW:
            yield child, in_header
        elif child.tag in (n.HEADER_ROWS, n.ROWS, n.ROW_GROUP):
            yield from table_rows(child, in_header=in_header or child.tag == n.HEADER_ROWS)
