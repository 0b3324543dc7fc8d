"""What the tests of the search dialog do inside LibreOffice, and the folder they search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from tests.office.harness.office import Office

SEARCH = "org.writeragent.search:search"
TITLE = "Search Nearby Files"
GERMAN_TITLE = "Dateien im Ordner durchsuchen"
UNREAD_TITLE = "Files That Could Not Be Read"
ANSWER_S = 20.0

LEASE = """The lease agreement

The lease ends on 31 December 2027 unless the parties extend it. When the lease ends, keys return.

The tenant pays the rent on the first day of each month.
"""


def write_folder(folder: Path) -> Path:
    """Write four files that can be read, the first of them about nothing, and one that is empty."""
    folder.mkdir(parents=True)
    (folder / "begin.txt").write_text("Nothing of interest.\n", encoding="utf-8")
    (folder / "lease.txt").write_text(LEASE, encoding="utf-8")
    (folder / "board.txt").write_text("The board talked of the lease.\n", encoding="utf-8")
    (folder / "costs.csv").write_text("Item,Amount\nLease of the car,300\n", encoding="utf-8")
    (folder / "empty.txt").write_bytes(b"")
    return folder


def office_version(ctx: Any) -> str:
    import office_probe as probe

    return str(probe.read(ctx, "/org.openoffice.Setup/Product", "ooSetupVersionAboutBox"))


def dispatch(ctx: Any, url: str) -> None:
    import office_probe as probe

    probe.dispatch_now(ctx, url)


def search_command(ctx: Any) -> Any:
    from writeragent_plugin.office.application import current

    return current(ctx).search


def control_of(ctx: Any, name: str) -> Any:
    return search_command(ctx).window.window.control(name)


def screen(ctx: Any) -> Any:
    """Return what the dialog shows, as values; None when it is closed."""
    import dataclasses

    command = search_command(ctx)
    if command.window is None:
        return None
    values = dataclasses.asdict(command.presenter.screen)
    values["is_searching"] = command.presenter._questions.is_searching
    return values


def files(ctx: Any) -> Any:
    """Return the files in the list itself, once there are any and no answer is to come."""
    shown = screen(ctx)
    if shown is None or shown["is_searching"]:
        return None
    data = control_of(ctx, "results").getModel().GridDataModel
    return [data.getCellData(0, row) for row in range(data.RowCount)]


def n_files(ctx: Any, n: int) -> Any:
    found = files(ctx)
    return found if found is not None and len(found) == n else None


def is_answered(ctx: Any, start: str) -> Any:
    """Return the message once it begins so and no answer is to come."""
    shown = screen(ctx)
    is_done = shown is not None and not shown["is_searching"]
    return shown["message"] if is_done and shown["message"].startswith(start) else None


def has_settled(ctx: Any) -> Any:
    """Return what is shown once no pass runs and no answer is to come."""
    shown = screen(ctx)
    if shown is None or shown["is_searching"] or shown["indexing"] is not None:
        return None
    return shown if shown["coverage"] else None


def is_closed(ctx: Any) -> bool:
    import office_probe as probe

    names = [window["name"] for window in probe.windows(ctx)]
    return search_command(ctx).window is None and "Search Nearby Files" not in names


def has_window(ctx: Any, name: str) -> bool:
    import office_probe as probe

    return probe.window_named(ctx, name) is not None


def has_no_window(ctx: Any, name: str) -> bool:
    return not has_window(ctx, name)


def set_up(ctx: Any, mode: str, model: str, venv: str = "") -> None:
    from dataclasses import replace

    from writeragent_plugin.office.application import current

    store = current(ctx).settings
    store.write(
        replace(store.read(), folder_search_mode=mode, embedding_model=model, python_venv_path=venv)
    )


def close_search(ctx: Any) -> None:
    """Close the dialog and let it forget the session."""
    command = search_command(ctx)
    command.close()
    command._session = type(command._session)()


def type_text(ctx: Any, text: str, window: str) -> None:
    import office_probe as probe

    probe.type_text(ctx, text, window)


def press_key(ctx: Any, key: str, window: str) -> None:
    import office_probe as probe

    probe.press_key(ctx, key, window)


def focus(ctx: Any, name: str) -> None:
    search_command(ctx).window.window.dialog.toFront()
    control_of(ctx, name).setFocus()


def has_focus(ctx: Any, name: str) -> bool:
    """Return whether it, or what is inside it, as a combo box's field, has the focus."""
    import office_probe as probe

    control = control_of(ctx, name)
    return bool(control.hasFocus()) or probe.focused(control) is not None


