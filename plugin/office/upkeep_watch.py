"""What keeps folders up to date while LibreOffice runs: events, tick, status bar.

Owns: beginning and ending these three together. Does not own: what they do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from ..embeddings.upkeep.periodic import TICK_S, Periodic
from .document_events import DocumentEvents
from .status_bar import StatusBar

if TYPE_CHECKING:
    from ..embeddings.ports import MainThread
    from ..embeddings.texts import Texts
    from ..embeddings.upkeep.maintain_queue import MaintainQueue
    from ..embeddings.upkeep.triggers import Upkeep


class UpkeepWatch:
    """Upkeep at work, from start to close; main thread only."""

    def __init__(self, upkeep: Upkeep, queue: MaintainQueue, main_thread: MainThread) -> None:
        self._upkeep = upkeep
        self._queue = queue
        self._main_thread = main_thread
        self._status_bar: Optional[StatusBar] = None
        self._events: Optional[DocumentEvents] = None
        self._periodic: Optional[Periodic] = None

    def start(self, ctx: Any, texts: Texts, *, tick_s: float = TICK_S) -> None:
        """Begin, with a first tick at once; a second start changes nothing."""
        if self._periodic is not None:
            return
        self._status_bar = StatusBar(ctx, texts, self._main_thread)
        self._queue.follow(self._status_bar.on_report)
        self._events = DocumentEvents(ctx, self._upkeep, self._main_thread)
        self._periodic = Periodic(self._post_tick, period_s=tick_s)
        self._periodic.start()
        self._post_tick()

    def close(self) -> None:
        """End the tick and listen no more."""
        if self._status_bar is not None:
            self._queue.unfollow(self._status_bar.on_report)
        if self._periodic is not None:
            self._periodic.close()
        if self._events is not None:
            self._events.close()

    def _post_tick(self) -> None:
        self._main_thread.post(self._upkeep.tick)
