"""Reading a presentation (.pptx, .pptm) into passages: a slide's text, its tables, its notes.

Owns: titles as headings, notes, comments, and what masters and layouts show (ECMA-376-1, 19.3).
Does not own: slides' order (order), shapes and their text (ooxml.shapes).

A slide's text is one passage: its boxes mean little alone. Placeholders of masters and layouts
are prompts for the author and are left out; other text on them is on every slide and is read
once, as are footers and dates; slide numbers are not. Hidden slides are read: their author can
find them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .....documents.passages import Location, PassageKind
from ..document import PassageWriter
from ..ooxml.names import child, full_names
from ..ooxml.package import OoxmlPackage
from ..ooxml.shapes import Shape, graphic_texts, has_header_row, shapes_in, table_rows
from ..table_rows import CELL_SEPARATOR, TableHeader, joined
from .comments import CommentReader
from .order import slides_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lxml.etree import _Element

    from .....documents.passages import ExtractedDocument
    from ..styled_text import StyledText

_TITLES = frozenset({"title", "ctrTitle"})
_GENERATED = frozenset({"sldNum", "sldImg"})
_REPEATED = frozenset({"ftr", "hdr", "dt"})


def extract_pptx(path: Path) -> ExtractedDocument:
    """Return the passages of a presentation, slide by slide.

    Raises ExtractionFailure: corrupt, encrypted, too_big, unsupported.
    """
    with OoxmlPackage(path) as package:
        writer = PassageWriter()
        package.describe(writer)
        presentation = _Presentation(package, writer)
        presentation.read(package.main_part())
        package.report_damage(writer)
        return writer.finish()


class _Presentation:
    """One presentation while it is read."""

    def __init__(self, package: OoxmlPackage, writer: PassageWriter) -> None:
        self._package = package
        self._writer = writer
        self._backgrounds: dict[str, None] = {}
        self._footers: dict[str, None] = {}
        # Below a section's name slides' titles are of the second level.
        self._title_level = 1

    def read(self, main_part: str) -> None:
        """Write all passages, and the language that most of the text is in."""
        comments = CommentReader(self._package, main_part)
        for slide in slides_of(self._package, main_part):
            if self._writer.full:
                break
            place = Location(slide=slide.number)
            if slide.section:
                self._title_level = 2
                self._writer.add_heading(1, slide.section, location=place)
            root = self._package.part_root(slide.part)
            if root is None:
                continue
            self._slide(root, slide.part, place)
            for comment in comments.of_slide(slide.part):
                self._writer.add(PassageKind.COMMENT, comment, location=place)
        self._writer.leave_headings()
        self._repeated_texts()
        self._writer.language = self._writer.dominant_language

    def _slide(self, root: _Element, part: str, place: Location) -> None:
        shapes = list(shapes_in(child(child(root, "p:cSld"), "p:spTree")))
        self._writer.leave_headings(self._title_level)
        for shape in shapes:
            if shape.placeholder in _TITLES:
                title = joined(list(shape.text_lines()), " ")
                self._writer.add_heading(self._title_level, title, location=place)
                self._writer.title = self._writer.title or title.text
        self._body([shape for shape in shapes if shape.placeholder not in _TITLES], part, place)
        links = self._package.relationships(part)
        for notes_part in links.targets("notesSlide"):
            self._notes(notes_part, place)
        self._backgrounds.update(dict.fromkeys(links.targets("slideLayout")))

    def _body(self, shapes: list[Shape], part: str, place: Location) -> None:
        lines: list[StyledText] = []
        for shape in shapes:
            if shape.placeholder in _GENERATED:
                continue
            if shape.placeholder in _REPEATED:
                self._footers.update((line.text, None) for line in shape.text_lines())
                continue
            lines.extend(shape.text_lines())
        text = joined(lines, "\n")
        self._writer.add(PassageKind.TEXT, text, location=place, prose=False)
        for shape in shapes:
            self._graphics(shape, part, place)

    def _graphics(self, shape: Shape, part: str, place: Location) -> None:
        if shape.table is not None:
            self._table(shape.table, place)
        for text in graphic_texts(shape, self._package, part):
            self._writer.add(PassageKind.FIGURE, text, location=place, prose=False)
        self._writer.add(PassageKind.FIGURE, shape.description, location=place)

    def _table(self, table: _Element, place: Location) -> None:
        header = TableHeader()
        for index, cells in enumerate(table_rows(table)):
            row = joined(cells, CELL_SEPARATOR)
            text = header.before(row)
            self._writer.add(PassageKind.TABLE, text, location=place, prose=False)
            if index == 0:
                names = [cell.text for cell in cells]
                header.learn(names, declared=has_header_row(table))

    def _notes(self, part: str, place: Location) -> None:
        root = self._package.part_root(part)
        if root is None:
            return
        for shape in shapes_in(child(child(root, "p:cSld"), "p:spTree")):
            if shape.placeholder in _GENERATED or shape.placeholder in _REPEATED:
                continue
            text = joined(list(shape.text_lines()), "\n")
            self._writer.add(PassageKind.NOTE, text, location=place)

    def _repeated_texts(self) -> None:
        """Write what layouts, their masters and footers show on many slides, each once."""
        layouts = list(self._backgrounds)
        masters = [
            master
            for layout in layouts
            for master in self._package.relationships(layout).targets("slideMaster")
        ]
        texts = dict(self._footers)
        for part in dict.fromkeys([*layouts, *masters]):
            texts.update(dict.fromkeys(self._background_texts(part)))
        for text in texts:
            self._writer.add(PassageKind.HEADER, text)

    def _background_texts(self, part: str) -> Iterator[str]:
        root = self._package.optional_root(part)
        # Most backgrounds hold placeholders alone: not worth a walk.
        if root is None or next(root.iter(*full_names("a:t")), None) is None:
            return
        for shape in shapes_in(child(child(root, "p:cSld"), "p:spTree")):
            if shape.placeholder is None:
                yield joined(list(shape.text_lines()), "\n").text
