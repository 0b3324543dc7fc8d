"""Rows of a table as passages that can be understood alone.

Owns: joining cells, and the header row that is repeated before each row. Does not own: where
the cells come from.

The header goes before a row because a row alone ("12 | 4 | 0.3") says nothing, neither to an
embedding nor to a reader of the hit. It is repeated only while it is short: a long one would
outweigh the row's own words, and every row would match it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....documents.passages import LocaleRun
from .styled_text import StyledText

if TYPE_CHECKING:
    from collections.abc import Sequence

CELL_SEPARATOR = " | "
MAX_HEADER_CHARS = 160
_MAX_HEADER_CELL_CHARS = 40
_MIN_HEADER_CELLS = 2


def joined(texts: Sequence[StyledText], separator: str) -> StyledText:
    """Return the texts that are not empty as one, with their language runs moved along."""
    filled = [text for text in texts if text.text]
    whole = separator.join(text.text for text in filled)
    if not any(text.runs for text in filled):
        return StyledText(whole)
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
    """Return True for a first row of two and more short names, none of them a number."""
    filled = [cell for cell in cells if cell]
    return len(filled) >= _MIN_HEADER_CELLS and all(
        len(cell) <= _MAX_HEADER_CELL_CHARS and any(character.isalpha() for character in cell)
        for cell in filled
    )


@dataclass
class TableHeader:
    """The header row of one table, once it is known, put before the rows that follow."""

    text: str = ""

    def learn(self, cells: Sequence[str], *, declared: bool = False) -> None:
        """Take a row as header when it is declared as one or looks like one, and is short."""
        text = CELL_SEPARATOR.join(cell for cell in cells if cell)
        if len(text) <= MAX_HEADER_CHARS and (declared or looks_like_header(cells)):
            self.text = text

    def before(self, row: StyledText) -> StyledText:
        """Return the row with the header on a line before it."""
        if not self.text or not row.text:
            return row
        return joined([StyledText(self.text), row], "\n")
