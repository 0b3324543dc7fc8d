"""The question before a folder is indexed that holds all of home, a drive or the system.

Owns: the message box. Does not own: which folders need it (folder_choice), keeping the answer
(upkeep).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Final

import unohelper
from com.sun.star.awt import XCallback
from com.sun.star.awt.MessageBoxType import QUERYBOX

from .listeners import guarded

if TYPE_CHECKING:
    from ..embeddings.texts import Texts
    from ..embeddings.upkeep.folder_choice import FolderChoice

_BUTTONS_YES_NO: Final = 3  # com.sun.star.awt.MessageBoxButtons.BUTTONS_YES_NO
_YES: Final = 2  # com.sun.star.awt.MessageBoxResults.YES


class ConsentBox:
    """Asks in a message box over the window in front; main thread only."""

    def __init__(self, ctx: Any, texts: Texts) -> None:
        self._ctx = ctx
        self._texts = texts
        self._is_open = False

    def ask(self, choice: FolderChoice, on_yes: Callable[[], None]) -> None:
        """Ask soon; call on_yes when the answer is yes.

        Without a window nobody is asked, and in --headless a box says no by itself, unseen.
        """

        def ask_now() -> None:
            try:
                says_yes = self._execute(choice)
            finally:
                self._is_open = False
            if says_yes:
                on_yes()

        if self._is_open:
            return
        self._is_open = True
        # A callback of its own: the box runs the event loop, and what is posted to the main
        # thread meanwhile would wait for its end if the box were itself one of the posted.
        service = self._ctx.ServiceManager.createInstanceWithContext(
            "com.sun.star.awt.AsyncCallback", self._ctx
        )
        service.addCallback(_Call(ask_now), None)

    def _execute(self, choice: FolderChoice) -> bool:
        desktop = self._ctx.getByName("/singletons/com.sun.star.frame.theDesktop")
        frame = desktop.getCurrentFrame()
        if frame is None:
            return False
        window = frame.getContainerWindow()
        question = self._texts.format(
            "upkeep.consent.question", folder=choice.folder, reason=self._texts[choice.reason]
        )
        box = window.getToolkit().createMessageBox(
            window, QUERYBOX, _BUTTONS_YES_NO, self._texts["upkeep.consent.title"], question
        )
        try:
            return bool(box.execute() == _YES)
        finally:
            box.dispose()


class _Call(unohelper.Base, XCallback):
    def __init__(self, action: Callable[[], None]) -> None:
        self._action = action

    @guarded
    def notify(self, _data: object) -> None:
        """Run the action."""
        self._action()
