"""The text of one Word paragraph as a reader sees it, and what hangs on it.

Owns: runs, fields, tracked changes, hidden text and languages inside a paragraph (ECMA-376-1,
17.3, 17.13, 17.16). Does not own: paragraphs' order (blocks), or styles (styles).

python-docx's paragraph.text drops insertions, content controls and smart tags, so the XML is
walked here: what is not known to be hidden is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..ooxml.math import math_text
from ..ooxml.names import attribute, chosen, name_of
from ..styled_text import TextBuilder
from .languages import script_language
from .properties import ParagraphProperties, RunProperties
from .styles import NO_LANGUAGES, StyleTable

if TYPE_CHECKING:
    from lxml.etree import _Element

_MAX_DEPTH = 120
_NEVER_READ = frozenset(
    {
        "w:del",
        "w:moveFrom",
        "w:delText",
        "w:instrText",
        "w:delInstrText",
        "w:pPr",
        "w:rPr",
        "w:rt",
        "w:ffData",
        "w:sdtPr",
        "w:sdtEndPr",
        "w:customXmlPr",
        "w:smartTagPr",
        "w:rubyPr",
        "mc:Fallback",
    }
)
_CHARACTERS = {
    "w:tab": "\t",
    "w:ptab": "\t",
    "w:br": "\n",
    "w:cr": "\n",
    "w:noBreakHyphen": "\u2011",
    "w:softHyphen": "\u00ad",
}
_NOTES = {"w:footnoteReference": "footnotes", "w:endnoteReference": "endnotes"}
# Symbol fonts put their signs into the private use area: they are no text.
_PRIVATE_USE = range(0xE000, 0xF900)


@dataclass
class Attachments:
    """What a paragraph carries beside its text, each to become passages after it."""

    boxes: list[_Element] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)
    comment_ids: list[str] = field(default_factory=list)
    captions: list[str] = field(default_factory=list)
    chart_ids: list[str] = field(default_factory=list)
    diagram_ids: list[str] = field(default_factory=list)

    def caption(self, *texts: str | None) -> None:
        """Add alternative texts of a picture or shape, each once a paragraph."""
        for text in texts:
            if text and text not in self.captions:
                self.captions.append(text)


@dataclass
class ParagraphText:
    """A paragraph's text in pieces, and its attachments."""

    builder: TextBuilder = field(default_factory=TextBuilder)
    attachments: Attachments = field(default_factory=Attachments)


class RunReader:
    """Reads one paragraph at a time into a ParagraphText."""

    def __init__(self, styles: StyleTable) -> None:
        self._styles = styles
        self._into = ParagraphText()
        self._base = NO_LANGUAGES
        self._languages = NO_LANGUAGES
        self._base_hidden = False
        self._hidden = False
        # One entry a field begun in this paragraph: True while its instruction lasts.
        self._in_instruction: list[bool] = []

    def read(
        self,
        paragraph: _Element,
        properties: ParagraphProperties,
        into: ParagraphText | None = None,
    ) -> ParagraphText:
        """Return the paragraph's text, appended to an earlier one whose mark was deleted."""
        self._into = into or ParagraphText()
        style = self._styles.paragraph_style(properties.style_id)
        self._base = style.languages.over(self._styles.default_languages)
        self._base_hidden = style.hidden
        self._languages, self._hidden = self._base, self._base_hidden
        # Fields may run over paragraphs, but a damaged one must not hide the whole rest.
        self._in_instruction = []
        self._walk(paragraph, 0)
        return self._into

    def _walk(self, container: _Element, depth: int) -> None:
        if depth > _MAX_DEPTH:
            return
        for element in container:
            self._element(element, depth)

    def _element(self, element: _Element, depth: int) -> None:
        name = name_of(element)
        if name in _NEVER_READ:
            return
        if name == "w:t":
            self._text(element.text)
        elif name == "w:r":
            self._run(element, depth)
        elif name in _CHARACTERS:
            self._text(_CHARACTERS[name])
        elif name in {"m:oMath", "m:oMathPara"}:
            self._text(f" {math_text(element)} ")
        elif name == "mc:AlternateContent":
            for part in chosen(element):
                self._element(part, depth + 1)
        elif not self._mark(name, element):
            self._walk(element, depth + 1)

    def _run(self, run: _Element, depth: int) -> None:
        for element in run:
            if name_of(element) == "w:rPr":
                self._apply(RunProperties.of(element))
            else:
                self._element(element, depth + 1)
        self._languages, self._hidden = self._base, self._base_hidden

    def _apply(self, properties: RunProperties) -> None:
        style = self._styles.style(properties.style_id)
        if properties.languages is not NO_LANGUAGES or style.languages != NO_LANGUAGES:
            self._languages = properties.languages.over(style.languages).over(self._base)
        hidden = properties.hidden
        self._hidden = hidden if hidden is not None else style.hidden or self._base_hidden

    def _mark(self, name: str, element: _Element) -> bool:
        """Take an element that stands for something; False when its content is to be walked."""
        attachments = self._into.attachments
        if name in _NOTES:
            attachments.notes.append((_NOTES[name], attribute(element, "w:id") or ""))
        elif name == "w:commentReference":
            attachments.comment_ids.append(attribute(element, "w:id") or "")
        elif name == "w:fldChar":
            self._field(attribute(element, "w:fldCharType"))
        elif name == "w:sym":
            self._symbol(attribute(element, "w:char"))
        elif name == "w:txbxContent":
            attachments.boxes.append(element)
        else:
            return self._drawing_mark(name, element)
        return True

    def _drawing_mark(self, name: str, element: _Element) -> bool:
        attachments = self._into.attachments
        if name == "wp:docPr":
            attachments.caption(element.get("title"), element.get("descr"))
        elif name == "v:textpath":
            attachments.caption(element.get("string"))
        elif name == "c:chart":
            attachments.chart_ids.append(attribute(element, "r:id") or "")
        elif name == "dgm:relIds":
            attachments.diagram_ids.append(attribute(element, "r:dm") or "")
        else:
            if name in {"v:shape", "v:rect", "v:roundrect", "v:oval"}:
                attachments.caption(element.get("alt"))
            return False
        return True

    def _field(self, change: str | None) -> None:
        if change == "begin":
            self._in_instruction.append(True)
        elif change == "separate" and self._in_instruction:
            self._in_instruction[-1] = False
        elif change == "end" and self._in_instruction:
            self._in_instruction.pop()

    def _symbol(self, code: str | None) -> None:
        try:
            point = int(code or "", 16)
        except ValueError:
            return
        if point not in _PRIVATE_USE and 0x20 <= point < 0x110000:  # noqa: PLR2004
            self._text(chr(point))

    def _text(self, text: str | None) -> None:
        if not text or self._hidden or any(self._in_instruction):
            return
        self._into.builder.add(text, script_language(text, self._languages))
