"""Passages of ODF text documents (.odt, .ott, .fodt).

Owns: body first, then headers and footers of the page styles in use. Does not own: blocks and
paragraphs. Source: ODF 1.3 part 3, 3.4 (office:text).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .....documents.passages import ExtractedDocument, PassageKind
from ..document import PassageWriter
from ..page_numbers import says_something
from . import names as n
from .blocks import Block, BlockReader
from .package import OdfFile
from .page_styles import headers_and_footers, only_numbers_pages, pages_in_use
from .paragraph import ParagraphReader
from .styles import OdfStyles

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from lxml.etree import _Element as XmlElement

_DEFAULT_PAGE_STYLE = "Standard"


def extract_odt(path: Path) -> ExtractedDocument:
    """Return the passages of an ODF text document.

    Paragraphs, headings with their outline, list items, table rows, notes, comments, text boxes,
    alternative texts, headers and footers. Tracked deletions never, insertions always.
    A paragraph in the style Title is a heading, and names a document that has no title set.
    Raises ExtractionFailure for a file without text.
    """
    with OdfFile(path) as odf:
        writer = PassageWriter()
        odf.describe(writer)
        styles = OdfStyles(odf.style_roots, odf.language)
        reader = BlockReader(odf, ParagraphReader(styles, odf.style_roots))
        for child in odf.body:
            reader.read_one(child, lambda block: _write(writer, block), PassageKind.TEXT)
        writer.leave_headings()
        if not writer.has_headings:
            _write_contents(odf.body, reader, writer)
        pages = pages_in_use(odf, styles, _DEFAULT_PAGE_STYLE)
        write_headers(pages, reader, writer)
        odf.tell_damage(writer)
        writer.language = writer.dominant_language
    return writer.finish()


def _write_contents(body: XmlElement, reader: BlockReader, writer: PassageWriter) -> None:
    """Add the tables of contents of a document that has none of the headings they list."""
    for contents in body.iter(n.TABLE_OF_CONTENT):
        for entries in contents.iterchildren(n.INDEX_BODY):
            reader.read(entries, lambda block: _write(writer, block), PassageKind.TEXT)


def write_headers(
    pages: Iterable[XmlElement],
    reader: BlockReader,
    writer: PassageWriter,
    *,
    numbers_only: bool = True,
) -> None:
    """Add each header and footer once: page styles mostly repeat the same ones.

    numbers_only says whether those that do nothing but number pages are wanted too.
    """
    seen: set[str] = set()
    for page in pages:
        for element in headers_and_footers(page):
            if not numbers_only and only_numbers_pages(element):
                continue
            for block in reader.collect(element, PassageKind.HEADER):
                if block.text.text not in seen and says_something(block.text.text):
                    seen.add(block.text.text)
                    writer.add(PassageKind.HEADER, block.text)


def _write(writer: PassageWriter, block: Block) -> None:
    if block.kind is not PassageKind.HEADING:
        writer.add(block.kind, block.text)
        return
    if block.is_title and not writer.title:
        writer.title = block.text.text
    writer.add_heading(block.heading_level, block.text)
