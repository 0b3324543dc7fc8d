"""Passages of delimited text (.csv, .tsv): one for each row, under its column names.

Owns: which delimiter a file uses, rows and their line numbers. Does not own: encodings.
"""

from __future__ import annotations

import csv
import io
import statistics
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from .....documents.passages import ExtractedDocument, Location, PassageKind
from ..document import PassageWriter, StyledText, normalise_text
from ..table_rows import CELL_SEPARATOR, TableHeader
from .plain_text import read_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_DELIMITERS = ("\t", ";", ",", "|")
_SAMPLE_CHARS = 64_000
_SAMPLE_ROWS = 100
_MAX_FIELD_CHARS = 1 << 24
_MAX_LINES_IN_CELL = 500  # more in one cell means that a stray quote swallowed the rows
_DECLARATION = "sep="  # a first line by which Excel names the delimiter


@dataclass(frozen=True)
class _Row:
    """A row's cells and the number of its first line, counted from 1."""

    line: int
    cells: list[str]


def extract_csv(path: Path) -> ExtractedDocument:
    """Return the passages of a delimited text: each row's cells joined by " | ".

    The delimiter is found by which one gives rows of one width. Raises ExtractionFailure for
    what is no text.
    """
    writer = PassageWriter()
    text = read_text(path, writer)
    header = TableHeader()
    is_first = True
    for row in _rows(text):
        cells = [normalise_text(cell).replace("\n", " ") for cell in row.cells]
        line = StyledText(CELL_SEPARATOR.join(cell for cell in cells if cell))
        if not line.text:
            continue
        place = Location(line=row.line)
        writer.add(PassageKind.TABLE, header.before(line), location=place, prose=False)
        if is_first:
            header.learn(cells)
            is_first = False
        if writer.full:
            writer.mark_partial("The table is very long; only its beginning is searchable.")
            break
    return writer.finish()


def find_delimiter(text: str) -> str:
    """Return the delimiter of delimited text: that with most columns among the most even ones.

    A comma where nothing is even: then rows are single cells and any delimiter will do.
    """
    sample = text[:_SAMPLE_CHARS]
    return max(_DELIMITERS, key=lambda delimiter: (_evenness(sample, delimiter), delimiter == ","))


def _evenness(sample: str, delimiter: str) -> float:
    rows = islice(_read(sample, delimiter, quoted=True), _SAMPLE_ROWS)
    widths = [len(row.cells) for row in rows if row.cells]
    if len(widths) > 1 and len(sample) >= _SAMPLE_CHARS:
        widths.pop()
    if not widths:
        return 0.0
    usual = statistics.multimode(widths)[0]
    if usual == 1:
        return 0.0
    return widths.count(usual) / len(widths) + min(usual, 50) / 1000


def _rows(text: str) -> Iterator[_Row]:
    delimiter, first_line = find_delimiter(text), 1
    if text.lower().startswith(_DECLARATION):
        declaration, _, text = text.partition("\n")
        delimiter, first_line = declaration[len(_DECLARATION) :].strip("\r") or delimiter, 2
    delimiter = delimiter[0]
    quoted = '"' in text
    if quoted and any(_is_swallowed(row) for row in _read(text, delimiter, quoted=True)):
        quoted = False
    for row in _read(text, delimiter, quoted=quoted):
        yield _Row(row.line + first_line - 1, row.cells)


def _is_swallowed(row: _Row) -> bool:
    return any(cell.count("\n") + cell.count("\r") > _MAX_LINES_IN_CELL for cell in row.cells)


def _read(text: str, delimiter: str, *, quoted: bool) -> Iterator[_Row]:
    csv.field_size_limit(_MAX_FIELD_CHARS)  # the standard 128 kB raise on real exports
    stream = io.StringIO(text, newline="")
    reader = csv.reader(
        stream,
        delimiter=delimiter,
        quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE,
        skipinitialspace=delimiter != "\t",
    )
    line = 1
    for cells in reader:
        yield _Row(line, cells)
        line = reader.line_num + 1
