"""The Model Server window over the options: dialogs/ServerDialog.xdl.

Owns: the window and its controls. Does not own: what they mean (options.server_presenter).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Optional

import uno
import unohelper
from com.sun.star.awt import XDialogEventHandler

from ...embeddings.options.server_form import ServerForm
from ...embeddings.options.server_presenter import ServerPresenter
from .. import message_box
from ..listeners import guarded
from ..localise import localise

if TYPE_CHECKING:
    from .desk import OptionsDesk

FILE: Final = "dialogs/ServerDialog.xdl"


class ServerDialog:
    """One showing of the window, modal as the options are; main thread only.

    Stands behind ServerView.
    """

    def __init__(self, desk: OptionsDesk, form: ServerForm) -> None:
        self._texts = desk.parts.texts
        provider = desk.ctx.ServiceManager.createInstanceWithContext(
            "com.sun.star.awt.DialogProvider2", desk.ctx
        )
        url = uno.systemPathToFileUrl(str(desk.root / FILE))
        self.window: Any = provider.createDialogWithHandler(url, _Handler(self))
        localise(self.window, self._texts)
        self.presenter = ServerPresenter(
            self, self._texts, form, keeps_keys=desk.parts.settings.keeps_keys()
        )

    def run(self) -> Optional[ServerForm]:
        """Show the window until it is closed; return what the user agreed to, or None."""
        self.presenter.show()
        self.window.execute()
        self.window.dispose()
        return self.presenter.accepted

    def form(self) -> ServerForm:
        """Return what the fields hold."""
        return ServerForm(
            is_used=bool(self._model("Used").State),
            url=str(self._model("Url").Text),
            name=str(self._model("Name").Text),
            key=str(self._model("Key").Text),
        )

    def show_form(self, form: ServerForm) -> None:
        """Put values into the fields."""
        self._model("Used").State = int(form.is_used)
        for name, text in (("Url", form.url), ("Name", form.name), ("Key", form.key)):
            self._model(name).Text = text

    def show_privacy(self, text: str) -> None:
        """Show what is sent where."""
        self._model("Privacy").Label = text

    def show_key_line(self, text: str) -> None:
        """Show how long the key lasts."""
        self._model("KeyLine").Label = text

    def complain(self, sentence: str) -> None:
        """Show a message box."""
        message_box.warn(self.window.getPeer(), self._texts["server.title"], sentence)

    def ask(self, question: str) -> bool:
        """Ask a yes-or-no question and return whether it was yes."""
        return message_box.ask(self.window.getPeer(), self._texts["server.title"], question)

    def close(self) -> None:
        """Close the window."""
        self.window.endExecute()

    def press(self, name: str) -> bool:
        """Do what a control's event is for; returns whether there is such a one."""
        actions = {
            "ok": self.presenter.press_ok,
            "cancel": self.presenter.press_cancel,
            "changed": self.presenter.changed,
        }
        if name not in actions:
            return False
        actions[name]()
        return True

    def _model(self, name: str) -> Any:
        return self.window.getControl(name).getModel()


class _Handler(unohelper.Base, XDialogEventHandler):
    def __init__(self, dialog: ServerDialog) -> None:
        self._dialog = dialog

    def callHandlerMethod(self, _window: object, _event: object, method: str) -> bool:
        """Pass an event of a control on."""
        return bool(self._press(method))

    def getSupportedMethodNames(self) -> tuple[str, ...]:
        """Return the names that the .xdl file uses."""
        return ("ok", "cancel", "changed")

    @guarded
    def _press(self, method: str) -> bool:
        return self._dialog.press(method)
