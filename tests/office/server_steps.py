"""What the tests of the Model Server window do inside LibreOffice."""

from __future__ import annotations

from typing import Any


def server_window(ctx: Any) -> Any:
    import office_probe as probe

    return next(
        (
            w
            for w in probe.top_windows(ctx)
            if probe.name_of(w) == "Model Server" and probe.find(w, "Address:", "TEXT")
        ),
        None,
    )


def server_is_open(ctx: Any) -> bool:
    return server_window(ctx) is not None


def server_is_closed(ctx: Any) -> bool:
    return server_window(ctx) is None


def fill_server(ctx: Any, url: str, name: str, key: str) -> None:
    """Put texts into the fields, the address's last character by a real key, and tick the box."""
    import office_probe as probe

    window = server_window(ctx)
    probe.press(probe.find(window, "Make vectors with a model of this server", "CHECK_BOX"))
    probe.find(window, "Model:", "TEXT").setText(name)
    secret = probe.find(window, "Key:", "PASSWORD_TEXT") or probe.find(window, "Key:", "TEXT")
    secret.setText(key)
    field = probe.find(window, "Address:", "TEXT")
    field.grabFocus()
    field.setText(url[:-1])
    field.setCaretPosition(len(url) - 1)
    probe.type_text(ctx, url[-1], "Model Server")


def server_text(ctx: Any) -> str:
    import office_probe as probe

    return "\n".join(each.getAccessibleName() for each in probe.accessibles(server_window(ctx)))


def server_says(ctx: Any, words: str) -> bool:
    return words in server_text(ctx)


def key_is_hidden_by(ctx: Any) -> Any:
    """Return the number of the character that stands for each one of the key."""
    from writeragent_plugin.embeddings.options.server_form import ServerForm
    from writeragent_plugin.office.application import current
    from writeragent_plugin.office.options.server_dialog import ServerDialog

    dialog = ServerDialog(current(ctx).options, ServerForm())
    echo = dialog.window.getControl("Key").getModel().EchoChar
    dialog.window.dispose()
    return echo


def press_in_server(ctx: Any, button: str) -> None:
    import office_probe as probe

    probe.press(probe.find(server_window(ctx), button, "PUSH_BUTTON"))


def question(ctx: Any) -> Any:
    """Return the labels of the message box over the window, or ""."""
    import office_probe as probe

    for window in probe.top_windows(ctx):
        if probe.role_of(window) in ("ALERT", "DIALOG") and probe.find(
            window, "Yes", "PUSH_BUTTON"
        ):
            return "\n".join(each.getAccessibleName() for each in probe.accessibles(window))
    return ""


def answer(ctx: Any, button: str) -> None:
    import office_probe as probe

    for window in probe.top_windows(ctx):
        found = probe.find(window, button, "PUSH_BUTTON")
        if found is not None and probe.find(window, "No", "PUSH_BUTTON"):
            probe.press(found)
            return
    raise LookupError("no question")


def asked_model(ctx: Any) -> Any:
    """Return what requests would name: the model and the length of its key."""
    from writeragent_plugin.office.application import current

    settings = current(ctx).settings.read()
    return [settings.model_id, settings.api_key]


def asked_by_passes(ctx: Any) -> Any:
    """Return the model and the key of the next pass, as the worker gets them."""
    from writeragent_plugin.office.application import current

    request = current(ctx).service.maintain_request("/documents")
    return [request.model_id, request.api_key]


def let_passwords_be_kept(ctx: Any) -> None:
    """Do what the check box in LibreOffice's own options does, without a master password."""
    name = "com.sun.star.task.PasswordContainer"
    container = ctx.ServiceManager.createInstanceWithContext(name, ctx)
    container.allowPersistentStoring(True)
    container.useDefaultMasterPassword(None)


def set_server(ctx: Any, url: str, key: str) -> None:
    """Keep a confirmed server with its key, as the options do."""
    from writeragent_plugin.embeddings.settings import Settings
    from writeragent_plugin.office.application import current

    settings = Settings(
        embedding_provider="http", http_url=url, http_model="m", http_confirmed=url, http_key=key
    )
    current(ctx).settings.write(settings)


def keeps_keys(ctx: Any) -> bool:
    from writeragent_plugin.office.application import current

    return current(ctx).settings.keeps_keys()
