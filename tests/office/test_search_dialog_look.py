"""The search dialog's texts and places: both languages, all sizes, nothing cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.office import search_places as places
from tests.office import search_steps as steps
from tests.office.harness.home import SETTINGS
from tests.office.search_places import boxes_of
from tests.office.search_steps import ANSWER_S, GERMAN_TITLE, TITLE, UNREAD_TITLE
from tests.office.upkeep_support import VARIABLES, begin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.office.harness.home import Home
    from tests.office.harness.office import Office

pytestmark = pytest.mark.timeout(300)

TITLES = {"en-US": TITLE, "de": GERMAN_TITLE}
UNREAD_TITLES = {"en-US": UNREAD_TITLE, "de": "Nicht lesbare Dateien"}
MAY_BE_CUT = {
    *("query", "message", "results", "passage", "heading", "folder", "pass_bar", "line"),
    *("coverage", "headline", "files", "dialog"),
}
"""Fields that scroll, and texts of the folder, which are as long as they are."""


def speak(home: Home, language: str) -> Home:
    """Have a prepared home's LibreOffice speak a language."""
    target = home.profile / "user" / "registrymodifications.xcu"
    text = target.read_text(encoding="utf-8")
    item = (
        '<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value>'
        "</prop></item>"
    )
    wanted = (
        ("/org.openoffice.Setup/L10N", "ooLocale", language),
        ("/org.openoffice.Setup/L10N", "ooSetupSystemLocale", language),
        ("/org.openoffice.Office.Linguistic/General", "UILocale", language),
    )
    lines = "\n".join(
        item.format(path=path, name=name, value=value) for path, name, value in wanted
    )
    assert text.rstrip().endswith(SETTINGS.rstrip().splitlines()[-1])
    target.write_text(text.replace("</oor:items>", lines + "\n</oor:items>"), encoding="utf-8")
    return home


@pytest.fixture(scope="module", params=["en-US", "de"])
def spoken(
    request: pytest.FixtureRequest, start_office: Any, make_home: Callable[[], Home]
) -> Iterator[tuple[Office, str]]:
    language = request.param
    with start_office(home=speak(make_home(), language), variables=VARIABLES) as office:
        begin(office)
        if office.run(ui_language) != language:
            pytest.skip(f"LibreOffice has no language pack for {language}")
        yield office, language


def ui_language(ctx: Any) -> Any:
    from writeragent_plugin.office.application import current

    return current(ctx).texts.language


@pytest.fixture
def dialog(spoken: tuple[Office, str], tmp_path: Path) -> Iterator[tuple[Office, str]]:
    office, language = spoken
    folder = steps.write_folder(tmp_path / "docs")
    steps.begin_at(office, folder, title=TITLES[language])
    yield spoken
    office.run(steps.close_search)
    office.run(steps.close_documents)


def ask(office: Office, query: str, n: int) -> None:
    office.run(steps.set_query, query)
    office.run(steps.press, "start")
    office.wait_for(steps.n_files, n, timeout_s=ANSWER_S)


def cut_off(boxes: dict[str, Any]) -> list[str]:
    """Return the controls whose text needs more room than they have."""
    return [
        name
        for name, each in boxes.items()
        if name not in MAY_BE_CUT
        and (each["box"][2] < each["wanted"][0] or each["box"][3] < each["wanted"][1])
    ]


def outside(boxes: dict[str, Any]) -> list[str]:
    _, _, width, height = boxes["dialog"]["box"]
    return [
        name
        for name, each in boxes.items()
        if each["box"][0] < 0
        or each["box"][1] < 0
        or each["box"][0] + each["box"][2] > width
        or each["box"][1] + each["box"][3] > height
    ]


def overlapping(boxes: dict[str, Any]) -> list[tuple[str, str]]:
    inner = [(name, each["box"]) for name, each in boxes.items() if name != "dialog"]
    return [
        (one, other)
        for number, (one, (x, y, w, h)) in enumerate(inner)
        for other, (left, top, width, height) in inner[number + 1 :]
        if x < left + width and left < x + w and y < top + height and top < y + h
    ]


def test_texts_have_room_and_controls_their_places(dialog: tuple[Office, str]) -> None:
    office, _ = dialog
    ask(office, "lease ends", 3)
    boxes = office.run(places.boxes)
    assert (cut_off(boxes), outside(boxes), overlapping(boxes)) == ([], [], [])


