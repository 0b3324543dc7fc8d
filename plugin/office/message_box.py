"""A modal box above a window: something told, or a question that is answered by yes or no.

Owns: making the box, waiting for its end, taking it away. Does not own: the texts.
"""

from __future__ import annotations

from typing import Any, Final

from com.sun.star.awt.MessageBoxType import INFOBOX, QUERYBOX, WARNINGBOX

_BUTTONS_OK: Final = 1  # com.sun.star.awt.MessageBoxButtons.BUTTONS_OK
_BUTTONS_YES_NO: Final = 3  # com.sun.star.awt.MessageBoxButtons.BUTTONS_YES_NO
_YES: Final = 2  # com.sun.star.awt.MessageBoxResults.YES


def ask(window: Any, title: str, question: str) -> bool:
    """Return whether the user says yes; window is a peer, main thread only."""
    return _execute(window, QUERYBOX, _BUTTONS_YES_NO, (title, question)) == _YES


def inform(window: Any, title: str, text: str) -> None:
    """Show a text until the user has read it."""
    _execute(window, INFOBOX, _BUTTONS_OK, (title, text))


def warn(window: Any, title: str, text: str) -> None:
    """Show what is wrong until the user has read it."""
    _execute(window, WARNINGBOX, _BUTTONS_OK, (title, text))


def _execute(window: Any, kind: Any, buttons: int, texts: tuple[str, str]) -> int:
    box = window.getToolkit().createMessageBox(window, kind, buttons, *texts)
    try:
        return int(box.execute())
    finally:
        box.dispose()
