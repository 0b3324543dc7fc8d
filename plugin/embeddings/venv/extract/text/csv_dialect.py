"""How a delimited text is written: its delimiter, its quotes, and how quotes within them look.

Owns: the dialect, and cutting a text into rows by it. Does not own: what the rows mean (csv_rows).
Sources: RFC 4180; what spreadsheets write beyond it ("sep=", other delimiters, backslashes).
"""

from __future__ import annotations

import csv
import io
import re
import statistics
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_DELIMITERS = ("\t", ";", ",", "|")
_QUOTES = ('"', "'")
_SAMPLE_CHARS = 64_000
_SAMPLE_ROWS = 100
_MAX_FIELD_CHARS = 1 << 27  # a whole file: the text is bounded, and a field must not raise
_MAX_LINES_IN_CELL = 500  # more in one cell means that a stray quote swallowed the rows
_DECLARATION = re.compile(r"\"?sep=(\t|[^\w\s])\"?[ \t]*(\r\n|\r|\n)", re.IGNORECASE)
_LINE_END = re.compile(r"\r\n|[\r\n]")
_MAX_WIDTH_COUNTED = 50
_MIN_QUOTED = 2


@dataclass(frozen=True)
class Dialect:
    """A delimiter, the quote ("" for none), and whether a backslash stands before inner ones."""

    delimiter: str
    quote: str = '"'
    escaped: bool = False


@dataclass(frozen=True)
class Row:
    """A row's cells and the number of its first line, counted from 1."""

    line: int
    cells: list[str]


def find_delimiter(text: str) -> str:
    """Return the delimiter of delimited text: that with most columns among the most even ones.

    A comma where nothing is even: then rows are single cells and any delimiter will do.
    """
    sample = text[:_SAMPLE_CHARS]
    return max(
        _DELIMITERS,
        key=lambda delimiter: (_evenness(sample, Dialect(delimiter)), delimiter == ","),
    )


def rows_of(text: str) -> Iterator[Row]:
    """Yield the rows of a delimited text, blank ones left out.

    A first line "sep=;" names the delimiter. Quotes that do not pair are taken as plain signs.
    """
    declaration = _DECLARATION.match(text)
    first_line = 1
    if declaration:
        text, first_line = text[declaration.end() :], 2
    dialect = _find_dialect(text, declaration[1] if declaration else find_delimiter(text))
    for row in _read(text.replace("\0", ""), dialect):
        if any(row.cells):
            yield Row(row.line + first_line - 1, row.cells)


def _find_dialect(text: str, delimiter: str) -> Dialect:
    quote = next((quote for quote in _QUOTES if _is_quote(text, delimiter, quote)), "")
    plain = Dialect(delimiter, "")
    if not quote:
        return plain
    escaped = f"\\{quote}" in text and not _has_doubled(text, delimiter, quote)
    dialect = Dialect(delimiter, quote, escaped)
    n_lines = max((_n_lines_in_cells(row) for row in _read(text, dialect)), default=0)
    if n_lines > _MAX_LINES_IN_CELL:
        return plain
    # A quote that is never closed makes one cell of many rows, and the rows uneven.
    if n_lines and _share_of_usual(text, plain) > _share_of_usual(text, dialect):
        return plain
    return dialect


def _n_lines_in_cells(row: Row) -> int:
    return max((cell.count("\n") + cell.count("\r") for cell in row.cells), default=0)


def _share_of_usual(text: str, dialect: Dialect) -> float:
    """Return the share of rows that have as many cells as most, and more than one."""
    widths = Counter(len(row.cells) for row in _read(text, dialect) if any(row.cells))
    n_rows = sum(widths.values())
    del widths[1]
    return max(widths.values(), default=0) / max(1, n_rows)


def _is_quote(text: str, delimiter: str, quote: str) -> bool:
    """Return True for a sign that begins and ends cells; apostrophes must do so line by line."""
    if quote == '"':
        return quote in text
    border = re.escape(delimiter)
    cell = re.compile(rf"(?:^|{border})'[^'\r\n]*'(?={border}|$)", re.MULTILINE)
    sample = text[:_SAMPLE_CHARS]
    n_lines = len(_LINE_END.findall(sample)) + 1
    return len(cell.findall(sample)) >= max(_MIN_QUOTED, n_lines // 2)


def _has_doubled(text: str, delimiter: str, quote: str) -> bool:
    inner = re.compile(rf"[^{re.escape(delimiter)}\s\\]{quote}{quote}[^{re.escape(delimiter)}\s]")
    return inner.search(text[:_SAMPLE_CHARS]) is not None


def _evenness(sample: str, dialect: Dialect) -> float:
    rows = list(islice(_read(sample, dialect), _SAMPLE_ROWS))
    widths = [len(row.cells) for row in rows if any(row.cells)]
    if len(widths) > 1 and len(sample) >= _SAMPLE_CHARS:
        widths.pop()
    # Lines before the table have one cell: they say nothing about the delimiter.
    columns = [width for width in widths if width > 1]
    if not columns:
        return 0.0
    usual = statistics.multimode(columns)[-1]
    return columns.count(usual) / len(widths) + min(usual, _MAX_WIDTH_COUNTED) / 1000


def _read(text: str, dialect: Dialect) -> Iterator[Row]:
    csv.field_size_limit(_MAX_FIELD_CHARS)  # the standard 128 kB raise on real exports
    reader = csv.reader(
        io.StringIO(text, newline=""),
        delimiter=dialect.delimiter,
        quoting=csv.QUOTE_MINIMAL if dialect.quote else csv.QUOTE_NONE,
        quotechar=dialect.quote or None,
        escapechar="\\" if dialect.escaped else None,
        skipinitialspace=dialect.delimiter != "\t",
    )
    line = 1
    for cells in reader:
        yield Row(line, cells)
        line = reader.line_num + 1
