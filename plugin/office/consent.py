"""The question before a folder is indexed that holds all of home, a drive or the system.

Owns: the message box. Does not own: which folders need it (folder_choice), keeping the answer
(upkeep).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable

from . import message_box

if TYPE_CHECKING:
    from ..embeddings.ports import MainThread
    from ..embeddings.texts import Texts
    from ..embeddings.upkeep.folder_choice import FolderChoice


class ConsentBox:
    """Asks in a message box over the window in front; main thread only."""

    def __init__(self, ctx: Any, texts: Texts, main_thread: MainThread) -> None:
        self._ctx = ctx
        self._main_thread = main_thread
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
        self._is_open = self._main_thread.post(ask_now)

    def _execute(self, choice: FolderChoice) -> bool:
        desktop = self._ctx.getByName("/singletons/com.sun.star.frame.theDesktop")
        frame = desktop.getCurrentFrame()
        if frame is None:
            return False
        question = self._texts.format(
            "upkeep.consent.question", folder=choice.folder, reason=self._texts[choice.reason]
        )
        title = self._texts["upkeep.consent.title"]
        return message_box.ask(frame.getContainerWindow(), title, question)
