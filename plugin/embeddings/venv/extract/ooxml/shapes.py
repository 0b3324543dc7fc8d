"""Shapes on a slide or a sheet, in document order, whatever groups or wraps them.

Owns: finding text bodies, tables, charts, diagrams and alternative texts in a shape tree
(ECMA-376-1, 19.3.1.45 spTree, 20.5 for sheets; tables, 21.1.3).
Does not own: which of them become which passages (pptx, xlsx.beside_cells).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..styled_text import StyledText
from ..table_rows import joined
from .alt_text import alternative_text
from .charts import chart_part_text
from .drawing import diagram_texts, paragraph_text, paragraphs
from .names import attribute, child, children, chosen, full_names, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from .package import OoxmlPackage

_MAX_DEPTH = 40
_SHAPES = frozenset({"sp", "graphicFrame", "pic", "cxnSp", "contentPart"})
_PROPERTY_HOLDERS = frozenset(
    {"nvSpPr", "nvGraphicFramePr", "nvPicPr", "nvCxnSpPr", "nvGrpSpPr", "nvContentPartPr"}
)


@dataclass(frozen=True)
class Shape:
    """One shape: its element and, on a slide, the type of placeholder that it fills.

    placeholder is None for a shape of its own, "body" for a placeholder without a type.
    """

    element: _Element
    placeholder: str | None = None

    @property
    def text_body(self) -> _Element | None:
        """Return the shape's txBody, or None."""
        return next((part for part in self.element if _local(part) == "txBody"), None)

    @property
    def table(self) -> _Element | None:
        """Return the table of a graphic frame, or None."""
        if not self.is_frame:
            return None
        return next(self.element.iter(*full_names("a:tbl")), None)

    @property
    def is_frame(self) -> bool:
        """Return True for a graphic frame: what holds a table, a chart or a diagram."""
        return _local(self.element) == "graphicFrame"

    @property
    def description(self) -> str:
        """Return the shape's alternative text, or ""."""
        for part in self.element:
            if _local(part) in _PROPERTY_HOLDERS:
                return alternative_text(next((each for each in part if _is_c_nv_pr(each)), None))
        return ""

    def text_lines(self) -> Iterator[StyledText]:
        """Yield the paragraphs of the text body that are not empty."""
        yield from paragraphs(self.text_body)


def shapes_in(tree: _Element | None, depth: int = 0) -> Iterator[Shape]:
    """Yield the shapes of a tree, groups before what is in them, of alternatives one."""
    if tree is None or depth > _MAX_DEPTH:
        return
    for element in tree:
        local = _local(element)
        if local in _SHAPES:
            yield Shape(element, _placeholder(element))
        elif local == "AlternateContent":
            yield from _alternative(element, depth + 1)
        elif local == "grpSp":
            yield Shape(element)
            yield from shapes_in(element, depth + 1)
        elif local not in _PROPERTY_HOLDERS:
            yield from shapes_in(element, depth + 1)


def table_rows(table: _Element) -> Iterator[list[StyledText]]:
    """Yield the rows of an a:tbl as lists of cell texts, merged cells empty."""
    for row in children(table, "a:tr"):
        yield [_cell_text(cell) for cell in children(row, "a:tc")]


def has_header_row(table: _Element) -> bool:
    """Return True where an a:tbl sets its first row apart as a header (21.1.3.15 tblPr)."""
    properties = child(table, "a:tblPr")
    return properties is not None and properties.get("firstRow") in {"1", "true"}


def graphic_texts(shape: Shape, package: OoxmlPackage, part: str) -> Iterator[StyledText]:
    """Yield the texts of the chart or the SmartArt in a graphic frame of a part."""
    if not shape.is_frame:
        return
    links = package.relationships(part)
    for chart in shape.element.iter(*full_names("c:chart", "cx:chart")):
        yield StyledText(chart_part_text(package, links.target(attribute(chart, "r:id"))))
    for diagram in shape.element.iter(*full_names("dgm:relIds")):
        target = links.target(attribute(diagram, "r:dm"))
        yield joined(list(diagram_texts(package.optional_root(target))), "\n")


def _alternative(element: _Element, depth: int) -> Iterator[Shape]:
    for part in chosen(element):
        if _local(part) in _SHAPES:
            yield Shape(part, _placeholder(part))
            continue
        if _local(part) == "grpSp":
            yield Shape(part)
        yield from shapes_in(part, depth)


def _cell_text(cell: _Element) -> StyledText:
    if cell.get("hMerge") in {"1", "true"} or cell.get("vMerge") in {"1", "true"}:
        return StyledText("")
    body = child(cell, "a:txBody")
    return joined([paragraph_text(paragraph) for paragraph in children(body, "a:p")], " ")


def _placeholder(element: _Element) -> str | None:
    for part in element:
        if _local(part) in _PROPERTY_HOLDERS:
            found = child(child(part, "p:nvPr"), "p:ph")
            return None if found is None else found.get("type") or "body"
    return None


def _is_c_nv_pr(element: _Element) -> bool:
    return _local(element) == "cNvPr"


def _local(element: _Element) -> str:
    return name_of(element).rpartition(":")[2]
