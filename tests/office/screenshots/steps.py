"""What is done inside LibreOffice before a picture: each function is sent there by itself."""

from __future__ import annotations

from typing import Any

from tests.office.search_steps import search_command


def turn_on(ctx: Any, venv: str) -> None:
    """Turn the search on with the model that comes along, and that environment."""
    from dataclasses import replace

    from writeragent_plugin.office.application import current

    store = current(ctx).settings
    model = "sentence-transformers/all-MiniLM-L6-v2"
    settings = replace(store.read(), folder_search_mode="hybrid", embedding_model=model)
    store.write(replace(settings, python_venv_path=venv))


def use_venv(ctx: Any, venv: str) -> None:
    from dataclasses import replace

    from writeragent_plugin.office.application import current

    store = current(ctx).settings
    store.write(replace(store.read(), python_venv_path=venv))


def is_ready(ctx: Any) -> bool:
    """Return whether the document is there and the extension with it."""
    import sys

    import office_probe as probe

    is_loaded = "writeragent_plugin.office.application" in sys.modules
    return is_loaded and bool(probe.documents(ctx)) and bool(probe.current_document_url(ctx))


def is_indexed(ctx: Any, folder: str) -> bool:
    from writeragent_plugin.office.application import current

    report = current(ctx).queue.state(folder)
    return report is not None and report.state.value == "done"


def is_answered(ctx: Any) -> bool:
    command = search_command(ctx)
    if command.window is None:
        return False
    presenter = command.presenter
    screen = presenter.screen
    return bool(screen.rows) and screen.indexing is None and not presenter._questions.is_searching


def select_first(ctx: Any) -> None:
    search_command(ctx).presenter.select(0)


def open_first(ctx: Any) -> None:
    search_command(ctx).presenter.open_selected()


def close_search(ctx: Any) -> None:
    search_command(ctx).close()


def open_setup(ctx: Any) -> None:
    from writeragent_plugin.office.application import current

    current(ctx).commands["setup"](None)


def setup_has_plan(ctx: Any) -> bool:
    from writeragent_plugin.office.application import current

    dialog = current(ctx).options.setup_dialog
    return dialog is not None and dialog.presenter.state.value == "asking"


def close_setup(ctx: Any) -> None:
    from writeragent_plugin.office.application import current

    current(ctx).options.setup_dialog.presenter.press_close()


def python_page(ctx: Any) -> Any:
    """Return the page that is on the screen: nobody keeps it but LibreOffice; None without one."""
    import gc
    import sys

    module = sys.modules.get("writeragent_plugin.office.options.python_page")
    if module is None:
        return None
    found = [each for each in gc.get_objects() if isinstance(each, module.PythonPageWindow)]
    return found[-1] if found else None


def has_packages(ctx: Any) -> bool:
    """Return whether the page lists what is installed, to the end of the list."""
    page = python_page(ctx)
    return page is not None and page.get("Details", "Text").count("\n") > 1


def press_test(ctx: Any) -> None:
    import office_probe as probe

    # GTK's own part of the options has the focus, and lets no mnemonic through to the page.
    probe.press(python_page(ctx).control("Test").getAccessibleContext())


def has_passed(ctx: Any) -> bool:
    """Return whether the page says that the test went well."""
    from writeragent_plugin.office.application import current

    passed = current(ctx).texts["options.test.passed"]
    return python_page(ctx).get("Status", "Label") == passed


def scroll_up(ctx: Any) -> None:
    page = python_page(ctx)
    page.show_details(page.get("Details", "Text"))


def panel(ctx: Any) -> Any:
    import office_probe as probe

    return probe.panel_window(ctx, "WriterAgentDeck", "WriterAgentSearchPanel")


def show_panel(ctx: Any) -> None:
    import office_probe as probe

    probe.show_deck(ctx, "WriterAgentDeck")


def has_panel(ctx: Any) -> bool:
    return panel(ctx) is not None


def ask_panel(ctx: Any, question: str) -> None:
    import office_probe as probe

    window = panel(ctx)
    window.getControl("query").setText(question)
    probe.press(window.getControl("start").getAccessibleContext())


def panel_has_hits(ctx: Any) -> bool:
    return panel(ctx).getControl("results").getItemCount() > 0


def select_in_panel(ctx: Any) -> None:
    import office_probe as probe

    results = panel(ctx).getControl("results")
    results.setFocus()
    probe.press_key(ctx, "End")
    probe.press_key(ctx, "Home")
