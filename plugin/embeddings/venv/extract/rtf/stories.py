r"""Where the text of an RTF file goes: paragraphs and rows as passages, in reading order.

Owns: ends of paragraphs, cells and rows, nested tables, what hangs on a paragraph, page headers.
Does not own: groups and control words.
Source: Rich Text Format Specification 1.9.1, "Table Definitions", "Nested Tables".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .....documents.passages import PassageKind
from ..page_numbers import says_something
from ..styled_text import StyledText
from ..table_rows import CELL_SEPARATOR, TableHeader, joined
from .state import Story

if TYPE_CHECKING:
    from ..document import PassageWriter

MAX_HEADING_LEVEL = 9
_MAX_COLUMNS_OF_FORMS = 2


class StoryWriter:
    """Writes the body as it comes; notes, comments and boxes after the paragraph they hang on."""

    def __init__(self, writer: PassageWriter) -> None:
        self.body = Story(PassageKind.TEXT)
        self._writer = writer
        self._hanging: list[Story] = []
        self._headers: dict[str, StyledText] = {}

    def end_cell(self, story: Story) -> None:
        """Take the text so far as a cell of the row that is read."""
        story.cells.append(story.take_text())

    def end_nested(self, story: Story, separator: str) -> None:
        """Set a cell or row of a table inside a cell apart from what follows in it."""
        story.separator = separator

    def end_row(self, story: Story, *, declared: bool = False) -> None:
        """Take the cells so far as a row; declared as one of column names or not."""
        if not story.cells:
            return
        cells, story.cells = story.cells, []
        row = joined(cells, CELL_SEPARATOR)
        texts = [cell.text for cell in cells]
        # Few writers declare the row of names (trhdr); two columns are often no table of data.
        is_first = not story.n_rows and len(texts) > _MAX_COLUMNS_OF_FORMS
        if not declared:
            row = story.table_header.before(row)
        if declared or is_first:
            story.table_header.learn(texts, declared=declared)
        story.n_rows += 1
        if story is not self.body:
            story.done.append(row)
            return
        self._writer.add(PassageKind.TABLE, row)
        self._write_hanging()

    def end_paragraph(self, story: Story, *, level: int, is_title: bool = False) -> None:
        """Take the text so far as a paragraph; level counts headings from 0."""
        story.table_header, story.n_rows = TableHeader(), 0
        text = story.take_text()
        if story is not self.body:
            if text.text:
                story.done.append(text)
            return
        if level < MAX_HEADING_LEVEL:
            if is_title and not self._writer.title:
                self._writer.title = text.text
            self._writer.add_heading(level + 1, text)
        else:
            self._writer.add(PassageKind.TEXT, text)
        self._write_hanging()

    def close(self, story: Story) -> None:
        """Take a note, comment, box or header whose group has ended."""
        self.end_row(story)
        last = story.take_text()
        if last.text:
            story.done.append(last)
        if story.kind is PassageKind.HEADER:
            # Sections repeat them; they stand on the pages, not at a place in the text.
            told = [text for text in story.done if says_something(text.text)]
            self._headers.update({text.text: text for text in told})
        else:
            self._hanging.append(story)

    def figure(self, text: StyledText) -> None:
        """Take the description of a picture or shape."""
        self._hanging.append(Story(PassageKind.FIGURE, done=[text]))

    def end(self) -> None:
        """Write what is open at the end of the file, then the headers and footers."""
        self.end_row(self.body)
        self.end_paragraph(self.body, level=MAX_HEADING_LEVEL)
        self._writer.leave_headings()
        for text in self._headers.values():
            self._writer.add(PassageKind.HEADER, text)

    def _write_hanging(self) -> None:
        hanging, self._hanging = self._hanging, []
        for story in hanging:
            if story.kind is PassageKind.COMMENT:
                self._write_comment(story)
                continue
            for text in story.done:
                self._writer.add(story.kind, text)

    def _write_comment(self, story: Story) -> None:
        """Write a comment as one passage that begins with its author."""
        text = joined(story.done, "\n")
        if story.author and text.text:
            text = joined([StyledText(f"{story.author}:"), text], " ")
        self._writer.add(PassageKind.COMMENT, text)
