"""The order of a Word document: paragraphs, tables and what hangs on them, as passages.

Owns: walking the body, text boxes, notes, headers and cells (ECMA-376-1, 17.2 and 17.4), and
which passages come of them. Does not own: the text inside a paragraph (runs).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .....documents.passages import PassageKind
from ..ooxml.names import attribute, chosen, full_names, name_of
from ..page_numbers import says_something
from ..styled_text import StyledText, normalise_text
from ..table_rows import CELL_SEPARATOR, TableHeader, joined
from .altchunk import write_altchunk
from .content_controls import content_of, is_contents, points_elsewhere
from .figures import write_figures
from .properties import ParagraphProperties
from .runs import ParagraphText, RunReader
from .styles import PLAIN
from .tables import Cell, TableRow, cells_of, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from ..document import PassageWriter
    from ..ooxml.package import OoxmlPackage
    from .attachments import Attachments
    from .notes_and_comments import Note, NoteTable
    from .sections import HeaderParts
    from .styles import Style, StyleTable

_MAX_DEPTH = 40
# A longer "heading" is a paragraph that somebody gave a heading's style.
_MAX_HEADING_CHARS = 300
_MIN_HEADED_ROWS = 3
_TOO_DEEP = "Parts that are nested very deep are left out."
_BODY_KINDS = (None, PassageKind.TEXT)
_DROPPED = frozenset({"w:del", "w:moveFrom", "w:sdtPr", "w:sdtEndPr", "w:tcPr", "w:customXmlPr"})


@dataclass
class Contents:
    """The entries of tables of contents, and how many headings there are for them to repeat."""

    entries: list[StyledText] = field(default_factory=list)
    n_headings: int = 0

    @property
    def unrepeated(self) -> list[StyledText]:
        """Return the entries where the document has no headings: nothing else says the same."""
        return [] if self.n_headings else self.entries


@dataclass(frozen=True)
class WordDocument:
    """The document that is being read: its package, styles and notes, and where passages go."""

    package: OoxmlPackage
    writer: PassageWriter
    styles: StyleTable
    notes: dict[str, NoteTable]
    headers: HeaderParts
    seen_in_headers: set[str] = field(default_factory=set)
    contents: Contents = field(default_factory=Contents)


class StoryReader:
    """Reads one story: the body, a header, a note. kind overrides that of plain paragraphs."""

    def __init__(
        self, document: WordDocument, part: str, kind: PassageKind | None = None, *, depth: int = 0
    ) -> None:
        self._document = document
        self._part = part
        self._kind = kind
        self._depth = depth
        self._runs = RunReader(document.styles)
        self._unfinished: ParagraphText | None = None
        self._in_contents = False

    def walk(self, container: _Element) -> None:
        """Write the passages of a container's blocks; stops when the writer is full."""
        self._walk(container, self._depth)
        self._flush()

    def _walk(self, container: _Element, depth: int) -> None:
        self._inner_blocks(container, depth)

    def _inner_blocks(self, blocks: Iterable[_Element], depth: int) -> None:
        if depth > _MAX_DEPTH:
            self._document.writer.mark_partial(_TOO_DEEP)
            return
        for block in blocks:
            if self._document.writer.full:
                return
            self._block(block, depth)

    def _block(self, block: _Element, depth: int) -> None:
        name = name_of(block)
        if name == "w:p":
            self._paragraph(block)
        elif name == "w:tbl":
            self._flush()
            self._table(block, depth)
        elif name == "w:sectPr":
            self._section(block)
        elif name == "w:altChunk":
            self._embedded(attribute(block, "r:id"))
        elif name == "w:sdt":
            self._control(block, depth)
        elif name == "mc:AlternateContent":
            self._inner_blocks(chosen(block), depth + 1)
        elif name not in _DROPPED:
            self._walk(block, depth + 1)

    def _control(self, control: _Element, depth: int) -> None:
        was_in_contents = self._in_contents
        self._in_contents = was_in_contents or is_contents(control)
        self._inner_blocks(content_of(control), depth + 1)
        self._in_contents = was_in_contents

    def _paragraph(self, paragraph: _Element) -> None:
        properties = ParagraphProperties.of(paragraph)
        text = self._runs.read(paragraph, properties, self._unfinished)
        if properties.section is not None:
            self._section(properties.section)
        # A deleted paragraph mark joins what it ended with the next paragraph (17.13.5.15).
        if properties.mark_deleted:
            self._unfinished = text
            return
        self._unfinished = None
        style = self._document.styles.paragraph_style(properties.style_id)
        is_listing = style.is_listing or (self._in_contents and points_elsewhere(paragraph))
        if is_listing:
            self._document.contents.entries.append(text.builder.build())
        else:
            level = properties.heading_level
            self._write(text, style, style.heading_level if level is None else level)

    def _flush(self) -> None:
        if self._unfinished is not None:
            text, self._unfinished = self._unfinished, None
            self._write(text, PLAIN, 0)

    def _write(self, text: ParagraphText, style: Style, level: int) -> None:
        writer = self._document.writer
        styled = text.builder.build()
        if self._kind is None and level > 0 and len(styled.text) <= _MAX_HEADING_CHARS:
            writer.add_heading(level, styled)
            if style.is_title:
                writer.title = writer.title or styled.text
            elif styled.text:
                self._document.contents.n_headings += 1
        elif self._kind is not None:
            self._add(self._kind, styled)
        elif text.has_math and not text.has_words:
            writer.add(PassageKind.EQUATION, styled)
        else:
            writer.add(PassageKind.CODE if style.is_code else PassageKind.TEXT, styled)
        self._attachments(text.attachments)

    def _add(self, kind: PassageKind, text: StyledText, *, prose: bool = True) -> None:
        """Add a passage; of headers and footers, which repeat one another, each line once."""
        if kind is PassageKind.HEADER:
            seen = self._document.seen_in_headers
            if text.text in seen or not says_something(text.text):
                return
            seen.add(text.text)
        self._document.writer.add(kind, text, prose=prose)

    def _section(self, section: _Element) -> None:
        links = self._document.package.relationships(self._part)
        self._document.headers.add_section(section, links)

    def _embedded(self, rel_id: str | None) -> None:
        package = self._document.package
        part = package.relationships(self._part).target(rel_id)
        if part is None or not package.has(part):
            return
        write_altchunk(package.read(part), part, self._document.writer, self._kind)

    def _attachments(self, attachments: Attachments) -> None:
        write_figures(
            attachments,
            package=self._document.package,
            part=self._part,
            writer=self._document.writer,
        )
        for box in attachments.boxes:
            self._nested(self._part, self._kind or PassageKind.TEXT, box)
        for kind, note_id in attachments.notes:
            note = self._document.notes[kind].take(note_id)
            if note is not None:
                self._nested(note.part, PassageKind.NOTE, note.element)
        for comment_id in attachments.comment_ids:
            self.write_comment(self._document.notes["comments"].take(comment_id))

    def write_comment(self, note: Note | None) -> None:
        """Write a comment as one passage that begins with its author; nothing for None."""
        if note is None:
            return
        runs = RunReader(self._document.styles)
        texts = [
            runs.read(paragraph, ParagraphProperties.of(paragraph)).builder.build()
            for paragraph in note.element.iter(*full_names("w:p"))
        ]
        body = joined(texts, "\n")
        if body.text:
            author = StyledText(normalise_text(note.author))
            self._document.writer.add(PassageKind.COMMENT, joined([author, body], ": "))

    def _nested(self, part: str, kind: PassageKind, content: _Element) -> None:
        if self._depth < _MAX_DEPTH:
            StoryReader(self._document, part, kind, depth=self._depth + 1).walk(content)

    def _table(self, table: _Element, depth: int) -> None:
        rows = list(rows_of(table))
        header = TableHeader()
        for index, row in enumerate(rows):
            if self._document.writer.full:
                return
            cells = [Cell.read(cell, self._runs) for cell in cells_of(row)]
            is_box = len(cells) == 1 and (len(rows) == 1 or self._has_heading(row))
            if is_box or any(cell.is_layout for cell in cells):
                self._layout_row(row, depth)
                continue
            may_head = index == 0 and len(rows) >= _MIN_HEADED_ROWS
            self._row(TableRow(row, cells), header, depth, may_head=may_head)

    def _has_heading(self, row: _Element) -> bool:
        properties = (ParagraphProperties.of(each) for each in row.iter(*full_names("w:p")))
        styles = self._document.styles
        return any(
            each.heading_level or styles.paragraph_style(each.style_id).heading_level
            for each in properties
        )

    def _row(self, row: TableRow, header: TableHeader, depth: int, *, may_head: bool) -> None:
        line = joined([cell.text for cell in row.cells], CELL_SEPARATOR)
        kind = PassageKind.TABLE if self._kind in _BODY_KINDS else self._kind
        self._add(kind or PassageKind.TABLE, self._with_header(row, line, header), prose=False)
        if may_head or row.is_header:
            header.learn([cell.text.text for cell in row.cells], declared=row.is_header)
        for cell in row.cells:
            for attachments in cell.attachments:
                self._attachments(attachments)
            for inner in cell.tables:
                self._table_inside(inner, depth)

    def _with_header(self, row: TableRow, line: StyledText, header: TableHeader) -> StyledText:
        return line if row.is_header else header.before(line)

    def _table_inside(self, table: _Element, depth: int) -> None:
        if depth < _MAX_DEPTH:
            self._table(table, depth + 1)

    def _layout_row(self, row: _Element, depth: int) -> None:
        """Read the cells of a row that only arranges text on the page as plain blocks."""
        for cell in cells_of(row):
            self._walk(cell, depth + 1)
            self._flush()
