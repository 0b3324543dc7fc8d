"""What extraction yields: passages in reading order, each with its place and language runs."""

from dataclasses import dataclass
from enum import Enum
from typing import Optional, Tuple

from ..contracts.corpus import FileState


class PassageKind(str, Enum):
    """What a passage is to a reader."""

    FRONTMATTER = "frontmatter"
    HEADING = "heading"
    TEXT = "text"
    TABLE = "table"
    FIGURE = "figure"
    EQUATION = "equation"
    CODE = "code"
    COMMENT = "comment"
    NOTE = "note"
    HEADER = "header"


@dataclass(frozen=True)
class Location:
    """Where a passage is, in the words of its application; unset parts do not apply.

    sheet is a sheet's name and cell its first cell ("B7"); slide and page count from 1.
    """

    sheet: Optional[str] = None
    cell: Optional[str] = None
    slide: Optional[int] = None
    page: Optional[int] = None
    line: Optional[int] = None

    def to_text(self, para_index: int) -> str:
        """Return the place for people: "Sheet1!B7", "slide 3", "page 2" or "paragraph 5"."""
        if self.sheet is not None:
            return f"{self.sheet}!{self.cell}" if self.cell else self.sheet
        if self.slide is not None:
            return f"slide {self.slide}"
        if self.page is not None:
            return f"page {self.page}"
        if self.line is not None:
            return f"line {self.line}"
        return f"paragraph {para_index + 1}"

    def to_key(self, para_index: int) -> str:
        """Return the place for machines: "sheet=Sheet1&cell=B7", "slide=3" or "para=4"."""
        parts = (
            ("sheet", self.sheet),
            ("cell", self.cell),
            ("slide", self.slide),
            ("page", self.page),
            ("line", self.line),
        )
        named = [f"{name}={_escape(str(value))}" for name, value in parts if value is not None]
        return "&".join(named) or f"para={para_index}"


def _escape(value: str) -> str:
    return value.replace("%", "%25").replace("&", "%26").replace("=", "%3D")


@dataclass(frozen=True)
class LocaleRun:
    """Characters [start, end) of a passage's text in one language; tag is BCP-47 or None."""

    start: int
    end: int
    tag: Optional[str]


@dataclass(frozen=True)
class Passage:
    """A paragraph, row, slide or note; heading_path names the headings above it, outermost first.

    prose tells the chunker to cut sentences; rows and slides are cut in windows. Language
    runs tile the text without gaps; none means one run of the document's language.
    """

    para_index: int
    kind: PassageKind
    text: str
    location: Location = Location()
    heading_path: Tuple[str, ...] = ()
    heading_level: int = 0
    runs: Tuple[LocaleRun, ...] = ()
    prose: bool = True


@dataclass(frozen=True)
class ExtractedDocument:
    """All a file had to give: its state with the reason, and its passages in reading order."""

    state: FileState
    reason: str = ""
    title: str = ""
    language: Optional[str] = None
    passages: Tuple[Passage, ...] = ()
