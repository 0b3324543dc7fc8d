"""A page without structure: paragraphs, items and rows told by where the text stands.

Owns: which rows are one paragraph. Does not own: the order of columns (columns), which
paragraphs are headings (headings), running headers (running_headers).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from .....documents.passages import PassageKind
from ..styled_text import StyledText
from .blocks import Block
from .columns import Row, rows_in_order
from .joining import SENTENCE_ENDS, ParagraphText
from .lines import LinePiece, line_pieces
from .segments import Box, turned

if TYPE_CHECKING:
    from .joining import Hyphenation
    from .segments import Segment

_ITEM = re.compile(
    r"(?:[\u2022\u2023\u25aa\u25ab\u25cb\u25cf\u25e6\u2043\u2219\u00b7\uf0b7\uf0a7\u25a0\u2013*-]\s"
    r"|[\uf000-\uf0ff]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)]\s|\d{1,2}(?:\.\d{1,2})+\s)"
)
_BULLET = re.compile(
    r"^[\u2022\u2023\u25aa\u25ab\u25cb\u25cf\u25e6\u2043\u2219\u00b7\uf000-\uf0ff\u25a0]\s*"
)
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_SIZE_STEP = 0.08
_MAX_LEADING = 1.35
_MAX_ROW_STEP = 1.45
_INDENT_SHARE = 0.8
_LOOSE_LINE = 2.2
_MARGIN_SHARE = 0.11
_NEAR_ROWS = 5
_LABEL_AND_TEXT = 2
_MAX_LABEL_CHARS = 6
_CENTRE_POINTS = 2
_MAX_INDENT = 3.5


@dataclass(frozen=True)
class PageFrame:
    """A page as the layout needs it: its number from 1 and where its edges are."""

    number: int
    edges: Box

    def in_margin(self, box: Box) -> bool:
        """Return whether a box stands where running headers and footers stand."""
        margin = self.edges.height * _MARGIN_SHARE
        return box.bottom < self.edges.top + margin or box.top > self.edges.bottom - margin


def page_blocks(segments: list[Segment], frame: PageFrame, hyphenation: Hyphenation) -> list[Block]:
    """Return a page's blocks, the way of most of its text first and then what is turned."""
    by_turn: dict[int, list[Segment]] = {}
    for segment in segments:
        by_turn.setdefault(segment.turn, []).append(segment)
    turns = sorted(by_turn.values(), key=lambda each: -sum(len(one.text) for one in each))
    return [
        block
        for turn in turns
        for block in _Layout(
            PageFrame(frame.number, turned(frame.edges, turn[0].turn)), hyphenation
        ).blocks(line_pieces(turn))
    ]


