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


def read_setting(ctx: Any, group: str, name: str) -> Any:
    import office_probe as probe

    return probe.read(ctx, "/org.writeragent.Settings/" + group, name)


def speak_german(ctx: Any) -> None:
    """Have LibreOffice's windows be German from its next start on."""
    import office_probe as probe

    probe.write(ctx, "/org.openoffice.Office.Linguistic/General", UILocale="de")


def load_package(ctx: Any) -> None:
    """Have LibreOffice load our package, as its first window does."""
    ctx.ServiceManager.createInstanceWithContext("org.writeragent.search.StartupJob", ctx)


def reset_settings(ctx: Any) -> None:
    from writeragent_plugin.embeddings.settings import Settings
    from writeragent_plugin.office.application import current

    current(ctx).settings.write(Settings())


def use_venv(ctx: Any, path: str) -> None:
    from dataclasses import replace

    from writeragent_plugin.office.application import current

    settings = current(ctx).settings
    settings.write(replace(settings.read(), python_venv_path=path))


def use_lock(ctx: Any, lock: str) -> None:
    """Have environments be made from a list of packages of the test's."""
    from writeragent_plugin.office.application import current

    current(ctx).options.lock = lock


def open_by_command(ctx: Any) -> None:
    """Do what the menu entry for the options does."""
    from writeragent_plugin.office.application import current

    current(ctx).commands["options"](None)


def end_setup_as_its_frame_does(ctx: Any) -> None:
    """End the modal window from outside, as the closing button of its frame does."""
    from writeragent_plugin.office.application import current

    current(ctx).options.setup_dialog.window.endExecute()


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


def tight_controls(ctx: Any, xdl: str) -> Any:
    """Return the controls of a window whose text needs more room than they have."""
    import uno
    from writeragent_plugin.office.application import EXTENSION_ROOT, current
    from writeragent_plugin.office.localise import localise

    provider = ctx.ServiceManager.createInstanceWithContext("com.sun.star.awt.DialogProvider2", ctx)
    window = provider.createDialog(uno.systemPathToFileUrl(str(EXTENSION_ROOT / "dialogs" / xdl)))
    localise(window, current(ctx).texts)
    tight = []
    for control in window.getControls():
        model = control.getModel()
        label = getattr(model, "Label", "")
        if not label or (getattr(model, "MultiLine", False) and "Button" not in str(model)):
            continue
        needed, size = control.getPreferredSize(), control.getPosSize()
        if needed.Width > size.Width:
            tight.append([model.Name, label, needed.Width, size.Width])
    window.dispose()
    return tight


def longest_texts_fit(ctx: Any, xdl: str, texts: dict[str, list[str]]) -> Any:
    """Return which of the texts that a control shows in turn need more room than it has."""
    import uno
    from writeragent_plugin.office.application import EXTENSION_ROOT, current

    provider = ctx.ServiceManager.createInstanceWithContext("com.sun.star.awt.DialogProvider2", ctx)
    window = provider.createDialog(uno.systemPathToFileUrl(str(EXTENSION_ROOT / "dialogs" / xdl)))
    tight = []
    for name, keys in texts.items():
        control = window.getControl(name)
        for key in keys:
            control.getModel().Label = current(ctx).texts[key]
            size = control.getPosSize()
            needed = control.getPreferredSize()
            n_lines = max(1, size.Height * 10 // max(1, control.getMinimumSize().Height * 10))
            if needed.Width > size.Width * n_lines:
                tight.append([key, needed.Width, size.Width, n_lines])
    window.dispose()
    return tight
