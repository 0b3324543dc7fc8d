"""Passages of web pages: .html, .htm, and pages under other names.

Owns: front matter, title and language of a page. Does not own: blocks of text (walker),
encodings (charset), pages saved whole (mhtml). Source: HTML Living Standard.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .....documents.passages import ExtractedDocument, PassageKind
from ..document import PassageWriter
from .blocks import Block, write_block
from .page import MAX_PAGE_BYTES, walk
from .walker import BlockWalker

if TYPE_CHECKING:
    from pathlib import Path


def extract_html(path: Path) -> ExtractedDocument:
    """Return the passages of a web page: what a reader sees, under its headings.

    Raises ExtractionFailure (corrupt) for what is no text.
    """
    with path.open("rb") as stream:
        data = stream.read(MAX_PAGE_BYTES + 1)
    writer = PassageWriter()
    PageReader(writer).read(data)
    return writer.finish()


class PageReader:
    """Writes pages into a document: one page, or all pages of a saved one."""

    def __init__(self, writer: PassageWriter) -> None:
        self._writer = writer
        self._walker = BlockWalker(self._take)
        self._is_described = False

    def read(self, data: bytes, *, claimed_charset: str = "") -> None:
        """Write the passages of a page; raises ExtractionFailure for what is no text."""
        writer = self._writer
        self._walker, self._is_described = BlockWalker(self._take), False
        end = walk(data, self._walker, claimed_charset=claimed_charset, is_full=lambda: writer.full)
        self._describe()
        if end.reason:
            writer.mark_partial(end.reason)
        writer.language = writer.dominant_language or writer.language or self._walker.language

    def _describe(self) -> None:
        """Write what the page says about itself, before its first block."""
        if not self._is_described:
            self._is_described = True
            self._writer.title = self._writer.title or self._walker.title
            self._writer.add(PassageKind.FRONTMATTER, "\n".join(self._walker.about))

    def _take(self, block: Block) -> None:
        self._describe()
        write_block(self._writer, block)
