"""What search dialogs of one session have in common.

Owns: the last place and size, the columns, the questions asked. Kept in memory:
nothing of what a user looked for is written to a disk.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, List, Optional, Tuple

from ...documents.kinds import FileKind

if TYPE_CHECKING:
    from .layout import Size

N_QUERIES: Final = 20


@dataclass
class Session:
    """The state that the next dialog begins with; queries are the latest first."""

    size: Optional[Size] = None
    position: Optional[Tuple[int, int]] = None
    column_units: Tuple[int, ...] = ()
    query: str = ""
    kind: FileKind = FileKind.ALL
    queries: List[str] = field(default_factory=list)

    def remember(self, query: str) -> None:
        """Note a question as the latest."""
        query = query.strip()
        if query:
            self.queries = [query, *(each for each in self.queries if each != query)][:N_QUERIES]
