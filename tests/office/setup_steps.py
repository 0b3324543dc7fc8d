"""What the tests do in the Set Up window; runs inside LibreOffice."""

from __future__ import annotations

from typing import Any


def open_setup(ctx: Any, lock: str) -> None:
    """Do what the menu entry does, with a list of packages of the test's."""
    from writeragent_plugin.office.application import current

    application = current(ctx)
    application.options.lock = lock
    application.commands["setup"](None)


def setup_facts(ctx: Any) -> Any:
    """Return what the Set Up window shows: its texts and the buttons that can be pressed."""
    from writeragent_plugin.office.application import current

    dialog = current(ctx).options.setup_dialog
    if dialog is None:
        return None
    facts = {"state": dialog.presenter.state.value}
    for name in ("Headline", "Step", "Line", "Close"):
        facts[name] = dialog.window.getControl(name).getModel().Label
    facts["Details"] = dialog.window.getControl("Details").getModel().Text
    facts["Bar"] = dialog.window.getControl("Bar").getModel().ProgressValue
    device = dialog.window.getControl("Device")
    facts["choices"] = list(device.getItems()) if device.isVisible() else []
    facts["chosen"] = device.getSelectedItemPos()
    buttons = ("Start", "Close", "Test", "TurnOn")
    facts["enabled"] = [n for n in buttons if dialog.window.getControl(n).getModel().Enabled]
    return facts


def setup_is(ctx: Any, *states: str) -> bool:
    from writeragent_plugin.office.application import current

    dialog = current(ctx).options.setup_dialog
    return dialog is not None and dialog.presenter.state.value in states


def setup_is_closed(ctx: Any) -> bool:
    from writeragent_plugin.office.application import current

    return current(ctx).options.setup_dialog is None


def setup_line_has(ctx: Any, text: str) -> bool:
    from writeragent_plugin.office.application import current

    dialog = current(ctx).options.setup_dialog
    return dialog is not None and text in dialog.window.getControl("Line").getModel().Label


def press_in_setup(ctx: Any, name: str) -> None:
    from writeragent_plugin.office.application import current

    control = current(ctx).options.setup_dialog.window.getControl(name)
    control.getAccessibleContext().doAccessibleAction(0)


def close_setup(ctx: Any) -> None:
    from writeragent_plugin.office.application import current

    dialog = current(ctx).options.setup_dialog
    if dialog is not None:
        dialog.presenter.press_close()


def end_setup_as_its_frame_does(ctx: Any) -> None:
    """End the modal window from outside, as the closing button of its frame does."""
    from writeragent_plugin.office.application import current

    current(ctx).options.setup_dialog.window.endExecute()


def choose_in_setup(ctx: Any, position: int) -> None:
    """Choose what to compute on, as a click in the list does: by its event."""
    from writeragent_plugin.office.application import current

    current(ctx).options.setup_dialog.window.getControl("Device").selectItemPos(position, True)


def setup_details_have(ctx: Any, text: str) -> bool:
    from writeragent_plugin.office.application import current

    dialog = current(ctx).options.setup_dialog
    return dialog is not None and text in dialog.window.getControl("Details").getModel().Text
