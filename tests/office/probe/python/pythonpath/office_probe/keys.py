"""Owns keys and mouse, as LibreOffice's own toolkit plays them.

XToolkitRobot posts an event to the frame of the window given as its source, and LibreOffice
routes it from there to the control that has the focus, through accelerators and mnemonics as a
real key. It works without a display. A key needs KeyCode AND KeyChar: the accelerators read the
code, the text fields the character.
"""

from __future__ import annotations

import string
from typing import Any

import uno
from com.sun.star.awt import KeyEvent, MouseEvent

from .windows import role_of, toolkit, top_windows, window_named

SHIFT, MOD1, MOD2 = 1, 2, 4  # MOD1 is Ctrl (macOS: Command), MOD2 is Alt
MODIFIERS = {"Shift": SHIFT, "Ctrl": MOD1, "Alt": MOD2}
CHARACTERS = {"Return": "\r", "Tab": "\t", "Space": " ", "Escape": "\x1b", "Backspace": "\b"}
LEFT_BUTTON = 1


def press_key(ctx: Any, key: str, window: str = "") -> None:
    """Press and release a key in the named window (else the one in front): "Alt+S", "Return"."""
    *modifiers, name = key.split("+") if key != "+" else ["+"]
    _press(ctx, _window(ctx, window), name, modifiers)


def _press(ctx: Any, window: Any, name: str, modifiers: list[str]) -> None:
    event = KeyEvent()
    event.Source = window
    event.Modifiers = sum(MODIFIERS[modifier] for modifier in modifiers)
    event.KeyCode, event.KeyChar = _code(name), uno.Char(_character(name, modifiers))
    robot = toolkit(ctx)
    robot.keyPress(event)
    robot.keyRelease(event)


def escape_dialogs(ctx: Any) -> bool:
    """Press Escape in the dialog in front; return whether none is open (ask again until then)."""
    # A menu that is open hides behind a nameless window and takes the Escape first.
    front = next(iter(top_windows(ctx)), None)
    if front is None or role_of(front) not in ("DIALOG", "ALERT", ""):
        return True
    _press(ctx, front, "Escape", [])
    return False


def type_text(ctx: Any, text: str, window: str = "") -> None:
    """Type the text into the control that has the focus."""
    for character in text:
        press_key(ctx, character, window)


def click(ctx: Any, control: Any, *, n_clicks: int = 1, x: int = -1, y: int = -1) -> None:
    """Click into the control (an UNO control or window), in its middle if no point is given."""
    window = control.getPeer() if hasattr(control, "getPeer") else control
    size = window.getPosSize()
    event = MouseEvent()
    event.Source, event.Buttons, event.ClickCount = window, LEFT_BUTTON, n_clicks
    event.X, event.Y = (size.Width // 2, size.Height // 2) if x < 0 else (x, y)
    robot = toolkit(ctx)
    robot.mousePress(event)
    robot.mouseRelease(event)


def _window(ctx: Any, name: str) -> Any:
    if name:
        found = window_named(ctx, name)
        if found is None:
            raise LookupError(f"no window {name!r}")
        return found
    active = toolkit(ctx).getActiveTopWindow()
    return active if active is not None else top_windows(ctx)[-1]


def _code(name: str) -> int:
    if len(name) == 1 and name in string.ascii_letters:
        name = name.upper()
    elif len(name) == 1 and name in string.digits:
        name = "NUM" + name
    elif len(name) == 1:
        return 0
    return uno.getConstantByName(f"com.sun.star.awt.Key.{name.upper()}")


def _character(name: str, modifiers: list[str]) -> str:
    if len(name) > 1:
        return CHARACTERS.get(name, "\0")
    return name.upper() if "Shift" in modifiers else name
