"""The command Search Nearby Files: one dialog for the whole of LibreOffice.

Owns: making the dialog's window above the frame in front, making it anew when that frame
closes, what its presenter works with. Does not own: the window (view), what it does (presenter).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Final, Optional

from ...embeddings.search_window.presenter import SearchPresenter
from .doors import UnoDoors
from .events import Ended
from .session import Session
from .unread_dialog import make_unread_dialog
from .view import SearchWindow
from .window import DialogWindow

if TYPE_CHECKING:
    from pathlib import Path

    from ...embeddings.ports import MainThread, SettingsStore
    from ...embeddings.search_window.parts import SearchParts
    from ...embeddings.search_window.screen import Doors, Screen, UnreadFiles
    from ...embeddings.texts import Texts
    from .unread_dialog import UnreadDialog

_SEARCH_XDL: Final = "SearchDialog.xdl"
_UNREAD_XDL: Final = "UnreadFilesDialog.xdl"


@dataclass(frozen=True)
class SearchSurroundings:
    """What the dialog works with; dialogs is the folder of the .xdl files.

    make_parts returns what a presenter works with, whose doors are the dialog's.
    """

    ctx: Any
    dialogs: Path
    main_thread: MainThread
    settings: SettingsStore
    texts: Texts
    make_parts: Callable[[Doors], SearchParts]
    open_setup: Callable[[Optional[Any]], None]


class SearchCommand:
    """Opens the dialog, and is the view of its presenter; main thread only."""

    def __init__(self, surroundings: SearchSurroundings) -> None:
        self._around = surroundings
        self._dialogs = surroundings.dialogs
        self._session = Session()
        self._doors = UnoDoors(surroundings.ctx, surroundings.texts, set_up=self._open_setup)
        self._doors.on_jump = self._follow_soon
        self._frame: Optional[Any] = None
        self._frame_end = Ended(self._leave_frame)
        self._presenter: Optional[SearchPresenter] = None
        self._window: Optional[SearchWindow] = None
        self._unread: Optional[UnreadDialog] = None
        surroundings.settings.follow(lambda _settings: self._refresh())

    @property
    def window(self) -> Optional[SearchWindow]:
        """Return the window that is open, or None."""
        return self._window

    @property
    def presenter(self) -> Optional[SearchPresenter]:
        """Return the presenter of the window that is open, or None."""
        return self._presenter

    def open(self, frame: Optional[Any]) -> None:
        """Open the dialog above a frame; one that is open comes there."""
        if self._window is not None and self._presenter is not None:
            self._presenter.refresh()
            if frame is not None and frame != self._frame:
                self._end_window()
                self._open_window(frame)
            self._window.focus_query()
            return
        self._presenter = SearchPresenter(self, self._around.make_parts(self._doors))
        self._presenter.open()
        self._open_window(frame)

    def close(self) -> None:
        """Close the dialog and stop what it asked for; a second call does nothing."""
        presenter, self._presenter = self._presenter, None
        self._end_window()
        if presenter is not None:
            presenter.close()

    def show(self, screen: Screen) -> None:
        """Draw the screen, if there is a window."""
        if self._window is not None:
            self._window.draw(screen)

    def ask(self, question: str) -> bool:
        """Return whether the user says yes."""
        return self._doors.ask(question)

    def show_unread(self, files: UnreadFiles) -> None:
        """Show the files that could not be read in a dialog of their own."""
        presenter, parent = self._presenter, self._doors.window
        if presenter is None or parent is None:
            return
        self._close_unread()
        xdl = self._dialogs / _UNREAD_XDL
        self._unread = make_unread_dialog(self._around.ctx, xdl, parent, self._around.texts)
        self._unread.show(files, presenter.open_file)

    def _open_window(self, frame: Optional[Any]) -> None:
        if self._presenter is None:
            return
        parent = frame.getContainerWindow() if frame is not None else None
        made = DialogWindow(self._around.ctx, self._dialogs / _SEARCH_XDL, parent)
        self._window = SearchWindow(self._around.ctx, made, self._around.texts, self._session)
        self._window.start(self._presenter, on_close=self.close)
        if not made.is_open:  # closed while its bar was set
            return
        self._doors.window = made.dialog.getPeer()
        self._frame = frame
        if frame is not None:
            frame.addEventListener(self._frame_end)

    def _end_window(self) -> None:
        window, self._window = self._window, None
        frame, self._frame = self._frame, None
        self._doors.window = None
        self._close_unread()
        if frame is not None:
            frame.removeEventListener(self._frame_end)
        if window is not None:
            window.keep()
            window.window.end()

    def _follow_soon(self, frame: Any) -> None:
        # Soon, not now: a table must not end in the middle of its own double click.
        self._around.main_thread.post(lambda: self._follow(frame))

    def _follow(self, frame: Any) -> None:
        """Stand above the frame of the document that was opened, which has the keyboard."""
        if self._window is None or frame == self._frame or frame.getContainerWindow() is None:
            return
        self._end_window()
        self._open_window(frame)
        self._around.main_thread.post(frame.getComponentWindow().setFocus)

    def _leave_frame(self) -> None:
        """Go on above another frame: the one below is being closed, and its windows with it."""
        self._end_window()
        self._around.main_thread.post(self._reopen)

    def _reopen(self) -> None:
        if self._window is not None or self._presenter is None:
            return
        frame = self._frame_in_front()
        if frame is None:
            self.close()
        else:
            self._open_window(frame)

    def _frame_in_front(self) -> Optional[Any]:
        desktop = self._around.ctx.getByName("/singletons/com.sun.star.frame.theDesktop")
        frame = desktop.getCurrentFrame()
        if frame is not None:
            return frame
        # None is the current one while the window manager hands the focus on.
        frames = desktop.getFrames()
        n_frames = frames.getCount()
        return frames.getByIndex(n_frames - 1) if n_frames else None

    def _close_unread(self) -> None:
        unread, self._unread = self._unread, None
        if unread is not None:
            unread.close()

    def _refresh(self) -> None:
        if self._presenter is not None:
            self._presenter.refresh()

    def _open_setup(self) -> None:
        self._around.open_setup(self._frame_in_front())
