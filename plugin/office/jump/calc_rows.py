"""Rows of a sheet compared with the row that the index remembers.

Owns: how much of a remembered row a row holds, and which rows may be it. Does not own: what is
then shown (calc).

A sheet can be far too large to read: LibreOffice's own search finds the rows that have the longest
texts of the passage, and only those are read. The index writes numbers and dates in a form of its
own (1234.5, 2026-03-01), so these are compared by value.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import Any, Final, Iterator, List, NamedTuple, Optional, Sequence

from com.sun.star.table.CellContentType import FORMULA, VALUE

from ...embeddings.jump.passage_match import TextStream, word_key, words

_NUMBER: Final = re.compile(r"[-+]?[0-9](?:[\s.,']?[0-9])*\s*[%\u20ac$\u00a3]?$")
_NO_PART_OF_NUMBER: Final = re.compile(r"[^-0-9.,]")
_PLAIN_NUMBER: Final = re.compile(r"-?[0-9]+(?:\.[0-9]+)?$")
_GROUP_DIGITS: Final = 3
_DATE: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_MAX_COLUMNS: Final = 512
_MAX_PROBES: Final = 3
_MAX_SEARCHED_WORDS: Final = 8
_MAX_ROWS: Final = 60
_N_ROWS_NEAR: Final = 60
# Numbers are computed anew and zeros may be hidden: a row is known by its words.
_NUMBER_WEIGHT: Final = 0.3
_BY_VALUE: Final = 1
_MOVE: Final = False


class _Cell(NamedTuple):
    """A filled cell: its column, what it shows, and its number or None."""

    column: int
    shown: str
    value: Optional[float]


class RowSearch:
    """Compares rows of a document's sheets with the cells of one remembered row."""

    def __init__(self, document: Any, cells: Sequence[str]) -> None:
        null = document.NullDate
        self._null_date = dt.date(null.Year, null.Month, null.Day)
        self._cells = cells
        self._weights = [
            float(len(words(cell))) if _has_letters(cell) else _NUMBER_WEIGHT for cell in cells
        ]

    def share(self, sheet: Any, row: int) -> float:
        """Return how much of the remembered row a row holds, from 0 to 1."""
        there = self._filled(sheet, row)
        if not there or not self._cells:
            return 0.0
        stream = TextStream([cell.shown for cell in there])
        held = sum(
            weight * self._held(cell, stream, there)
            for cell, weight in zip(self._cells, self._weights)
        )
        return held / sum(self._weights)

    def column_of(self, sheet: Any, row: int, text: str) -> Optional[int]:
        """Return the column of a row's cell that holds a text, or None."""
        there = self._filled(sheet, row)
        places = TextStream([cell.shown for cell in there]).places(text)
        return there[places[0].first_block].column if places else None

    def candidates(self, sheet: Any, *, near: Optional[int]) -> List[int]:
        """Return rows of a sheet that may hold the passage, from the nearest to a row."""
        found = dict.fromkeys(row for probe in self._probes() for row in _search(sheet, probe))
        rows = sorted(found, key=lambda row: abs(row - (near or 0)))[:_MAX_ROWS]
        if rows or near is None:
            return rows
        last = _last(sheet).EndRow
        return list(range(max(0, near - _N_ROWS_NEAR), min(last, near + _N_ROWS_NEAR) + 1))

    def _probes(self) -> Iterator[str]:
        texts = sorted(filter(_has_letters, self._cells), key=len, reverse=True)
        for text in texts[:_MAX_PROBES]:
            found = words(text)[:_MAX_SEARCHED_WORDS]
            yield r"[\W_]+".join(re.escape(text[word.start : word.end]) for word in found)
        # Of an edited cell a few words in a row may be left.
        for text in texts[:1]:
            found = words(text)
            for start in range(3, len(found) - 2, 3):
                piece = found[start : start + 3]
                yield r"[\W_]+".join(re.escape(text[word.start : word.end]) for word in piece)

    def _filled(self, sheet: Any, row: int) -> List[_Cell]:
        last = _last(sheet)
        if row > last.EndRow:
            return []
        cells = []
        for column in range(min(last.EndColumn + 1, _MAX_COLUMNS)):
            cell = sheet.getCellByPosition(column, row)
            shown = cell.getString()
            if shown:
                has_value = cell.getType() in (VALUE, FORMULA)
                cells.append(_Cell(column, shown, cell.getValue() if has_value else None))
        return cells

    def _held(self, text: str, stream: TextStream, there: List[_Cell]) -> float:
        """Return how much of a remembered cell is among the cells of a row."""
        if stream.places(text) or self._has_value(text, there):
            return 1.0
        return max((match.share for match in stream.remains(text)), default=0.0)

    def _has_value(self, text: str, there: List[_Cell]) -> bool:
        if not _DATE.match(text) and _PLAIN_NUMBER.match(text) and _holds(there, text):
            return True  # "0.125", which could also be read as 125
        wanted = self._number(text)
        if wanted is None:
            return False
        decimals = 0 if _DATE.match(text) else len(_plain_number(text).partition(".")[2])
        slack = 0.51 * 10.0**-decimals * (0.01 if "%" in text else 1.0)
        return any(cell.value is not None and abs(cell.value - wanted) <= slack for cell in there)

    def _number(self, text: str) -> Optional[float]:
        if date := _DATE.match(text):
            try:
                day = dt.date(int(date[1]), int(date[2]), int(date[3]))
            except ValueError:
                return None
            return float((day - self._null_date).days)
        if not _NUMBER.match(text):
            return None
        number = float(_plain_number(text))
        return number / 100 if "%" in text else number


def _holds(there: List[_Cell], plain: str) -> bool:
    slack = 0.51 * 10.0 ** -len(plain.partition(".")[2])
    return any(cell.value is not None and abs(cell.value - float(plain)) <= slack for cell in there)


def _plain_number(text: str) -> str:
    """Return "1 234,50 \u20ac" or "1,234.50" as "1234.50", whatever the country writes."""
    digits = _NO_PART_OF_NUMBER.sub("", text)
    at = max(digits.rfind(","), digits.rfind("."))
    groups_only = at < 0 or len(digits) - at - 1 == _GROUP_DIGITS
    whole, decimals = (digits, "") if groups_only else (digits[:at], digits[at + 1 :])
    whole = whole.replace(",", "").replace(".", "")
    return f"{whole}.{decimals}" if decimals else whole


def _search(sheet: Any, pattern: str) -> List[int]:
    descriptor = sheet.createSearchDescriptor()
    descriptor.SearchRegularExpression = True
    descriptor.SearchType = _BY_VALUE  # what cells show, not their formulas
    descriptor.setSearchString(pattern)
    found = sheet.findAll(descriptor)
    if found is None:
        return []
    rows: List[int] = []
    for address in found.getRangeAddresses():
        # Neighbours that all match are one range.
        rows.extend(range(address.StartRow, min(address.EndRow, address.StartRow + 500) + 1))
    return rows


def _last(sheet: Any) -> Any:
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(_MOVE)
    return cursor.getRangeAddress()


def _has_letters(text: str) -> bool:
    return any(character.isalpha() for character in word_key(text))
