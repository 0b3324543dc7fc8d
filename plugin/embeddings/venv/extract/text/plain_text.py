"""Passages of plain text files: paragraphs, underlined headings, tables drawn with signs, code.

Owns: where the blocks of unmarked text begin and end, and what they are. Does not own: encodings,
joining wrapped lines (wrapping).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .....documents.passages import ExtractedDocument, Location, PassageKind
from ..document import PassageWriter
from ..styled_text import StyledText, normalise_text
from ..table_rows import CELL_SEPARATOR, TableHeader
from .encoding import decode_text
from .wrapping import Line, hyphenated_words, unwrapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

MAX_TEXT_BYTES = 64 << 20
_MAX_PARAGRAPH_CHARS = 4_000
_LONG_LINE_CHARS = 200  # a line this long was not wrapped: it is a paragraph
_LINE_END = re.compile(r"\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")
_PAGE_END = "\x0c"
_UNDERLINE = re.compile(r"([=~^-])\1{2,}\s*$")
_MAX_HEADING_CHARS = 120
_UNDERLINE_SLACK_CHARS = 3
_MAX_UNDERLINE_EXCESS_CHARS = 20
_QUOTE_MARK = re.compile(r"(?: ?>)+ ?")
_BAR = re.compile(r"[|\u2502\u2503\u2551]")
_BORDER = re.compile(r"[\s|+=\-_:\u2500-\u257f]+$")
_GAP = re.compile(r"\t+|(?<=\S) {3,}(?=\S)")
_MIN_FRAMED_LINES = 3  # a title between two lines
_MIN_ROWS = 2
_MIN_ROW_SHARE = 0.8
_INDENTED = re.compile(r" {4}|\t")
_CODE_SIGN = re.compile(
    r"[;{}=]\s*$|^\s*(?:def|class|if|for|while|return|import|#include|SELECT|\$) "
    r"|\w\([^()]*\)|=>|\s[=!<>]=?\s"
)


def extract_text(path: Path) -> ExtractedDocument:
    """Return the passages of a plain text: paragraphs between blank lines, with their line number.

    Wrapped lines are joined, so that a sentence is one piece; a file of long lines gives a passage
    a line. Raises ExtractionFailure for what is no text.
    """
    writer = PassageWriter()
    text = read_text(path, writer)
    reader = _BlockReader(writer, hyphenated_words(text))
    for block in _blocks(lines_of(text)):
        reader.read(block)
        if writer.full:
            writer.mark_partial("The text is very long; only its beginning is searchable.")
            break
    return writer.finish()


def read_text(path: Path, writer: PassageWriter) -> str:
    """Return a file's text; the writer is told when only a part of it could be read."""
    with path.open("rb") as stream:
        data = stream.read(MAX_TEXT_BYTES + 1)
    if len(data) > MAX_TEXT_BYTES:
        data = data[:MAX_TEXT_BYTES]
        writer.mark_partial(f"Only the first {MAX_TEXT_BYTES >> 20} MB of the file are searchable.")
    decoded = decode_text(data)
    if decoded.damaged:
        writer.mark_partial(f"Some bytes of the file are not {decoded.encoding} and were left out.")
    return decoded.text


def lines_of(text: str) -> Iterator[Line]:
    """Yield a text's lines, whatever ends them; a page's end is an empty line more."""
    start, number = 0, 1
    for end in _LINE_END.finditer(text):
        yield Line(number, text[start : end.start()])
        if end[0] == _PAGE_END:
            yield Line(number, "")
        else:
            number += 1
        start = end.end()
    yield Line(number, text[start:])


