"""Passages of ODF presentations and drawings (.odp, .otp, .fodp, .odg, .otg, .fodg).

Owns: one passage a slide under its title, speaker notes, comments, what masters say.
Does not own: blocks and paragraphs.
Source: ODF 1.3 part 3, 10.2.4 (draw:page), 10.3 (presentation), 10.9.3 (header fields).

Hidden slides and the shapes of hidden layers are read: their author can find them. Of the master
pages in use, what their author put there is read once; prompts for the author ("Click to add
text") never are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .....documents.passages import ExtractedDocument, Location, PassageKind
from ..document import PassageWriter
from ..table_rows import joined
from . import names as n
from .blocks import Block, BlockReader
from .package import OdfFile
from .page_styles import chosen_pages
from .paragraph import ParagraphReader
from .styles import OdfStyles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from lxml.etree import _Element as XmlElement

_SLIDE_TEXT = frozenset({PassageKind.TEXT, PassageKind.HEADING})
_UNCUT = frozenset({PassageKind.TABLE, PassageKind.FIGURE})
_TITLE_CLASS = "title"
# Places for what every slide or notes page shows, filled by fields.
_MARGIN_CLASSES = frozenset({"header", "footer", "date-time", "page-number"})
# On master pages all places but these hold prompts for the author, or today's date.
_WRITTEN_ON_MASTERS = frozenset({None, "header", "footer"})
_DECLARATIONS = (("footer-decl", "use-footer-name"), ("date-time-decl", "use-date-time-name"))
_DEFAULT_PAGE_NAME = re.compile(r"\D*\d+$")


def extract_odp(path: Path) -> ExtractedDocument:
    """Return the passages of an ODF presentation: titles, slides, notes, comments.

    A slide is one passage, cut in windows later; its title is the heading above it.
    Raises ExtractionFailure for a file without text.
    """
    return _extract(path, per_page="slide")


def extract_odg(path: Path) -> ExtractedDocument:
    """Return the passages of an ODF drawing, one for the text of each page.

    A page that its author gave a name is under it. Raises ExtractionFailure for a file without
    text.
    """
    return _extract(path, per_page="page")


def _extract(path: Path, *, per_page: str) -> ExtractedDocument:
    with OdfFile(path) as odf:
        writer = PassageWriter()
        odf.describe(writer)
        styles = OdfStyles(odf.style_roots, odf.language)
        reader = BlockReader(odf, ParagraphReader(styles, odf.style_roots))
        pages = list(odf.body.iterchildren(n.PAGE))
        for number, page in enumerate(pages, start=1):
            place = Location(slide=number) if per_page == "slide" else Location(page=number)
            writer.leave_headings()
            if per_page == "page":
                _write_page_name(page, writer, place)
            _write_page(page, reader, writer, place)
        writer.leave_headings()
        _write_margins(odf, pages, reader, writer)
        odf.tell_damage(writer)
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
    title = joined([block.text for block in titles if block.kind in _SLIDE_TEXT], " ")
    blocks[:0] = [block for block in titles if block.kind not in _SLIDE_TEXT]
    writer.add_heading(1, title, location=place)
    shown = joined([block.text for block in blocks if block.kind in _SLIDE_TEXT], "\n")
    writer.add(PassageKind.TEXT, shown, location=place, prose=False)
    for block in blocks:
        if block.kind not in _SLIDE_TEXT:
            writer.add(block.kind, block.text, location=place, prose=block.kind not in _UNCUT)
    for notes in page.iterchildren(n.NOTES):
        _write_notes(notes, reader, writer, place)


def _write_notes(
    notes: XmlElement, reader: BlockReader, writer: PassageWriter, place: Location
) -> None:
    blocks: list[Block] = []
    for shape in notes:
        if not is_placeholder(shape) and shape.get(n.PRESENTATION_CLASS) not in _MARGIN_CLASSES:
            reader.read_one(shape, blocks.append, PassageKind.NOTE)
    spoken = joined([block.text for block in blocks if block.kind is PassageKind.NOTE], "\n")
    writer.add(PassageKind.NOTE, spoken, location=place)
    for block in blocks:
        if block.kind is not PassageKind.NOTE:
            writer.add(block.kind, block.text, location=place)


def _write_page_name(page: XmlElement, writer: PassageWriter, place: Location) -> None:
    name = page.get(n.DRAW_NAME) or ""
    if not _DEFAULT_PAGE_NAME.match(name):
        writer.add_heading(1, name, location=place)


def is_placeholder(shape: XmlElement) -> bool:
    """Return whether a shape shows only "Click to add text", which is on no slide."""
    return bool(shape.get(n.PRESENTATION_PLACEHOLDER) == "true")


def _write_margins(
    odf: OdfFile, pages: list[XmlElement], reader: BlockReader, writer: PassageWriter
) -> None:
    """Add what is on every slide (a logo's name, a footer), each text once."""
    seen: set[str] = set()
    blocks = [
        Block(PassageKind.HEADER, reader.paragraphs.read_plain(text))
        for text in _declared_texts(odf, pages)
    ]
    names = dict.fromkeys(page.get(n.MASTER_PAGE_NAME) or "" for page in pages)
    for shape in _master_shapes(chosen_pages(odf, names)):
        reader.read_one(shape, blocks.append, PassageKind.HEADER)
    for block in blocks:
        if block.text.text not in seen:
            seen.add(block.text.text)
            writer.add(PassageKind.HEADER, block.text)


def _declared_texts(odf: OdfFile, pages: Iterable[XmlElement]) -> Iterator[str]:
    """Yield the footers and fixed dates that slides use, which their masters show by fields."""
    for declaration, use in _DECLARATIONS:
        used = {page.get(n.presentation_name(use)) for page in pages}
        for element in odf.body.iterchildren(n.presentation_name(declaration)):
            is_fixed = element.get(n.presentation_name("source")) in (None, "fixed")
            if is_fixed and element.get(n.presentation_name("name")) in used:
                yield element.text or ""


def _master_shapes(masters: Iterable[XmlElement]) -> Iterator[XmlElement]:
    for master in masters:
        for shape in master:
            is_written = shape.get(n.PRESENTATION_CLASS) in _WRITTEN_ON_MASTERS
            if is_written and shape.tag != n.NOTES and not is_placeholder(shape):
                yield shape
