"""The text of a Writer document as people see it, block by block, and the way back to its place.

Owns: which texts there are (body, tables, frames, notes, headers, comments), leaving out tracked
deletions, and turning a character of a block into a text range. Does not own: what is searched.

LibreOffice's own search finds neither the text of fields nor what runs over lines, and looks into
notes and headers only when the body has nothing; so where it does not do (writer_near) the text is
read here: 15,000 paragraphs a second.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Dict, Final, Iterator, List, Set, Tuple

from com.sun.star.beans import UnknownPropertyException
from com.sun.star.uno import RuntimeException

_TABLE: Final = "com.sun.star.text.TextTable"
_GROUP: Final = "com.sun.star.drawing.GroupShape"
_HEADERS: Final = tuple(
    f"{part}Text{which}" for part in ("Header", "Footer") for which in ("", "Left", "First")
)
EXTEND: Final = True
# A step of a text cursor is a short in UNO.
_MAX_STEP: Final = 30_000


class BlockKind(str, Enum):
    """Which part of the document a block belongs to."""

    BODY = "body"
    NOTE = "note"
    HEADER = "header"
    COMMENT = "comment"
    SHAPE = "shape"


@dataclass(frozen=True)
class Block:
    """A paragraph, comment or shape; owner is its UNO object.

    table and cell are set inside tables. deletions are the tracked ones open at its beginning.
    """

    text: str
    kind: BlockKind
    owner: Any
    table: Any = None
    cell: str = ""
    deletions: Tuple[str, ...] = ()


@dataclass(frozen=True)
class _Piece:
    """A portion of a paragraph with the text it shows; a whole one (a field) is not cut."""

    text: str
    portion: Any
    whole: bool


@dataclass
class _Reader:
    """Reads paragraphs in order; deletions run from one into the next."""

    blocks: List[Block] = field(default_factory=list)
    deletions: Set[str] = field(default_factory=set)

    def text(self, text: Any, kind: BlockKind, table: Any = None, cell: str = "") -> None:
        """Add the blocks of a text: the body, a cell, a note, a frame."""
        for element in _each(text):
            if element.supportsService(_TABLE):
                self.table(element, kind)
            else:
                self._paragraph(element, kind, table, cell)

    def table(self, table: Any, kind: BlockKind) -> None:
        """Add the blocks of a table's cells, row by row."""
        for name in table.getCellNames():
            self.text(table.getCellByName(name), kind, table, name)

    def _paragraph(self, paragraph: Any, kind: BlockKind, table: Any, cell: str) -> None:
        open_before = tuple(self.deletions)
        comments: List[Any] = []
        pieces = _pieces(paragraph, self.deletions, comments)
        text = "".join([piece.text for piece in pieces])
        self.blocks.append(Block(text, kind, paragraph, table, cell, open_before))
        for comment in comments:
            said = f"{comment.Author}: {comment.Content}"
            self.blocks.append(Block(said, BlockKind.COMMENT, comment, table, cell))

    def shapes(self, shapes: Any) -> None:
        """Add what drawn shapes say, and the alternative texts of pictures and shapes."""
        for index in range(shapes.getCount()):
            shape = shapes.getByIndex(index)
            if shape.supportsService(_GROUP):
                self.shapes(shape)
            says = [_property(shape, name) for name in ("Title", "Description")]
            says.append(_string_of(shape))
            text = "\n".join(part for part in says if part)
            if text:
                self.blocks.append(Block(text, BlockKind.SHAPE, shape))


def read_blocks(document: Any) -> List[Block]:
    """Return all blocks of a Writer document: the body in order, then what stands beside it."""
    reader = _Reader()
    reader.text(document.getText(), BlockKind.BODY)
    frames = document.getTextFrames()
    for name in frames.getElementNames():
        reader.text(frames.getByName(name), BlockKind.BODY)
    for notes in (document.getFootnotes(), document.getEndnotes()):
        for index in range(notes.getCount()):
            reader.text(notes.getByIndex(index), BlockKind.NOTE)
    styles = document.getStyleFamilies().getByName("PageStyles")
    for name in styles.getElementNames():
        _read_headers(styles.getByName(name), reader)
    reader.shapes(document.getDrawPage())
    return reader.blocks