class _Layout:
    """One page's text of one direction."""

    def __init__(self, frame: PageFrame, hyphenation: Hyphenation) -> None:
        self._frame = frame
        self._hyphenation = hyphenation
        self._right_to_left = False
        self._leading = 0.0
        self._edge = 0.0

    def blocks(self, pieces: list[LinePiece]) -> list[Block]:
        """Return the blocks of the pieces."""
        self._right_to_left = is_right_to_left(pieces)
        rows = rows_in_order(pieces, right_to_left=self._right_to_left)
        self._leading = _usual_leading(rows)
        blocks: list[Block] = []
        group: list[Row] = []
        for index, row in enumerate(rows):
            self._edge = self._line_end(rows, index)
            if group and not self._continues(group, row):
                blocks.extend(self._blocks_of(group))
                group = []
            group.append(row)
        if group:
            blocks.extend(self._blocks_of(group))
        _mark_tables(blocks)
        return blocks

    def _continues(self, group: list[Row], row: Row) -> bool:
        """Return whether a row goes on with the paragraph of the rows before it."""
        if _is_table_row(group[0]):
            return self._continues_cells(group, row)
        if len(row.pieces) > 1 or not self._is_next_line(group, row):
            return False
        last, piece = group[-1], row.pieces[0]
        is_other_weight = last.pieces[-1].is_bold != piece.is_bold and len(group) == 1
        if is_other_weight and not _fills(last, piece):
            return False
        if _ITEM.match(piece.text_start) and not _goes_on(last.pieces[-1]):
            return False
        return not self._is_new_by_margin(group, row)

    def _is_next_line(self, group: list[Row], row: Row) -> bool:
        """Return whether a row is of the size of the one above it, and as near as lines are."""
        above, piece = group[-1].pieces[-1], row.pieces[0]
        is_alike = abs(above.size - piece.size) <= above.size * _SIZE_STEP
        step = piece.box.bottom - above.box.bottom
        return is_alike and 0 < step <= self._max_step(group, piece)

    def _continues_cells(self, group: list[Row], row: Row) -> bool:
        """Return whether a row goes on below cells of the row before, its first column empty."""
        first, *others = group[0].pieces
        step = row.box.bottom - group[-1].box.bottom
        size = row.pieces[0].size
        if not 0 < step <= max(self._leading * _MAX_LEADING, size * _MAX_ROW_STEP):
            return False
        return all(
            piece.box.gap_to(first.box) >= 0 and _column_of(piece, others) is not None
            for piece in row.pieces
        )

    def _max_step(self, group: list[Row], piece: LinePiece) -> float:
        if len(group) > 1:
            above, below = group[-2].pieces[-1], group[-1].pieces[-1]
            return max(below.box.bottom - above.box.bottom, piece.size) * 1.2
        usual = self._leading or piece.size * 1.3
        return max(usual * _MAX_LEADING, piece.size * 1.45)

    def _is_new_by_margin(self, group: list[Row], row: Row) -> bool:
        """Return whether the last line ended early, or this one is set in as a first line is."""
        last, piece = group[-1].pieces[-1], row.pieces[0]
        if self._right_to_left:
            rest, indent = last.box.left - self._edge, last.box.right - piece.box.right
        else:
            rest, indent = self._edge - last.box.right, piece.box.left - last.box.left
        ended = last.text_end in SENTENCE_ENDS
        if _is_centred(last, piece):
            return ended and rest > _first_word_width(piece) + piece.size * 2
        # The next word had room on the line: it was not the line's end that broke it.
        if rest > _first_word_width(piece) + piece.size * (0.7 if ended else 1.5):
            return True
        return ended and len(group) > 1 and indent > piece.size * _INDENT_SHARE

    def _line_end(self, rows: list[Row], index: int) -> float:
        """Return where lines near a row end: the text's own edge, not the page's."""
        here = rows[index].pieces[0]
        near = [
            row.pieces[-1].box
            for row in rows[max(0, index - _NEAR_ROWS) : index + _NEAR_ROWS]
            if (len(row.pieces) == 1 or _is_labelled(row)) and self._is_aligned(row, here)
        ]
        if self._right_to_left:
            return min((box.left for box in near), default=here.box.left)
        return max((box.right for box in near), default=here.box.right)

    def _is_aligned(self, row: Row, piece: LinePiece) -> bool:
        """Return whether a row begins where the piece does, but for an indent."""
        other = row.pieces[-1]
        if self._right_to_left:
            shift = other.box.right - piece.box.right
        else:
            shift = other.box.left - piece.box.left
        is_far = abs(other.box.top - piece.box.top) > piece.size * _LOOSE_LINE * _NEAR_ROWS
        is_alike = abs(other.size - piece.size) <= piece.size * _SIZE_STEP
        return is_alike and not is_far and abs(shift) < piece.size * _MAX_INDENT

    def _blocks_of(self, group: list[Row]) -> list[Block]:
        """Return a group of rows as one block; each piece of a running header is one."""
        row = group[0]
        if len(group) == 1 and len(row.pieces) > 1 and self._frame.in_margin(row.box):
            return [self._block([Row([piece], row.column)]) for piece in row.pieces]
        return [self._block(group)]

    def _block(self, group: list[Row]) -> Block:
        pieces = [piece for row in group for piece in row.pieces]
        if _is_table_row(group[0]):
            return self._row(group)
        text = ParagraphText(self._hyphenation)
        for index, piece in enumerate(pieces):
            if index and pieces[index - 1].box.shares_line_with(piece.box):
                text.break_line()
            for segment in piece.segments:
                text.add(segment)
        built = text.build()
        shown = _BULLET.sub("", built.text)
        n_chars = sum(piece.n_chars for piece in pieces)
        return Block(
            kind=PassageKind.TEXT,
            text=StyledText(shown),
            page=self._frame.number,
            size=max(pieces, key=lambda piece: piece.n_chars).size,
            is_bold=sum(piece.n_chars for piece in pieces if piece.is_bold) * 2 > n_chars,
            is_open=built.text[-1:] not in SENTENCE_ENDS,
            is_item=shown != built.text,
            in_margin=all(self._frame.in_margin(piece.box) for piece in pieces),
        )

    def _row(self, group: list[Row]) -> Block:
        columns = [[piece] for piece in group[0].pieces]
        for row in group[1:]:
            for piece in row.pieces:
                columns[_column_of(piece, group[0].pieces) or 0].append(piece)
        pieces = [piece for column in columns for piece in column]
        return Block(
            kind=PassageKind.TABLE,
            text=StyledText(""),
            page=self._frame.number,
            size=pieces[0].size,
            is_bold=all(piece.is_bold for piece in pieces),
            cells=tuple(self._cell(column) for column in columns),
            in_margin=all(self._frame.in_margin(piece.box) for piece in pieces),
        )

    def _cell(self, pieces: list[LinePiece]) -> StyledText:
        text = ParagraphText(self._hyphenation)
        for piece in pieces:
            for segment in piece.segments:
                text.add(segment)
        return StyledText(text.build().text)


