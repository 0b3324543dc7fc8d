"""Reading a presentation (.pptx, .pptm) into passages: a slide's text, its tables, its notes.

Owns: the order of slides (ECMA-376-1, 19.2.1.34 sldIdLst), titles as headings, notes, comments,
and what masters and layouts show. Does not own: shapes and their text (ooxml.shapes).

A slide's text is one passage: its boxes mean little alone. Placeholders of masters and layouts
are prompts for the author and are left out; other text on them is on every slide and is read
once. Hidden slides are read: their author can find them.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .....documents.passages import Location, PassageKind
from ..document import PassageWriter
from ..ooxml.names import attribute, child, children, full_names
from ..ooxml.package import OoxmlPackage
from ..ooxml.shapes import Shape, graphic_texts, shapes_in, table_rows
from ..table_rows import CELL_SEPARATOR, TableHeader, joined
from .comments import CommentReader

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lxml.etree import _Element

    from .....documents.passages import ExtractedDocument
    from ..styled_text import StyledText

_TITLES = frozenset({"title", "ctrTitle"})
_GENERATED = frozenset({"sldNum", "dt", "sldImg"})
_REPEATED = frozenset({"ftr", "hdr"})


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
        self._n_chars_in: Counter[str] = Counter()

    def read(self, main_part: str) -> None:
        """Write all passages, and the language that most of the text is in."""
        comments = CommentReader(self._package, main_part)
        for number, part in enumerate(self._slide_parts(main_part), start=1):
            root = self._package.optional_root(part)
            if root is None or self._writer.full:
                continue
            self._slide(root, part, Location(slide=number))
            for comment in comments.of_slide(part):
                self._writer.add(PassageKind.COMMENT, comment, location=Location(slide=number))
        self._writer.leave_headings()
        self._repeated_texts()
        for language, _ in self._n_chars_in.most_common(1):
            self._writer.language = language

    def _slide_parts(self, main_part: str) -> Iterator[str]:
        links = self._package.relationships(main_part)
        slides = child(self._package.root(main_part), "p:sldIdLst")
        for slide in children(slides, "p:sldId"):
            target = links.target(attribute(slide, "r:id"))
            if target is not None:
                yield target

    def _slide(self, root: _Element, part: str, place: Location) -> None:
        shapes = list(shapes_in(child(child(root, "p:cSld"), "p:spTree")))
        self._writer.leave_headings()
        for shape in shapes:
            if shape.placeholder in _TITLES:
                title = joined(list(shape.text_lines()), " ")
                self._count(title)
                self._writer.add_heading(1, title, location=place)
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
        self._count(text)
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
            self._count(row)
            text = header.before(row)
            self._writer.add(PassageKind.TABLE, text, location=place, prose=False)
            if index == 0:
                header.learn([cell.text for cell in cells])

    def _notes(self, part: str, place: Location) -> None:
        root = self._package.optional_root(part)
        if root is None:
            return
        for shape in shapes_in(child(child(root, "p:cSld"), "p:spTree")):
            if shape.placeholder in _GENERATED or shape.placeholder in _REPEATED:
                continue
            text = joined(list(shape.text_lines()), "\n")
            self._count(text)
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

    def _count(self, text: StyledText) -> None:
        for run in text.runs:
            if run.tag is not None:
                self._n_chars_in[run.tag] += run.end - run.start
