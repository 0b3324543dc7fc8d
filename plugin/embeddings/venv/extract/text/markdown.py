"""Passages of Markdown files: headings as outline, code apart, tables by row.

Owns: Markdown's blocks and taking out inline marks. Does not own: encodings.
Source: CommonMark 0.31, sections 4 and 6; GitHub Flavored Markdown, 4.10 (tables).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .....documents.passages import ExtractedDocument, Location, PassageKind
from ..document import PassageWriter, StyledText, normalise_text
from ..table_rows import CELL_SEPARATOR, TableHeader
from .plain_text import Line, read_lines

if TYPE_CHECKING:
    from pathlib import Path

_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_RULE = re.compile(r" {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$")
_TABLE_RULE = re.compile(r"\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")
_FRONT_TITLE = re.compile(r"^title:\s*[\"']?(.*?)[\"']?\s*$", re.MULTILINE | re.IGNORECASE)
_MAX_MARKED_CHARS = 20_000
_MAX_HEADING_CHARS = 500  # and a bound on the pattern's backtracking
_FRONT_ENDS = ("---", "...")

_INLINE = (
    (re.compile(r"<!--.*?-->", re.DOTALL), ""),
    (re.compile(r"!\[([^\]]*)\]\([^)\s]*(?:\s+\"[^\"]*\")?\)"), r"\1"),
    (re.compile(r"\[([^\]]+)\]\([^)\s]*(?:\s+\"[^\"]*\")?\)"), r"\1"),
    (re.compile(r"\[([^\]]+)\]\[[^\]]*\]"), r"\1"),
    (re.compile(r"(\*{1,3})(?=\S)([^*]+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<!\w)(_{1,3})(?=\S)([^_]+?)(?<=\S)\1(?!\w)"), r"\2"),
    (re.compile(r"~~(.+?)~~"), r"\1"),
    (re.compile(r"(`+)(.+?)\1"), r"\2"),
    (re.compile(r"\\([!-/:-@\[-`{-~])"), r"\1"),
)


def extract_markdown(path: Path) -> ExtractedDocument:
    """Return the passages of a Markdown file, each with its line number.

    Paragraphs and list items are unwrapped and freed of marks; fenced code keeps its layout.
    Raises ExtractionFailure for what is no text.
    """
    writer = PassageWriter()
    lines = list(read_lines(path, writer))
    reader = _MarkdownReader(writer)
    reader.read(lines[_read_front_matter(lines, writer) :])
    return writer.finish()


def without_marks(text: str) -> str:
    """Return text without Markdown's inline marks: links and pictures leave their words.

    A text too long to be a paragraph is returned as it is: unmatched marks cost quadratic time.
    """
    if len(text) > _MAX_MARKED_CHARS:
        return text
    for pattern, replacement in _INLINE:
        text = pattern.sub(replacement, text)
    return text


def _read_front_matter(lines: list[Line], writer: PassageWriter) -> int:
    """Write a YAML block at the start and return how many lines it takes, 0 if there is none."""
    if not lines or lines[0].text.rstrip() != "---":
        return 0
    for index, line in enumerate(lines[1:], start=1):
        if line.text.rstrip() in _FRONT_ENDS:
            block = "\n".join(inner.text for inner in lines[1:index])
            found = _FRONT_TITLE.search(block)
            writer.title = found[1] if found else ""
            writer.add(PassageKind.FRONTMATTER, block, location=Location(line=2))
            return index + 1
    return 0


class _MarkdownReader:
    """Reads lines into blocks; pending holds the paragraph under way, code the fenced block."""

    def __init__(self, writer: PassageWriter) -> None:
        self._writer = writer
        self._pending: list[Line] = []
        self._code: list[Line] = []
        self._fence = ""
        self._header: TableHeader | None = None

    def read(self, lines: list[Line]) -> None:
        """Write all blocks of these lines."""
        for line in lines:
            if self._fence:
                self._code_line(line)
            else:
                self._line(line)
        self._end_code()
        self._end_paragraph()

    def _line(self, line: Line) -> None:
        if fence := _FENCE.match(line.text):
            self._end_paragraph()
            self._fence = fence[1]
        elif heading := _ATX.match(line.text[:_MAX_HEADING_CHARS]):
            self._end_paragraph()
            self._heading(len(heading[1]), heading[2] or "", line.number)
        elif not line.text.strip():
            self._end_paragraph()
        elif self._header is not None and "|" in line.text:
            self._table_row(line)
        elif len(self._pending) == 1 and "|" in line.text and _TABLE_RULE.match(line.text):
            self._begin_table()
        elif self._pending and (underline := _SETEXT.match(line.text)):
            self._setext_heading(1 if underline[1].startswith("=") else 2)
        elif _RULE.match(line.text):
            self._end_paragraph()
        else:
            if _ITEM.match(line.text):
                self._end_paragraph()
            self._header = None
            self._pending.append(line)

    def _heading(self, level: int, text: str, number: int) -> None:
        self._writer.add_heading(level, without_marks(text), location=Location(line=number))

    def _setext_heading(self, level: int) -> None:
        number = self._pending[0].number
        text = " ".join(line.text.strip() for line in self._pending)
        self._pending = []
        self._heading(level, text, number)

    def _code_line(self, line: Line) -> None:
        stripped = line.text.strip()
        if stripped.startswith(self._fence) and not stripped.strip(self._fence[0]):
            self._end_code()
        else:
            self._code.append(line)

    def _end_code(self) -> None:
        if self._code:
            text = "\n".join(line.text for line in self._code)
            place = Location(line=self._code[0].number)
            self._writer.add(PassageKind.CODE, text, location=place, prose=False)
        self._code, self._fence = [], ""

    def _end_paragraph(self) -> None:
        self._header = None
        if self._pending:
            first = _ITEM.sub("", self._pending[0].text, count=1)
            rest = [line.text.strip() for line in self._pending[1:]]
            text = " ".join(part.lstrip("> ") for part in (first.strip(), *rest))
            place = Location(line=self._pending[0].number)
            self._writer.add(PassageKind.TEXT, without_marks(text), location=place)
        self._pending = []

    def _begin_table(self) -> None:
        line = self._pending.pop()
        self._header = TableHeader()
        self._table_row(line)
        self._header.learn(_cells(line.text), declared=True)

    def _table_row(self, line: Line) -> None:
        if self._header is None:
            return
        row = StyledText(CELL_SEPARATOR.join(cell for cell in _cells(line.text) if cell))
        place = Location(line=line.number)
        text = self._header.before(row)
        self._writer.add(PassageKind.TABLE, text, location=place, prose=False)


def _cells(text: str) -> list[str]:
    inner = text.strip().removeprefix("|").removesuffix("|")
    return [normalise_text(without_marks(cell)) for cell in re.split(r"(?<!\\)\|", inner)]
