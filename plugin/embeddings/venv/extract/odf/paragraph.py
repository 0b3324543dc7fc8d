"""The visible text of one ODF paragraph, and what hangs on it.

Owns: fields, white space elements, ruby, languages of spans, tracked deletions, hidden text.
Does not own: where notes, comments and shapes of the paragraph go; they are handed back.
Source: ODF 1.3 part 3, sections 5 (text), 6 (paragraph elements) and 7 (fields).
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .....documents.passages import LocaleRun
from ..ooxml.symbols import symbols_replaced
from ..styled_text import StyledText, TextBuilder, normalise_text
from . import names as n

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml.etree import _Element as XmlElement

    from .styles import OdfStyles, TextStyle

_MAX_SPACES = 100
_HANGING = n.DRAWN_SHAPES | {n.NOTE, n.ANNOTATION}
_UNSEEN = frozenset(
    {n.ANNOTATION_END, n.BINARY_DATA, n.EVENT_LISTENERS, n.FORMS, n.NUMBER, n.TRACKED_CHANGES}
    | {n.text_name("script"), n.text_name("ruby-text"), n.HIDDEN_PARAGRAPH}
    | {n.text_name("placeholder")}  # a template's prompt: "<Enter the name>"
    # On master pages: what stands in them is "<footer>", what is shown stands elsewhere.
    | {n.presentation_name(local) for local in ("header", "footer", "date-time")}
)
# What LibreOffice stores for fields that have no value before the page is laid out.
_NO_VALUES = frozenset({"???", "<number>", "<count>", "<page-name>"})
_SHOWS_PROMPT = n.extension_name("showing-place-holder")
_BLANK = StyledText("")


@dataclass
class Paragraph:
    """A paragraph's text and the notes, comments and shapes anchored in it, in order.

    start is the text:p or text:h that it begins with: a deleted paragraph mark joins two.
    """

    start: XmlElement
    text: StyledText = _BLANK
    hanging: list[XmlElement] = field(default_factory=list)


class ParagraphReader:
    """Reads paragraphs one after the other; a deletion may begin in one and end in another."""

    def __init__(self, styles: OdfStyles, roots: Iterable[XmlElement]) -> None:
        self._styles = styles
        self._around = styles.default
        # A deletion is normally cut out of the text. Where changes are hidden LibreOffice leaves
        # it in place between marks, and only the region's kind tells it from an insertion.
        self._deletion_ids: set[str] = set()
        self._has_hiding_fields = False
        for root in roots:
            self._deletion_ids |= _closed_deletions(root)
            self._has_hiding_fields |= next(root.iter(n.HIDDEN_PARAGRAPH), None) is not None
        self._open_deletions: set[str] = set()
        self._cell_styles: dict[tuple[str | None, str | None], TextStyle] = {}
        self._unfinished: Paragraph | None = None
        self._builder = TextBuilder()
        self._hanging: list[XmlElement] = []

    def style_of(self, paragraph: XmlElement) -> TextStyle:
        """Return the style of a text:p or text:h with what holds around it."""
        return self._styles.of("paragraph", paragraph.get(n.TEXT_STYLE_NAME), self._around)

    @contextmanager
    def within(self, family: str, style_name: str | None) -> Iterator[None]:
        """Let the style of a cell or shape hold around the paragraphs read meanwhile."""
        outside = self._around
        if style_name:
            self._around = self._styles.of(family, style_name, outside)
        try:
            yield
        finally:
            self._around = outside

    def read(self, paragraph: XmlElement) -> Paragraph:
        """Return the text of a text:p or text:h as it is shown, with what hangs on it.

        Where a deletion takes in the paragraph's end, its text comes with the next one.
        """
        style = self.style_of(paragraph)
        if not len(paragraph) and self._unfinished is None:
            return Paragraph(paragraph, _BLANK if style.hidden else _plain(paragraph.text, style))
        begun = self._unfinished
        if begun is None:
            begun = Paragraph(paragraph)
            self._builder, self._hanging = TextBuilder(), []
        if self._has_hiding_fields and _has_hiding_field(paragraph):
            self.pass_over(paragraph)
        else:
            self._walk(paragraph, style)
        if self._open_deletions:
            self._unfinished = begun
            return Paragraph(paragraph)
        self._unfinished = None
        return Paragraph(begun.start, self._builder.build(), self._hanging)

    def read_line(self, paragraph: XmlElement, cell_style: str | None) -> StyledText:
        """Return the text of a text:p without child elements in a cell of this style.

        What most cells of most sheets are: there are millions of them.
        """
        key = (cell_style, paragraph.get(n.TEXT_STYLE_NAME))
        style = self._cell_styles.get(key)
        if style is None:
            around = self._styles.of("table-cell", cell_style, self._around)
            style = self._cell_styles[key] = self._styles.of("paragraph", key[1], around)
        return _BLANK if style.hidden else _plain(paragraph.text, style)

    def read_plain(self, text: str) -> StyledText:
        """Return a text without markup in the language that holds here."""
        return _plain(text, self._around)

    def pass_over(self, element: XmlElement) -> None:
        """Leave an element out, but not the ends of deletions in it."""
        for mark in element.iter(n.CHANGE_START, n.CHANGE_END):
            self._mark_change(mark)

    def _walk(self, element: XmlElement, style: TextStyle) -> None:
        self._add(element.text, style)
        for child in element:
            self._child(child, style)
            self._add(child.tail, style)

    def _add(self, text: str | None, style: TextStyle) -> None:
        if not text or style.hidden or self._open_deletions:
            return
        if text.isascii():
            self._builder.add(text, style.languages.western)
            return
        for piece, tag in style.languages.pieces(_without_signs(text, style)):
            self._builder.add(piece, tag)

    def _child(self, child: XmlElement, style: TextStyle) -> None:
        tag = child.tag
        if tag == n.SPAN:
            self._walk(child, self._styles.of("text", child.get(n.TEXT_STYLE_NAME), style))
        elif tag in (n.SPACE, n.TAB, n.LINE_BREAK):
            self._add(_white_space(child), style)
        elif tag in (n.CHANGE_START, n.CHANGE_END):
            self._mark_change(child)
        elif tag in _HANGING:
            if not (self._open_deletions or style.hidden):
                self._hanging.append(child)
        elif tag not in _UNSEEN and not _is_invisible_field(child):
            self._walk(child, style)

    def _mark_change(self, mark: XmlElement) -> None:
        change_id = mark.get(n.CHANGE_ID) or ""
        if change_id not in self._deletion_ids:
            return
        if mark.tag == n.CHANGE_START:
            self._open_deletions.add(change_id)
        else:
            self._open_deletions.discard(change_id)


def _closed_deletions(root: XmlElement) -> set[str]:
    """Return the ids of deletions whose text stands between a start and an end mark.

    One that is never closed, in a damaged file, would take the rest of the document with it.
    """
    ids = {
        region.get(n.XML_ID) or region.get(n.TEXT_ID) or ""
        for region in root.iter(n.CHANGED_REGION)
        if region.find(n.DELETION) is not None
    }
    if not ids:
        return ids
    started: set[str] = set()
    closed: set[str] = set()
    for mark in root.iter(n.CHANGE_START, n.CHANGE_END):
        change_id = mark.get(n.CHANGE_ID) or ""
        if mark.tag == n.CHANGE_START:
            started.add(change_id)
            closed.discard(change_id)
        elif change_id in started:
            closed.add(change_id)
    return ids & closed


def _plain(text: str | None, style: TextStyle) -> StyledText:
    """Return text without markup; most paragraphs of most files are nothing else."""
    if not text:
        return _BLANK
    tag = style.languages.western
    if not text.isascii():
        text = _without_signs(text, style)
        pieces = list(style.languages.pieces(text))
        if len(pieces) > 1:
            builder = TextBuilder()
            for piece, tag in pieces:
                builder.add(piece, tag)
            return builder.build()
        tag = pieces[0][1]
    normalised = normalise_text(text)
    if tag is None or not normalised:
        return StyledText(normalised)
    return StyledText(normalised, (LocaleRun(0, len(normalised), tag),))


def _without_signs(text: str, style: TextStyle) -> str:
    """Return text with the signs of a symbol font as what they look like."""
    return symbols_replaced(text, style.symbol_font) if style.symbol_font else text


def _has_hiding_field(paragraph: XmlElement) -> bool:
    """Return whether a field in the paragraph hides all of it (7.7.8 text:hidden-paragraph)."""
    fields = paragraph.iter(n.HIDDEN_PARAGRAPH)
    return any(hiding.get(n.IS_HIDDEN) == "true" for hiding in fields)


def _is_invisible_field(element: XmlElement) -> bool:
    """Return whether a field is set not to be shown, or has nothing to show yet."""
    if element.get(n.TEXT_DISPLAY) == "none" or element.get(n.IS_HIDDEN) == "true":
        return True
    if element.get(_SHOWS_PROMPT) == "true":  # an empty content control: "Click to enter text"
        return True
    return bool(element.text in _NO_VALUES and not len(element))


def _white_space(element: XmlElement) -> str:
    if element.tag == n.TAB:
        return "\t"
    if element.tag == n.LINE_BREAK:
        return "\n"
    return " " * min(repeat_count(element, n.SPACE_COUNT), _MAX_SPACES)


def repeat_count(element: XmlElement, name: str) -> int:
    """Return a repeat attribute's value, 1 where it is missing or no positive number."""
    count = element.get(name)
    if count is None:
        return 1
    try:
        return max(1, int(count))
    except ValueError:
        return 1
