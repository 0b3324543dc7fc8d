"""Tools > Options > WriterAgent > Python: dialogs/PythonOptions.xdl.

Owns: the controls. Does not own: what they mean (options.python_presenter).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Final, Tuple

import uno
from com.sun.star.awt import Selection

from ...embeddings.options.python_presenter import PythonPagePresenter
from ..implementations import PYTHON_OPTIONS
from .page import OptionsPage, PageWindow

if TYPE_CHECKING:
    from .page import PagePresenter

_PICKED: Final = 1  # com.sun.star.ui.dialogs.ExecutableDialogResults.OK


class PythonPage(OptionsPage):
    """One showing of the page."""

    SERVICE = PYTHON_OPTIONS
    METHODS = ("browse", "test", "setUp", "pathChanged")

    def make_presenter(self, window: Any) -> PagePresenter:
        """Return the presenter of a page that was just made."""
        self._view = PythonPageWindow(self.desk, window)
        self._python = PythonPagePresenter(self._view, self.desk.parts)
        return self._python

    def actions(self) -> Dict[str, Callable[[], None]]:
        """Return what the controls' events do."""
        return {
            "browse": self._browse,
            "test": self._python.press_test,
            "setUp": self._set_up,
            "pathChanged": self._python.path_changed,
        }

    def forget(self) -> None:
        """Let go of the window and its presenter."""
        del self._view, self._python

    def _browse(self) -> None:
        path = self._view.pick_folder()
        if path:
            self._view.show_venv_path(path)
            self._python.path_changed()

    def _set_up(self) -> None:
        self._python.leave()
        if not self.desk.run_setup(self._view.venv_path().strip(), on_set_up=self._use):
            self._view.show_status(self.desk.parts.texts["options.python.is_setting_up"])

    def _use(self, venv: str) -> None:
        self._view.show_venv_path(venv)
        self._python.look_again()


class PythonPageWindow(PageWindow):
    """The page's controls; stands behind PythonPageView."""

    def venv_path(self) -> str:
        """Return what the path field holds."""
        return str(self.get("Path", "Text"))

    def show_venv_path(self, path: str) -> None:
        """Put a path into the field."""
        self.set("Path", "Text", path)

    def fill_devices(self, labels: Tuple[str, ...]) -> None:
        """Fill the list of what models may compute on."""
        self.set("Device", "StringItemList", labels)

    def device(self) -> int:
        """Return the place in the list of what is chosen."""
        return max(0, int(self.control("Device").getSelectedItemPos()))

    def show_device(self, i_device: int) -> None:
        """Choose in the list."""
        self.control("Device").selectItemPos(i_device, True)  # noqa: FBT003 - UNO's own

    def show_details(self, text: str, *, at_end: bool = False) -> None:
        """Show what is installed or was tried, at_end scrolled to the last line."""
        self.set("Details", "Text", text)
        place = Selection()
        place.Min = place.Max = len(text) if at_end else 0
        self.control("Details").setSelection(place)

    def show_test_button(self, label: str) -> None:
        """Name the button that starts and stops the test."""
        self.set("Test", "Label", label)

    def pick_folder(self) -> str:
        """Let the user choose a folder and return it, "" where none was chosen."""
        ctx = self.desk.ctx
        picker = ctx.ServiceManager.createInstanceWithContext(
            "com.sun.star.ui.dialogs.FolderPicker", ctx
        )
        picker.setTitle(self.desk.parts.texts["options.python.pick"])
        if picker.execute() != _PICKED:
            return ""
        return str(uno.fileUrlToSystemPath(picker.getDirectory()))
