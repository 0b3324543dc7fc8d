"""Passages of Markdown files: headings as outline, code and formulas apart, tables by row.

Owns: what becomes of Markdown's blocks. Does not own: the syntax (markdown_syntax), the words of a
line (markdown_words), encodings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .....documents.passages import ExtractedDocument, Location, PassageKind
from ..document import PassageWriter
from ..styled_text import StyledText, one_line
from ..table_rows import CELL_SEPARATOR, TableHeader
from .html_pieces import html_pieces
from .markdown_syntax import FOOTNOTE_OPEN, FORMULA, markdown_parser
from .markdown_words import figures_of, inline_tokens, joined_words, words_of
from .plain_text import read_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from markdown_it.token import Token
    from markdown_it.utils import EnvType

_MAX_CHARS = 16_000_000  # parsing takes a second for each million
_PIECE_CHARS = 1_000_000  # and fifty times the memory
_LINE_END = re.compile(r"\r\n?|\u2028|\u2029|\x85")
_FENCE_LINE = re.compile(r" {0,3}(```|~~~)")
_PIECE_BORDER = re.compile(r"#{1,6}[ \t]")
_FRONT_MATTER = re.compile(r"---[ \t]*\n(.{1,100000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL)
_YAML_KEY = re.compile(r"^[\w\"'-][^\n:]{0,80}:(\s|$)", re.MULTILINE)
_FRONT_TITLE = re.compile(r"^title:[ \t]*(.*?)[ \t]*$", re.MULTILINE | re.IGNORECASE)
_ANCHOR = re.compile(r"\s*\{[#.][^{}\n]*\}\s*$")
_TASK = re.compile(r"\[[ xX]\][ \t]+")
_CALLOUT = re.compile(r"\[![\w-]+\][-+]?[ \t]*\n?")
_FORMULA_ALONE = re.compile(r"\$([^$]+)\$")


def extract_markdown(path: Path) -> ExtractedDocument:
    """Return the passages of a Markdown file, each with its line number.

    Paragraphs and list items are unwrapped and freed of marks; code keeps its layout. The title is
    the front matter's or the first heading's. Raises ExtractionFailure for what is no text.
    """
    writer = PassageWriter()
    text = _LINE_END.sub("\n", read_text(path, writer))
    if len(text) > _MAX_CHARS:
        text = text[:_MAX_CHARS]
        writer.mark_partial("The text is very long; only its beginning is searchable.")
    n_front_lines, start = _read_front_matter(text, writer)
    first_line = n_front_lines + 1
    for piece in _pieces(text[start:]):
        _BlockReader(writer, first_line).read(piece)
        if writer.full:
            break
        first_line += piece.count("\n")
    return writer.finish()


def _read_front_matter(text: str, writer: PassageWriter) -> tuple[int, int]:
    """Write a YAML block at the start; return how many lines and characters it takes."""
    block = _FRONT_MATTER.match(text)
    if block is None or not _YAML_KEY.search(block[1]):
        return 0, 0
    title = _FRONT_TITLE.search(block[1])
    writer.title = title[1].strip("\"'") if title else ""
    writer.add(PassageKind.FRONTMATTER, block[1], location=Location(line=2))
    return block[0].count("\n"), block.end()


def _pieces(text: str) -> Iterator[str]:
    """Yield text whole, or a very long one in parts that begin with headings."""
    if len(text) <= _PIECE_CHARS:
        yield text
        return
    lines: list[str] = []
    n_chars, fence = 0, ""
    for line in text.splitlines(keepends=True):
        mark = _FENCE_LINE.match(line)
        if mark and fence in ("", mark[1]):
            fence = "" if fence else mark[1]
        is_border = not fence and (_PIECE_BORDER.match(line) or n_chars > 2 * _PIECE_CHARS)
        if n_chars > _PIECE_CHARS and is_border:
            yield "".join(lines)
            lines, n_chars = [], 0
        lines.append(line)
        n_chars += len(line)
    yield "".join(lines)


@dataclass
class _Table:
    """A table under way: its header, and the cells of the row that is read."""

    header: TableHeader = field(default_factory=TableHeader)
    cells: list[str] = field(default_factory=list)
    is_head: bool = False


class _BlockReader:
    """Writes the passages of one parsed text, whose first line is the file's first_line."""

    def __init__(self, writer: PassageWriter, first_line: int) -> None:
        self._writer = writer
        self._first_line = first_line
        self._references: EnvType = {}
        self._open: list[str] = []
        self._heading_level = 1
        self._table = _Table()
        self._place = Location(line=first_line)

    def read(self, text: str) -> None:
        """Write all blocks of text."""
        for token in markdown_parser().parse(text, self._references):
            if self._writer.full:
                break
            if token.map:
                self._place = Location(line=self._first_line + token.map[0])
            self._read_token(token)

    def _read_token(self, token: Token) -> None:
        if token.nesting > 0:
            self._open.append(token.type)
            self._begin(token)
        elif token.nesting < 0:
            self._open.pop()
            self._end(token.type)
        elif token.type == "inline":
            self._read_lines(token)
        elif token.type in ("fence", "code_block"):
            self._add_code(token)
        elif token.type == "html_block":
            self._read_html(token.content)
        elif token.type == FORMULA:
            self._writer.add(PassageKind.EQUATION, token.content, location=self._place, prose=False)

    def _begin(self, token: Token) -> None:
        name = token.type
        if name == "heading_open":
            self._heading_level = int(token.tag[1:])
        elif name == "table_open":
            self._table = _Table()
        elif name == "tr_open":
            self._table.cells = []
        elif name == "thead_open":
            self._table.is_head = True

    def _end(self, name: str) -> None:
        if name == "tr_close":
            self._end_row()
        elif name == "thead_close":
            self._table.header.learn(self._table.cells, declared=True)
            self._table.is_head = False

    def _end_row(self) -> None:
        row = StyledText(CELL_SEPARATOR.join(cell for cell in self._table.cells if cell))
        text = row if self._table.is_head else self._table.header.before(row)
        self._writer.add(PassageKind.TABLE, text, location=self._place, prose=False)

    def _add_code(self, token: Token) -> None:
        is_fence = token.type == "fence"
        place = Location(line=(self._place.line or 1) + is_fence)
        self._writer.add(PassageKind.CODE, token.content, location=place, prose=False)

    def _read_lines(self, token: Token) -> None:
        """Write what a heading, cell or paragraph says."""
        within = self._open[-1]
        if within in ("th_open", "td_open"):
            words = words_of(token.content, self._references)
            self._table.cells.append(one_line(words))
        elif within == "heading_open":
            text = words_of(_ANCHOR.sub("", token.content), self._references)
            self._add_heading(self._heading_level, text)
        else:
            self._read_paragraph(token.content)

    def _read_paragraph(self, source: str) -> None:
        if "list_item_open" in self._open:
            source = _TASK.sub("", source, count=1) if _TASK.match(source) else source
        if "blockquote_open" in self._open and (callout := _CALLOUT.match(source)):
            source = source[callout.end() :]
        if formula := _FORMULA_ALONE.fullmatch(source):
            self._writer.add(PassageKind.EQUATION, formula[1], location=self._place, prose=False)
            return
        kind = PassageKind.NOTE if FOOTNOTE_OPEN in self._open else PassageKind.TEXT
        tokens = inline_tokens(source, self._references)
        if tokens is None:
            self._writer.add(kind, source, location=self._place)
            return
        figures = figures_of(tokens)
        for figure in figures:
            self._writer.add(PassageKind.FIGURE, figure, location=self._place)
        if not figures:
            self._writer.add(kind, joined_words(tokens), location=self._place)

    def _read_html(self, source: str) -> None:
        for piece in html_pieces(source):
            if piece.level:
                self._add_heading(piece.level, piece.text)
            else:
                self._writer.add(PassageKind.TEXT, piece.text, location=self._place)

    def _add_heading(self, level: int, text: str) -> None:
        if level == 1 and not self._writer.title:
            self._writer.title = text
        self._writer.add_heading(level, text, location=self._place)
