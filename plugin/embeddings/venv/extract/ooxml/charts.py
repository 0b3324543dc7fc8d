"""The words on a chart: titles, names of series, categories and labels; never its numbers.

Owns: charts of both kinds (ECMA-376-1, 21.2; MS-ODRAWXML 2.24 chartex). Does not own: where a
chart stands. The workbook behind a chart is not read: what it shows is cached in the chart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .drawing import paragraphs
from .names import child, full_names, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from .package import OoxmlPackage

_CACHES = ("c:strCache", "c:strLit", "c:multiLvlStrCache")
_NUMBER_CACHES = ("c:numCache", "c:numLit")


def chart_text(root: _Element | None) -> str:
    """Return a chart's titles, then its series, its categories and its labels, a line each."""
    if root is None:
        return ""
    if name_of(root) == "cx:chartSpace":
        return _extended_text(root)
    titles = [text.text for text in paragraphs(root)]
    lines = [
        "\n".join(_distinct(titles)),
        " | ".join(_distinct(_names(root, "c:tx"))),
        " | ".join(_distinct(_names(root, "c:cat"))),
        " | ".join(_distinct(_labels(root))),
    ]
    return "\n".join(line for line in lines if line)


def chart_part_text(package: OoxmlPackage, part: str | None) -> str:
    """Return the words of a chart part and of the shapes that were drawn on it."""
    if part is None:
        return ""
    text = chart_text(package.optional_root(part))
    drawn = [
        line.text
        for target in package.relationships(part).targets("chartUserShapes")
        for line in paragraphs(package.optional_root(target))
    ]
    return "\n".join(line for line in (text, *drawn) if line)


def _names(root: _Element, short_name: str) -> Iterator[str]:
    for holder in root.iter(*full_names(short_name)):
        direct = child(holder, "c:v")
        if direct is not None:
            yield direct.text or ""
        for cache in holder.iter(*full_names(*_CACHES)):
            yield from _values(cache)
        for cache in holder.iter(*full_names(*_NUMBER_CACHES)):
            # Years are names; what is a date or an amount would be shown in another form.
            code = child(cache, "c:formatCode")
            if code is None or (code.text or "General") in {"General", "0"}:
                yield from _values(cache)


def _labels(root: _Element) -> Iterator[str]:
    """Yield labels that come from a range of cells (MS-ODRAWXML 2.24.3.70)."""
    for cache in root.iter("{*}dlblRangeCache"):
        yield from _values(cache)


def _values(cache: _Element) -> Iterator[str]:
    for value in cache.iter(*full_names("c:v")):
        yield (value.text or "").strip()


def _extended_text(root: _Element) -> str:
    texts = [text.text for text in paragraphs(root)]
    series = [value.text or "" for value in root.iter(*full_names("cx:v"))]
    categories = [
        point.text or ""
        for dimension in root.iter(*full_names("cx:strDim"))
        for point in dimension.iter(*full_names("cx:pt"))
    ]
    lines = ["\n".join(_distinct(texts)), " | ".join(_distinct(series))]
    lines.append(" | ".join(_distinct(categories)))
    return "\n".join(line for line in dict.fromkeys(lines) if line)


def _distinct(texts: Iterator[str] | list[str]) -> list[str]:
    return [text for text in dict.fromkeys(texts) if text.strip()]
