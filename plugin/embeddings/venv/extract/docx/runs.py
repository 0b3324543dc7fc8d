"""The text of one Word paragraph as a reader sees it.

Owns: runs, fields, tracked changes, hidden text and languages inside a paragraph (ECMA-376-1,
17.3, 17.13, 17.16). Does not own: what hangs on a paragraph (attachments), paragraphs' order
(blocks), or styles (styles).

python-docx's paragraph.text drops insertions, content controls and smart tags, so the XML is
walked here: what is not known to be hidden is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..ooxml.counts import whole_number
from ..ooxml.math import math_text
from ..ooxml.names import attribute, child, children, chosen, name_of
from ..ooxml.symbols import has_signs, symbol_text, symbols_replaced
from ..script_languages import NO_LANGUAGES
from ..styled_text import TextBuilder
from .attachments import Attachments
from .content_controls import content_of
from .languages import script_language
from .properties import ParagraphProperties, RunProperties

if TYPE_CHECKING:
    from lxml.etree import _Element

    from .styles import StyleTable

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
    "w:noBreakHyphen": "-",
    "w:softHyphen": "\u00ad",
}


@dataclass
class ParagraphText:
    """A paragraph's text in pieces, and its attachments; what it consists of, by its pieces."""

    builder: TextBuilder = field(default_factory=TextBuilder)
    attachments: Attachments = field(default_factory=Attachments)
    has_math: bool = False
    has_words: bool = False


class RunReader:
    """Reads one paragraph at a time into a ParagraphText."""

    def __init__(self, styles: StyleTable) -> None:
        self._styles = styles
        self._into = ParagraphText()
        self._base = NO_LANGUAGES
        self._languages = NO_LANGUAGES
        self._base_hidden = False
        self._hidden = False
        self._r_pr: _Element | None = None
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
            self._text(self._readable(element.text or ""))
        elif name == "w:r":
            self._run(element, depth)
        elif name in _CHARACTERS:
            self._text(_CHARACTERS[name])
        elif name in {"m:oMath", "m:oMathPara"}:
            self._math(element)
        elif name in {"w:sdt", "mc:AlternateContent"}:
            for part in content_of(element) if name == "w:sdt" else chosen(element):
                self._element(part, depth + 1)
        elif not self._mark(name, element):
            self._walk(element, depth + 1)

    def _run(self, run: _Element, depth: int) -> None:
        self._r_pr = None
        for element in run:
            if name_of(element) == "w:rPr":
                self._r_pr = element
                self._apply(RunProperties.of(element))
            else:
                self._element(element, depth + 1)
        self._languages, self._hidden = self._base, self._base_hidden

    def _apply(self, properties: RunProperties) -> None:
        style = self._styles.style(properties.style_id)
        if properties.languages is not NO_LANGUAGES or style.languages != NO_LANGUAGES:
            self._languages = properties.languages.over(style.languages).over(self._base)
        hidden = properties.hidden
        # Between a paragraph's style and a run's, a toggle that both set is off (17.7.3).
        self._hidden = hidden if hidden is not None else style.hidden is not self._base_hidden

    def _mark(self, name: str, element: _Element) -> bool:
        """Take an element that stands for something; False when its content is to be walked."""
        if name == "w:fldChar":
            self._field(element)
        elif name == "w:sym":
            self._symbol(element)
        elif name == "w:commentReference":
            self._into.attachments.comment_ids.append(attribute(element, "w:id") or "")
        else:
            return self._hidden or self._into.attachments.take(element)
        return True

    def _field(self, element: _Element) -> None:
        change = attribute(element, "w:fldCharType")
        if change == "begin":
            self._text(_chosen_entry(element))
            self._in_instruction.append(True)
        elif change == "separate" and self._in_instruction:
            self._in_instruction[-1] = False
        elif change == "end" and self._in_instruction:
            self._in_instruction.pop()

    def _symbol(self, element: _Element) -> None:
        try:
            code = int(attribute(element, "w:char") or "", 16)
        except ValueError:
            return
        self._text(symbol_text(code, attribute(element, "w:font") or ""))

    def _math(self, element: _Element) -> None:
        had_words = self._into.has_words
        self._text(f" {math_text(element)} ")
        self._into.has_words, self._into.has_math = had_words, True

    def _readable(self, text: str) -> str:
        if not has_signs(text):
            return text
        fonts = child(self._r_pr, "w:rFonts")
        font = None if fonts is None else attribute(fonts, "w:ascii") or attribute(fonts, "w:hAnsi")
        return symbols_replaced(text, font or "")

    def _text(self, text: str | None) -> None:
        if not text or self._hidden or any(self._in_instruction):
            return
        self._into.has_words = self._into.has_words or not text.isspace()
        self._into.builder.add(text, script_language(text, self._languages))


def _chosen_entry(field_begin: _Element) -> str:
    """Return what a drop-down form field shows (17.16.9): it alone has no result of its own."""
    drop_down = child(child(field_begin, "w:ffData"), "w:ddList")
    if drop_down is None:
        return ""
    entries = [attribute(entry, "w:val") or "" for entry in children(drop_down, "w:listEntry")]
    choices = (child(drop_down, "w:result"), child(drop_down, "w:default"))
    numbers = [whole_number(attribute(each, "w:val")) for each in choices if each is not None]
    index = (numbers[0] if numbers else None) or 0
    return entries[index] if index < len(entries) else ""
