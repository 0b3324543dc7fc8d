"""Passages of ODF text documents (.odt, .ott, .fodt).

Owns: body first, then headers and footers of the page styles. Does not own: blocks and paragraphs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .....documents.passages import ExtractedDocument, PassageKind
from ..document import PassageWriter
from . import names as n
from .blocks import Block, BlockReader
from .package import OdfFile
from .paragraph import ParagraphReader
from .styles import OdfStyles

if TYPE_CHECKING:
    from pathlib import Path

_HEADERS_AND_FOOTERS = tuple(
    n.style_name(f"{place}{which}")
    for which in ("", "-left", "-first")
    for place in ("header", "footer")
)


def extract_odt(path: Path) -> ExtractedDocument:
    """Return the passages of an ODF text document.

    Paragraphs, headings with their outline, list items, table rows, notes, comments, text boxes,
    alternative texts, headers and footers. Tracked deletions never, insertions always.
    Raises ExtractionFailure for a file without text.
    """
    with OdfFile(path) as odf:
        writer = PassageWriter()
        odf.describe(writer)
        reader = block_reader(odf)
        for child in odf.body:
            reader.read_one(child, lambda block: _write(writer, block), PassageKind.TEXT)
        _write_headers(odf, reader, writer)
        writer.language = writer.dominant_language
    return writer.finish()


def block_reader(odf: OdfFile) -> BlockReader:
    """Return a reader of an open file's blocks, with its styles and tracked changes known."""
    styles = OdfStyles(odf.style_roots, odf.meta_text(n.DC_LANGUAGE) or None)
    return BlockReader(odf, ParagraphReader(styles, odf.content))


def _write(writer: PassageWriter, block: Block) -> None:
    if block.kind is PassageKind.HEADING:
        writer.add_heading(block.heading_level, block.text)
    else:
        writer.add(block.kind, block.text)


def _write_headers(odf: OdfFile, reader: BlockReader, writer: PassageWriter) -> None:
    """Add each header and footer once: page styles mostly repeat the same ones."""
    writer.leave_headings()
    seen: set[str] = set()
    for root in odf.style_roots:
        for element in root.iterfind(f"{n.MASTER_STYLES}//*"):
            if element.tag not in _HEADERS_AND_FOOTERS:
                continue
            for block in reader.collect(element, PassageKind.HEADER):
                if block.text.text not in seen:
                    seen.add(block.text.text)
                    writer.add(PassageKind.HEADER, block.text)
