"""What a page holds once it is read, whether its structure or its geometry told.

Owns: the words for it. Does not own: how blocks are found, nor their passages (assembly).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .....documents.passages import PassageKind
    from ..styled_text import StyledText


@dataclass(slots=True)
class Block:
    """A paragraph, heading, row or the like; level 0 is no heading.

    A row has cells and no text. is_open tells that a paragraph may go on on the next page,
    in_margin that it stands where running headers and footers stand, is_item that it
    had a bullet.
    """

    kind: PassageKind
    text: StyledText
    page: int
    level: int = 0
    size: float = 0.0
    is_bold: bool = False
    is_open: bool = False
    in_margin: bool = False
    is_item: bool = False
    cells: tuple[StyledText, ...] = ()
    is_header_row: bool = False
    starts_table: bool = False

    @property
    def words(self) -> str:
        """Return all that the block says, in one line."""
        if self.cells:
            return " ".join(cell.text for cell in self.cells if cell.text)
        return self.text.text.replace("\n", " ")


@dataclass(slots=True)
class PageBlocks:
    """One page, counted from 1: its blocks in reading order, and what is said to be no content.

    has_tree tells that the structure tree gave the blocks; is_picture that all there is to
    read on the page is in a picture, or in letters that the file does not explain.
    """

    number: int
    blocks: list[Block] = field(default_factory=list)
    artifacts: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    fields: list[str] = field(default_factory=list)
    has_tree: bool = False
    is_picture: bool = False
