"""A pass's progress in the status bar of the window in front.

Owns: when it is shown, how often it changes, its end. Does not own: the words (pass_progress).

Source: framework/source/helper/statusindicatorfactory.cxx. Without DisableReschedule each call
enters the event loop again, and what is posted would run inside what is posted. Only with
AllowParentShow is the bar shown at all; it shows a hidden window, too, so those are left out.
"""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, Any, Final, Optional

from com.sun.star.uno import RuntimeException

from ..embeddings.upkeep.maintain_queue import JobState
from ..embeddings.upkeep.pass_progress import progress_share, progress_text
from ..scripting.threads import call_later

if TYPE_CHECKING:
    from ..embeddings.ports import MainThread
    from ..embeddings.texts import Texts
    from ..embeddings.upkeep.maintain_queue import JobReport

SHOW_AFTER_S: Final = 1.5
UPDATE_EVERY_S: Final = 0.5
_RANGE: Final = 1000
_FACTORY: Final = "com.sun.star.task.StatusIndicatorFactory"


class StatusBar:
    """Shows the running pass; follow a queue with `on_report`. Main thread only."""

    def __init__(self, ctx: Any, texts: Texts, main_thread: MainThread) -> None:
        self._ctx = ctx
        self._main_thread = main_thread
        self._texts = texts
        self._folder = ""
        self._began_s = 0.0
        self._updated_s = 0.0
        self._value = 0
        self._latest: Optional[JobReport] = None
        self._is_waiting = False
        self._frame: Optional[Any] = None
        self._factory: Optional[Any] = None
        self._indicator: Optional[Any] = None

    def on_report(self, report: JobReport) -> None:
        """Show what a report says, once the pass is long enough to be worth it."""
        if report.state is not JobState.RUNNING:
            if report.folder == self._folder:
                self._end()
            return
        now_s = time.monotonic()
        if report.folder != self._folder:
            self._end()
            self._folder, self._began_s = report.folder, now_s
        self._latest = None
        if report.progress is None:
            return
        due_s = max(self._began_s + SHOW_AFTER_S, self._updated_s + UPDATE_EVERY_S)
        if now_s < due_s:
            self._come_back(report, due_s - now_s)
            return
        self._updated_s = now_s
        text = progress_text(report.folder, report.progress, self._texts)
        # Files that are found on the way make the share smaller; a bar does not go back.
        self._value = max(self._value, round(progress_share(report.progress) * _RANGE))
        self._show(text)

    def _come_back(self, report: JobReport, wait_s: float) -> None:
        # The next report may be far away: a long file is read without one.
        self._latest = report
        if self._is_waiting:
            return
        self._is_waiting = True
        call_later(lambda: self._main_thread.post(self._catch_up), wait_s=wait_s, name="status-bar")

    def _catch_up(self) -> None:
        self._is_waiting = False
        if self._latest is not None and self._latest.folder == self._folder:
            self.on_report(self._latest)

    def _show(self, text: str) -> None:
        try:
            if self._indicator is not None and not _is_visible(self._frame):
                self._forget()  # its window was closed; an indicator without one says nothing
            if self._indicator is None:
                self._indicator = self._make_indicator()
                if self._indicator is None:
                    return
                self._indicator.start(text, _RANGE)
            self._indicator.setText(text)
            self._indicator.setValue(self._value)
        except RuntimeException:  # the window is being closed; the next report takes another
            self._forget()

    def _end(self) -> None:
        if self._indicator is not None:
            with contextlib.suppress(RuntimeException):  # the window was closed
                self._indicator.end()
        self._folder, self._value, self._latest = "", 0, None
        self._forget()

    def _forget(self) -> None:
        self._frame = self._factory = self._indicator = None

    def _make_indicator(self) -> Optional[Any]:
        frame = self._ctx.getByName("/singletons/com.sun.star.frame.theDesktop").getCurrentFrame()
        if frame is None or frame.getController() is None or not _is_visible(frame):
            return None
        if frame.getController().getModel() is None:  # the Start Centre has no status bar
            return None
        self._frame = frame
        # Kept: an indicator holds its factory weakly, and does nothing once that is gone.
        self._factory = self._ctx.ServiceManager.createInstanceWithArgumentsAndContext(
            _FACTORY, (frame, True, True), self._ctx
        )
        return self._factory.createStatusIndicator()


def _is_visible(frame: Any) -> bool:
    window = frame.getContainerWindow()
    return window is not None and bool(window.isVisible())
