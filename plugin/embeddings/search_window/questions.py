"""The questions that a search window has on their way, and the hits that it shows.

Owns: that a new question takes the old one's place, that none is heard of after the window's
end, and that a fresh answer to the same question keeps the hit that is selected. Does not own:
what is asked, what the answers mean (presenter).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Optional, Tuple, Union

from ...contracts.errors import EmbeddingsError
from .screen import NOTHING_SELECTED

if TYPE_CHECKING:
    from ...contracts.corpus import CorpusStatus
    from ...contracts.methods import StatusRequest
    from ...contracts.search import Hit, SearchRequest, SearchResult
    from .parts import Question, Searches, Ticket

    OnAnswer = Callable[[SearchResult], None]
    OnStatus = Callable[[CorpusStatus], None]
    OnError = Callable[[EmbeddingsError], None]


class Questions:
    """One window's questions; main thread only."""

    def __init__(self, searches: Searches) -> None:
        self._searches = searches
        self._search: Optional[Ticket] = None
        self._status: Optional[Ticket] = None
        self._is_stale = False

    @property
    def is_searching(self) -> bool:
        """Return whether the answer to a search is still to come."""
        return self._search is not None

    def ask_again(self) -> bool:
        """Have the search that is on its way asked once more; return whether there is one."""
        self._is_stale = self.is_searching
        return self._is_stale

    def search(self, request: SearchRequest, on_answer: OnAnswer, on_error: OnError) -> None:
        """Ask a query in place of the one that is on its way."""
        if self._search is not None:
            self._search.cancel()
        self._is_stale = False

        def hear(answer: Union[SearchResult, EmbeddingsError]) -> None:
            self._search = None
            if self._is_stale:
                self.search(request, on_answer, on_error)
            if isinstance(answer, EmbeddingsError):
                on_error(answer)
            else:
                on_answer(answer)

        self._search = self._searches.search(request, hear)

    def status(self, request: StatusRequest, on_answer: OnStatus, on_error: OnError) -> None:
        """Ask what is known of a folder, in place of the question that is on its way."""
        if self._status is not None:
            self._status.cancel()

        def hear(answer: Union[CorpusStatus, EmbeddingsError]) -> None:
            self._status = None
            if isinstance(answer, EmbeddingsError):
                on_error(answer)
            else:
                on_answer(answer)

        self._status = self._searches.status(request, hear)

    def drop(self) -> None:
        """Cancel what is on its way; no answer comes."""
        for ticket in (self._search, self._status):
            if ticket is not None:
                ticket.cancel()
        self._search = self._status = None
        self._is_stale = False


class ShownHits:
    """The hits behind the rows of a window, and the question that they answer."""

    def __init__(self) -> None:
        self._hits: Tuple[Hit, ...] = ()
        self._question: Optional[Question] = None

    def __getitem__(self, index: int) -> Hit:
        """Return the hit of a row."""
        return self._hits[index]

    def take(self, hits: Tuple[Hit, ...], question: Question, *, selected: int) -> int:
        """Take a new answer's hits; return which is selected now.

        The one that was, where it is still among them and the question is the same; else the
        first.
        """
        before, is_same = self._hits, question == self._question
        self._hits, self._question = hits, question
        if is_same and 0 <= selected < len(before):
            old = before[selected]
            for index, hit in enumerate(hits):
                if (hit.path, hit.para_index) == (old.path, old.para_index):
                    return index
        return 0 if hits else NOTHING_SELECTED
