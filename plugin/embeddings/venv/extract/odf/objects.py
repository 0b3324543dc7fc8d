"""Embedded objects of ODF documents: formulas and charts as text.

Owns: their words. Does not own: where they stand in the document.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .....documents.passages import PassageKind
from ..document import StyledText
from . import names as n

if TYPE_CHECKING:
    from lxml.etree import _Element as XmlElement

    from .paragraph import ParagraphReader

_MAX_OBJECT_CHARS = 8_000


def object_text(
    root: XmlElement | None, paragraphs: ParagraphReader
) -> tuple[PassageKind, StyledText]:
    """Return a formula as EQUATION, any other object's titles and cells as FIGURE.

    The text is blank where the object is missing or has no words.
    """
    if root is None:
        return PassageKind.FIGURE, StyledText("")
    if root.tag == n.MATH:
        return PassageKind.EQUATION, StyledText(_formula(root))
    texts: dict[str, None] = {}
    n_chars = 0
    for paragraph in root.iter(n.P):
        text = paragraphs.read(paragraph).text.text
        if text and text not in texts:
            texts[text] = None
            n_chars += len(text)
        if n_chars > _MAX_OBJECT_CHARS:
            break
    return PassageKind.FIGURE, paragraphs.read_plain(" | ".join(texts))


def _formula(math: XmlElement) -> str:
    """Return the formula as it was typed (StarMath), else its symbols in order."""
    annotation = next(math.iter(n.MATH_ANNOTATION), None)
    if annotation is not None and annotation.text:
        return str(annotation.text).strip()
    return " ".join(part.strip() for part in math.itertext() if part.strip())
