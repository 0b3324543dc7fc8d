"""What a sheet carries beside its cells: comments, shapes, charts, page headers.

Owns: comment parts (ECMA-376-1, 18.7), threaded comments (MS-XLSX 2.6.203), drawings (20.5)
and header codes (18.3.1.39). Does not own: rows (rows).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..ooxml.names import child, children, full_names
from ..ooxml.shapes import graphic_texts, shapes_in
from ..table_rows import joined
from .values import rich_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from ..ooxml.package import OoxmlPackage
    from ..styled_text import StyledText

# &L &C &R begin a section, the others stand for fonts, colours, page numbers, dates and names.
_HEADER_SECTION = re.compile(r"&[LCR]")
_HEADER_CODE = re.compile(r'&"[^"]*"|&K[0-9A-Fa-f]{6}|&K[0-9]{2}[+-][0-9]{3}|&[0-9]+|&[A-Z]')
_THREADED_MARK = "[Threaded comment]"


@dataclass(frozen=True)
class CellComment:
    """A comment with the address of its cell and its author, "" when unknown."""

    cell: str
    author: str
    text: str

    @property
    def line(self) -> str:
        """Return "Author: text"; Excel often begins the text with the author itself."""
        if not self.author or self.text.startswith(self.author):
            return self.text
        return f"{self.author}: {self.text}"


def comments_of(package: OoxmlPackage, sheet_part: str) -> Iterator[CellComment]:
    """Yield the comments of a sheet; of a threaded one its turns, not the copy for old readers."""
    links = package.relationships(sheet_part)
    for part in links.targets("comments"):
        for comment in _old_comments(package.optional_root(part)):
            if not comment.text.startswith(_THREADED_MARK):
                yield comment
    for part in links.targets("threadedComment"):
        root = package.optional_root(part)
        for element in children(root, "tc:threadedComment"):
            text = child(element, "tc:text")
            yield CellComment(element.get("ref") or "", "", "" if text is None else text.text or "")


def drawing_texts(package: OoxmlPackage, sheet_part: str) -> Iterator[StyledText]:
    """Yield the texts of a sheet's shapes, charts, diagrams and pictures, one a shape."""
    for part in package.relationships(sheet_part).targets("drawing"):
        for shape in shapes_in(package.optional_root(part)):
            yield joined(list(shape.text_lines()), "\n")
            yield from graphic_texts(shape, package, part)


def header_texts(header_footer: _Element) -> Iterator[str]:
    """Yield the texts of a sheet's printed headers and footers without their codes."""
    for part in header_footer:
        for section in _HEADER_SECTION.split(part.text or ""):
            text = _HEADER_CODE.sub("", section.replace("&&", "\0")).replace("\0", "&")
            if any(character.isalpha() for character in text):
                yield text


def _old_comments(root: _Element | None) -> Iterator[CellComment]:
    authors = [author.text or "" for author in children(child(root, "s:authors"), "s:author")]
    for comment in children(child(root, "s:commentList"), "s:comment"):
        number = comment.get("authorId") or ""
        index = int(number) if number.isdecimal() else len(authors)
        texts = [rich_text(text) for text in comment.iterchildren(*full_names("s:text"))]
        author = authors[index] if index < len(authors) else ""
        yield CellComment(comment.get("ref") or "", author, "".join(texts))
