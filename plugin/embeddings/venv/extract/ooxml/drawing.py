"""Text in DrawingML: shapes, SmartArt and charts, wherever they are placed.

Owns: a:p paragraphs with their languages (ECMA-376-1, 21.1.2), diagram data (21.4) and chart
texts (21.2). Does not own: slides, sheets or Word documents that hold them.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ..styled_text import StyledText, TextBuilder, bcp47_tag
from .math import math_text
from .names import child, chosen, full_names, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

_MAX_DEPTH = 60
# What the program fills in on each slide is no text of the document.
_GENERATED_FIELDS = ("slidenum", "datetime")
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


def chart_text(root: _Element | None) -> str:
    """Return a chart's titles, then its series and categories on a line each; no numbers."""
    if root is None:
        return ""
    titles = [text.text for text in paragraphs(root)]
    series = _cached(root, "c:tx")
    categories = _cached(root, "c:cat")
    lines = [*titles, " | ".join(series), " | ".join(categories)]
    return "\n".join(line for line in lines if line)


def alternative_text(properties: _Element | None) -> str:
    """Return the title and description of a shape's non-visual properties (cNvPr), or ""."""
    if properties is None:
        return ""
    texts = dict.fromkeys((properties.get("title"), properties.get("descr")))
    return "\n".join(text for text in texts if text)


def _cached(root: _Element, short_name: str) -> list[str]:
    values: dict[str, None] = {}
    for holder in root.iter(*full_names(short_name)):
        cache = next(holder.iter(*full_names("c:strCache")), None)
        if cache is not None:
            values.update((value.text or "", None) for value in cache.iter(*full_names("c:v")))
    return [value for value in values if value.strip()]


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
    if (run.get("type") or "").startswith(_GENERATED_FIELDS):
        return
    text, properties = child(run, "a:t"), child(run, "a:rPr")
    if text is None:
        return
    tag = _language(properties.get("lang")) if properties is not None else None
    builder.add((text.text or "").replace("_x000D_", "\n"), tag)


@cache
def _language(code: str | None) -> str | None:
    # Every run names its language, and a file has a handful of them.
    return bcp47_tag(code)
