"""The paragraph under way: its text with languages, and what comes right after it.

Owns: white space, line breaks, text whose layout is kept, formulas alone and in a sentence.
Does not own: where paragraphs begin and end (blocks).
Source: CSS Text 3, 4.1.1 (white space); HTML Living Standard, 15.3 (rendering).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .....documents.passages import PassageKind
from ..styled_text import StyledText, TextBuilder, normalise_text
from .tables import Block

if TYPE_CHECKING:
    from collections.abc import Callable

    from .contexts import Context

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

    def add(self, text: str, context: Context) -> None:
        """Append text as it stands in the source: its line ends are spaces."""
        if context.keeps_layout:
            self._layout.append(text)
            return
        if _SOURCE_SPACES.search(text):
            text = _SPACES.sub(" ", text)
        if text != " ":
            self._has_words, self._n_breaks = True, 0
        self._builder.add(text, context.language)

    def add_edge(self, edge: str) -> None:
        """Append white space: a blank beside a button, a line feed within a heading."""
        self._builder.add(edge)

    def add_formula(self, text: str, *, is_display: bool) -> None:
        """Append a formula: in the line, or after the paragraph if it is set apart."""
        if is_display:
            self.add_beside(PassageKind.EQUATION, text)
        elif text:
            self._has_formula = True
            self._builder.add(f" {text} ")

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
            self._builder.add("\n")

    def end(self, context: Context) -> None:
        """Hand over the paragraph and what stands beside it."""
        if self._has_words or self._has_formula:
            self._end_text(context)
        self._builder = TextBuilder()
        self._n_breaks = 0
        if self._layout:
            self._end_layout(context)
        if self._beside:
            beside, self._beside = self._beside, []
            for block in beside:
                self._take(block)

    def _end_text(self, context: Context) -> None:
        text = self._builder.build()
        is_formula = not self._has_words and context.kind is PassageKind.TEXT
        self._has_words = self._has_formula = False
        if is_formula:
            self._take(Block(PassageKind.EQUATION, text))
        elif context.level:
            self._take(Block(PassageKind.HEADING, text, context.level))
        else:
            self._take(Block(context.kind, text))

    def _end_layout(self, context: Context) -> None:
        text = normalise_text("".join(self._layout), keep_layout=True)
        self._layout = []
        kind = PassageKind.CODE if context.kind is PassageKind.TEXT else context.kind
        if text.strip():
            self._take(Block(kind, StyledText(text)))
