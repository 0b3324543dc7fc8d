"""Embedded objects of ODF documents as text: formulas and charts.

Owns: their words. Does not own: where they stand; embedded texts and sheets, read as blocks.
Source: ODF 1.3 part 3, sections 11 (charts) and 14 (formulas).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import names as n

if TYPE_CHECKING:
    from lxml.etree import _Element as XmlElement

    from ..styled_text import StyledText
    from .paragraph import ParagraphReader

_MAX_OBJECT_CHARS = 8_000
_NUMBER_TYPES = frozenset({"float", "percentage", "currency"})


def formula_text(math: XmlElement) -> str:
    """Return the formula as it was typed (StarMath), else its symbols in order."""
    annotation = next(math.iter(n.MATH_ANNOTATION), None)
    if annotation is not None and annotation.text:
        return str(annotation.text).strip()
    return " ".join(part.strip() for part in math.itertext() if part.strip())


def chart_text(chart: XmlElement, paragraphs: ParagraphReader) -> StyledText:
    """Return the titles of a chart and its axes, its categories and the names of its series.

    Each once; the numbers of the table that the chart keeps are no words of its own.
    """
    texts: dict[str, None] = {}
    n_chars = 0
    for paragraph in chart.iter(n.P):
        cell = paragraph.getparent()
        if cell is not None and cell.get(n.VALUE_TYPE) in _NUMBER_TYPES:
            continue
        text = paragraphs.read(paragraph).text.text
        if text and text not in texts:
            texts[text] = None
            n_chars += len(text)
        if n_chars > _MAX_OBJECT_CHARS:
            break
    return paragraphs.read_plain(" | ".join(texts))
