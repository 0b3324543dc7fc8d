"""The rows of one sheet as cells with addresses, only those that are filled.

Owns: cell types (ECMA-376-1, 18.18.11 ST_CellType) and addresses. Does not own: passages.

Addresses are taken as they are and no gap is ever filled, so that a cell at XFD1048576 costs
as much as one at A1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..cell_address import cell_address
from ..ooxml.counts import whole_number
from ..ooxml.escapes import unescaped
from ..ooxml.names import child, full_names
from ..styled_text import one_line
from .values import NumberFormats, rich_text

if TYPE_CHECKING:
    from lxml.etree import _Element

    from .merged import MergedCells

_BOOLEANS = {"0": "FALSE", "1": "TRUE"}
_MAX_COLUMNS = 16_384
_CELLS = full_names("s:c")


@dataclass(frozen=True)
class SheetRow:
    """One row: its number, the address of its first filled cell, and the filled cells' texts.

    Each text is normalised and in one line.
    """

    number: int
    first_cell: str
    cells: list[str]


class RowReader:
    """Turns s:row elements into SheetRow, in the order of one sheet; strings are in one line.

    n_lost_strings counts the cells whose shared string is not there.
    """

    def __init__(self, strings: list[str], formats: NumberFormats, merged: MergedCells) -> None:
        self._strings = strings
        self._formats = formats
        self._merged = merged
        self._row_number = 0
        self.n_lost_strings = 0

    def read(self, row: _Element) -> SheetRow:
        """Return the row's filled cells; rows and cells without an address follow the last."""
        given = whole_number(row.get("r"))
        self._row_number = self._row_number + 1 if given is None else given
        first_cell, cells = "", []
        # Most files name every cell: columns are counted only where one is not named.
        named, n_unnamed = "", 0
        has_merged = self._merged.cover_any(self._row_number)
        for cell in row.iterchildren(*_CELLS):
            address = cell.get("r")
            named, n_unnamed = (address, 0) if address else (named, n_unnamed + 1)
            column = _column_of(named) + n_unnamed if has_merged or not first_cell else 0
            if has_merged and self._merged.cover(self._row_number, column):
                continue
            text = self._text(cell)
            if text:
                if not first_cell:
                    first_cell = address or cell_address(column, self._row_number)
                cells.append(text)
        return SheetRow(self._row_number, first_cell, cells)

    def _text(self, cell: _Element) -> str:
        kind, style = cell.get("t") or "n", whole_number(cell.get("s")) or 0
        if kind == "inlineStr":
            inline = child(cell, "s:is")
            text = "" if inline is None else rich_text(inline)
            return one_line(self._formats.shown_text(text, style)) if text else ""
        value = child(cell, "s:v")
        raw = "" if value is None else value.text or ""
        return self._shown(kind, raw, style) if raw else ""

    def _shown(self, kind: str, raw: str, style: int) -> str:
        if kind == "n":
            return self._formats.shown(raw.strip(), style)
        if kind == "b":
            return _BOOLEANS.get(raw.strip(), raw)
        if kind == "d":
            return self._formats.shown_date(raw.strip(), style)
        if kind == "e":
            return raw
        text = self._shared(raw) if kind == "s" else one_line(unescaped(raw))
        return self._formats.shown_text(text, style) if text else ""

    def _shared(self, raw: str) -> str:
        index = whole_number(raw)
        if index is not None and index < len(self._strings):
            return self._strings[index]
        self.n_lost_strings += 1
        return ""


def _column_of(address: str) -> int:
    column = 0
    for character in address:
        if not character.isalpha() or not character.isascii():
            break
        column = column * 26 + ord(character.upper()) - 64
    return min(column, _MAX_COLUMNS)
