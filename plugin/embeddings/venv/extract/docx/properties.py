"""Direct formatting of paragraphs and runs, as far as it says what their text is.

Owns: w:pPr (ECMA-376-1, 17.3.1.26) and w:rPr (17.3.2.28), each read in one pass: they are looked
at for every run of a document.
Does not own: what styles add (styles).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..ooxml.names import attribute, child, is_on, name_of
from ..script_languages import NO_LANGUAGES, Languages
from .styles import level_of, tags_of

if TYPE_CHECKING:
    from lxml.etree import _Element

_GONE = frozenset({"w:del", "w:moveFrom"})


@dataclass
class ParagraphProperties:
    """What a paragraph says of itself; heading_level None leaves it to the style."""

    style_id: str | None = None
    heading_level: int | None = None
    section: _Element | None = None
    mark_deleted: bool = False

    @staticmethod
    def of(paragraph: _Element) -> ParagraphProperties:
        """Return a w:p's properties."""
        properties = ParagraphProperties()
        # pPr comes first where there is one (CT_P, 17.3.1.22).
        first = next(iter(paragraph), None)
        if first is None or name_of(first) != "w:pPr":
            first = child(paragraph, "w:pPr")
        for element in () if first is None else first:
            name = name_of(element)
            if name == "w:pStyle":
                properties.style_id = attribute(element, "w:val")
            elif name == "w:outlineLvl":
                properties.heading_level = level_of(element)
            elif name == "w:sectPr":
                properties.section = element
            elif name == "w:rPr":
                properties.mark_deleted = any(name_of(each) in _GONE for each in element)
        return properties


@dataclass
class RunProperties:
    """What a run says of itself; hidden None leaves it to the style."""

    style_id: str | None = None
    languages: Languages = NO_LANGUAGES
    hidden: bool | None = None

    @staticmethod
    def of(r_pr: _Element) -> RunProperties:
        """Return the properties in a w:rPr."""
        properties = RunProperties()
        for element in r_pr:
            name = name_of(element)
            if name == "w:rStyle":
                properties.style_id = attribute(element, "w:val")
            elif name == "w:lang":
                properties.languages = tags_of(element)
            elif name == "w:vanish":
                properties.hidden = is_on(element)
        return properties
