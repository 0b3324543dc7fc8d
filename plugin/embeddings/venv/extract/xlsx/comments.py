"""The comments on cells, of the old kind and the threaded one, with their authors.

Owns: comment parts (ECMA-376-1, 18.7), threaded comments and the persons who wrote them
(MS-XLSX 2.6.203 to 2.6.207). Does not own: where they become passages (reader).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..ooxml.counts import whole_number
from ..ooxml.names import child, children, full_names
from .values import rich_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from ..ooxml.package import OoxmlPackage

# The copy that old readers get of a threaded comment has a number for an author.
_COPY_AUTHOR = "tc="


@dataclass(frozen=True)
class CellComment:
    """A comment with the address of its cell and its author, "" when unknown."""

    cell: str
    author: str
    text: str

    @property
    def line(self) -> str:
        """Return "Author: text"; Excel often begins the text with the author itself."""
        text = self.text.strip()
        if self.author:
            text = text.removeprefix(f"{self.author}:").strip()
        return f"{self.author}: {text}" if self.author and text else text


class CommentReader:
    """Reads the comments of a workbook's sheets."""

    def __init__(self, package: OoxmlPackage, main_part: str) -> None:
        self._package = package
        self._persons: dict[str, str] = {}
        for part in package.relationships(main_part).targets("person"):
            for person in children(package.optional_root(part), "tc:person"):
                self._persons[person.get("id") or ""] = person.get("displayName") or ""

    def of_sheet(self, sheet_part: str) -> Iterator[CellComment]:
        """Yield a sheet's comments; of a threaded one its turns, not the copy for old readers."""
        links = self._package.relationships(sheet_part)
        threaded = [
            comment
            for part in links.targets("threadedComment")
            for comment in self._threaded(self._package.optional_root(part))
        ]
        in_thread = {comment.cell for comment in threaded}
        for part in links.targets("comments"):
            for comment in _old_comments(self._package.optional_root(part)):
                is_copy = comment.author.startswith(_COPY_AUTHOR) and comment.cell in in_thread
                if not is_copy:
                    yield comment
        yield from threaded

    def _threaded(self, root: _Element | None) -> Iterator[CellComment]:
        for element in children(root, "tc:threadedComment"):
            text = child(element, "tc:text")
            author = self._persons.get(element.get("personId") or "", "")
            words = "" if text is None else text.text or ""
            yield CellComment(element.get("ref") or "", author, words)


def _old_comments(root: _Element | None) -> Iterator[CellComment]:
    authors = [author.text or "" for author in children(child(root, "s:authors"), "s:author")]
    for comment in children(child(root, "s:commentList"), "s:comment"):
        number = whole_number(comment.get("authorId"))
        index = len(authors) if number is None else number
        texts = [rich_text(text) for text in comment.iterchildren(*full_names("s:text"))]
        author = authors[index] if index < len(authors) else ""
        yield CellComment(comment.get("ref") or "", author, "".join(texts))
