"""What the tests of the options do inside LibreOffice: each function is sent there by itself."""

from __future__ import annotations

from typing import Any

# A screen reader, and so a test, is told nothing of a field with several lines before 7.5.
FIELDS_OF_LINES = {
    "Installed:": "Details",
    "Leave out files and folders (one pattern per line):": "Exclude",
}


def field_of_lines(ctx: Any, name: str) -> Any:
    """Return a control of the page that is shown, or None; LibreOffice alone knows the page."""
    import gc

    from writeragent_plugin.office.options.page import OptionsPage

    pages = [each for each in gc.get_objects() if issubclass(type(each), OptionsPage)]
    shown = (page.presenter._view for page in pages if page.presenter is not None)
    controls = (view.control(FIELDS_OF_LINES[name]) for view in shown)
    return next((control for control in controls if control is not None), None)


def page_text(ctx: Any) -> str:
    """Return all that the options show, a line each."""
    import office_probe as probe

    top = next(w for w in probe.top_windows(ctx) if probe.name_of(w).startswith("Options"))
    lines = [probe.text_of(each) or each.getAccessibleName() for each in probe.accessibles(top)]
    controls = [field_of_lines(ctx, name) for name in FIELDS_OF_LINES]
    lines += [control.getText() for control in controls if control is not None]
    return "\n".join(lines)


def page_has(ctx: Any, wanted: list[str]) -> bool:
    text = page_text(ctx)
    return all(each in text for each in wanted)


def open_options(ctx: Any, leaf: str) -> None:
    """Show the real options at one of our pages; returns when they are closed."""
    import office_probe as probe
    from com.sun.star.beans import PropertyValue

    place = "/org.openoffice.Office.OptionsDialog/Nodes/org.writeragent.search/Leaves/"
    page = PropertyValue()
    page.Name = "OptionsPageURL"
    page.Value = probe.read(ctx, place + "org.writeragent.search." + leaf, "OptionsPage")
    smgr = ctx.ServiceManager
    helper = smgr.createInstanceWithContext("com.sun.star.frame.DispatchHelper", ctx)
    target = probe.desktop(ctx).getCurrentFrame() or probe.desktop(ctx)
    helper.executeDispatch(target, ".uno:OptionsTreeDialog", "", 0, (page,))


def options_are_open(ctx: Any) -> bool:
    import office_probe as probe

    return any(window["name"].startswith("Options") for window in probe.windows(ctx))


def options_are_closed(ctx: Any) -> bool:
    import office_probe as probe

    return not any(window["name"].startswith("Options") for window in probe.windows(ctx))


def press_in_options(ctx: Any, name: str) -> None:
    import office_probe as probe

    names = [window["name"] for window in probe.windows(ctx)]
    title = next(name for name in names if name.startswith("Options"))
    probe.press_in(ctx, title, name, "PUSH_BUTTON")


def read_field(ctx: Any, name: str, role: str) -> Any:
    """Return the text of a field of the page that is shown; of a check box whether it is set."""
    import office_probe as probe

    top = next(w for w in probe.top_windows(ctx) if probe.name_of(w).startswith("Options"))
    found = probe.find(top, name, role)
    if found is None and name in FIELDS_OF_LINES:
        return field_of_lines(ctx, name).getText()
    if found is None:
        raise LookupError("\n".join(probe.outline(top)))
    if role == "CHECK_BOX":
        return probe.has_state(found, "CHECKED")
    return probe.text_of(found)


def write_field(ctx: Any, name: str, role: str, text: str) -> None:
    """Put a text into a field; its last character by a real key: that tells the field's owner."""
    import office_probe as probe

    top = next(w for w in probe.top_windows(ctx) if probe.name_of(w).startswith("Options"))
    field = probe.find(top, name, role)
    if field is None and name in FIELDS_OF_LINES:
        control = field_of_lines(ctx, name)
        control.setFocus()
        control.setText(text[:-1])
        probe.press_key(ctx, "Ctrl+End", probe.name_of(top))
    else:
        field.grabFocus()
        field.setText(text[:-1])
        field.setCaretPosition(len(text) - 1)
    probe.type_text(ctx, text[-1], probe.name_of(top))


def press_field(ctx: Any, name: str, role: str) -> None:
    import office_probe as probe

    top = next(w for w in probe.top_windows(ctx) if probe.name_of(w).startswith("Options"))
    probe.press(probe.find(top, name, role))


def select_in_list(ctx: Any, name: str, number: int) -> None:
    import office_probe as probe

    top = next(w for w in probe.top_windows(ctx) if probe.name_of(w).startswith("Options"))
    probe.find(top, name, "LIST").selectAccessibleChild(number)


def dialog_text(ctx: Any) -> Any:
    """Return the labels of the message box that is open, or ""."""
    import office_probe as probe

    for window in probe.top_windows(ctx):
        if probe.role_of(window) in ("ALERT", "DIALOG") and not probe.name_of(window).startswith(
            "Options"
        ):
            found = (each for each in probe.accessibles(window))
            return "\n".join(each.getAccessibleName() for each in found)
    return ""


def answer_message(ctx: Any, button: str) -> None:
    import office_probe as probe

    for window in probe.top_windows(ctx):
        if probe.role_of(window) in ("ALERT", "DIALOG") and not probe.name_of(window).startswith(
            "Options"
        ):
            probe.press(probe.find(window, button, "PUSH_BUTTON"))
            return
    raise LookupError("no message box")


def open_by_command(ctx: Any) -> None:
    """Do what the menu entry for the options does."""
    from writeragent_plugin.office.application import current

    current(ctx).commands["options"](None)
