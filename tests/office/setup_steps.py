"""What the tests do in the Set Up window's list of what to compute on; runs inside LibreOffice."""

from __future__ import annotations

from typing import Any


def choose_in_setup(ctx: Any, position: int) -> None:
    """Choose what to compute on, as a click in the list does: by its event."""
    from writeragent_plugin.office.application import current

    current(ctx).options.setup_dialog.window.getControl("Device").selectItemPos(position, True)


def setup_details_have(ctx: Any, text: str) -> bool:
    from writeragent_plugin.office.application import current

    dialog = current(ctx).options.setup_dialog
    return dialog is not None and text in dialog.window.getControl("Details").getModel().Text
