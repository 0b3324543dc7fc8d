"""The paragraph under way: its text with languages, and what comes right after it.

Owns: white space, line breaks, text whose layout is kept, formulas alone and in a sentence.
Does not own: where paragraphs begin and end (walker).
Source: CSS Text 3, 4.1.1 (white space); HTML Living Standard, 15.3 (rendering).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .....documents.passages import PassageKind
from ..styled_text import StyledText, TextBuilder, normalise_text
from .blocks import Block

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .contexts import Context

# A longer paragraph goes on in the next: a page without any is not kept in memory whole.
_MAX_CHARS = 150_000
_MAX_PIECE_CHARS = 20_000
_MAX_PIECES = 50_000
# A longer "heading" is a paragraph that somebody gave a heading's element.
_MAX_HEADING_CHARS = 300
_SPACES = re.compile(r"[ \t\n\r\f\v]+")
_SOURCE_SPACES = re.compile(r"[\t\n\r\f\v]|  ")


class Paragraphs:
    """Collects text and hands a paragraph to take when it ends, then what stands beside it."""

    def __init__(self, take: Callable[[Block], None]) -> None:
        self._take = take
        self._builder = TextBuilder()
        self._layout: list[str] = []
        self._beside: list[Block] = []
        self._has_words = False
        self._has_formula = False
        self._n_breaks = 0
        self._n_chars = self._n_pieces = 0

    def add(self, text: str, context: Context) -> None:
        """Append text as it stands in the source: its line ends are spaces."""
        if len(text) <= _MAX_PIECE_CHARS:
            self._add_piece(text, context)
            return
        for start, end in _cuts(text):
            self._add_piece(text[start:end], context)

    def _add_piece(self, text: str, context: Context) -> None:
        self._n_chars += len(text)
        self._n_pieces += 1
        if context.keeps_layout:
            self._layout.append(text)
        else:
            self._add_words(text, context)
        if self._n_chars > _MAX_CHARS or self._n_pieces > _MAX_PIECES:
            ends_a_word = text[-1:].isspace()
            if ends_a_word or self._n_chars > _MAX_CHARS + 2 * _MAX_PIECE_CHARS:
                self.end(context)

    def _add_words(self, text: str, context: Context) -> None:
        if _SOURCE_SPACES.search(text):
            text = _SPACES.sub(" ", text)
        if text != " ":
            self._has_words, self._n_breaks = True, 0
        self._builder.add(text, context.language)

    def add_edge(self, edge: str) -> None:
        """Append white space: a blank beside a button, a line feed within a heading."""
        if self._n_pieces or self._has_formula:
            self._n_pieces += 1
            self._builder.add(edge)

    def add_formula(self, text: str, context: Context, *, is_display: bool) -> None:
        """Append a formula: in the line, or after the paragraph if it is set apart."""
        if is_display:
            self.add_beside(PassageKind.EQUATION, text)
        elif text:
            self._has_formula = True
            self._builder.add(f" {text} ", context.language)

    def add_beside(self, kind: PassageKind, text: str) -> None:
        """Keep a block for the end of the paragraph: a picture's words, a formula."""
        self._beside.append(Block(kind, StyledText(text)))

    def add_line_break(self, context: Context) -> None:
        """End the line; a second break in a row ends the paragraph."""
        self._n_breaks += 1
        if context.keeps_layout:
            self._layout.append("\n")
        elif self._n_breaks > 1 and not context.level:
            self.end(context)
        else:
            self.add_edge("\n")

    def end(self, context: Context) -> None:
        """Hand over the paragraph and what stands beside it."""
        self._n_breaks = 0
        if self._n_pieces or self._has_formula:
            self._n_pieces = self._n_chars = 0
            self._end_text(context)
        if self._layout:
            self._end_layout(context)
        if self._beside:
            beside, self._beside = self._beside, []
            for block in beside:
                self._take(block)

    def _end_text(self, context: Context) -> None:
        builder, self._builder = self._builder, TextBuilder()
        if not self._has_words and not self._has_formula:
            return
        text = builder.build()
        is_formula = not self._has_words and context.kind is PassageKind.TEXT
        self._has_words = self._has_formula = False
        if is_formula:
            self._take(Block(PassageKind.EQUATION, text))
        elif context.level and len(text.text) <= _MAX_HEADING_CHARS:
            self._take(Block(PassageKind.HEADING, text, context.level))
        else:
            self._take(Block(context.kind, text))

    def _end_layout(self, context: Context) -> None:
        text = normalise_text("".join(self._layout), keep_layout=True)
        self._layout = []
        kind = PassageKind.CODE if context.kind is PassageKind.TEXT else context.kind
        if text.strip():
            self._take(Block(kind, StyledText(text)))


def _cuts(text: str) -> Iterator[tuple[int, int]]:
    """Yield the pieces of a long text, cut after white space where there is any."""
    start = 0
    while start < len(text):
        end = min(start + _MAX_PIECE_CHARS, len(text))
        if end < len(text):
            end = text.rfind(" ", start, end) + 1 or end
        yield start, end
        start = end
