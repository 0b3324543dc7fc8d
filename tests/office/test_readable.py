"""What pictures of the windows showed to be hard to read or to use, looked at without pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.office import search_steps, settings_steps, setup_steps
from tests.office.search_steps import ANSWER_S, TITLE, control_of, search_command

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.office.harness.office import Office

pytestmark = pytest.mark.timeout(300)


@pytest.fixture
def searching(own: Office, tmp_path: Path) -> Iterator[Office]:
    search_steps.begin_at(own, search_steps.write_folder(tmp_path / "docs"))
    yield own
    own.run(search_steps.close_search)
    own.run(search_steps.close_documents)


def is_visible(ctx: Any, name: str) -> bool:
    return bool(control_of(ctx, name).isVisible())


def caret(ctx: Any) -> Any:
    selection = control_of(ctx, "query").getSelection()
    return [selection.Min, selection.Max]


def columns_and_room(ctx: Any) -> Any:
    grid = control_of(ctx, "results")
    columns = grid.getModel().ColumnModel.getColumns()
    window = search_command(ctx).window.window
    widths = [window.pixels(column.ColumnWidth) for column in columns]
    return [sum(widths), grid.getPosSize().Width]


def test_after_a_search_the_next_word_is_typed_behind_the_question(searching: Office) -> None:
    searching.run(search_steps.focus, "query")
    searching.run(search_steps.type_text, "lease", TITLE)
    searching.run(search_steps.press_key, "Return", TITLE)
    searching.wait_for(search_steps.n_files, 3, timeout_s=ANSWER_S)
    assert searching.run(caret) == [5, 5]


def test_buttons_without_use_are_not_there(searching: Office) -> None:
    assert not searching.run(is_visible, "next_match")
    searching.wait_for(is_visible, "list_unread", timeout_s=ANSWER_S)  # the folder's status tells
    searching.run(search_steps.set_query, "lease ends")
    searching.run(search_steps.press, "start")
    searching.wait_for(search_steps.n_files, 3, timeout_s=ANSWER_S)
    assert searching.run(is_visible, "next_match")


def test_the_columns_leave_room_for_the_scroll_bar(searching: Office) -> None:
    searching.run(search_steps.set_query, "lease ends")
    searching.run(search_steps.press, "start")
    searching.wait_for(search_steps.n_files, 3, timeout_s=ANSWER_S)
    columns_px, table_px = searching.run(columns_and_room)
    assert table_px - 40 < columns_px < table_px - 16


def test_the_set_up_window_has_the_focus_where_it_goes_on(office: Office) -> None:
    office.run(settings_steps.load_package)
    office.run(open_setup)
    office.wait_for(setup_steps.setup_is, "asking")
    try:
        assert office.wait_for(start_has_focus)
    finally:
        office.run(setup_steps.close_setup)


def open_setup(ctx: Any) -> None:
    from writeragent_plugin.office.application import current

    current(ctx).commands["setup"](None)


def start_has_focus(ctx: Any) -> bool:
    from writeragent_plugin.office.application import current

    dialog = current(ctx).options.setup_dialog
    return bool(dialog.window.getControl("Start").hasFocus())