def read_paragraphs(part: Any) -> List[Block]:
    """Return the blocks of a part of the body, given as a text cursor over whole paragraphs."""
    reader = _Reader()
    reader.text(part, BlockKind.BODY)
    return reader.blocks


def range_of(block: Block, start: int, end: int) -> Any:
    """Return the text range of a paragraph's characters [start, end); fields are not cut."""
    pieces = _pieces(block.owner, set(block.deletions), [])
    cursor = _position(block, pieces, start, ending=False)
    cursor.gotoRange(_position(block, pieces, end, ending=True), EXTEND)
    return cursor


def _position(block: Block, pieces: List[_Piece], offset: int, *, ending: bool) -> Any:
    """Return a cursor before the character at offset, or after the one before it when ending."""
    at = 0
    for piece in pieces:
        n_chars = len(piece.text)
        inside = at < offset <= at + n_chars if ending else at <= offset < at + n_chars
        if inside:
            return _in_piece(piece, offset - at, ending=ending)
        at += n_chars
    paragraph = block.owner
    edge = paragraph.getEnd() if ending else paragraph.getStart()
    return edge.getText().createTextCursorByRange(edge)


def _in_piece(piece: _Piece, n_chars: int, *, ending: bool) -> Any:
    portion = piece.portion
    edge = portion.getEnd() if piece.whole and ending else portion.getStart()
    cursor = edge.getText().createTextCursorByRange(edge)
    if not piece.whole:
        _advance(cursor, piece.text[:n_chars])
    return cursor


def _advance(cursor: Any, text: str) -> None:
    # A step takes a combining mark together with its letter, so steps may be fewer than characters.
    for start in range(0, len(text), _MAX_STEP):
        cursor.goRight(len(text[start : start + _MAX_STEP]), EXTEND)
    n_too_far = len(cursor.getString()) - len(text)
    if n_too_far > 0:
        cursor.goLeft(n_too_far, EXTEND)
    cursor.collapseToEnd()


def _pieces(paragraph: Any, deletions: Set[str], comments: List[Any]) -> List[_Piece]:
    """Return what a paragraph shows; deletions is kept up to date, comments are collected."""
    pieces: List[_Piece] = []
    for portion in _each(paragraph):
        kind = portion.TextPortionType
        if kind == "Redline":
            _mark_deletion(portion, deletions)
        elif deletions:
            continue
        elif kind == "Text":
            pieces.append(_Piece(portion.getString(), portion, whole=False))
        elif kind == "TextField":
            pieces.append(_Piece(portion.getString(), portion, whole=True))
        elif kind == "LineBreak":
            pieces.append(_Piece("\n", portion, whole=True))
        elif kind in ("InContentMetadata", "ContentControl"):
            pieces.extend(_pieces(getattr(portion, kind), deletions, comments))
        elif kind == "Annotation":
            comments.append(portion.TextField)
    return pieces


def _mark_deletion(portion: Any, deletions: Set[str]) -> None:
    if portion.RedlineType != "Delete":
        return
    if portion.IsStart:
        deletions.add(portion.RedlineIdentifier)
    else:
        deletions.discard(portion.RedlineIdentifier)


def _read_headers(style: Any, reader: _Reader) -> None:
    if not style.isInUse():
        return
    seen: Dict[str, None] = {}
    for name in _HEADERS:
        text = _property(style, name)
        # Where left and first pages share the header, the same text is given three times.
        if text and text.getString() not in seen:
            seen[text.getString()] = None
            reader.text(text, BlockKind.HEADER)


def _property(owner: Any, name: str) -> Any:
    try:
        return owner.getPropertyValue(name)
    except UnknownPropertyException:
        return None


def _string_of(shape: Any) -> str:
    if not hasattr(shape, "getString"):
        return ""
    try:
        return str(shape.getString())
    except RuntimeException:
        return ""  # a shape that can have text and has none says so with an error


def _each(container: Any) -> Iterator[Any]:
    elements = container.createEnumeration()
    has_more, following = elements.hasMoreElements, elements.nextElement
    while has_more():
        yield following()
