"""A page of a tagged file: what its structure elements say (ISO 32000-2, 14.8.4).

Owns: which elements are headings, paragraphs, rows, items, figures and notes.
Does not own: reading the tree (structure), pages whose tree leaves text out (layout).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from .....documents.passages import PassageKind
from ..styled_text import StyledText, bcp47_tag, normalise_text
from ..table_rows import is_running_text, joined
from .blocks import Block
from .joining import SENTENCE_ENDS, ParagraphText
from .structure import Element
from .tagged_pieces import Nested, Run, TableRow, marks_of, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .joining import Hyphenation
    from .segments import Segment

_HEADING = re.compile(r"H([1-9])?$")
_INLINE = frozenset(
    {
        *("Span", "Quote", "Reference", "BibEntry", "Code", "Link", "Annot", "Lbl", "Em"),
        *("Strong", "Sub", "Ruby", "RB", "Warichu", "WT", "NonStruct", "LBody", "Form"),
    }
)
_SECTIONS = frozenset({"Sect", "Part", "Art", "Div", "Document", "DocumentFragment"})
_ITEMS = frozenset({"LI", "LBody", "Note", "FENote"})
_LINKS = frozenset({"Link", "Reference"})
_DROPPED = frozenset({"Artifact", "RT", "RP", "WP"})
_NOTES = frozenset({"Note", "FENote"})
_KINDS = {
    "Figure": PassageKind.FIGURE,
    "Formula": PassageKind.EQUATION,
    "Note": PassageKind.NOTE,
    "FENote": PassageKind.NOTE,
}
_BULLET = re.compile(r"[^\w(\[]+$")


@dataclass
class _Open:
    """A block that is being filled."""

    kind: PassageKind
    text: ParagraphText
    level: int = 0
    size: float = 0.0
    n_chars: int = 0
    n_bold_chars: int = 0
    after: list[Block] = field(default_factory=list)


class TaggedPage:
    """One page while its elements are turned into blocks."""

    def __init__(self, page: int, segments: list[Segment], hyphenation: Hyphenation) -> None:
        self._page = page
        self._hyphenation = hyphenation
        self._by_mark: dict[int, list[Segment]] = {}
        for segment in segments:
            self._by_mark.setdefault(segment.mark, []).append(segment)
        self.used_marks: set[int] = set()

    def blocks(self, elements: list[Element]) -> list[Block]:
        """Return the page's blocks."""
        found: list[Block] = []
        for element in elements:
            self._walk(element, found, None, 0)
        return found

    def _walk(self, element: Element, found: list[Block], tag: str | None, depth: int) -> None:
        tag = bcp47_tag(element.language) or tag
        if element.role in _DROPPED:
            self._use_up(element)
        elif element.role == "Table":
            self._table(element, found, tag)
        elif element.role == "Figure":
            found.append(self._figure(element, tag))
            for child in element.children:
                if isinstance(child, Element) and child.role == "Caption":
                    self._walk(child, found, tag, depth)
        else:
            self._fill(element, found, tag, depth)

    def _fill(self, element: Element, found: list[Block], tag: str | None, depth: int) -> None:
        """Turn an element into a block of its own text, and blocks for what it contains."""
        start = len(found)
        opened = self._opened(element, depth)
        is_section = element.role in _SECTIONS
        is_bare_note = element.role in _NOTES and not _has_label(element)
        for number, run in enumerate(self._runs(element, tag)):
            if number == 0 and is_bare_note and isinstance(run, Run) and run.is_mark_alone:
                continue
            if isinstance(run, Nested):
                if run.is_inside:
                    self._walk(run.element, opened.after, run.tag, depth)
                    continue
                self._close(opened, found)
                opened = self._opened(element, depth)
                self._walk(run.element, found, run.tag, depth + is_section)
            else:
                _take(opened, run)
        self._close(opened, found)
        if element.role in _NOTES:
            _make_notes(found[start:])

    def _opened(self, element: Element, depth: int) -> _Open:
        level = 0
        heading = _HEADING.match(element.role)
        if heading is not None:
            level = int(heading[1]) if heading[1] else max(1, min(depth, 6))
        elif element.role == "Title":
            level = 1
        kind = PassageKind.HEADING if level else _KINDS.get(element.role, PassageKind.TEXT)
        return _Open(kind, ParagraphText(self._hyphenation), level)

    def _runs(self, element: Element, tag: str | None) -> Iterator[Run | Nested]:
        """Yield the text of an element and its inline ones in order, and what is nested in it."""
        if element.actual:
            yield self._replaced(element, tag)
            return
        if element.alternative and element.role not in ("Link", "Form", "Annot"):
            self._use_up(element)
            yield Run(None, element.alternative, tag)
            return
        in_item = element.role in _ITEMS
        for child in element.children:
            if isinstance(child, int):
                yield from self._marked(child, tag, in_link=element.role in _LINKS)
            elif in_item and child.role == "P":
                # An item's first paragraph stands beside its number; the next ones below.
                in_item = False
                yield from self._inline(child, bcp47_tag(child.language) or tag)
            elif child.role == "Lbl" and element.role in _NOTES:
                self._use_up(child)
            elif child.role in _INLINE:
                yield from self._inline(child, bcp47_tag(child.language) or tag)
            elif child.role in _DROPPED:
                self._use_up(child)
            else:
                inside = child.role in _NOTES or child.role == "Figure"
                yield Nested(child, tag, is_inside=inside and element.role != "Document")

    def _inline(self, element: Element, tag: str | None) -> Iterator[Run | Nested]:
        runs = self._runs(element, tag)
        if element.role != "Lbl":
            yield from runs
            return
        found = list(runs)
        label = "".join(run.text for run in found if isinstance(run, Run)).strip()
        # A bullet says nothing; a number is what people quote.
        if label and not _BULLET.match(label):
            yield Run(None, label, tag)

    def _replaced(self, element: Element, tag: str | None) -> Run:
        """Return an element's /ActualText, standing where what it replaces stands."""
        self._use_up(element)
        shown = [segment for mark in marks_of(element) for segment in self._by_mark.get(mark, ())]
        if not shown:
            return Run(None, element.actual, tag)
        # It has no line end in it, so what follows is placed by the end of what was shown.
        return Run(replace(shown[-1], text=element.actual), element.actual, tag)

    def _marked(self, mark: int, tag: str | None, *, in_link: bool) -> Iterator[Run]:
        self.used_marks.add(mark)
        for segment in self._by_mark.get(mark, ()):
            yield Run(segment, segment.text, tag, in_link=in_link)

    def _close(self, opened: _Open, found: list[Block]) -> None:
        text = opened.text.build()
        if text.text:
            found.append(
                Block(
                    kind=opened.kind,
                    text=text,
                    page=self._page,
                    level=opened.level,
                    size=opened.size,
                    is_bold=opened.n_bold_chars * 2 > opened.n_chars,
                    is_open=opened.kind is PassageKind.TEXT and text.text[-1] not in SENTENCE_ENDS,
                )
            )
        found.extend(opened.after)

    def _figure(self, element: Element, tag: str | None) -> Block:
        """Return what stands for a picture: the author's words, else the text drawn in it."""
        words = " ".join(each for each in (element.alternative, element.actual) if each)
        text = StyledText(normalise_text(words)) if words else self._whole(element, tag)
        self._use_up(element)
        return Block(PassageKind.FIGURE, text, self._page)

    def _whole(self, element: Element, tag: str | None) -> StyledText:
        """Return all the text in an element as one."""
        found: list[Block] = []
        for child in element.children:
            part = child if isinstance(child, Element) else Element("Span", children=[child])
            if part.role != "Caption":
                self._walk(part, found, tag, 0)
        return joined([block.text for block in found if block.kind is not PassageKind.TABLE], " ")

    def _table(self, table: Element, found: list[Block], tag: str | None) -> None:
        is_first = True
        for row in rows_of(table):
            if row.element.role != "TR":
                self._walk(row.element, found, tag, 0)
                continue
            cells = [child for child in row.element.children if isinstance(child, Element)]
            contents = [self._contents(cell, tag) for cell in cells]
            if any(_is_layout(content) for content in contents):
                found.extend(block for content in contents for block in content)
                continue
            texts = tuple(
                joined([one.text for one in each if _is_cell_text(one)], " ") for each in contents
            )
            if any(text.text for text in texts):
                found.append(self._row(row, texts, is_first=is_first))
                is_first = False
            found.extend(one for each in contents for one in each if not _is_cell_text(one))

    def _contents(self, cell: Element, tag: str | None) -> list[Block]:
        blocks: list[Block] = []
        self._walk(cell, blocks, tag, 0)
        return blocks

    def _row(self, row: TableRow, texts: tuple[StyledText, ...], *, is_first: bool) -> Block:
        names = [child.role for child in row.element.children if isinstance(child, Element)]
        return Block(
            kind=PassageKind.TABLE,
            text=StyledText(""),
            page=self._page,
            cells=texts,
            is_header_row=row.in_header or all(name == "TH" for name in names),
            starts_table=is_first,
        )

    def _use_up(self, element: Element) -> None:
        self.used_marks.update(marks_of(element))


def _is_cell_text(block: Block) -> bool:
    return block.kind not in (PassageKind.TABLE, PassageKind.NOTE, PassageKind.FIGURE)


def _is_layout(blocks: list[Block]) -> bool:
    """Return whether a cell holds running text: a column of a page, not a value."""
    n_chars = sum(len(block.text.text) for block in blocks)
    return is_running_text(n_paragraphs=len(blocks), n_chars=n_chars)


def _has_label(element: Element) -> bool:
    return any(isinstance(child, Element) and child.role == "Lbl" for child in element.children)


def _make_notes(blocks: list[Block]) -> None:
    for block in blocks:
        if block.kind is PassageKind.TEXT:
            block.kind = PassageKind.NOTE


def _take(opened: _Open, run: Run) -> None:
    if run.segment is None:
        opened.text.add_words(run.text, run.tag)
        return
    if run.is_note_mark(opened.size):
        opened.text.leave_out(run.segment)
        return
    opened.text.add(run.segment, run.tag)
    n_chars = len(run.text)
    opened.n_chars += n_chars
    opened.n_bold_chars += n_chars if run.segment.is_bold else 0
    opened.size = max(opened.size, run.segment.size)
