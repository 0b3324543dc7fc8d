"""What a search window shows at one moment, and the doors behind its buttons.

Owns: the values that the presenter hands to a view. Does not own: where they stand on a screen
(office.search_dialog, the sidebar), how they come about (presenter).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, Optional, Protocol, Tuple

if TYPE_CHECKING:
    from ...contracts.search import Hit, Span

NOTHING_SELECTED: Final = -1


class Offer(str, Enum):
    """The one thing that would help now; the value is the end of its button's text key."""

    TURN_ON = "turn_on"
    SET_UP = "set_up"
    INDEX = "index"


@dataclass(frozen=True)
class ResultRow:
    """One hit as the list shows it; words that matched are marked in the snippet."""

    file: str
    place: str
    snippet: str
    date: str
    reason: str

    @property
    def cells(self) -> Tuple[str, ...]:
        """Return the row's texts in the order of the columns."""
        return (self.file, self.place, self.snippet, self.date, self.reason)


@dataclass(frozen=True)
class Preview:
    """The passage of the selected hit; marks are where it matched."""

    heading: str = ""
    text: str = ""
    marks: Tuple[Span, ...] = ()


@dataclass(frozen=True)
class PassLine:
    """A pass over the folder that is not at its end; permille None means that nobody knows."""

    text: str
    permille: Optional[int] = None
    is_paused: bool = False


@dataclass(frozen=True)
class Screen:
    """All that a search window shows; equal screens look alike."""

    folder: str = ""
    message: str = ""
    offer: Optional[Offer] = None
    rows: Tuple[ResultRow, ...] = ()
    selected: int = NOTHING_SELECTED
    preview: Preview = Preview()
    mark: int = 0
    coverage: str = ""
    indexing: Optional[PassLine] = None
    can_search: bool = False
    can_rebuild: bool = False
    can_list_unread: bool = False

    @property
    def has_selection(self) -> bool:
        """Return whether a hit is selected."""
        return 0 <= self.selected < len(self.rows)


@dataclass(frozen=True)
class UnreadRow:
    """A file that is not, or not wholly, searchable; path is absolute."""

    name: str
    state: str
    reason: str
    path: str


@dataclass(frozen=True)
class UnreadFiles:
    """The files that could not be read, with a sentence that counts them."""

    headline: str
    rows: Tuple[UnreadRow, ...]


class SearchView(Protocol):
    """A window that searches; main thread only."""

    def show(self, screen: Screen) -> None:
        """Make the window look like this."""

    def ask(self, question: str) -> bool:
        """Return whether the user says yes, after as long as the user takes."""

    def show_unread(self, files: UnreadFiles) -> None:
        """Show the files that could not be read; any of them can be opened."""


class Doors(Protocol):
    """What leads out of a search window; main thread only.

    Each returns a sentence for the user, "" when what happened can be seen.
    """

    def open_hit(self, hit: Hit) -> str:
        """Show the hit's passage in its document."""

    def insert_hit(self, hit: Hit) -> str:
        """Quote the hit's passage in the active document."""

    def open_file(self, path: str) -> str:
        """Open a file of the folder."""

    def set_up(self) -> None:
        """Open the window that sets the search up."""

    def help(self) -> None:
        """Show the help."""

    def date(self, modified_at: float) -> str:
        """Return a day as the user's locale writes it."""