def press(ctx: Any, name: str) -> None:
    import office_probe as probe

    probe.press(control_of(ctx, name).getAccessibleContext())


def set_query(ctx: Any, query: str) -> None:
    control_of(ctx, "query").setText(query)


def text_of(ctx: Any, name: str) -> Any:
    return control_of(ctx, name).getText()


def label_of(ctx: Any, name: str) -> Any:
    return control_of(ctx, name).getModel().Label


def selection(ctx: Any) -> Any:
    """Return the selected row of the list, and the selected text of the passage."""
    rows = list(control_of(ctx, "results").getSelectedRows())
    return [rows, control_of(ctx, "passage").getSelectedText()]


def is_selected(ctx: Any, row: int) -> bool:
    shown = screen(ctx)
    return shown is not None and shown["selected"] == row and selection(ctx)[0] == [row]


def double_click_row(ctx: Any, row: int) -> Any:
    """Click a row of the list twice; return the row that the grid says is there."""
    import office_probe as probe

    grid = control_of(ctx, "results")
    y = next(y for y in range(2, 400) if grid.getRowAtPoint(20, y) == row) + 3
    probe.click(ctx, grid, n_clicks=1, x=20, y=y)
    probe.click(ctx, grid, n_clicks=2, x=20, y=y)
    return grid.getRowAtPoint(20, y)


def front_url(ctx: Any) -> Any:
    import office_probe as probe

    return probe.current_document_url(ctx)


def is_in_front(ctx: Any, name: str) -> bool:
    return bool(front_url(ctx).endswith("/" + name))


def close_named(ctx: Any, name: str) -> None:
    import office_probe as probe

    for document in probe.documents(ctx):
        if document.getURL().endswith("/" + name):
            probe.close(document)


def close_documents(ctx: Any) -> None:
    import office_probe as probe

    probe.close_all(ctx)


def stands_above(ctx: Any) -> Any:
    """Return the name of the document whose window the dialog stands above."""
    command = search_command(ctx)
    if command.window is None or command._frame is None:
        return None
    return command._frame.getController().getModel().getURL().rpartition("/")[2]


def above(ctx: Any, name: str) -> bool:
    return bool(stands_above(ctx) == name)


def unread_rows(ctx: Any) -> Any:
    unread = search_command(ctx)._unread
    data = unread.window.control("files").getModel().GridDataModel
    return [list(data.getRowData(row)) for row in range(data.RowCount)]


def press_unread(ctx: Any, name: str) -> None:
    import office_probe as probe

    probe.press(search_command(ctx)._unread.window.control(name).getAccessibleContext())


def look_over(ctx: Any) -> int:
    """Ask for everything that the dialog shows, as a screen reader does; return how much it is."""
    dialog = search_command(ctx).window.window.dialog
    return n_accessibles(dialog.getAccessibleContext(), 8)


def n_accessibles(accessible: Any, depth: int) -> int:
    accessible.getAccessibleName()
    accessible.getAccessibleStateSet()
    n = 1
    for number in range(min(accessible.getAccessibleChildCount(), 200) if depth else 0):
        child = accessible.getAccessibleChild(number)
        if hasattr(child, "getAccessibleContext"):
            n += n_accessibles(child.getAccessibleContext(), depth - 1)
    return n


def open_file(ctx: Any, path: str) -> None:
    import office_probe as probe

    probe.open_document(ctx, path)


def begin_at(office: Office, folder: Path, *, model: str = "none", title: str = TITLE) -> None:
    """Open the folder's first document and the dialog, and wait until all is indexed."""
    office.run(set_up, "hybrid", model)
    office.run(open_file, str(folder / "begin.txt"))
    office.run(dispatch, SEARCH)
    office.wait_for(has_window, title)
    office.run(press, "rebuild")
    office.wait_for(is_done, str(folder), timeout_s=ANSWER_S)
    office.wait_for(has_settled, timeout_s=ANSWER_S)


def is_done(ctx: Any, folder: str) -> bool:
    from writeragent_plugin.office.application import current

    report = current(ctx).queue.state(folder)
    return report is not None and report.state.value == "done"


def text_in_front(ctx: Any) -> Any:
    import office_probe as probe

    component = probe.desktop(ctx).getCurrentComponent()
    text = component.Text.getString()
    return text if "lease" in text else None
