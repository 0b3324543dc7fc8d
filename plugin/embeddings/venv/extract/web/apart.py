"""What a page holds apart from its paragraphs: its title, formulas, the words of a drawing.

Owns: collecting their text. Does not own: where it goes (walker).
Source: MathML 3, 5 (annotations); SVG 2, 5.8 (title and desc) and 11 (text).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..styled_text import normalise_text, one_line

_MAX_CHARS = 8_000


@dataclass
class Apart:
    """Text under way; name is the element's ("title", "math", "svg", "script"), depth its own.

    fallback is the formula's alternative text.
    """

    name: str
    depth: int
    is_display: bool = False
    fallback: str = ""
    in_annotation: bool = False
    _pieces: list[str] = field(default_factory=list)
    _annotation: list[str] = field(default_factory=list)
    _n_chars: int = 0

    def add(self, text: str) -> None:
        """Append text; what is longer than any real formula or label is left out."""
        if self._n_chars < _MAX_CHARS:
            (self._annotation if self.in_annotation else self._pieces).append(text)
            self._n_chars += len(text)

    def add_edge(self) -> None:
        """Keep the words of neighbouring elements apart."""
        if self._pieces and self._pieces[-1] != " ":
            self._pieces.append(" ")

    def text(self) -> str:
        """Return the text in one line: a formula as it was typed, else its symbols in order."""
        typed = one_line("".join(self._annotation))
        plain = one_line("".join(self._pieces))
        return typed or plain or normalise_text(self.fallback)
