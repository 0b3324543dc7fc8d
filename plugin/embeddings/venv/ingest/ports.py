"""What a pass needs from outside: a reader of files, models, and a way to tell and to stop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable
    from pathlib import Path

    from ....contracts.corpus import ModelChoice
    from ....contracts.maintain import MaintainProgress
    from ....documents.passages import ExtractedDocument
    from ..types import Encoder


class Extractor(Protocol):
    """Reads one file; whatever is wrong with it becomes its state, never an exception."""

    def extract(self, path: Path, *, cancel: threading.Event | None = None) -> ExtractedDocument:
        """Return the file's passages, or its state and the reason why there are none.

        Raises Interrupted soon after cancel is set.
        """


class Encoders(Protocol):
    """Finds embedding models; choice is cheap, get loads."""

    def choice(self, model_id: str, *, dim: int = 0) -> ModelChoice:
        """Return which model would be used for model_id ("" = the default), loading nothing."""

    def get(self, model_id: str, *, dim: int = 0, revision: str = "") -> Encoder:
        """Return the loaded encoder, cut to dim where that is not 0, in a revision where named.

        Raises ModelNotFound, or BadVectors where the model has no vectors of that width.
        """


@dataclass(frozen=True)
class PassPorts:
    """The outside of one pass. check raises Interrupted when the caller gave up."""

    extractor: Extractor
    encoders: Encoders
    report: Callable[[MaintainProgress], None]
    check: Callable[[], None]
