"""The comments on slides, of the old kind and the threaded one, with their authors.

Owns: comment parts and author lists (ECMA-376-1, 19.4; MS-PPTX 2.4.34 threaded comments).
Does not own: where they become passages (reader).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ooxml.drawing import paragraphs
from ..ooxml.names import child, children, full_names
from ..table_rows import joined

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from ..ooxml.package import OoxmlPackage


class CommentReader:
    """Reads the comments of a presentation's slides."""

    def __init__(self, package: OoxmlPackage, main_part: str) -> None:
        self._package = package
        self._authors: dict[str, str] = {}
        for kind in ("commentAuthors", "authors"):
            root = package.linked_root(main_part, kind)
            for author in () if root is None else root:
                self._authors[author.get("id") or ""] = author.get("name") or ""

    def of_slide(self, slide_part: str) -> Iterator[str]:
        """Yield the comments and replies on a slide, each "Author: text"."""
        for part in self._package.relationships(slide_part).targets("comments"):
            root = self._package.optional_root(part)
            if root is None:
                continue
            for comment in root.iter(*full_names("p:cm", "p188:cm", "p188:reply")):
                yield self._with_author(comment)

    def _with_author(self, comment: _Element) -> str:
        author = self._authors.get(comment.get("authorId") or "", "")
        text = _text(comment)
        return f"{author}: {text}" if author and text else text


def _text(comment: _Element) -> str:
    plain = child(comment, "p:text")
    if plain is not None:
        return plain.text or ""
    # Only its own body: the bodies of replies are inside it too.
    bodies = children(comment, "p188:txBody")
    return joined([line for body in bodies for line in paragraphs(body)], "\n").text
