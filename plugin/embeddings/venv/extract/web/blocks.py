"""What a page is once it is read: blocks in reading order.

Owns: the words for it, and how a block becomes a passage. Does not own: finding blocks (walker).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .....documents.passages import PassageKind

if TYPE_CHECKING:
    from ..document import PassageWriter
    from ..styled_text import StyledText


class Block(NamedTuple):
    """A piece of a page in reading order; heading_level is 0 for all but headings."""

    kind: PassageKind
    text: StyledText
    heading_level: int = 0


def write_block(writer: PassageWriter, block: Block) -> None:
    """Add a block of a page to a document."""
    if block.kind is PassageKind.HEADING:
        writer.add_heading(block.heading_level, block.text)
    else:
        prose = block.kind not in (PassageKind.TABLE, PassageKind.CODE)
        writer.add(block.kind, block.text, prose=prose)
