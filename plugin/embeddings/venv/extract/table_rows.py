"""Rows of a table as passages that can be understood alone.

Owns: joining cells, the header row that is repeated before each row, and how long a value is.
Does not own: where the cells come from.

The header goes before a row because a row alone ("12 | 4 | 0.3") says nothing, neither to an
embedding nor to a reader of the hit, and "price of apples" has one word in each. Only its first
MAX_HEADER_CHARS are repeated: a long one would outweigh the row's own words.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....documents.passages import LocaleRun
from .styled_text import StyledText

if TYPE_CHECKING:
    from collections.abc import Sequence

CELL_SEPARATOR = " | "
MAX_HEADER_CHARS = 160
MAX_ROWS_BEFORE_HEADER = 5
"""The names of a sheet's columns lie near its top, below a title or two."""

MAX_ROW_OF_VALUES_CHARS = 600
"""A longer row of a sheet holds sentences in its cells."""

_MAX_HEADER_CELL_CHARS = 40
_MIN_HEADER_CELLS = 2
_UNMARKED = LocaleRun(0, 0, None)
_YEAR = re.compile(r"(?:19|20)\d\d")
_MIN_COLONS = 3
# What names no column: addresses of people and pages, a sentence.
_NO_NAME = re.compile(r"@|://|[.!?]\s+\S|\S\s+\S.*\.$")
_LABEL_ENDS = (":", "=", ">")
_MAX_VALUE_CHARS = 600
_MAX_VALUE_PARAGRAPHS = 3


def joined(texts: Sequence[StyledText], separator: str) -> StyledText:
    """Return the texts that are not empty as one, with their language runs moved along."""
    filled = [text for text in texts if text.text]
    whole = separator.join(text.text for text in filled)
    if not any(text.runs for text in filled):
        return StyledText(whole)
    tags = {run.tag for text in filled for run in text.runs or (_UNMARKED,)}
    if len(tags) == 1:
        return StyledText(whole, (LocaleRun(0, len(whole), tags.pop()),))
    runs: list[LocaleRun] = []
    start = 0
    for text in filled:
        # The separator before a text counts to the run before it.
        if runs:
            start += len(separator)
            runs[-1] = LocaleRun(runs[-1].start, start, runs[-1].tag)
        own_runs = text.runs or (LocaleRun(0, len(text.text), None),)
        runs.extend(LocaleRun(start + run.start, start + run.end, run.tag) for run in own_runs)
        start += len(text.text)
    return StyledText(whole, tuple(runs))


def looks_like_header(cells: Sequence[str]) -> bool:
    """Return True for a first row of two and more short names that differ, gaps allowed.

    A number is no name, but years in a row are ("Region | 2023 | 2024").
    """
    filled = [cell for cell in cells if cell]
    if len(filled) < _MIN_HEADER_CELLS or len(set(filled)) < len(filled):
        return False
    years = [cell for cell in filled if _YEAR.fullmatch(cell)]
    names = [cell for cell in filled if not _YEAR.fullmatch(cell)]
    return (
        _are_in_order(years) and all(_is_name(cell) for cell in names) and not _are_labels(filled)
    )


def is_running_text(*, n_paragraphs: int, n_chars: int) -> bool:
    """Return whether a cell of so much text is a column of a page, not a value of a table."""
    return n_paragraphs > _MAX_VALUE_PARAGRAPHS and n_chars > _MAX_VALUE_CHARS


def _is_name(cell: str) -> bool:
    n_letters = sum(map(str.isalpha, cell))
    n_digits = sum(map(str.isdigit, cell))
    return (
        n_letters > 0
        and n_letters >= n_digits
        and len(cell) <= _MAX_HEADER_CELL_CHARS
        and _NO_NAME.search(cell) is None
    )


def _are_labels(cells: Sequence[str]) -> bool:
    """Return whether cells name those beside them ("Date: | Monday"), as in a form."""
    n_labels = sum(cell.endswith(_LABEL_ENDS) for cell in cells)
    has_colon_in_each = n_labels == len(cells) >= _MIN_COLONS
    return n_labels > 0 and not has_colon_in_each


def _are_in_order(years: Sequence[str]) -> bool:
    """Return whether years follow each other; a single one is as likely a date in the data."""
    steps = {int(after) - int(before) for before, after in itertools.pairwise(years)}
    return not years or steps in ({1}, {-1})


def _that_fit(cells: Sequence[str]) -> str:
    """Return the first cells that are together short enough, as one line."""
    line = ""
    for cell in filter(None, cells):
        longer = f"{line}{CELL_SEPARATOR}{cell}" if line else cell
        if len(longer) > MAX_HEADER_CHARS:
            break
        line = longer
    return line


@dataclass
class TableHeader:
    """The header row of one table, once it is known, put before the rows that follow."""

    text: str = ""

    def learn(self, cells: Sequence[str], *, declared: bool = False) -> None:
        """Take a row as header when it is declared as one or looks like one."""
        if declared or looks_like_header(cells):
            self.text = _that_fit(cells)

    def before(self, row: StyledText) -> StyledText:
        """Return the row with the header on a line before it."""
        if not self.text or not row.text:
            return row
        return joined([StyledText(self.text), row], "\n")
