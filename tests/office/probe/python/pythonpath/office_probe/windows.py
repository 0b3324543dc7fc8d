"""Owns finding windows and controls by what a screen reader is told of them, and pressing them."""

from __future__ import annotations

from typing import Any, Iterator

import uno
from com.sun.star.accessibility import AccessibleRole
from com.sun.star.lang import DisposedException, IndexOutOfBoundsException

MAX_CHILDREN = 500  # a document's text has one per paragraph, a spreadsheet two thousand million
MAX_DEPTH = 25
GONE = (DisposedException, IndexOutOfBoundsException)


def toolkit(ctx: Any) -> Any:
    """Return the toolkit."""
    return ctx.ServiceManager.createInstanceWithContext("com.sun.star.awt.Toolkit", ctx)


def top_windows(ctx: Any) -> list[Any]:
    """Return the top windows that are shown, dialogs too."""
    kit = toolkit(ctx)
    windows = [kit.getTopWindow(number) for number in range(kit.getTopWindowCount())]
    return [window for window in windows if window is not None and window.isVisible()]


def name_of(window: Any) -> str:
    """Return a window's title as a screen reader is told it; empty where it has none."""
    context = window.getAccessibleContext()  # None for the window of an open menu
    return context.getAccessibleName() if context is not None else ""


def role_of(window: Any) -> str:
    """Return a window's role: DIALOG, ALERT, ROOT_PANE (a document's); empty for a menu's."""
    context = window.getAccessibleContext()
    return role_name(context.getAccessibleRole()) if context is not None else ""


def windows(ctx: Any) -> list[dict[str, Any]]:
    """Return each window that is shown: {"name": "Find and Replace", "role": "DIALOG"}."""
    return [{"name": name_of(window), "role": role_of(window)} for window in top_windows(ctx)]


def window_named(ctx: Any, name: str) -> Any:
    """Return the top window with the name, or None."""
    return next((window for window in top_windows(ctx) if name_of(window) == name), None)


def role_name(number: int) -> str:
    """Return a role as AccessibleRole spells it: PUSH_BUTTON."""
    return next((name for name in ROLES if ROLES[name] == number), str(number))


def role_number(name: str) -> int:
    """Return the number of the role with that name."""
    return ROLES[name]


ROLES = {
    name: getattr(AccessibleRole, name)
    for name in (
        "ALERT CHECK_BOX COMBO_BOX DIALOG DOCUMENT EDIT_BAR FILE_CHOOSER FILLER FRAME GROUP_BOX "
        "HYPER_LINK LABEL LIST LIST_ITEM MENU MENU_BAR MENU_ITEM PAGE_TAB PAGE_TAB_LIST PANEL "
        "PROGRESS_BAR PUSH_BUTTON RADIO_BUTTON ROOT_PANE SCROLL_BAR SEPARATOR SPIN_BOX STATUS_BAR "
        "STATIC TABLE TABLE_CELL TEXT TEXT_FRAME TOGGLE_BUTTON TOOL_BAR TREE TREE_ITEM TREE_TABLE "
        "WINDOW PARAGRAPH DOCUMENT_TEXT DOCUMENT_SPREADSHEET DOCUMENT_PRESENTATION POPUP_MENU "
        "CHECK_MENU_ITEM RADIO_MENU_ITEM BUTTON_DROPDOWN BUTTON_MENU COLUMN_HEADER PASSWORD_TEXT"
    ).split()
}


def children(accessible: Any) -> Iterator[Any]:
    """Yield the contexts of an accessible's children."""
    for number in range(min(accessible.getAccessibleChildCount(), MAX_CHILDREN)):
        try:
            child = accessible.getAccessibleChild(number)
            if child is not None:
                yield child.getAccessibleContext()
        except GONE:
            continue


def accessibles(root: Any, depth: int = MAX_DEPTH) -> Iterator[Any]:
    """Yield everything under a window or an accessible context, itself first."""
    context = root.getAccessibleContext() if hasattr(root, "getAccessibleContext") else root
    if context is None:  # the window of an open menu
        return
    yield context
    if depth:
        for child in children(context):
            yield from accessibles(child, depth - 1)


def find(root: Any, name: str = "", role: str = "") -> Any:
    """Return the first accessible under the window with that name and role, or None."""
    number = ROLES[role] if role else 0
    for found in accessibles(root):
        try:
            if name and found.getAccessibleName() != name:
                continue
            if not role or found.getAccessibleRole() == number:
                return found
        except GONE:
            continue
    return None


def outline(root: Any, depth: int = MAX_DEPTH) -> list[str]:
    """Return what is under the window, a line each: for looking, and for a failing test."""
    context = root.getAccessibleContext() if hasattr(root, "getAccessibleContext") else root
    role, name = role_name(context.getAccessibleRole()), context.getAccessibleName()
    lines = [f"{role} {name!r} {text_of(context)!r}"]
    if depth:
        for child in children(context):
            lines += ["  " + line for line in outline(child, depth - 1)]
    return lines


def text_of(accessible: Any) -> str:
    """Return an accessible's text; empty where it has none."""
    return accessible.getText() if hasattr(accessible, "getText") else ""


def press(accessible: Any) -> None:
    """Do its first action: press a button, toggle a check box, follow a link."""
    if not hasattr(accessible, "doAccessibleAction"):
        raise TypeError(f"{accessible.getAccessibleName()!r} has nothing to press")
    accessible.doAccessibleAction(0)


def press_in(ctx: Any, window: str, name: str, role: str = "") -> None:
    """Press the named control in the named window."""
    top = window_named(ctx, window)
    if top is None:
        raise LookupError(f"no window {window!r} among {[name_of(w) for w in top_windows(ctx)]}")
    found = find(top, name, role)
    if found is None:
        raise LookupError(f"no {role} {name!r} in:\n" + "\n".join(outline(top)))
    press(found)


def focused(root: Any) -> Any:
    """Return the accessible under the window that has the focus, or None."""
    return next((found for found in accessibles(root) if has_state(found, "FOCUSED")), None)


def has_state(accessible: Any, name: str) -> bool:
    """Return whether it is FOCUSED, ENABLED, CHECKED, SELECTED, ... (AccessibleStateType)."""
    wanted = uno.getConstantByName(f"com.sun.star.accessibility.AccessibleStateType.{name}")
    states = accessible.getAccessibleStateSet()
    # A number of bits since 7.5; an object before.
    return states.contains(wanted) if hasattr(states, "contains") else bool(states & wanted)
