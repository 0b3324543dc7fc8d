"""Passages of ODF presentations and drawings (.odp, .otp, .fodp, .odg, .otg, .fodg).

Owns: one passage a slide under its title, speaker notes, comments, what masters say.
Does not own: blocks and paragraphs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .....documents.passages import ExtractedDocument, Location, PassageKind
from ..document import PassageWriter
from ..table_rows import joined
from . import names as n
from .package import OdfFile
from .text import block_reader

if TYPE_CHECKING:
    from pathlib import Path

    from lxml.etree import _Element as XmlElement

    from .blocks import Block, BlockReader

_SLIDE_TEXT = frozenset({PassageKind.TEXT, PassageKind.HEADING})
_UNCUT = frozenset({PassageKind.TABLE, PassageKind.FIGURE})
_TITLE_CLASS = "title"


def extract_odp(path: Path) -> ExtractedDocument:
    """Return the passages of an ODF presentation: titles, slides, notes, comments.

    A slide is one passage, cut in windows later; its title is the heading above it.
    Raises ExtractionFailure for a file without text.
    """
    return _extract(path, per_page="slide")


def extract_odg(path: Path) -> ExtractedDocument:
    """Return the passages of an ODF drawing, one for the text of each page.

    Raises ExtractionFailure for a file without text.
    """
    return _extract(path, per_page="page")


def _extract(path: Path, *, per_page: str) -> ExtractedDocument:
    with OdfFile(path) as odf:
        writer = PassageWriter()
        odf.describe(writer)
        reader = block_reader(odf)
        for number, page in enumerate(odf.body.iterchildren(n.PAGE), start=1):
            place = Location(slide=number) if per_page == "slide" else Location(page=number)
            writer.leave_headings()
            _write_page(page, reader, writer, place)
        writer.leave_headings()
        _write_masters(odf, reader, writer)
        writer.language = writer.dominant_language
    return writer.finish()


def _write_page(
    page: XmlElement, reader: BlockReader, writer: PassageWriter, place: Location
) -> None:
    titles: list[Block] = []
    blocks: list[Block] = []
    for child in page:
        is_title = child.get(n.PRESENTATION_CLASS) == _TITLE_CLASS
        if not is_placeholder(child):
            reader.read_one(child, (titles if is_title else blocks).append, PassageKind.TEXT)
    writer.add_heading(1, joined([block.text for block in titles], " "), location=place)
    shown = joined([block.text for block in blocks if block.kind in _SLIDE_TEXT], "\n")
    writer.add(PassageKind.TEXT, shown, location=place, prose=False)
    for block in blocks:
        if block.kind not in _SLIDE_TEXT:
            writer.add(block.kind, block.text, location=place, prose=block.kind not in _UNCUT)
    for notes in page.iterchildren(n.NOTES):
        spoken = reader.collect(notes, PassageKind.NOTE)
        text = joined([block.text for block in spoken], "\n")
        writer.add(PassageKind.NOTE, text, location=place)


def is_placeholder(shape: XmlElement) -> bool:
    """Return whether a shape shows only "Click to add text", which is on no slide."""
    return bool(shape.get(n.PRESENTATION_PLACEHOLDER) == "true")


def _write_masters(odf: OdfFile, reader: BlockReader, writer: PassageWriter) -> None:
    """Add what master pages show on every slide (a logo's name, a footer), each text once."""
    seen: set[str] = set()
    for root in odf.style_roots:
        for master in root.iterfind(f"{n.MASTER_STYLES}/{n.style_name('master-page')}"):
            for shape in master:
                if shape.get(n.PRESENTATION_CLASS) or shape.tag == n.NOTES:
                    continue
                for block in reader.collect(shape):
                    if block.text.text not in seen:
                        seen.add(block.text.text)
                        writer.add(PassageKind.HEADER, block.text)
