"""What an RTF reader keeps between tokens, and which control words open what.

Owns: stories (flows of text), the state that groups inherit, the sets of destinations.
Does not own: acting on them.
Source: Rich Text Format Specification 1.9.1, "Destinations" and "Document Area".
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .....documents.passages import PassageKind
from ..document import StyledText, TextBuilder

STORIES = {
    **dict.fromkeys(("footnote", "endnote"), PassageKind.NOTE),
    **dict.fromkeys(("annotation",), PassageKind.COMMENT),
    **dict.fromkeys(("shptxt",), PassageKind.TEXT),
    **dict.fromkeys(
        (f"{place}{which}" for place in ("header", "footer") for which in ("", "l", "r", "f")),
        PassageKind.HEADER,
    ),
}
SKIPPED = frozenset(
    {"colortbl", "info", "pict", "fldinst", "listtext", "pntext", "sp", "nonshppict", "objdata"}
    | {"shprslt", "filetbl", "nonesttables", "upr", "xe", "tc", "ftnsep", "ftnsepc", "aftnsep"}
)
ENTERED_STARRED = frozenset({"shpinst", "annotation", "ud", "shppict", "footnote"})
TEXT_OF = {
    "tab": "\t",
    "line": "\n",
    "page": "\n",
    "column": "\n",
    "~": "\u00a0",
    "_": "-",
    "emdash": "\u2014",
    "endash": "\u2013",
    "bullet": "\u2022",
    "emspace": " ",
    "enspace": " ",
    "lquote": "\u2018",
    "rquote": "\u2019",
    "ldblquote": "\u201c",
    "rdblquote": "\u201d",
    "{": "{",
    "}": "}",
    "\\": "\\",
    "nestcell": " ",
    "nestrow": " ",
    "zwj": "\u200d",
    "zwnj": "\u200c",
    "zwbo": "\u200b",
}


@dataclass
class Story:
    """A flow of text: the body, or a note, comment, box or header set apart from it."""

    kind: PassageKind
    builder: TextBuilder = field(default_factory=TextBuilder)
    cells: list[StyledText] = field(default_factory=list)

    def take_text(self) -> StyledText:
        """Return the text so far and leave it empty."""
        text = self.builder.build()
        self.builder = TextBuilder()
        return text


@dataclass(frozen=True)
class State:
    """What a group inherits and what its end restores."""

    story: Story
    skipped: bool = False
    table: str = ""  # "fonttbl" or "stylesheet" while inside one
    font: int = 0
    style: int = 0
    language: str | None = None
    n_skip_after_unicode: int = 1
    hidden: bool = False
    deleted: bool = False
    in_row: bool = False
    outline_level: int | None = None
