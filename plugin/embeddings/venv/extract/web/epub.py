"""Passages of EPUB books (2 and 3): the chapters in reading order, under their headings.

Owns: front matter, chapters that are lost, a chapter's name where its file has no heading,
books of pictures. Does not own: the package (epub_package), a chapter's text (walker).
Source: EPUB 3.3; OPF 2.0.1.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .....contracts.corpus import FileState
from .....documents.passages import ExtractedDocument, PassageKind
from ..document import ExtractionFailure, PassageWriter
from ..package import Package
from ..styled_text import StyledText
from .blocks import Block, write_block
from .contexts import language_tag
from .epub_package import Book
from .page import walk
from .walker import BlockWalker

if TYPE_CHECKING:
    from pathlib import Path

    from .epub_contents import TocEntry

_TITLE_BLOCKS = 5  # a chapter's name stands among its first
_MAX_HEADING_LEVEL = 6
# What programs put in where the author gave nothing.
_FILLERS = re.compile(r"section ?\d+|unknown(?: author)?|start|untitled", re.IGNORECASE)
_ENCRYPTED = "The book is protected: it can only be read in the shop's own program."


def extract_epub(path: Path) -> ExtractedDocument:
    """Return the passages of a book: chapters in reading order, their headings kept.

    Raises ExtractionFailure: corrupt, encrypted, too_big, needs_ocr for a book of pictures.
    """
    with Package(path) as package:
        book = Book(package)
        writer = PassageWriter()
        _describe(book, writer)
        reader = _ChapterReader(package, book, writer)
        reader.read_all()
        for sentence in package.damage:
            writer.mark_partial(sentence)
    return writer.finish()


def _describe(book: Book, writer: PassageWriter) -> None:
    writer.title = next(iter(book.metadata("title")), "")
    creators = [name for name in book.metadata("creator") if not _FILLERS.fullmatch(name)]
    about = [", ".join(creators), ", ".join(book.metadata("subject"))]
    about += [_plain(text) for text in book.metadata("description")]
    writer.add(PassageKind.FRONTMATTER, "\n".join(text for text in about if text))


def _plain(text: str) -> str:
    """Return a description without the markup that shops put into it."""
    if "<" not in text:
        return text
    blocks: list[Block] = []
    walk(text.encode(), BlockWalker(blocks.append))
    return "\n".join(block.text.text for block in blocks)


class _ChapterReader:
    """Reads the chapters of an open book one after the other."""

    def __init__(self, package: Package, book: Book, writer: PassageWriter) -> None:
        self._package = package
        self._book = book
        self._writer = writer
        self._contents = book.contents()
        self._n_pictures = 0
        self._n_chars = 0
        self._n_lost = 0
        self._failure: ExtractionFailure | None = None

    def read_all(self) -> None:
        """Write all chapters; raises ExtractionFailure where none has text."""
        names = self._book.chapters()
        encrypted = self._book.encrypted_names().intersection(names)
        if names and len(encrypted) == len(names):
            raise ExtractionFailure(FileState.ENCRYPTED, _ENCRYPTED)
        for name in names:
            if self._writer.full:
                break
            if name in encrypted or not self._read(name):
                self._n_lost += 1
        self._judge(len(names))
        declared = [language_tag(text) for text in self._book.metadata("language")]
        self._writer.language = self._writer.dominant_language or next(iter(declared), None)

    def _read(self, name: str) -> bool:
        """Write a chapter and return True; False where nothing of it can be read."""
        blocks: list[Block] = []
        walker = BlockWalker(blocks.append)
        try:
            end = walk(self._package.read_bytes(name), walker)
        except ExtractionFailure as failure:
            if failure.state is FileState.ENCRYPTED:
                raise
            self._failure = failure
            return False
        if end.reason:
            self._writer.mark_partial(end.reason)
        self._n_pictures += walker.n_pictures
        self._write(blocks, self._contents.get(name, []))
        return True

    def _write(self, blocks: list[Block], entries: list[TocEntry]) -> None:
        if blocks and entries:
            _name_chapter(blocks, entries)
        for block in blocks:
            if block.kind is not PassageKind.FIGURE:
                self._n_chars += len(block.text.text)
            write_block(self._writer, block)

    def _judge(self, n_chapters: int) -> None:
        if n_chapters and self._n_lost == n_chapters:
            raise self._failure or ExtractionFailure(
                FileState.CORRUPT, "The book's chapters cannot be read."
            )
        if not self._n_chars and self._n_pictures and not self._n_lost:
            raise ExtractionFailure(
                FileState.NEEDS_OCR, "The book's pages are pictures; they hold no text."
            )
        if self._n_lost:
            self._writer.mark_partial(
                f"{self._n_lost} of the book's {n_chapters} parts cannot be read."
            )


def _name_chapter(blocks: list[Block], entries: list[TocEntry]) -> None:
    """Give a chapter its heading from the contents, where its file has none."""
    entries = [entry for entry in entries if not _FILLERS.fullmatch(entry.title)]
    if not entries:
        return
    entry = next((entry for entry in entries if "#" not in entry.target), entries[0])
    level = min(entry.level, _MAX_HEADING_LEVEL)
    key = _folded(entry.title)
    first = blocks[:_TITLE_BLOCKS]
    if any(block.kind is PassageKind.HEADING for block in first):
        return
    if any(b.kind is PassageKind.HEADING and _folded(b.text.text) == key for b in blocks):
        return
    for index, block in enumerate(first):
        if block.kind is PassageKind.TEXT and _folded(block.text.text) == key:
            blocks[index] = Block(PassageKind.HEADING, block.text, level)
            return
    blocks.insert(0, Block(PassageKind.HEADING, StyledText(entry.title), level))


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