def test_the_line_of_a_pass_and_an_offer_have_room(dialog: tuple[Office, str]) -> None:
    office, _ = dialog
    boxes = office.run(places.boxes_of_everything)
    assert {"offer", "pass", "pass_bar", "pause", "cancel_pass"} <= boxes.keys()
    assert (cut_off(boxes), outside(boxes), overlapping(boxes)) == ([], [], [])


def test_a_screen_that_is_drawn_within_another_has_room(dialog: tuple[Office, str]) -> None:
    office, _ = dialog
    told = office.run(places.draw_within_draw)
    assert told["within"] == ["later"]  # else LibreOffice no longer lets events run there
    boxes = told["boxes"]
    assert (cut_off(boxes), outside(boxes), overlapping(boxes)) == ([], [], [])
    assert told["value"] == 900


def test_other_sizes_keep_everything_in_place(dialog: tuple[Office, str]) -> None:
    office, _ = dialog
    ask(office, "lease ends", 3)
    small = office.run(places.boxes)
    width, height = small["dialog"]["box"][2:]
    office.run(places.resize, width + 300, height + 200)
    large = office.wait_for(has_width, width + 300)
    assert (cut_off(large), outside(large), overlapping(large)) == ([], [], [])
    for name in ("results", "passage"):
        assert large[name]["box"][2] == small[name]["box"][2] + 300
        assert large[name]["box"][3] > small[name]["box"][3]
    assert large["query"]["box"][2] == small["query"]["box"][2] + 300
    columns = office.run(columns_width)
    assert 0.9 * large["results"]["box"][2] < columns <= large["results"]["box"][2]
    office.run(places.resize, width, height - 60)
    low = office.wait_for(has_width, width)
    assert (outside(low), overlapping(low)) == ([], [])


def has_width(ctx: Any, width: int) -> Any:
    """Return the controls' places once the results have come along."""
    from writeragent_plugin.office.application import current

    window = current(ctx).search.window.window
    results = window.control("results").getPosSize()
    is_there = window.size.width == width and width - results.Width < 100
    return boxes_of(window.dialog) if is_there else None


def columns_width(ctx: Any) -> Any:
    from writeragent_plugin.office.application import current

    window = current(ctx).search.window.window
    columns = window.control("results").getModel().ColumnModel.getColumns()
    return window.pixels(sum(column.ColumnWidth for column in columns))


def test_size_and_question_are_the_same_next_time(dialog: tuple[Office, str]) -> None:
    office, language = dialog
    ask(office, "lease ends", 3)
    width, height = office.run(places.boxes)["dialog"]["box"][2:]
    office.run(places.resize, width + 120, height + 40)
    office.wait_for(has_width, width + 120)
    office.run(steps.press, "close")
    office.run(steps.dispatch, steps.SEARCH)
    office.wait_for(steps.has_window, TITLES[language])
    boxes = office.run(places.boxes)
    assert boxes["dialog"]["box"][2:] == [width + 120, height + 40]
    assert office.run(steps.text_of, "query") == "lease ends"
    assert office.run(history) == ["lease ends"]


def history(ctx: Any) -> Any:
    from writeragent_plugin.office.application import current

    return list(current(ctx).search.window.window.control("query").getItems())


def test_the_unread_files_have_room(dialog: tuple[Office, str]) -> None:
    office, language = dialog
    ask(office, "lease ends", 3)
    office.run(steps.press, "list_unread")
    office.wait_for(steps.has_window, UNREAD_TITLES[language], timeout_s=ANSWER_S)
    boxes = office.run(places.unread_boxes)
    assert (cut_off(boxes), outside(boxes), overlapping(boxes)) == ([], [], [])
    label = {"en-US": "Files:", "de": "Dateien:"}[language]
    assert office.run(places.unread_labelled) == label


def test_fields_and_lists_are_called_by_their_labels(dialog: tuple[Office, str]) -> None:
    office, language = dialog
    ask(office, "lease ends", 3)
    expected = {
        "en-US": ["Search for:", "File type:", "Results:", "Passage:"],
        "de": ["Suchen nach:", "Dateityp:", "Ergebnisse:", "Textstelle:"],
    }
    names = office.run(places.accessible_names)
    assert [names[name] for name in ("query", "kind", "results", "passage")] == expected[language]


def test_dates_are_written_as_the_locale_writes_them(dialog: tuple[Office, str]) -> None:
    office, language = dialog
    ask(office, "lease ends", 3)
    day = office.run(steps.screen)["rows"][0]["date"]
    separator = {"en-US": "/", "de": "."}[language]
    assert day.count(separator) == 2, day
