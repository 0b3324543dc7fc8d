"""Passages of delimited text (.csv, .tsv): one for each row, under its column names.

Owns: which row names the columns, rows and their line numbers. Does not own: the dialect
(csv_dialect), encodings.
"""

from __future__ import annotations

import itertools
from collections import Counter
from typing import TYPE_CHECKING

from .....documents.passages import ExtractedDocument, Location, PassageKind
from ..document import PassageWriter
from ..styled_text import StyledText, one_line
from ..table_rows import CELL_SEPARATOR, TableHeader, looks_like_header
from .csv_dialect import rows_of
from .plain_text import read_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from .csv_dialect import Row

_N_ROWS_LOOKED_AT = 100
_MIN_COLUMNS = 2
_MIN_FILLED_SHARE = 0.6  # of the usual number of cells, to name the columns


def extract_csv(path: Path) -> ExtractedDocument:
    """Return the passages of a delimited text: each row's cells joined by " | ".

    Lines before the table are rows of their own. Raises ExtractionFailure for what is no text.
    """
    writer = PassageWriter()
    rows = rows_of(read_text(path, writer))
    first_rows = list(itertools.islice(rows, _N_ROWS_LOOKED_AT))
    header = TableHeader()
    header_line = _header_line(first_rows)
    for row in itertools.chain(first_rows, rows):
        cells = _clean(row.cells)
        line = StyledText(CELL_SEPARATOR.join(cell for cell in cells if cell))
        place = Location(line=row.line)
        writer.add(PassageKind.TABLE, header.before(line), location=place, prose=False)
        if row.line == header_line:
            header.learn(cells, declared=True)
        if writer.full:
            writer.mark_partial("The table is very long; only its beginning is searchable.")
            break
    return writer.finish()


def _clean(cells: Sequence[str]) -> list[str]:
    return [one_line(cell) for cell in cells]


def _header_line(rows: Sequence[Row]) -> int | None:
    """Return the line of the row that names the columns; None where none does.

    It is the first that is about as wide as most, after titles and remarks of one cell; what it
    says does not come again below it, as the data of a table without names would.
    """
    widths = Counter(_n_filled(row) for row in rows if _n_filled(row) >= _MIN_COLUMNS)
    if not widths:
        return None
    usual = widths.most_common(1)[0][0]
    needed = max(_MIN_COLUMNS, _MIN_FILLED_SHARE * usual)
    index = next(index for index, row in enumerate(rows) if _n_filled(row) >= needed)
    names = _clean(rows[index].cells)
    below = [_clean(row.cells) for row in rows[index + 1 :]]
    if not below or not looks_like_header(names) or _comes_again(names, below):
        return None
    return rows[index].line


def _comes_again(names: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    return any(
        name and name == cell for cells in below for name, cell in zip(names, cells, strict=False)
    )


def _n_filled(row: Row) -> int:
    return sum(bool(cell.strip()) for cell in row.cells)
