"""The visible text of one ODF paragraph, and what hangs on it.

Owns: fields, white space elements, ruby, languages of spans, tracked deletions.
Does not own: where notes, comments and shapes of the paragraph go; they are handed back.
Source: ODF 1.3 part 3, sections 5 (text), 6 (paragraph elements) and 7 (fields).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..document import StyledText, TextBuilder
from . import names as n

if TYPE_CHECKING:
    from lxml.etree import _Element as XmlElement

    from .styles import Languages, OdfStyles

_MAX_SPACES = 100
_HANGING = n.DRAWN_SHAPES | {n.NOTE, n.ANNOTATION}
_UNSEEN = frozenset(
    {n.ANNOTATION_END, n.BINARY_DATA, n.EVENT_LISTENERS, n.FORMS, n.HIDDEN_TEXT, n.NUMBER}
    | {n.TRACKED_CHANGES, n.text_name("script"), n.text_name("ruby-text")}
)


_BLANK = StyledText("")


@dataclass
class Paragraph:
    """A paragraph's text and the notes, comments and shapes anchored in it, in order."""

    text: StyledText = _BLANK
    hanging: list[XmlElement] = field(default_factory=list)


class ParagraphReader:
    """Reads paragraphs one after the other; a deletion may begin in one and end in another."""

    def __init__(self, styles: OdfStyles, content: XmlElement) -> None:
        self._styles = styles
        # A deletion is normally cut out of the text. Where changes are hidden LibreOffice leaves
        # it in place between marks, and only the region's kind tells it from an insertion.
        self._deletion_ids = {
            region.get(n.XML_ID) or region.get(n.TEXT_ID)
            for region in content.iter(n.CHANGED_REGION)
            if region.find(n.DELETION) is not None
        }
        self._open_deletions: set[str | None] = set()
        self._builder = TextBuilder()
        self._hanging: list[XmlElement] = []

    @property
    def styles(self) -> OdfStyles:
        """Return the document's styles."""
        return self._styles

    def read(self, paragraph: XmlElement) -> Paragraph:
        """Return the text of a text:p or text:h as it is shown, with what hangs on it."""
        style = self._styles.of("paragraph", paragraph.get(n.TEXT_STYLE_NAME), self._styles.default)
        if style.hidden:
            return Paragraph()
        self._builder, self._hanging = TextBuilder(), []
        self._walk(paragraph, style.languages)
        return Paragraph(self._builder.build(), self._hanging)

    def read_plain(self, text: str) -> StyledText:
        """Return a text without markup in the document's language."""
        builder = TextBuilder()
        builder.add(text, self._styles.default.of(text))
        return builder.build()

    def _walk(self, element: XmlElement, languages: Languages) -> None:
        self._add(element.text, languages)
        for child in element:
            self._child(child, languages)
            self._add(child.tail, languages)

    def _add(self, text: str | None, languages: Languages) -> None:
        if text and not self._open_deletions:
            self._builder.add(text, languages.of(text))

    def _child(self, child: XmlElement, languages: Languages) -> None:
        tag = child.tag
        if tag == n.SPAN:
            style = self._styles.of("text", child.get(n.TEXT_STYLE_NAME), languages)
            if not style.hidden:
                self._walk(child, style.languages)
        elif tag in (n.SPACE, n.TAB, n.LINE_BREAK):
            self._add(_white_space(child), languages)
        elif tag in (n.CHANGE_START, n.CHANGE_END):
            self._mark_change(child)
        elif tag in _HANGING:
            if not self._open_deletions:
                self._hanging.append(child)
        elif tag not in _UNSEEN:
            self._walk(child, languages)

    def _mark_change(self, mark: XmlElement) -> None:
        change_id = mark.get(n.CHANGE_ID)
        if change_id not in self._deletion_ids:
            return
        if mark.tag == n.CHANGE_START:
            self._open_deletions.add(change_id)
        else:
            self._open_deletions.discard(change_id)


def _white_space(element: XmlElement) -> str:
    if element.tag == n.TAB:
        return "\t"
    if element.tag == n.LINE_BREAK:
        return "\n"
    return " " * min(repeat_count(element, n.SPACE_COUNT), _MAX_SPACES)


def repeat_count(element: XmlElement, name: str) -> int:
    """Return a repeat attribute's value, 1 where it is missing or no positive number."""
    try:
        return max(1, int(element.get(name, "1")))
    except ValueError:
        return 1
