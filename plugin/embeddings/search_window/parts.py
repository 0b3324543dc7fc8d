"""What a search window works with: who is asked, what brings folders up to date, which folder.

Owns: the protocols and the question. Does not own: what stands behind them (corpus_service,
maintain_queue, upkeep).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, Optional, Protocol, Union

from ...documents.kinds import FileKind

if TYPE_CHECKING:
    from ...contracts.corpus import CorpusStatus
    from ...contracts.errors import EmbeddingsError
    from ...contracts.methods import StatusRequest
    from ...contracts.search import SearchRequest, SearchResult
    from ..ports import SettingsStore
    from ..texts import Texts
    from ..upkeep.folder_choice import FolderChoice
    from ..upkeep.maintain_reports import JobReport
    from .screen import Doors


class Ticket(Protocol):
    """A question that was asked."""

    def cancel(self) -> None:
        """Stop the work; its answer never arrives."""


class Searches(Protocol):
    """Who is asked; CorpusService is one."""

    def search(
        self,
        request: SearchRequest,
        on_answer: Callable[[Union[SearchResult, EmbeddingsError]], None],
    ) -> Ticket:
        """Ask one query."""

    def status(
        self,
        request: StatusRequest,
        on_answer: Callable[[Union[CorpusStatus, EmbeddingsError]], None],
    ) -> Ticket:
        """Ask what is known of a folder."""


class Passes(Protocol):
    """What brings folders up to date; MaintainQueue is one."""

    def pause(self) -> None:
        """Hold all passes."""

    def resume(self) -> None:
        """Let passes run again."""

    def cancel(self, folder: str) -> None:
        """Give up the folder's pass."""

    def state(self, folder: str) -> Optional[JobReport]:
        """Return the last report of the folder's pass."""

    def follow(self, on_report: Callable[[JobReport], None]) -> None:
        """Call on_report with each change."""

    def unfollow(self, on_report: Callable[[JobReport], None]) -> None:
        """Call on_report no more."""


class Folders(Protocol):
    """Which folder is searched; Upkeep is one."""

    def active_choice(self) -> FolderChoice:
        """Return the folder that the user works in."""

    def index(self, folder: str, *, rebuild: bool = False) -> None:
        """Have a pass over the folder, with the user's consent where that is needed."""


@dataclass(frozen=True)
class SearchParts:
    """What the presenter works with."""

    searches: Searches
    passes: Passes
    folders: Folders
    settings: SettingsStore
    doors: Doors
    texts: Texts


@dataclass(frozen=True)
class Question:
    """What the user asked for: the words and the kind of file."""

    query: str = ""
    kind: FileKind = FileKind.ALL
