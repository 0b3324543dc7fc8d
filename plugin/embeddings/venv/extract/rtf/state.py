"""What an RTF reader keeps between tokens, and which control words open what.

Owns: stories (flows of text), the state that groups inherit, the sets of destinations.
Does not own: acting on them.
Source: Rich Text Format Specification 1.9.1, "Destinations" and "Document Area".
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .....documents.passages import PassageKind
from ..script_languages import NO_LANGUAGES, Languages
from ..styled_text import StyledText, TextBuilder
from ..table_rows import TableHeader

STORIES = {
    **dict.fromkeys(("footnote", "endnote"), PassageKind.NOTE),
    **dict.fromkeys(("annotation",), PassageKind.COMMENT),
    **dict.fromkeys(("shptxt", "dptxbxtext"), PassageKind.TEXT),
    **dict.fromkeys(("mmath",), PassageKind.EQUATION),
    **dict.fromkeys(
        (f"{place}{which}" for place in ("header", "footer") for which in ("", "l", "r", "f")),
        PassageKind.HEADER,
    ),
}
INFO = ("subject", "keywords", "doccomm")
CAPTURED = frozenset({"atnauthor", "fldinst", "ffl", "sn", "sv", "title", *INFO})
"""Destinations whose words are not part of the text but tell something about it."""

CAPTURED_IN_INFO = frozenset({"title", *INFO})
CAPTURED_IN_SHAPES = frozenset({"sn", "sv"})
ENTRIES = {"stylesheet": "style", "fonttbl": "font"}
"""Tables whose entries are captured one by one, and for what purpose."""

SKIPPED = frozenset(
    {"colortbl", "pict", "listtext", "pntext", "nonshppict", "objdata", "objclass", "objname"}
    | {"shprslt", "filetbl", "nonesttables", "upr", "xe", "tc", "rxe", "ftnsep", "ftnsepc"}
    | {"aftnsep", "aftnsepc", "ftncn", "aftncn", "listtable", "listoverridetable", "revtbl"}
    | {"rsidtbl", "generator", "themedata", "colorschememapping", "datastore", "latentstyles"}
    | {"xmlnstbl", "pgptbl", "docvar", "userprops", "falt", "panose", "fontemb", "bkmkstart"}
    | {"bkmkend", "mailmerge", "mmathPict", "template", "atnid", "atndate", "atnref", "background"}
)
NEVER_LOOKED_INTO = frozenset({"nonshppict", "shprslt", "background"})
"""Copies of what stands elsewhere: even the descriptions of their pictures are not read."""

ENTERED_STARRED = frozenset(
    {"shpinst", "annotation", "ud", "shppict", "footnote", "do", "nesttableprops", "picprop"}
    | {"moMath", "moMathPara", "atnauthor", "fldinst", "formfield", "ffl"}
)
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
    "qmspace": " ",
    "lquote": "\u2018",
    "rquote": "\u2019",
    "ldblquote": "\u201c",
    "rdblquote": "\u201d",
    "zwj": "\u200d",
    "zwnj": "\u200c",
    "zwbo": "\u200b",
}
# Parts of equations by what is put before them, as in docx equations; all else is in order.
BEFORE_MATH_PART = {"mden": "/", "msup": "^", "msub": "_", "mrad": "\u221a", "md": "("}
AFTER_MATH_PART = {"md": ")"}
SKIPPED_IN_MATH = frozenset({"mlimLoc", "mgrow", "msubHide", "msupHide", "mdegHide"})
_MATH_PROPERTIES_READ = "mnaryPr"  # holds the sign itself


def is_math_properties(word: str) -> bool:
    """Return whether a destination inside an equation holds no part of it."""
    if word in SKIPPED_IN_MATH:
        return True
    return word.startswith("m") and word.endswith("Pr") and word != _MATH_PROPERTIES_READ


@dataclass
class Story:
    """A flow of text: the body, or a note, comment, box or header set apart from it.

    purpose names a captured destination, whose text is no passage. done holds the passages of
    one that waits for the end of the paragraph it hangs on.
    """

    kind: PassageKind
    purpose: str = ""
    author: str = ""
    builder: TextBuilder = field(default_factory=TextBuilder)
    cells: list[StyledText] = field(default_factory=list)
    done: list[StyledText] = field(default_factory=list)
    table_header: TableHeader = field(default_factory=TableHeader)
    n_rows: int = 0  # of the table that is read
    separator: str = ""  # waits for more text of a nested table

    def add(self, text: str, language: str | None) -> None:
        """Append text in a language."""
        if self.separator:
            self.builder.add(self.separator)
            self.separator = ""
        self.builder.add(text, language)

    def add_pieces(self, text: str, languages: Languages) -> None:
        """Append text in the languages that hold for its scripts."""
        for piece, tag in languages.pieces(text):
            self.add(piece, tag)

    def take_text(self) -> StyledText:
        """Return the text so far and leave it empty."""
        text = self.builder.build()
        self.builder = TextBuilder()
        self.separator = ""
        return text


def kind_inside(around: Story, word: str) -> PassageKind:
    """Return the kind of a story that begins inside another: a box in a header is header."""
    return around.kind if around.kind is PassageKind.HEADER else STORIES[word]


@dataclass(slots=True)
class State:
    """What a group inherits and what its end restores: it works on a copy of its own."""

    story: Story
    skipped: bool = False
    never_looked_into: bool = False
    table: str = ""  # "fonttbl", "stylesheet" or "info" while inside one
    has_shape_properties: bool = False
    is_contents: bool = False  # of a field that lists the headings
    text_at_end: str = ""
    font: int = 0
    style: int = 0
    based_on: int | None = None
    languages: Languages = NO_LANGUAGES
    n_skip_after_unicode: int = 1
    hidden: bool = False
    deleted: bool = False
    in_row: bool = False
    outline_level: int | None = None
