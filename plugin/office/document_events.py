"""Documents that are opened, saved and brought to the front.

Owns: listening to LibreOffice's global broadcaster. Does not own: what follows (upkeep).
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Callable, Final, Mapping

import unohelper
from com.sun.star.document import XDocumentEventListener
from com.sun.star.uno import RuntimeException

from .listeners import guarded

if TYPE_CHECKING:
    from ..embeddings.ports import MainThread
    from ..embeddings.upkeep.triggers import Upkeep

_BROADCASTER: Final = "/singletons/com.sun.star.frame.theGlobalEventBroadcaster"


class DocumentEvents(unohelper.Base, XDocumentEventListener):
    """Tells upkeep of documents; made and closed on the main thread."""

    def __init__(self, ctx: Any, upkeep: Upkeep, main_thread: MainThread) -> None:
        self._main_thread = main_thread
        self._actions: Mapping[str, Callable[[str], None]] = {
            "OnLoad": upkeep.opened,  # of the user's loads alone; hidden ones end with another
            "OnSaveDone": upkeep.saved,
            "OnSaveAsDone": upkeep.saved,
            "OnFocus": upkeep.focused,
        }
        self._broadcaster = ctx.getByName(_BROADCASTER)
        self._broadcaster.addDocumentEventListener(self)

    def close(self) -> None:
        """Listen no more."""
        with contextlib.suppress(RuntimeException):  # LibreOffice is ending
            self._broadcaster.removeDocumentEventListener(self)

    @guarded
    def documentEventOccured(self, event: Any) -> None:
        """Take the document's URL to the main thread; called on whichever thread caused it.

        Layouts, titles and edits come by the dozen: the name is looked at before anything else.
        """
        action = self._actions.get(event.EventName)
        if action is None or not hasattr(event.Source, "getURL"):
            return
        url = event.Source.getURL()
        self._main_thread.post(lambda: action(url))

    def disposing(self, _event: object) -> None:
        """Nothing is held that outlives the broadcaster."""
