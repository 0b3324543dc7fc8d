r"""What an RTF file's stylesheet and head say: outline levels of styles, properties, form fields.

Owns: what is told beside the text. Does not own: the text.
Source: Rich Text Format Specification 1.9.1, "Style Sheet", "Information Group", "Form Fields".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .state import INFO

_HEADING_NAME = re.compile(r"heading (\d)$", re.IGNORECASE)
_MAX_PARENTS = 20
_BODY_LEVEL = 9
_CHOOSES_DEFAULT = 25  # of \ffres: nothing was chosen


@dataclass(frozen=True)
class _Style:
    level: int | None
    based_on: int | None
    is_title: bool


class StyleSheet:
    r"""The styles by number; a style has its parent's outline level where it says none."""

    def __init__(self) -> None:
        self._styles: dict[int, _Style] = {}

    def learn(self, number: int, name: str, level: int | None, based_on: int | None) -> None:
        """Keep a style; names tell headings where no level is given, as old writers do."""
        plain = name.strip().rstrip(";").split(",")[0].strip()
        found = _HEADING_NAME.match(plain)
        if level is None and found:
            level = int(found[1]) - 1
        self._styles[number] = _Style(level, based_on, plain.lower() == "title")

    def is_title(self, number: int) -> bool:
        """Return whether paragraphs of a style are the document's title."""
        style = self._styles.get(number)
        return style is not None and style.is_title

    def level(self, number: int) -> int:
        """Return a style's outline level from 0, and 9 for body text."""
        next_number: int | None = number
        for _ in range(_MAX_PARENTS):
            style = self._styles.get(next_number) if next_number is not None else None
            if style is None:
                break
            if style.is_title:
                return 0
            if style.level is not None:
                return style.level
            next_number = style.based_on
        return _BODY_LEVEL


@dataclass
class Choices:
    """A drop-down form field while its entries are read."""

    entries: list[str] = field(default_factory=list)
    result: int = _CHOOSES_DEFAULT
    default: int = 0

    def shown(self) -> str:
        """Return the chosen entry, "" for none."""
        index = self.default if self.result == _CHOOSES_DEFAULT else self.result
        return self.entries[index] if 0 <= index < len(self.entries) else ""


@dataclass
class Facts:
    """Properties of the document by the control word that holds them."""

    texts: dict[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """Return the title, "" where none is set."""
        return self.texts.get("title", "")

    @property
    def about(self) -> str:
        """Return subject, keywords and comment, a line each."""
        return "\n".join(self.texts[word] for word in INFO if self.texts.get(word))
