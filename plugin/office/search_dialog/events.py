"""UNO's listeners as plain functions.

Owns: one small class a kind of listener, each call guarded. Does not own: what is done.
"""

from __future__ import annotations

from typing import Any, Callable, Mapping

import unohelper
from com.sun.star.awt import (
    XActionListener,
    XItemListener,
    XKeyListener,
    XMouseListener,
    XTopWindowListener,
    XWindowListener,
)
from com.sun.star.awt.grid import XGridSelectionListener
from com.sun.star.lang import XEventListener

from ..listeners import guarded

Action = Callable[[], None]


class Pressed(unohelper.Base, XActionListener):
    """Calls action when a button is pressed."""

    def __init__(self, action: Action) -> None:
        self._action = action

    @guarded
    def actionPerformed(self, _event: object) -> None:
        """Act."""
        self._action()

    def disposing(self, _event: object) -> None:
        """Nothing is held."""


class Chosen(unohelper.Base, XItemListener):
    """Calls action when another entry of a list is chosen."""

    def __init__(self, action: Action) -> None:
        self._action = action

    @guarded
    def itemStateChanged(self, _event: object) -> None:
        """Act."""
        self._action()

    def disposing(self, _event: object) -> None:
        """Nothing is held."""


class Keys(unohelper.Base, XKeyListener):
    """Calls the action of a key that is pressed without Shift, Ctrl or Alt."""

    def __init__(self, actions: Mapping[int, Action]) -> None:
        self._actions = dict(actions)

    @guarded
    def keyPressed(self, event: Any) -> None:
        """Act."""
        action = self._actions.get(event.KeyCode)
        if action is not None and not event.Modifiers:
            action()

    def keyReleased(self, _event: object) -> None:
        """Do nothing."""

    def disposing(self, _event: object) -> None:
        """Nothing is held."""


class DoubleClicked(unohelper.Base, XMouseListener):
    """Calls action(x, y) for a double click."""

    def __init__(self, action: Callable[[int, int], None]) -> None:
        self._action = action

    @guarded
    def mouseReleased(self, event: Any) -> None:
        """Act when the button is up again: the window that opens must not be given its release."""
        if event.ClickCount == 2:  # noqa: PLR2004 - that is what double means
            self._action(event.X, event.Y)

    def mousePressed(self, _event: object) -> None:
        """Do nothing."""

    def mouseEntered(self, _event: object) -> None:
        """Do nothing."""

    def mouseExited(self, _event: object) -> None:
        """Do nothing."""

    def disposing(self, _event: object) -> None:
        """Nothing is held."""


class RowSelected(unohelper.Base, XGridSelectionListener):
    """Calls action(row) when a table's row is selected."""

    def __init__(self, action: Callable[[int], None]) -> None:
        self._action = action

    @guarded
    def selectionChanged(self, event: Any) -> None:
        """Act."""
        rows = event.SelectedRowIndexes
        if rows:
            self._action(rows[0])

    def disposing(self, _event: object) -> None:
        """Nothing is held."""


class Resized(unohelper.Base, XWindowListener):
    """Calls action when a window has another size."""

    def __init__(self, action: Action) -> None:
        self._action = action

    @guarded
    def windowResized(self, _event: object) -> None:
        """Act."""
        self._action()

    def windowMoved(self, _event: object) -> None:
        """Do nothing."""

    def windowShown(self, _event: object) -> None:
        """Do nothing."""

    def windowHidden(self, _event: object) -> None:
        """Do nothing."""

    def disposing(self, _event: object) -> None:
        """Nothing is held."""


class WindowFate(unohelper.Base, XTopWindowListener):
    """Tells when a window is to be closed and when it comes to the front.

    windowClosing comes up to four times for one Escape (vcl: key, accelerator and frame each
    send one), so on_close must bear it.
    """

    def __init__(self, *, on_close: Action, on_front: Action) -> None:
        self._on_close = on_close
        self._on_front = on_front

    @guarded
    def windowClosing(self, _event: object) -> None:
        """Act on Escape and the title bar's button."""
        self._on_close()

    @guarded
    def windowActivated(self, _event: object) -> None:
        """Act on coming to the front."""
        self._on_front()

    def disposing(self, _event: object) -> None:
        """Nothing is held."""

    def windowOpened(self, _event: object) -> None:
        """Do nothing."""

    def windowClosed(self, _event: object) -> None:
        """Do nothing."""

    def windowMinimized(self, _event: object) -> None:
        """Do nothing."""

    def windowNormalized(self, _event: object) -> None:
        """Do nothing."""

    def windowDeactivated(self, _event: object) -> None:
        """Do nothing."""


class Ended(unohelper.Base, XEventListener):
    """Calls action when the object that it listens to ends."""

    def __init__(self, action: Action) -> None:
        self._action = action

    @guarded
    def disposing(self, _event: object) -> None:
        """Act."""
        self._action()
