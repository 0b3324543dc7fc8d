"""Owns opening a deck of the sidebar in front, and the window of one of its panels."""

from __future__ import annotations

from typing import Any

from .documents import current_frame, dispatch


def show_deck(ctx: Any, deck: str) -> None:
    """Have the sidebar opened at a deck, at once or soon."""
    sidebar = _sidebar(ctx)
    sidebar.showDecks(True)
    decks = sidebar.getDecks()
    if deck in decks.getElementNames():
        decks.getByName(deck).activate(True)
    else:  # the command closes a deck that is open, as one is that was open last time
        dispatch(ctx, f".uno:SidebarDeck.{deck}")


def panel_window(ctx: Any, deck: str, panel: str) -> Any:
    """Return the panel's window, whose controls are found by name; None while it is made."""
    decks = _sidebar(ctx).getDecks()
    if deck not in decks.getElementNames():  # LibreOffice 7.4 lists decks late
        return None
    found = decks.getByName(deck)
    # A deck that is not in front makes its panels anew whenever it is asked for them.
    panels = found.getPanels() if found.isActive() else None
    if panels is None or panel not in panels.getElementNames():
        return None
    return panels.getByName(panel).getDialog()


def _sidebar(ctx: Any) -> Any:
    return current_frame(ctx).getController().getSidebar()