def _blocks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Yield the lines between blank ones; a long line is a block, as is a change of quotation."""
    pending: list[Line] = []
    n_chars = 0
    for line in lines:
        is_blank = not line.text.strip()
        stands_alone = len(line.text) >= _LONG_LINE_CHARS
        is_other = bool(pending) and _quote_depth(line.text) != _quote_depth(pending[-1].text)
        if pending and (is_blank or stands_alone or is_other or n_chars > _MAX_PARAGRAPH_CHARS):
            yield pending
            pending, n_chars = [], 0
        if is_blank:
            continue
        pending.append(line)
        n_chars += len(line.text)
        if stands_alone:
            yield pending
            pending, n_chars = [], 0
    if pending:
        yield pending


def _quote_depth(text: str) -> int:
    mark = _QUOTE_MARK.match(text)
    return mark[0].count(">") if mark else 0


class _BlockReader:
    """Writes each block as what it is; underlines are levels in the order of their first use."""

    def __init__(self, writer: PassageWriter, hyphenated: frozenset[str]) -> None:
        self._writer = writer
        self._hyphenated = hyphenated
        self._underlines: list[str] = []

    def read(self, block: list[Line]) -> None:
        """Write one block of lines."""
        if _quote_depth(block[0].text):
            block = [Line(line.number, _QUOTE_MARK.sub("", line.text, count=1)) for line in block]
            block = [line for line in block if line.text.strip()]
        block = self._after_heading(block)
        if not block or all(_BORDER.match(line.text) for line in block):
            return
        rows = _table_rows(block)
        if rows:
            self._add_table(rows)
            return
        place = Location(line=block[0].number)
        if _is_code(block):
            code = "\n".join(line.text for line in block)
            self._writer.add(PassageKind.CODE, code, location=place, prose=False)
            return
        text = unwrapped(block, self._hyphenated)
        self._writer.add(PassageKind.TEXT, text, location=place)

    def _after_heading(self, block: list[Line]) -> list[Line]:
        """Write an underlined first line as heading and return what follows it."""
        is_framed = len(block) >= _MIN_FRAMED_LINES and _UNDERLINE.match(block[0].text)
        title_at = 1 if is_framed else 0
        title, *rest = block[title_at:]
        underline = _UNDERLINE.match(rest[0].text) if rest else None
        if underline is None or not _is_title(title.text, rest[0].text):
            return block
        if underline[1] not in self._underlines:
            self._underlines.append(underline[1])
        level = self._underlines.index(underline[1]) + 1
        self._writer.add_heading(level, title.text, location=Location(line=title.number))
        return rest[1:]

    def _add_table(self, rows: list[tuple[int, list[str]]]) -> None:
        header = TableHeader()
        for index, (number, cells) in enumerate(rows):
            row = StyledText(CELL_SEPARATOR.join(cell for cell in cells if cell))
            place = Location(line=number)
            self._writer.add(PassageKind.TABLE, header.before(row), location=place, prose=False)
            if index == 0:
                header.learn(cells)


def _is_title(title: str, underline: str) -> bool:
    n_chars, n_line = len(title.strip()), len(underline.strip())
    if not 0 < n_chars <= _MAX_HEADING_CHARS or not any(map(str.isalnum, title)):
        return False
    return (
        n_chars - _UNDERLINE_SLACK_CHARS
        <= n_line
        <= max(2 * n_chars, n_chars + _MAX_UNDERLINE_EXCESS_CHARS)
    )


def _table_rows(block: list[Line]) -> list[tuple[int, list[str]]]:
    """Return the rows of a table drawn with bars or aligned by wide gaps; none where it is none."""
    inner = [line for line in block if not _BORDER.match(line.text)]
    for separator in (_BAR, _GAP):
        n_cut = sum(bool(separator.search(line.text.strip())) for line in inner)
        if n_cut >= max(_MIN_ROWS, _MIN_ROW_SHARE * len(inner)):
            return [(line.number, _cells(line.text, separator)) for line in inner]
    return []


def _cells(text: str, separator: re.Pattern[str]) -> list[str]:
    return [normalise_text(cell) for cell in separator.split(text.strip())]


def _is_code(block: list[Line]) -> bool:
    if not all(_INDENTED.match(line.text) for line in block):
        return False
    return sum(bool(_CODE_SIGN.search(line.text)) for line in block) * 2 >= len(block)
