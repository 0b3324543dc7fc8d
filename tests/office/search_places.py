"""Where the search dialog's controls stand and what they are called; runs inside LibreOffice."""

from __future__ import annotations

from typing import Any

from tests.office.search_steps import control_of, search_command

N_TRIES = 10


def resize(ctx: Any, width: int, height: int) -> None:
    search_command(ctx).window.window.dialog.setPosSize(0, 0, width, height, 12)


def boxes(ctx: Any) -> Any:
    """Return each visible control of the dialog: place, size, and the size its text needs."""
    return boxes_of(search_command(ctx).window.window.dialog)


def boxes_of_everything(ctx: Any) -> Any:
    """Draw a screen with everything on it at once, the longest texts of all; return its boxes.

    In one step: a report of a pass would draw the screen of the moment over it, and may do so
    while the bar is set, which lets events run.
    """
    from dataclasses import replace

    from writeragent_plugin.embeddings.search_window.screen import Offer, PassLine
    from writeragent_plugin.office.application import current

    command = current(ctx).search
    texts = command._around.texts
    screen = replace(
        command.presenter.screen,
        message=texts["search.message.off"],
        offer=Offer.TURN_ON,
        indexing=PassLine(
            texts.format("search.pass.text", n_done=12345, n=67890),
            permille=500,
            is_paused=True,
        ),
    )
    for _ in range(N_TRIES):
        command.window.draw(screen)
        if command.window._screen is screen:
            break
    return boxes(ctx)


def draw_within_draw(ctx: Any) -> Any:
    """Post a screen with an offer, draw one with a bar, which lets it run; return the boxes."""
    from dataclasses import replace

    from writeragent_plugin.embeddings.search_window.screen import Offer, PassLine
    from writeragent_plugin.office.application import current

    application = current(ctx)
    window, quiet = application.search.window, application.search.presenter.screen
    later = replace(quiet, offer=Offer.TURN_ON, indexing=PassLine("2", permille=900))
    drawn: list[str] = []

    def draw_later() -> None:
        window.draw(later)
        drawn.append("later")

    application.main_thread.post(draw_later)
    window.draw(replace(quiet, indexing=PassLine("1", permille=300)))
    return {
        "within": drawn,
        "boxes": boxes(ctx),
        "value": window.window.control("pass_bar").getValue(),
    }


def boxes_of(dialog: Any) -> Any:
    found = {}
    for control in dialog.getControls():
        if not control.isVisible():
            continue
        place = control.getPosSize()
        # Tables, bars and lines have no text of their own.
        has_text = hasattr(control, "getPreferredSize")
        wanted = control.getPreferredSize() if has_text else None
        found[control.getModel().Name] = {
            "box": [place.X, place.Y, place.Width, place.Height],
            "wanted": [wanted.Width, wanted.Height] if wanted else [0, 0],
        }
    size = dialog.getPosSize()
    found["dialog"] = {"box": [0, 0, size.Width, size.Height], "wanted": [0, 0]}
    return found


def unread_boxes(ctx: Any) -> Any:
    return boxes_of(search_command(ctx)._unread.window.dialog)


def accessible_names(ctx: Any) -> Any:
    """Return what a screen reader calls the fields and lists of the dialog."""
    names = ("query", "kind", "results", "passage")
    return {
        name: control_of(ctx, name).getAccessibleContext().getAccessibleName() for name in names
    }


def unread_labelled(ctx: Any) -> Any:
    unread = search_command(ctx)._unread
    return unread.window.control("files").getAccessibleContext().getAccessibleName()


def is_reading(ctx: Any) -> Any:
    from writeragent_plugin.office.application import current

    window = current(ctx).search.window
    text = window.window.control("pass").getText() if window else ""
    return text if text.startswith("Reading: ") else None


def shows_pass(ctx: Any, text: str) -> bool:
    from writeragent_plugin.office.application import current

    control = current(ctx).search.window.window.control("pass")
    return bool(control.isVisible() and control.getText() == text)


def shows_no_pass(ctx: Any) -> bool:
    from writeragent_plugin.office.application import current

    window = current(ctx).search.window.window
    return not any(window.control(name).isVisible() for name in ("pass", "pause", "cancel_pass"))
