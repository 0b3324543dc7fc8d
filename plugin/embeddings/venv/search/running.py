"""One search under way: what was asked, with what it is answered, and what it has to tell.

Does not own: the steps (pipeline).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ....contracts.search import SearchMode
from .pool import n_rows, pool_size

if TYPE_CHECKING:
    from collections.abc import Callable

    from ....contracts.search import SearchRequest
    from ....documents.listing import FolderListing
    from ..analysis.terms import QueryTerm
    from ..types import Encoder, Rerankers, Vectors
    from .coverage import Encoders
    from .listings import Listings
    from .query import ParsedQuery


@dataclass
class RunningSearch:
    """One search under way, with what it has to tell."""

    request: SearchRequest
    parsed: ParsedQuery
    encoders: Encoders
    check: Callable[[], None]
    listings: Listings
    started_s: float
    rerankers: Rerankers | None = None
    notes: list[str] = field(default_factory=list)
    why_nothing: str = ""
    respelled: list[QueryTerm] = field(default_factory=list)
    vector: Vectors | None = None
    encoder: Encoder | None = None  # what made vector

    @property
    def n_rows(self) -> int:
        """Return the number of chunks that each leg ranks."""
        return n_rows(self.request.k)

    @property
    def pool(self) -> int:
        """Return the number of units that a level above chunks gives."""
        return pool_size(self.request.k)

    def list_since(self, since_s: float | None) -> FolderListing:
        """Return the folder's listing by its rules, begun at since_s or later, or a kept one."""
        request = self.request
        return self.listings.get(request.folder, exclude=request.rules.exclude, since_s=since_s)

    def begin(self) -> None:
        """Forget what an earlier attempt had to tell."""
        self.notes[:] = self.parsed.notes
        self.why_nothing = ""
        self.respelled.clear()
        self.vector = self.encoder = None

    def turn_off_meaning(self, reason: str) -> None:
        """Tell why the dense leg cannot run; without another leg that is the whole answer."""
        if self.request.mode is SearchMode.DENSE:
            self.why_nothing = reason
        else:
            self.notes.append(reason)
