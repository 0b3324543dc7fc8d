"""The tables that were defined on a sheet, for the header row above each of their rows.

Owns: table parts (ECMA-376-1, 18.5.1). Does not own: tables that only look like one (reader).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..ooxml.escapes import unescaped
from ..ooxml.names import child, children
from ..table_rows import TableHeader

if TYPE_CHECKING:
    from ..ooxml.package import OoxmlPackage

_ROWS = re.compile(r"\$?[A-Z]{1,3}\$?(\d{1,7})(?::\$?[A-Z]{1,3}\$?(\d{1,7}))?", re.IGNORECASE)


@dataclass(frozen=True)
class SheetTable:
    """A table's header and the rows that are under it, first and last."""

    header: TableHeader
    first_row: int
    last_row: int


def tables_of(package: OoxmlPackage, sheet_part: str) -> list[SheetTable]:
    """Return the tables defined on a sheet that show their header row."""
    tables: list[SheetTable] = []
    for part in package.relationships(sheet_part).targets("table"):
        root = package.optional_root(part)
        rows = _ROWS.fullmatch(root.get("ref") or "") if root is not None else None
        if root is None or rows is None or root.get("headerRowCount") == "0":
            continue
        columns = children(child(root, "s:tableColumns"), "s:tableColumn")
        header = TableHeader()
        names = [unescaped(column.get("name") or "") for column in columns]
        header.learn([" ".join(name.split()) for name in names], declared=True)
        tables.append(SheetTable(header, int(rows[1]) + 1, int(rows[2] or rows[1])))
    return tables
