"""All of home is indexed only after a yes, asked for once, which is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.office.upkeep_support import (
    CACHE,
    PASS_S,
    VARIABLES,
    answer,
    ask,
    begin,
    is_idle,
    new_document_at,
    passes,
    set_mode,
    sleep,
    watch_passes,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.office.harness.office import Office

pytestmark = pytest.mark.timeout(300)

TITLE = "Index This Folder?"


@pytest.fixture
def own(start_office: Any) -> Iterator[Office]:
    with start_office(variables=VARIABLES) as office:
        begin(office)
        office.run(watch_passes)
        office.run(set_mode, "hybrid")
        yield office


def home_of(office: Office) -> Path:
    return office.home.root / "home"


def open_questions(ctx: Any, title: str) -> int:
    import office_probe as probe

    return sum(window["name"] == title for window in probe.windows(ctx))


def press_button(ctx: Any, title: str, button: str) -> Any:
    import office_probe as probe

    window = probe.window_named(ctx, title)
    return probe.press(probe.find(window, name=button))


def allowed_folders(ctx: Any) -> Any:
    from writeragent_plugin.office.application import current

    return current(ctx).settings.read().allowed_home_folders


def search_home(office: Office) -> None:
    office.run(ask, str(home_of(office)), "dodo")
    office.wait_for(answer, timeout_s=PASS_S)


def test_a_document_in_home_asks_nothing_and_a_search_asks(own: Office) -> None:
    home = home_of(own)
    own.run(new_document_at, str(home / "a.odt"), "dodo")
    own.run_off_main(sleep, 3.0)
    assert own.run(open_questions, TITLE) == 0
    assert own.run(passes, str(home)) == []

    search_home(own)
    own.wait_for(open_questions, TITLE)
    own.run(press_button, TITLE, "Yes")
    own.wait_for(passes, str(home), timeout_s=PASS_S)
    assert own.run(allowed_folders) == [str(home)]


def test_a_no_begins_nothing_and_is_not_asked_again(own: Office) -> None:
    home = home_of(own)
    own.run(new_document_at, str(home / "a.odt"), "dodo")
    search_home(own)
    own.wait_for(open_questions, TITLE)
    own.run(press_button, TITLE, "No")
    own.wait_for(no_question, TITLE)
    search_home(own)
    own.run_off_main(sleep, 0.5)
    assert own.run(open_questions, TITLE) == 0
    own.wait_for(is_idle)
    assert own.run(passes, str(home)) == []
    assert not (home / CACHE).exists()


def no_question(ctx: Any, title: str) -> bool:
    import office_probe as probe

    return all(window["name"] != title for window in probe.windows(ctx))
