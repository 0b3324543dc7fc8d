"""What a Word paragraph carries beside its text: boxes, notes, pictures, charts.

Owns: collecting them while a paragraph is read (ECMA-376-1, 17.3.3, 17.11, 20.4; VML, 14).
Does not own: the passages that become of them (blocks, figures).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..ooxml.alt_text import alternative_text, written_by_person
from ..ooxml.drawing import paragraph_text
from ..ooxml.names import attribute, name_of

if TYPE_CHECKING:
    from lxml.etree import _Element

_NOTES = {"w:footnoteReference": "footnotes", "w:endnoteReference": "endnotes"}
_VML_SHAPES = frozenset(
    {"v:shape", "v:rect", "v:roundrect", "v:oval", "v:group", "v:line", "v:polyline", "v:image"}
)
# A picture's own properties repeat those of its frame or name its file, mostly.
_SHAPE_PROPERTIES = frozenset({"wp:docPr", "wps:cNvPr", "wpg:cNvPr", "pic:cNvPr"})


@dataclass
class Attachments:
    """What a paragraph carries beside its text, each to become passages after it."""

    boxes: list[_Element] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)
    comment_ids: list[str] = field(default_factory=list)
    captions: list[str] = field(default_factory=list)
    chart_ids: list[str] = field(default_factory=list)
    diagram_ids: list[str] = field(default_factory=list)

    def take(self, element: _Element) -> bool:
        """Take an element that stands for something; False when its content is to be walked."""
        name = name_of(element)
        if name in _NOTES:
            self.notes.append((_NOTES[name], attribute(element, "w:id") or ""))
        elif name == "w:txbxContent":
            self.boxes.append(element)
        elif name in {"c:chart", "cx:chart"}:
            self.chart_ids.append(attribute(element, "r:id") or "")
        elif name == "dgm:relIds":
            self.diagram_ids.append(attribute(element, "r:dm") or "")
        elif name == "a:p":
            # A locked canvas holds DrawingML's own text bodies.
            self._caption(paragraph_text(element).text)
        else:
            return self._describe(name, element)
        return True

    def _describe(self, name: str, element: _Element) -> bool:
        if name in _SHAPE_PROPERTIES:
            self._caption(alternative_text(element))
            return True
        if name == "v:textpath":
            self._caption(element.get("string") or "")
        elif name in _VML_SHAPES:
            self._caption(written_by_person(element.get("alt")))
        return False

    def _caption(self, text: str) -> None:
        if text and text not in self.captions:
            self.captions.append(text)
