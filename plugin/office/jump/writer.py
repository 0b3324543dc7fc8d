"""Finding and selecting a passage in a Writer document.

Owns: which of several places is the passage's, what is offered when it is gone, the selection.
Does not own: reading the text (writer_text), comparing it (passage_match).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, List, Optional, Tuple

from com.sun.star.lang import IllegalArgumentException
from com.sun.star.uno import RuntimeException

from ...embeddings.jump.passage_match import Match, TextStream, word_key
from .outcome import Finding, Offer, Place
from .writer_near import blocks_around_places, is_under_heading
from .writer_text import EXTEND, Block, BlockKind, range_of, read_blocks

if TYPE_CHECKING:
    from ...embeddings.jump.target import JumpTarget

_FRONTMATTER: Final = "frontmatter"
_KINDS: Final = {
    "comment": BlockKind.COMMENT,
    "note": BlockKind.NOTE,
    "header": BlockKind.HEADER,
    "figure": BlockKind.SHAPE,
}


def find(document: Any, target: JumpTarget) -> Finding:
    """Return where the target's passage is in a Writer document."""
    nearby = _found_nearby(document, target)
    return nearby or _Search(document, target, read_blocks(document)).find()


def _found_nearby(document: Any, target: JumpTarget) -> Optional[Finding]:
    """Return where the whole passage is when LibreOffice's own search leaves no doubt of it."""
    if target.kind in _KINDS or not target.text.strip():
        return None
    found = [
        (search, match)
        for blocks in blocks_around_places(document, target.text)
        for search in (_Search(document, target, blocks),)
        for match in search.whole_places()
    ]
    if len(found) > 1 and target.heading_path:
        heading = target.heading_path[-1]
        found = [
            (search, match)
            for search, match in found
            if is_under_heading(search.block_of(match), heading)
        ]
    if len(found) != 1:
        return None
    search, match = found[0]
    return search.found(match)


class _Search:
    """One search for one passage."""

    def __init__(self, document: Any, target: JumpTarget, blocks: List[Block]) -> None:
        self._document = document
        self._target = target
        self._blocks = blocks
        self._stream = TextStream([block.text for block in self._blocks])

    def find(self) -> Finding:
        """Return where the passage is."""
        text = self._target.text
        if not text.strip():
            return Finding(Place.DOCUMENT)
        matches = self._stream.places(text)
        if not matches:
            matches = [match for match in self._stream.remains(text) if match.survives]
        if matches:
            return self.found(max(matches, key=self._fitness))
        if self._target.kind == _FRONTMATTER:
            return Finding(Place.DOCUMENT, message_key="jump.in_properties")
        return Finding(Place.GONE, offer=self._nearest())

    def whole_places(self) -> List[Match]:
        """Return the places of the whole passage that people can see."""
        places = self._stream.places(self._target.text)
        return [place for place in places if not _is_hidden(self.block_of(place))]

    def block_of(self, match: Match) -> Block:
        """Return the block that a place begins in."""
        return self._blocks[match.first_block]

    def found(self, match: Match) -> Finding:
        """Return what is to be told of the best place."""
        if _is_hidden(self._blocks[match.first_block]):
            return Finding(Place.HIDDEN, offer=self._nearest(), message_key="jump.hidden_text")
        shown = match
        if match.is_whole and self._target.shown != self._target.text:
            shown = self._stream.within(self._target.shown, match) or match
        place = Place.EXACT if match.is_whole else Place.MOVED
        return Finding(place, show=partial(self._show, shown))

    def _fitness(self, match: Match) -> Tuple[float, bool, bool, bool, bool, int]:
        """Return how well a place fits, to be compared: most of the passage, and as remembered."""
        block = self._blocks[match.first_block]
        return (
            match.share,
            not _is_hidden(block),
            block.kind is _KINDS.get(self._target.kind, BlockKind.BODY),
            self._stream.equals(match),
            self._is_under_heading(match.first_block),
            -abs(match.first_block - self._target.para_index),
        )

    def _is_under_heading(self, index: int) -> bool:
        if not self._target.heading_path:
            return False
        wanted = word_key(self._target.heading_path[-1])
        for block in reversed(self._blocks[:index]):
            if word_key(block.text) == wanted:
                return True
            if _is_heading(block):
                return False
        return False

    def _nearest(self) -> Optional[Offer]:
        """Return the heading that the passage was under, or the paragraph where it would be."""
        for heading in reversed(self._target.heading_path):
            places = filter(self._stream.equals, self._stream.places(heading))
            # RTF and plain text have headings that LibreOffice does not know for such.
            best = max(places, key=self._is_heading_at, default=None)
            if best is not None:
                return Offer("jump.offer_heading", heading, partial(self._show, best))
        body = [
            index
            for index, block in enumerate(self._blocks)
            if block.kind is BlockKind.BODY and block.text.strip() and not _is_hidden(block)
        ]
        if not body:
            return None
        index = body[min(self._target.para_index, len(body) - 1)]
        text = self._blocks[index].text
        show = partial(self._show, Match(index, 0, index, len(text)))
        return Offer("jump.offer_paragraph", _beginning(text), show)

    def _is_heading_at(self, match: Match) -> bool:
        return _is_heading(self._blocks[match.first_block])

    def _show(self, match: Match) -> None:
        controller = self._document.getCurrentController()
        first, last = self._blocks[match.first_block], self._blocks[match.last_block]
        if first.kind is BlockKind.SHAPE:
            controller.select(first.owner)
        elif first.kind is BlockKind.COMMENT:
            controller.select(first.owner.getAnchor())
        elif first.table is not None and first.table == last.table and first.cell != last.cell:
            self._show_cells(controller, match)
        else:
            chosen = self._range(match)
            if first.kind is BlockKind.NOTE:
                # On a page that is not laid out yet a note cannot be selected: go there first.
                controller.select(chosen.getText().getAnchor())
            controller.select(chosen)

    def _show_cells(self, controller: Any, match: Match) -> None:
        first, last = self._blocks[match.first_block], self._blocks[match.last_block]
        try:
            controller.select(first.table.getCellRangeByName(f"{first.cell}:{last.cell}"))
        except (IllegalArgumentException, RuntimeException):
            # Split cells ("A2.1.1") make no range.
            controller.select(range_of(first, match.start, len(first.text)))

    def _range(self, match: Match) -> Any:
        first, last = self._blocks[match.first_block], self._blocks[match.last_block]
        if first is last:
            return range_of(first, match.start, match.end)
        begin = range_of(first, match.start, len(first.text))
        try:
            begin.gotoRange(range_of(last, 0, match.end).getEnd(), EXTEND)
        except (IllegalArgumentException, RuntimeException):
            # Texts of two cells, or of a frame and the body, make no range.
            if match.end > len(first.text) - match.start:
                return range_of(last, 0, match.end)
        return begin


def _is_heading(block: Block) -> bool:
    return block.kind is BlockKind.BODY and block.owner.OutlineLevel > 0


def _is_hidden(block: Block) -> bool:
    if block.kind in (BlockKind.SHAPE, BlockKind.COMMENT):
        return False
    section = block.owner.TextSection
    while section is not None:
        # What a condition decides is not told: IsCurrentlyVisible is wrong before the layout.
        if not section.IsVisible and not section.Condition:
            return True
        section = section.getParentSection()
    return False


def _beginning(text: str, n_chars: int = 60) -> str:
    shown: List[str] = []
    for word in text.split():
        if sum(len(each) + 1 for each in shown) + len(word) > n_chars:
            return " ".join(shown) + " \u2026"
        shown.append(word)
    return " ".join(shown)
