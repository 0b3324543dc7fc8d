"""From the events of a markup parser to blocks of text in reading order.

Owns: where a paragraph ends, what is collected apart, pictures, values of forms, front matter.
Does not own: what an element means for its text (contexts), the paragraph itself (paragraphs),
tables, where blocks go. Source: HTML Living Standard.

No tree is built and nothing recurses: a page costs what is open at a time, however deep it is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from .....documents.passages import PassageKind
from ..styled_text import normalise_text
from . import contexts, names
from .apart import Apart
from .contexts import Context
from .paragraphs import Paragraphs
from .tables import TableBuilder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .blocks import Block

_FILE_NAME = re.compile(r"data:|\S*\.(?:png|jpe?g|gif|bmp|svg|webp|tiff?|emf|wmf)$", re.IGNORECASE)
_ABOUT = frozenset(
    "description keywords subject dc.description dc.subject dcterms.description"
    " dcterms.subject classification og:description".split()
)
_MAX_OPTIONS = 200
_MAX_FRAMES = 2_000
# Elements that mean something else each time, or hold long addresses.
_EACH_ITS_OWN = frozenset("option rb img a jump sup html body meta source image".split())
_JUMP = "jump"  # our name for a link to a place in the book or page
_MAX_TABLES_IN_TABLES = 40
_READINGS = frozenset({"rt", "rp", "rtc", "rb"})


class _Frame(NamedTuple):
    name: str
    context: Context
    is_block: bool


class BlockWalker:
    """Takes the events of a parser (start, end, data, close) and hands blocks to take.

    title, about (description, keywords, subject), language and the counts are what is known
    so far.
    """

    def __init__(self, take: Callable[[Block], None]) -> None:
        self.title = ""
        self.about: dict[str, None] = {}
        self.language: str | None = None
        self.n_pictures = 0
        self.n_events = 0
        self._take_block = take
        self._stack: list[_Frame] = [_Frame("", Context(), is_block=False)]
        self._tables: list[TableBuilder] = []
        self._n_flat_tables = 0
        self._apart: Apart | None = None
        self._paragraphs = Paragraphs(self._take)
        self._n_options = 0
        self._frames: dict[tuple[object, ...], _Frame] = {}
        self._beginnings = self._actions_at_start()
        self._endings = self._actions_at_end()

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Take the beginning of an element."""
        self.n_events += 1
        around = self._stack[-1].context
        frame = self._frame(tag, attributes, around)
        name, context, is_block = frame
        if is_block and self._apart is not None:
            self._finish_apart(self._apart)  # a drawing that was never closed, or text within it
        if is_block:
            self._break(around, is_inside=around.level > 0)
        self._stack.append(frame)
        if self._apart is not None:
            self._apart.add_edge()
            self._apart.in_annotation = self._apart.in_annotation or name == "annotation"
        elif not context.hidden:
            self._begin(name, attributes)
        elif name == "script" and not around.hidden:
            self._begin_script(attributes)

    def end(self, tag: str) -> None:  # noqa: ARG002 - the parser closes what is open, in order
        """Take the end of an element."""
        if len(self._stack) == 1:
            return
        frame = self._stack[-1]
        if self._apart is not None:
            self._end_in_apart(self._apart, frame)
        elif not frame.context.hidden:
            if frame.is_block:
                around = self._stack[-2].context
                self._break(frame.context, is_inside=around.level > 0 and frame.context.level > 0)
            self._finish(frame.name)
        self._stack.pop()

    def data(self, text: str) -> None:
        """Take text."""
        self.n_events += 1
        context = self._stack[-1].context
        if self._apart is not None:
            if not context.hidden or self._apart.name == "script":
                self._apart.add(text)
        elif not context.hidden:
            self._paragraphs.add(text, context)

    def comment(self, text: str) -> None:
        """Leave a comment out; conditional ones hold what only Office reads."""

    def pi(self, target: str, data: str | None = None) -> None:
        """Leave a processing instruction out."""

    def close(self) -> None:
        """Hand over what is still open at the end of the page."""
        while len(self._stack) > 1:
            self.end(self._stack[-1].name)
        self._paragraphs.end(self._stack[-1].context)

    def _frame(self, tag: str, attributes: Mapping[str, str], around: Context) -> _Frame:
        """Return an element's frame; pages repeat few elements, so those are kept."""
        key = (tag, around, *attributes.items()) if attributes else (tag, around)
        known = self._frames.get(key)
        if known is not None:
            return known
        name = names.local_name(tag)
        if name == "a" and "#" in (attributes.get("href") or ""):
            name = _JUMP
        context = self._context(name, attributes, around)
        frame = _Frame(name, context, not context.hidden and contexts.is_block(name, attributes))
        if name not in _EACH_ITS_OWN:
            if len(self._frames) >= _MAX_FRAMES:
                self._frames.clear()
            self._frames[key] = frame
        return frame

    def _context(self, name: str, attributes: Mapping[str, str], around: Context) -> Context:
        if name == "rb" and around.hidden:
            around = self._outside_of_readings()
        elif name == "option":
            self._n_options += 1
            if self._n_options > _MAX_OPTIONS:
                return around._replace(hidden=True)
        elif {name, self._stack[-1].name} == {"sup", _JUMP}:
            return around._replace(hidden=True)  # the mark of a note, not a word of the text
        context = contexts.context_of(name, attributes, around)
        if name in ("html", "body") and context.language:
            self.language = self.language or context.language
        return context

    def _outside_of_readings(self) -> Context:
        """Return the context around readings that nobody closed: a base text follows."""
        for frame in reversed(self._stack):
            if not frame.context.hidden or frame.name not in _READINGS:
                return frame.context
        return self._stack[-1].context

    def _take(self, block: Block) -> None:
        if not block.text.text:
            return
        if self._tables:
            self._tables[-1].take(block)
        else:
            self._take_block(block)

    def _break(self, context: Context, *, is_inside: bool) -> None:
        """End the paragraph; only the line where it is inside a heading."""
        if is_inside:
            self._paragraphs.add_edge("\n")
        else:
            self._paragraphs.end(context)

    def _begin(self, name: str, attributes: Mapping[str, str]) -> None:
        if name in names.SPACED:
            self._paragraphs.add_edge(" ")
        action = self._beginnings.get(name)
        if action is not None:
            action(attributes)

    def _finish(self, name: str) -> None:
        if name in names.SPACED:
            self._paragraphs.add_edge(" ")
        action = self._endings.get(name)
        if action is not None:
            action()

    def _actions_at_start(self) -> dict[str, Callable[[Mapping[str, str]], None]]:
        return {
            "meta": self._begin_meta,
            "title": self._begin_apart,
            "math": self._begin_apart,
            "svg": self._begin_apart,
            "img": self._begin_picture,
            "area": self._begin_picture,
            "input": self._begin_input,
            "select": self._begin_select,
            "br": self._begin_break,
            "table": self._begin_table,
            "thead": lambda _: self._in_table(TableBuilder.begin_head),
            "tr": lambda _: self._in_table(TableBuilder.begin_row),
            "td": lambda _: self._in_table(lambda table: table.begin_cell(is_header=False)),
            "th": lambda _: self._in_table(lambda table: table.begin_cell(is_header=True)),
        }

    def _actions_at_end(self) -> dict[str, Callable[[], None]]:
        return {
            "thead": lambda: self._in_table(TableBuilder.end_head),
            "tr": lambda: self._in_table(TableBuilder.end_row),
            "td": lambda: self._in_table(TableBuilder.end_cell),
            "th": lambda: self._in_table(TableBuilder.end_cell),
            "table": self._end_table,
        }

    def _begin_meta(self, attributes: Mapping[str, str]) -> None:
        name = (attributes.get("name") or attributes.get("property") or "").strip().lower()
        content = normalise_text(attributes.get("content") or "")
        if name in _ABOUT and content:
            self.about.setdefault(content)
        elif (attributes.get("http-equiv") or "").lower() == "content-language":
            self.language = self.language or contexts.language_tag(content.partition(",")[0])

    def _begin_apart(self, attributes: Mapping[str, str]) -> None:
        self._apart = Apart(
            self._stack[-1].name,
            len(self._stack),
            is_display=attributes.get("display") == "block",
            fallback=attributes.get("alttext") or "",
        )

    def _begin_script(self, attributes: Mapping[str, str]) -> None:
        kind = attributes.get("type") or ""
        if kind.startswith("math/tex"):
            self._apart = Apart("script", len(self._stack), is_display="mode=display" in kind)

    def _end_in_apart(self, apart: Apart, frame: _Frame) -> None:
        if frame.name == "annotation":
            apart.in_annotation = False
        apart.add_edge()
        if len(self._stack) == apart.depth:
            self._finish_apart(apart)

    def _finish_apart(self, apart: Apart) -> None:
        self._apart = None
        text = apart.text()
        if apart.name == "title":
            self.title = self.title or text
        elif apart.name == "svg":
            self._picture(text)
        else:
            context = self._stack[apart.depth - 2].context
            self._paragraphs.add_formula(text, context, is_display=apart.is_display)

    def _picture(self, words: str) -> None:
        self.n_pictures += 1
        text = normalise_text(words)
        if text and not _FILE_NAME.match(text):
            self._paragraphs.add_beside(PassageKind.FIGURE, text)

    def _begin_picture(self, attributes: Mapping[str, str]) -> None:
        words = attributes.get("alt") or attributes.get("title") or ""
        # LibreOffice repeats the name that it gave a picture itself ("Shape1").
        self._picture("" if words == attributes.get("name") else words)

    def _begin_input(self, attributes: Mapping[str, str]) -> None:
        kind = (attributes.get("type") or "text").lower()
        if kind in names.TYPED_VALUES and attributes.get("value"):
            self._paragraphs.add(attributes["value"], self._stack[-1].context)

    def _begin_select(self, _: Mapping[str, str]) -> None:
        self._n_options = 0

    def _begin_break(self, _: Mapping[str, str]) -> None:
        self._paragraphs.add_line_break(self._stack[-1].context)

    def _begin_table(self, attributes: Mapping[str, str]) -> None:
        if self._n_flat_tables or len(self._tables) >= _MAX_TABLES_IN_TABLES:
            self._n_flat_tables += 1
            return
        is_layout = not contexts.types_of(attributes).isdisjoint({"presentation", "none"})
        take = self._tables[-1].take if self._tables else self._take_block
        kind = self._stack[-1].context.kind
        self._tables.append(TableBuilder(take, kind, is_layout=is_layout))

    def _end_table(self) -> None:
        if self._n_flat_tables:
            self._n_flat_tables -= 1
        else:
            self._tables.pop().end()

    def _in_table(self, step: Callable[[TableBuilder], None]) -> None:
        if self._tables and not self._n_flat_tables:
            step(self._tables[-1])
