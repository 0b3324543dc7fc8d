"""What the pages and the Set Up window share, and the commands that open them.

Owns: the jobs they run, the one Set Up window at a time, opening LibreOffice's options at our
page. Does not own: the pages, which LibreOffice makes from OptionsDialog.xcu.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Final, Optional

from com.sun.star.beans import PropertyValue

from ...embeddings.background import Jobs
from ...embeddings.options.python_presenter import OptionsParts
from ...embeddings.options.setup_presenter import SetupOrder
from ..configuration import open_configuration
from .setup_dialog import SetupDialog

if TYPE_CHECKING:
    from pathlib import Path

    from ...embeddings.ports import MainThread, SettingsStore
    from ...embeddings.texts import Texts

_LEAF: Final = (
    "/org.openoffice.Office.OptionsDialog/Nodes/org.writeragent.search"
    "/Leaves/org.writeragent.search.folders"
)


@dataclass(frozen=True)
class OptionsSurroundings:
    """What the extension gives: its root folder has plugin/, dialogs/ and requirements/."""

    ctx: Any
    root: Path
    main_thread: MainThread
    settings: SettingsStore
    texts: Texts


class OptionsDesk:
    """One for each application; main thread only."""

    def __init__(self, surroundings: OptionsSurroundings) -> None:
        self.ctx = surroundings.ctx
        self.root = surroundings.root
        self.jobs = Jobs(surroundings.main_thread)
        self.lock = ""  # a list of packages in place of the one that the settings need
        self._surroundings = surroundings
        self.setup_dialog: Optional[SetupDialog] = None

    @property
    def parts(self) -> OptionsParts:
        """Return what the presenters work with; lock is asked anew each time."""
        given = self._surroundings
        lock = self.lock or str(self.root / given.settings.read().lock_name)
        return OptionsParts(
            settings=given.settings,
            jobs=self.jobs,
            texts=given.texts,
            lock=lock,
            root=str(self.root),
        )

    def open_setup(self, _frame: Optional[Any] = None) -> None:
        """Show the Set Up window beside the documents; the one that is open comes to the front."""
        if self.setup_dialog is not None:
            self.setup_dialog.to_front()
            return
        order = SetupOrder(venv=self._surroundings.settings.read().python_venv_path)
        self.setup_dialog = self._make_setup(order, None)
        self.setup_dialog.show()

    def run_setup(self, venv: str, *, on_set_up: Callable[[str], None]) -> bool:
        """Show the Set Up window over the options, which are modal themselves; wait for its end.

        Returns False where the window is open already, behind the options.
        """
        if self.setup_dialog is not None:
            return False
        self.setup_dialog = self._make_setup(SetupOrder(venv=venv), on_set_up)
        self.setup_dialog.run()
        return True

    def open_options(self, frame: Optional[Any] = None) -> None:
        """Show LibreOffice's options at the page of the search."""
        page = PropertyValue()
        page.Name = "OptionsPageURL"
        page.Value = open_configuration(self.ctx, _LEAF).getByName("OptionsPage")
        smgr = self.ctx.ServiceManager
        helper = smgr.createInstanceWithContext("com.sun.star.frame.DispatchHelper", self.ctx)
        desktop = smgr.createInstanceWithContext("com.sun.star.frame.Desktop", self.ctx)
        target = frame or desktop.getCurrentFrame() or desktop
        helper.executeDispatch(target, ".uno:OptionsTreeDialog", "", 0, (page,))

    def end(self) -> None:
        """End what runs; to be called when nothing can be posted any more."""
        self.jobs.end_all()

    def _make_setup(
        self, order: SetupOrder, on_set_up: Optional[Callable[[str], None]]
    ) -> SetupDialog:
        dialog = SetupDialog(self.ctx, self.root, self.parts, on_closed=self._forget_setup)
        dialog.begin(order, on_set_up=on_set_up)
        return dialog

    def _forget_setup(self) -> None:
        self.setup_dialog = None
