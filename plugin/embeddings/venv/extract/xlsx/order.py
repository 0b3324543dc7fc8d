"""The sheets of a workbook in the order that their tabs have.

Owns: the list of sheets (ECMA-376-1, 18.2.20), and what stands in where it is damaged.
Does not own: what is on a sheet (reader).
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..ooxml.names import attribute, child, children

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ..ooxml.package import OoxmlPackage

# Sheets of any other kind hold macros of old Excel: no text.
_SHEET_KINDS = frozenset({"worksheet", "chartsheet", "dialogsheet"})
_CUSTOMARY_FOLDER = "xl/worksheets"


@dataclass(frozen=True)
class SheetInOrder:
    """A sheet's name and its part."""

    name: str
    part: str


def sheets_of(package: OoxmlPackage, main_part: str, root: _Element | None) -> list[SheetInOrder]:
    """Return the sheets of a workbook, hidden ones too.

    Where the list or its links are lost, the sheets that are there, named by their parts.
    """
    links = package.relationships(main_part)
    listed: list[SheetInOrder] = []
    n_others = 0
    for sheet in children(child(root, "s:sheets"), "s:sheet"):
        rel_id = attribute(sheet, "r:id")
        target = links.target(rel_id)
        if target is not None and links.kind(rel_id) in _SHEET_KINDS:
            listed.append(SheetInOrder(sheet.get("name") or "", target))
        elif target is not None:
            n_others += 1
    if listed or n_others:
        return listed
    lost = package.part_names(_CUSTOMARY_FOLDER)
    return [SheetInOrder(posixpath.basename(part).partition(".")[0], part) for part in lost]
