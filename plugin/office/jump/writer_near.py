"""The few paragraphs around the places that LibreOffice's own search names for a passage.

Owns: asking that search, reading what stands around a place, the heading above it. Does not own:
whether the passage is there (writer), reading a whole document (writer_text).

Reading 24,000 paragraphs takes 1.5 s, searching them 0.06 s. What the search cannot see (texts
of fields, tracked changes, words that run over lines) or does not tell apart is left to the
reading: nothing is decided here.
"""

from __future__ import annotations

from typing import Any, Final, List, Optional

from ...embeddings.jump.passage_match import probes, word_key
from .writer_text import EXTEND, Block, read_paragraphs

_MOVE: Final = False
_N_PROBES: Final = 3
_MAX_PLACES: Final = 10
_N_AROUND: Final = 4
"""How many paragraphs are read on each side beside as many as the passage has lines."""
_MAX_LINES: Final = 60
_MAX_STEPS: Final = 500


def blocks_around_places(document: Any, text: str) -> List[List[Block]]:
    """Return, for each place in the body that may be the text's, the blocks around it.

    An empty list says nothing: the text may still be there.
    """
    n_lines = text.count("\n") + 1
    if n_lines > _MAX_LINES or document.getRedlines().createEnumeration().hasMoreElements():
        return []
    body = document.getText()
    for probe in probes(text)[:_N_PROBES]:
        places = _places(document, probe)
        if places is None:
            return []
        if places:
            inside = [place for place in places if place.getText() == body]
            return [_around(body, place, n_lines + _N_AROUND) for place in inside]
    return []


def is_under_heading(block: Block, heading: str) -> bool:
    """Return whether the heading is the nearest one above a paragraph of the body."""
    wanted = word_key(heading)
    start = block.owner.getStart()
    cursor = start.getText().createTextCursorByRange(start)
    for _ in range(_MAX_STEPS):
        if not cursor.gotoPreviousParagraph(_MOVE):
            return False
        cursor.gotoEndOfParagraph(EXTEND)
        if word_key(cursor.getString()) == wanted:
            return True
        if cursor.OutlineLevel > 0:
            return False
        cursor.gotoStartOfParagraph(_MOVE)
    return False


def _places(document: Any, words: str) -> Optional[List[Any]]:
    """Return the ranges that LibreOffice's search finds; None where they are too many."""
    descriptor = document.createSearchDescriptor()
    descriptor.setSearchString(words)
    found = document.findAll(descriptor)
    n_places = found.getCount()
    if n_places > _MAX_PLACES:
        return None
    return [found.getByIndex(index) for index in range(n_places)]


def _around(body: Any, place: Any, n_around: int) -> List[Block]:
    cursor = body.createTextCursorByRange(place.getStart())
    cursor.gotoStartOfParagraph(_MOVE)
    n_before = 0
    while n_before < n_around and cursor.gotoPreviousParagraph(_MOVE):
        n_before += 1
    for _ in range(n_before + n_around):
        if not cursor.gotoNextParagraph(EXTEND):
            break
    # Otherwise the last paragraph would be given as empty.
    cursor.gotoEndOfParagraph(EXTEND)
    return read_paragraphs(cursor)
