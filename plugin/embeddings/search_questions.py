"""The questions that a search window has on their way: at most one search and one status.

Owns: that a new one takes the old one's place, and that none is heard of after the window's end.
Does not own: what is asked, what the answers mean (search_presenter).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Optional, Union

if TYPE_CHECKING:
    from ..contracts.corpus import CorpusStatus
    from ..contracts.errors import EmbeddingsError
    from ..contracts.methods import StatusRequest
    from ..contracts.search import SearchRequest, SearchResult
    from .search_parts import Searches, Ticket

    OnAnswer = Callable[[Union[SearchResult, EmbeddingsError]], None]
    OnStatus = Callable[[Union[CorpusStatus, EmbeddingsError]], None]


class Questions:
    """One window's questions; main thread only."""

    def __init__(self, searches: Searches) -> None:
        self._searches = searches
        self._search: Optional[Ticket] = None
        self._status: Optional[Ticket] = None

    @property
    def is_searching(self) -> bool:
        """Return whether the answer to a search is still to come."""
        return self._search is not None

    def search(self, request: SearchRequest, on_answer: OnAnswer) -> None:
        """Ask a query in place of the one that is on its way."""
        if self._search is not None:
            self._search.cancel()

        def hear(answer: Union[SearchResult, EmbeddingsError]) -> None:
            self._search = None
            on_answer(answer)

        self._search = self._searches.search(request, hear)

    def status(self, request: StatusRequest, on_answer: OnStatus) -> None:
        """Ask what is known of a folder, in place of the question that is on its way."""
        if self._status is not None:
            self._status.cancel()

        def hear(answer: Union[CorpusStatus, EmbeddingsError]) -> None:
            self._status = None
            on_answer(answer)

        self._status = self._searches.status(request, hear)

    def drop(self) -> None:
        """Cancel what is on its way; no answer comes."""
        for ticket in (self._search, self._status):
            if ticket is not None:
                ticket.cancel()
        self._search = self._status = None