def _is_table_row(row: Row) -> bool:
    return len(row.pieces) > 1 and not _is_labelled(row)


def _column_of(piece: LinePiece, cells: list[LinePiece]) -> int | None:
    """Return which cell a piece stands below: one it overlaps with, and no other one."""
    below = [index for index, cell in enumerate(cells) if piece.box.gap_to(cell.box) < 0]
    return below[0] if len(below) == 1 else None


def is_right_to_left(pieces: list[LinePiece]) -> bool:
    """Return whether most lines are written from the right."""
    n_lines = sum(
        any(_RIGHT_TO_LEFT.search(segment.text) for segment in piece.segments) for piece in pieces
    )
    return n_lines * 2 > len(pieces)


def _mark_tables(blocks: list[Block]) -> None:
    for index, block in enumerate(blocks):
        if block.cells:
            before = blocks[index - 1] if index else None
            block.starts_table = before is None or not before.cells


def _usual_leading(rows: list[Row]) -> float:
    steps: Counter[float] = Counter()
    for above, below in pairwise(rows):
        step = below.pieces[0].box.bottom - above.pieces[0].box.bottom
        if 0 < step < below.pieces[0].size * _LOOSE_LINE:
            steps[round(step, 0)] += 1
    return steps.most_common(1)[0][0] if steps else 0.0


def _is_labelled(row: Row) -> bool:
    """Return whether a row is an item: a bullet or number, and its text."""
    first = row.pieces[0]
    label = "".join(segment.text for segment in first.segments).strip()
    is_pair = len(row.pieces) == _LABEL_AND_TEXT
    return is_pair and len(label) <= _MAX_LABEL_CHARS and bool(_ITEM.match(f"{label} "))


def _fills(row: Row, piece: LinePiece) -> bool:
    last = row.pieces[-1]
    return row.column.right - last.box.right < _first_word_width(piece) + piece.size


def _goes_on(piece: LinePiece) -> bool:
    return piece.text_end == ","


def _is_centred(last: LinePiece, piece: LinePiece) -> bool:
    shift = (last.box.left + last.box.right - piece.box.left - piece.box.right) / 2
    return abs(shift) < _CENTRE_POINTS and abs(last.box.left - piece.box.left) > piece.size / 2


def _first_word_width(piece: LinePiece) -> float:
    word = piece.text_start.split(None, 1)[0]
    per_char = piece.box.width / max(1, piece.n_chars)
    return min(len(word), 20) * per_char
