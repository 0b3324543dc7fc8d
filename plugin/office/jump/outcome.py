"""What became of a jump. Owns: the words for it. Does not own: how it is told to people."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional

if TYPE_CHECKING:
    from ...embeddings.texts import Texts


class Place(str, Enum):
    """What of the document is shown.

    EXACT: the passage, where the index said. MOVED: the passage elsewhere, or what is left of an
    edited one. NEAREST: a place near to it, after an offer was taken. DOCUMENT: the document
    alone, as nothing more was known. HIDDEN: it is on a sheet or in a section that is not shown.
    GONE: it is not there; nothing was selected. VIEWER: the system's viewer shows the document.
    """

    EXACT = "exact"
    MOVED = "moved"
    NEAREST = "nearest"
    DOCUMENT = "document"
    HIDDEN = "hidden"
    GONE = "gone"
    VIEWER = "viewer"


@dataclass(frozen=True)
class Offer:
    """The nearest place that can be shown instead; label names it ("Costs", "Plan.A6")."""

    message_key: str
    label: str
    show: Callable[[], None] = field(compare=False)

    def message(self, texts: Texts) -> str:
        """Return the question whether to show it."""
        return texts.format(self.message_key, place=self.label)


@dataclass(frozen=True)
class JumpOutcome:
    """What a jump came to; offer is set where place is HIDDEN or GONE and something is near.

    document is None where place is VIEWER.
    """

    place: Place
    document: Any = field(compare=False)
    message_key: str
    values: Mapping[str, str] = field(default_factory=dict)
    offer: Optional[Offer] = None

    def message(self, texts: Texts) -> str:
        """Return one sentence that tells the user what is shown and what is not."""
        return texts.format(self.message_key, **self.values)


@dataclass(frozen=True)
class Finding:
    """What one application's finder found; show selects it, and is None where nothing can be.

    message_key is empty where the place's own message says enough.
    """

    place: Place
    show: Optional[Callable[[], None]] = None
    offer: Optional[Offer] = None
    message_key: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
