"""Reading a Word document (.docx, .docm, .dotx) into passages.

Owns: the order of the whole: title, body with its notes, then headers and footers, then
comments that nothing in the text refers to. Does not own: blocks, runs and styles (its neighbours).

Tables of contents are left out, as in ODF: they repeat the headings. Where there are none, their
entries follow the body. Numbers that Word gives to headings and list items are left out, as in
ODF: they are no text of the paragraph, and change when a paragraph is added before it.

python-docx is not used: it loads every part of the package at once and without bounds, and its
text leaves out insertions, content controls, notes, text boxes and headers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .....documents.passages import PassageKind
from ..document import PassageWriter
from ..ooxml.names import child
from ..ooxml.package import OoxmlPackage
from .blocks import StoryReader, WordDocument
from .notes_and_comments import NoteTable
from .sections import HeaderParts
from .styles import StyleTable

if TYPE_CHECKING:
    from pathlib import Path

    from .....documents.passages import ExtractedDocument

_NOTE_KINDS = ("footnotes", "endnotes", "comments")


def extract_docx(path: Path) -> ExtractedDocument:
    """Return the passages of a Word document in reading order, deleted and hidden text left out.

    Raises ExtractionFailure: corrupt, encrypted, too_big, unsupported.
    """
    with OoxmlPackage(path) as package:
        writer = PassageWriter()
        _read(package, writer)
        package.report_damage(writer)
        return writer.finish()


def _read(package: OoxmlPackage, writer: PassageWriter) -> None:
    main_part = package.main_part()
    root = package.root(main_part)
    settings = package.linked_root(main_part, "settings")
    styles = StyleTable(package.linked_root(main_part, "styles"), settings)
    package.describe(writer)
    writer.language = styles.default_languages.western
    notes = {kind: NoteTable(package, main_part, kind) for kind in _NOTE_KINDS}
    headers = HeaderParts(settings)
    document = WordDocument(package, writer, styles, notes, headers)
    body = child(root, "w:body")
    StoryReader(document, main_part).walk(root if body is None else body)
    writer.leave_headings()
    for entry in document.contents.unrepeated:
        writer.add(PassageKind.TEXT, entry)
    for part in headers.parts:
        header = package.part_root(part)
        if header is not None:
            StoryReader(document, part, PassageKind.HEADER).walk(header)
    rest = StoryReader(document, main_part)
    for comment in notes["comments"].take_rest():
        rest.write_comment(comment)
