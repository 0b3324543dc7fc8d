"""The Set Up window: dialogs/SetupDialog.xdl.

Owns: the window and its controls. Does not own: what they mean (options.setup_presenter).

Opened from the menu it is modeless, so that documents can be worked on meanwhile. Opened from the
options it is modal: they are modal themselves, and GTK lets no window beside a modal one be used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Final, Optional, Tuple

import uno
import unohelper
from com.sun.star.awt import XDialogEventHandler, XTopWindowListener

from ...embeddings.options.setup_presenter import SetupPresenter
from .. import message_box
from ..listeners import guarded
from ..localise import localise

if TYPE_CHECKING:
    from pathlib import Path

    from ...embeddings.options.python_presenter import OptionsParts
    from ...embeddings.options.setup_presenter import SetupOrder
    from ...embeddings.options.setup_view import SetupButtons

FILE: Final = "dialogs/SetupDialog.xdl"
_BAR_STEPS: Final = 100


class SetupDialog:
    """One showing of the window; main thread only. Stands behind SetupView."""

    def __init__(
        self, ctx: Any, root: Path, parts: OptionsParts, *, on_closed: Callable[[], None]
    ) -> None:
        self._parts = parts
        self._on_closed = on_closed
        self._is_modal = False
        self._has_plan = False
        self._handler = _Handler(self)
        provider = ctx.ServiceManager.createInstanceWithContext(
            "com.sun.star.awt.DialogProvider2", ctx
        )
        url = uno.systemPathToFileUrl(str(root / FILE))
        self.window: Optional[Any] = provider.createDialogWithHandler(url, self._handler)
        localise(self.window, parts.texts)
        self._listener = _TopWindowListener(self)
        self.window.addTopWindowListener(self._listener)
        self.presenter: Optional[SetupPresenter] = None

    def begin(self, order: SetupOrder, *, on_set_up: Optional[Callable[[str], None]]) -> None:
        """Start with the plan."""
        self.presenter = SetupPresenter(self, self._parts, order, on_set_up=on_set_up)
        self.show_choices((), 0)
        self.presenter.show()

    def show(self) -> None:
        """Show the window beside the others."""
        if self.window is not None:
            self.window.setVisible(True)
            self.to_front()

    def to_front(self) -> None:
        """Bring the window to the user."""
        if self.window is not None:
            self.window.toFront()
            self._control("Start").setFocus()

    def run(self) -> None:
        """Show the window over the others and return when it is closed."""
        self._is_modal = True
        if self.window is None:
            return
        self.window.execute()
        if self.presenter is not None:  # closed by its frame: what runs is cancelled
            self.presenter.leave()
        self._dispose()

    def show_headline(self, text: str) -> None:
        """Show one or two sentences."""
        self._set("Headline", "Label", text)

    def show_details(self, text: str) -> None:
        """Show what can be read and copied at leisure."""
        self._set("Details", "Text", text)

    def show_progress(self, n_done: int, n_all: int, *, step: str, line: str) -> None:
        """Show how far it is; n_all 0 shows no bar."""
        self._set("Step", "Label", step)
        self._set("Line", "Label", line)
        if self.window is not None:
            self._control("Bar").setVisible(n_all > 0)
        # Last: LibreOffice lets waiting events run while it sets a bar.
        self._set("Bar", "ProgressValue", _BAR_STEPS * n_done // n_all if n_all else 0)

    def show_choices(self, labels: Tuple[str, ...], i_chosen: int) -> None:
        """Show what can be chosen to compute on; without labels there is no such choice."""
        if self.window is None:
            return
        device = self._control("Device")
        device.removeItems(0, device.getItemCount())
        device.addItems(labels, 0)
        device.selectItemPos(i_chosen, bool(labels))
        for name in ("Device", "DeviceLabel"):
            self._control(name).setVisible(bool(labels))

    def show_buttons(self, buttons: SetupButtons) -> None:
        """Let the buttons be pressed that have a sense now."""
        label = "setup.cancel" if buttons.is_cancel else "common.close"
        self._set("Close", "Label", self._parts.texts[label])
        self._set("Close", "Enabled", buttons.can_leave)
        self._set("Start", "Enabled", buttons.can_start)
        self._set("Device", "Enabled", buttons.can_choose)
        if buttons.can_start and not self._has_plan and self.window is not None:
            # It could not have it while it was disabled. Once: later it would take the focus from
            # the document that is worked on meanwhile.
            self._has_plan = True
            self._control("Start").setFocus()
        for name, is_offered in (
            ("Test", buttons.can_test),
            ("TurnOn", buttons.can_turn_on),
            ("Model", buttons.can_fetch),
        ):
            self._set(name, "Enabled", is_offered)
            if self.window is not None:
                self._control(name).setVisible(is_offered)

    def ask(self, question: str) -> bool:
        """Ask a yes-or-no question and return whether it was yes."""
        if self.window is None:
            return False
        return message_box.ask(self.window.getPeer(), self._parts.texts["setup.title"], question)

    def close(self) -> None:
        """Close the window."""
        if self._is_modal and self.window is not None:
            self.window.endExecute()
        else:
            self._dispose()

    def closed_by_frame(self) -> None:
        """Take a press on the frame's closing button as one on Cancel or Close.

        LibreOffice calls this several times for one press, and ends a modal window by itself.
        """
        if not self._is_modal and self.window is not None and self.presenter is not None:
            self.presenter.press_close()

    def gone(self) -> None:
        """Take that the window no longer exists."""
        self.window = None
        if self.presenter is not None:
            self.presenter.leave()
        self._on_closed()

    def press(self, name: str) -> bool:
        """Do what a button is for; returns whether there is such a button."""
        presenter = self.presenter
        if presenter is None:
            return False
        actions = {
            "start": presenter.press_start,
            "close": presenter.press_close,
            "test": presenter.press_test,
            "turnOn": presenter.press_turn_on,
            "model": presenter.press_model,
            "deviceChosen": self._choose,
        }
        if name not in actions:
            return False
        actions[name]()
        return True

    def _choose(self) -> None:
        if self.presenter is not None and self.window is not None:
            self.presenter.choose(self._control("Device").getSelectedItemPos())

    def _dispose(self) -> None:
        window, self.window = self.window, None
        if window is not None:
            window.removeTopWindowListener(self._listener)
            window.setVisible(False)
            window.dispose()
            self._on_closed()

    def _control(self, name: str) -> Any:
        return self.window.getControl(name)  # type: ignore[union-attr]

    def _set(self, name: str, key: str, value: object) -> None:
        if self.window is not None:
            self._control(name).getModel().setPropertyValue(key, value)


class _Handler(unohelper.Base, XDialogEventHandler):
    def __init__(self, dialog: SetupDialog) -> None:
        self._dialog = dialog

    def callHandlerMethod(self, _window: object, _event: object, method: str) -> bool:
        """Pass a button's press on."""
        return bool(self._press(method))

    def getSupportedMethodNames(self) -> tuple[str, ...]:
        """Return the names that the .xdl file uses."""
        return ("start", "close", "test", "turnOn", "model", "deviceChosen")

    @guarded
    def _press(self, method: str) -> bool:
        return self._dialog.press(method)


class _TopWindowListener(unohelper.Base, XTopWindowListener):
    def __init__(self, dialog: SetupDialog) -> None:
        self._dialog = dialog

    @guarded
    def windowClosing(self, _event: object) -> None:
        """Close it ourselves: what runs has to be cancelled first."""
        self._dialog.closed_by_frame()

    @guarded
    def disposing(self, _event: object) -> None:
        """Forget the window."""
        self._dialog.gone()

    def windowOpened(self, _event: object) -> None:
        """Nothing to do."""

    def windowClosed(self, _event: object) -> None:
        """Nothing to do."""

    def windowMinimized(self, _event: object) -> None:
        """Nothing to do."""

    def windowNormalized(self, _event: object) -> None:
        """Nothing to do."""

    def windowActivated(self, _event: object) -> None:
        """Nothing to do."""

    def windowDeactivated(self, _event: object) -> None:
        """Nothing to do."""
