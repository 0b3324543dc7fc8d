"""Which paragraphs are headings where no structure says so: bookmarks, then size and weight.

Owns: finding a bookmark's paragraph, and what a heading looks like.
Does not own: headings of the structure tree (tagged), reading bookmarks (outline).
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from .....documents.passages import PassageKind

if TYPE_CHECKING:
    from .blocks import Block, PageBlocks
    from .outline import OutlineEntry

_MAX_HEADING_CHARS = 250
_MAX_BOLD_HEADING_CHARS = 120
_LARGER = 1.15
_LARGER_LINE = 1.09
_SAME_SIZE = 0.96
_MAX_LEVEL = 6
# Where more than this is set like headings, it is how the text is set.
_MAX_HEADING_SHARE = 0.3
_NO_WORD = re.compile(r"[\W_]+")
_NUMBERING = re.compile(r"^(?:chapter|section|part|kapitel|abschnitt)?(?:\d+|[ivxlc]+)+(?=\D)")
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d{1,2})*\.? .{1,60}\.$")
_PAGE_AT_END = re.compile(r"\s\d{1,4}$")
_NO_HEADING_ENDS = ".,;-"


def mark_headings(pages: list[PageBlocks], outline: list[OutlineEntry]) -> None:
    """Set the levels of headings on the pages, unless the structure tree has named some."""
    if any(block.level for page in pages for block in page.blocks):
        return
    n_found = _mark_bookmarks(pages, outline)
    if n_found * 2 < len(outline) or not n_found:
        _mark_by_look(_paragraphs(pages))


def _paragraphs(pages: list[PageBlocks]) -> list[Block]:
    return [
        block
        for page in pages
        for block in page.blocks
        if block.kind is PassageKind.TEXT and block.text.text and not block.is_item
    ]


def _mark_bookmarks(pages: list[PageBlocks], outline: list[OutlineEntry]) -> int:
    """Make headings of the paragraphs that bookmarks name; return how many were found."""
    by_page: dict[int, list[tuple[str, Block]]] = {}
    for block in _paragraphs(pages):
        if len(block.text.text) <= _MAX_HEADING_CHARS:
            by_page.setdefault(block.page, []).append((_folded(block.text.text), block))
    n_found = 0
    for entry in outline:
        wanted = _folded(entry.title)
        near = [
            pair
            for number in (entry.page, entry.page + 1, entry.page - 1)
            for pair in by_page.get(number, ())
        ]
        named = [one for said, one in near if not one.level and _is_same(said, wanted)]
        for block in named[:1]:
            _set(block, entry.level)
            n_found += 1
    return n_found


def _folded(text: str) -> str:
    return _NO_WORD.sub("", text).casefold()


def _is_same(said: str, wanted: str) -> bool:
    if not wanted or not said:
        return False
    return said == wanted or _NUMBERING.sub("", said) == _NUMBERING.sub("", wanted)


def _mark_by_look(blocks: list[Block]) -> None:
    n_by_size: Counter[float] = Counter()
    n_bold = n_all = 0
    for block in blocks:
        n_chars = len(block.text.text)
        n_by_size[block.size] += n_chars
        n_bold += n_chars if block.is_bold else 0
        n_all += n_chars
    if not n_all:
        return
    body = n_by_size.most_common(1)[0][0]
    blocks = _without_contents(blocks)
    larger = [block for block in blocks if _is_larger(block, body)]
    sizes = _levels({block.size for block in larger})
    for block in larger:
        _set(block, sizes[block.size])
    bold = [block for block in blocks if not block.level and _is_bold_line(block, body)]
    if n_bold <= n_all * _MAX_HEADING_SHARE:
        for block in bold:
            _set(block, min(_MAX_LEVEL, max(sizes.values(), default=0) + 1))


def _without_contents(blocks: list[Block]) -> list[Block]:
    """Return the blocks that are no entries of a table of contents: each ends in its page."""
    ends = [bool(_PAGE_AT_END.search(block.text.text)) for block in blocks]
    return [
        block
        for index, block in enumerate(blocks)
        if not (ends[index] and (any(ends[index - 1 : index]) or any(ends[index + 1 : index + 2])))
    ]


def _set(block: Block, level: int) -> None:
    block.level, block.kind = level, PassageKind.HEADING


def _is_larger(block: Block, body: float) -> bool:
    text = block.text.text
    is_line = len(text) <= _MAX_BOLD_HEADING_CHARS and text[-1] not in _NO_HEADING_ENDS
    return (
        block.size >= body * (_LARGER_LINE if is_line else _LARGER)
        and len(text) <= _MAX_HEADING_CHARS
        and sum(char.isalpha() for char in text) > 1
    )


def _is_bold_line(block: Block, body: float) -> bool:
    text = block.text.text
    return (
        block.is_bold
        and block.size >= body * _SAME_SIZE
        and len(text) <= _MAX_BOLD_HEADING_CHARS
        and (text[-1] not in _NO_HEADING_ENDS or bool(_NUMBERED.match(text)))
        and sum(char.isalpha() for char in text) > 1
    )


def _levels(sizes: set[float]) -> dict[float, int]:
    """Return the level of each size, the largest first; sizes that look alike share one."""
    levels: dict[float, int] = {}
    level, last = 0, 0.0
    for size in sorted(sizes, reverse=True):
        if not last or size < last * _SAME_SIZE:
            level, last = min(level + 1, _MAX_LEVEL - 1), size
        levels[size] = level
    return levels
