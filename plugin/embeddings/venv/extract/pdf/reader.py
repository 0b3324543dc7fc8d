"""Reading a PDF file into passages, page by page.

Owns: which of the three sources tells a page's text (structure tree, bookmarks with geometry,
geometry alone), the bounds, and what is said of pages that give nothing.
Does not own: the sources (tagged, outline, layout), the passages (assembly).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pypdfium2.raw as pdfium

from .....contracts.corpus import FileState
from .....documents.passages import ExtractedDocument
from ..document import PassageWriter
from .annotations import form_of, read_notes
from .assembly import write_pages
from .blocks import PageBlocks
from .characters import read_page_text
from .joining import Hyphenation
from .layout import PageFrame, page_blocks
from .library import PdfFile
from .lines import line_pieces
from .outline import read_outline
from .properties import add_properties
from .segments import NO_MARK, Box, Segment
from .structure import StructureReader
from .tagged import TaggedPage

if TYPE_CHECKING:
    from pathlib import Path

    from .library import Handle


@dataclass(frozen=True)
class PdfLimits:
    """What one file may cost; what is beyond is left out, and said."""

    max_pages: int = 5_000
    max_time_s: float = 40.0
    max_chars: int = 30_000_000


DEFAULT_PDF_LIMITS = PdfLimits()

_MIN_TREE_SHARE = 0.8
_MIN_MAPPED_SHARE = 0.5
_MIN_PICTURE_PATHS = 40
_MAX_OBJECTS_LOOKED_AT = 500
_MAX_ARTIFACT_LINES = 40


def extract_pdf(path: Path, limits: PdfLimits = DEFAULT_PDF_LIMITS) -> ExtractedDocument:
    """Return the passages of a PDF file, each with its page.

    Raises ExtractionFailure: encrypted, corrupt.
    """
    with PdfFile(path) as pdf, form_of(pdf) as form:
        return _Reader(pdf, form, limits).read()


class _Reader:
    """One file while it is read."""

    def __init__(self, pdf: PdfFile, form: Handle, limits: PdfLimits) -> None:
        self._pdf = pdf
        self._form = form
        self._limits = limits
        self._writer = PassageWriter()
        self._is_tagged = pdf.is_tagged
        self._structure = StructureReader()
        self._hyphenation = Hyphenation()
        self._n_chars = 0
        self._n_damaged = 0
        self._is_page_cut = False

    def read(self) -> ExtractedDocument:
        """Return the document."""
        pages = self._pages()
        n_pictures = sum(page.is_picture for page in pages)
        if pages and n_pictures == len(pages) and not any(_says_more(page) for page in pages):
            return self._pictures_only(pages)
        add_properties(self._pdf, self._writer)
        write_pages(self._writer, pages, read_outline(self._pdf))
        self._report(len(pages), n_pictures)
        return self._writer.finish()

    def _pages(self) -> list[PageBlocks]:
        end_s = time.monotonic() + self._limits.max_time_s
        pages: list[PageBlocks] = []
        for index in range(min(self._pdf.n_pages, self._limits.max_pages)):
            if time.monotonic() > end_s or self._n_chars > self._limits.max_chars:
                break
            with self._pdf.page(index) as page:
                if page is None:
                    self._n_damaged += 1
                    pages.append(PageBlocks(index + 1))
                else:
                    pages.append(self._page(page, index + 1))
        return pages

    def _page(self, page: Handle, number: int) -> PageBlocks:
        notes = read_notes(page, self._form)
        found = PageBlocks(number, comments=notes.comments, fields=notes.fields)
        text = read_page_text(page, is_tagged=self._is_tagged)
        self._is_page_cut = self._is_page_cut or text.is_cut
        self._n_chars += text.n_chars
        if text.n_unmapped > text.n_chars * (1 - _MIN_MAPPED_SHARE):
            found.is_picture = True
            return found
        if not text.segments:
            found.is_picture = _shows_picture(page)
            return found
        self._hyphenation.learn(text.segments)
        self._fill(found, page, text.segments)
        return found

    def _fill(self, found: PageBlocks, page: Handle, segments: list[Segment]) -> None:
        content = [segment for segment in segments if not segment.is_artifact]
        artifacts = [segment for segment in segments if segment.is_artifact]
        if not content and len(artifacts) > _MAX_ARTIFACT_LINES:
            # A page all of artifacts is one whose author has marked none of its text.
            content, artifacts = artifacts, []
        found.artifacts = [piece.text(self._hyphenation) for piece in line_pieces(artifacts)]
        frame = PageFrame(found.number, _edges(page))
        if self._is_tagged and self._fill_from_tree(found, page, content, frame):
            return
        found.blocks = page_blocks(content, frame, self._hyphenation)

    def _fill_from_tree(
        self, found: PageBlocks, page: Handle, content: list[Segment], frame: PageFrame
    ) -> bool:
        """Take the blocks from the structure tree; return whether it holds the page's text."""
        marks = {segment.mark for segment in content if segment.mark != NO_MARK}
        elements = self._structure.read(page, marks)
        if not elements:
            return False
        tagged = TaggedPage(found.number, content, self._hyphenation)
        blocks = tagged.blocks(elements)
        left = [segment for segment in content if segment.mark not in tagged.used_marks]
        n_all = sum(len(segment.text) for segment in content)
        n_left = sum(len(segment.text) for segment in left)
        if n_all and n_left > n_all * (1 - _MIN_TREE_SHARE):
            return False
        found.has_tree = True
        found.blocks = blocks + page_blocks(left, frame, self._hyphenation)
        return True

    def _pictures_only(self, pages: list[PageBlocks]) -> ExtractedDocument:
        subject = "The page holds" if len(pages) == 1 else f"All {len(pages)} pages hold"
        return ExtractedDocument(
            state=FileState.NEEDS_OCR,
            reason=f"{subject} pictures only; text recognition (OCR) would make it searchable.",
        )

    def _report(self, n_read: int, n_pictures: int) -> None:
        n_pages = self._pdf.n_pages
        if self._pdf.is_repaired:
            self._writer.mark_partial("The file is damaged; the pages that are left were read.")
        if n_read < n_pages:
            self._writer.mark_partial(f"Only the first {n_read} of {n_pages} pages were read.")
        if self._n_damaged:
            self._writer.mark_partial(
                f"{self._n_damaged} of {n_pages} pages are damaged and could not be read."
            )
        if n_pictures:
            self._writer.mark_partial(
                f"{n_pictures} of {n_pages} pages hold pictures only, without text."
            )
        if self._is_page_cut:
            self._writer.mark_partial("A page is very long; only its beginning is searchable.")


def _says_more(page: PageBlocks) -> bool:
    return bool(page.comments or page.fields)


def _edges(page: Handle) -> Box:
    rectangle = pdfium.FS_RECTF()
    pdfium.FPDF_GetPageBoundingBox(page, rectangle)
    return Box(rectangle.left, -rectangle.top, rectangle.right, -rectangle.bottom)


def _shows_picture(page: Handle) -> bool:
    """Return whether a page without text shows an image, or letters drawn as outlines."""
    n_paths = 0
    for index in range(min(pdfium.FPDFPage_CountObjects(page), _MAX_OBJECTS_LOOKED_AT)):
        kind = pdfium.FPDFPageObj_GetType(pdfium.FPDFPage_GetObject(page, index))
        if kind in (pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_FORM):
            return True
        n_paths += kind == pdfium.FPDF_PAGEOBJ_PATH
    return n_paths >= _MIN_PICTURE_PATHS
