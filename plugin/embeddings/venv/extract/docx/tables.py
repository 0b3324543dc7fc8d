"""The rows and cells of a Word table, whatever wraps them.

Owns: finding rows and cells through content controls and tracked changes, a cell's text, and
telling tables of data from tables of layout (ECMA-376-1, 17.4). Does not own: passages (blocks).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..ooxml.names import child, chosen, is_on, name_of
from ..table_rows import is_running_text, joined
from .content_controls import content_of
from .properties import ParagraphProperties

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from ..styled_text import StyledText
    from .attachments import Attachments
    from .runs import ParagraphText, RunReader

_MAX_DEPTH = 40
_DROPPED = frozenset({"w:del", "w:moveFrom", "w:sdtPr", "w:tblPr", "w:tblGrid", "w:trPr", "w:tcPr"})


@dataclass
class Cell:
    """A cell's paragraphs as one text, with what hangs on them and the tables inside."""

    texts: list[StyledText] = field(default_factory=list)
    attachments: list[Attachments] = field(default_factory=list)
    tables: list[_Element] = field(default_factory=list)

    @staticmethod
    def read(cell: _Element, runs: RunReader) -> Cell:
        """Return the content of a w:tc."""
        content = Cell()
        unfinished: ParagraphText | None = None
        for block in _found(cell, frozenset({"w:p", "w:tbl"}), 0):
            if name_of(block) == "w:tbl":
                content.tables.append(block)
                continue
            properties = ParagraphProperties.of(block)
            paragraph = runs.read(block, properties, unfinished)
            unfinished = paragraph if properties.mark_deleted else None
            if unfinished is None:
                content.add(paragraph)
        if unfinished is not None:
            content.add(unfinished)
        return content

    def add(self, paragraph: ParagraphText) -> None:
        """Take a paragraph that was read."""
        self.texts.append(paragraph.builder.build())
        self.attachments.append(paragraph.attachments)

    @property
    def text(self) -> StyledText:
        """Return the paragraphs in one line, a space between them."""
        return joined(self.texts, " ")

    @property
    def is_layout(self) -> bool:
        """Return True for a cell that holds running text."""
        filled = [text for text in self.texts if text.text]
        n_chars = sum(len(text.text) for text in filled)
        return is_running_text(n_paragraphs=len(filled), n_chars=n_chars)


@dataclass(frozen=True)
class TableRow:
    """A w:tr with its cells read."""

    element: _Element
    cells: list[Cell]

    @property
    def is_header(self) -> bool:
        """Return True when the row is declared to repeat on each page (w:tblHeader)."""
        return is_on(child(child(self.element, "w:trPr"), "w:tblHeader"))


def rows_of(table: _Element) -> Iterator[_Element]:
    """Yield the rows of a w:tbl that are not deleted, without those of tables inside."""
    for row in _found(table, frozenset({"w:tr"}), 0):
        if child(child(row, "w:trPr"), "w:del") is None:
            yield row


def cells_of(row: _Element) -> Iterator[_Element]:
    """Yield the cells of a w:tr that are not deleted."""
    for cell in _found(row, frozenset({"w:tc"}), 0):
        if child(child(cell, "w:tcPr"), "w:cellDel") is None:
            yield cell


def _found(container: _Element, wanted: frozenset[str], depth: int) -> Iterator[_Element]:
    if depth > _MAX_DEPTH:
        return
    for element in container:
        name = name_of(element)
        if name in wanted:
            yield element
        elif name == "mc:AlternateContent":
            for part in chosen(element):
                yield from [part] if name_of(part) in wanted else _found(part, wanted, depth + 1)
        elif name == "w:sdt":
            for part in content_of(element):
                yield from [part] if name_of(part) in wanted else _found(part, wanted, depth + 1)
        elif name not in _DROPPED:
            yield from _found(element, wanted, depth + 1)
