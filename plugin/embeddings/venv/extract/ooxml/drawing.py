"""Text in DrawingML: paragraphs and SmartArt, wherever they are placed.

Owns: a:p paragraphs with their languages (ECMA-376-1, 21.1.2) and diagram data (21.4).
Does not own: charts (charts), or the slides, sheets and Word documents that hold them.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ..styled_text import StyledText, TextBuilder, bcp47_tag
from .escapes import unescaped
from .math import math_text
from .names import child, chosen, full_names, name_of
from .symbols import symbols_replaced

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

_MAX_DEPTH = 60
# A slide's number, and what stands for a chart's own values in its labels ("[VALUE]").
_GENERATED_FIELDS = frozenset(
    {
        "slidenum",
        "CELLRANGE",
        "CELLREF",
        "VALUE",
        "SERIESNAME",
        "CATEGORYNAME",
        "XVALUE",
        "YVALUE",
        "PERCENTAGE",
        "BUBBLESIZE",
    }
)
_RUN_PROPERTIES = frozenset({"a:rPr", "a:pPr", "a:endParaRPr", "mc:Fallback"})


def paragraph_text(paragraph: _Element) -> StyledText:
    """Return the text of an a:p, runs joined as they stand."""
    builder = TextBuilder()
    _add_runs(paragraph, builder, 0)
    return builder.build()


def paragraphs(body: _Element | None) -> Iterator[StyledText]:
    """Yield the paragraphs with text anywhere in an element, in document order."""
    if body is None:
        return
    for paragraph in body.iter(*full_names("a:p")):
        text = paragraph_text(paragraph)
        if text.text:
            yield text


def diagram_texts(root: _Element | None) -> Iterator[StyledText]:
    """Yield the texts of a SmartArt's data part, one a node."""
    if root is None:
        return
    for node_text in root.iter(*full_names("dgm:t")):
        yield from paragraphs(node_text)


def _add_runs(container: _Element, builder: TextBuilder, depth: int) -> None:
    if depth > _MAX_DEPTH:
        return
    for element in container:
        name = name_of(element)
        if name in _RUN_PROPERTIES:
            continue
        if name in {"a:r", "a:fld"}:
            _add_run(element, builder)
        elif name == "a:br":
            builder.add("\n")
        elif name in {"m:oMath", "m:oMathPara"}:
            builder.add(f" {math_text(element)} ")
        elif name == "mc:AlternateContent":
            for part in chosen(element):
                _add_runs(part, builder, depth + 1)
        else:
            _add_runs(element, builder, depth + 1)


def _add_run(run: _Element, builder: TextBuilder) -> None:
    if run.get("type") in _GENERATED_FIELDS:
        return
    text, properties = child(run, "a:t"), child(run, "a:rPr")
    if text is None or not text.text:
        return
    tag = _language(properties.get("lang")) if properties is not None else None
    builder.add(_readable(text.text, properties), tag)


def _readable(text: str, properties: _Element | None) -> str:
    text = unescaped(text)
    if text.isascii():
        return text
    font = child(properties, "a:sym")
    return symbols_replaced(text, "" if font is None else font.get("typeface") or "")


@cache
def _language(code: str | None) -> str | None:
    # Every run names its language, and a file has a handful of them.
    return bcp47_tag(code)
