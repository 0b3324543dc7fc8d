"""Jumping into presentations and drawings: the slide and the shape that say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.office import jump_steps as steps
from tests.office.jump_targets import target_in

if TYPE_CHECKING:
    from pathlib import Path

    from tests.office.harness.office import Office

FILTERS = {
    "odp": ("simpress", "impress8"),
    "pptx": ("simpress", "Impress MS PowerPoint 2007 XML"),
    "odg": ("sdraw", "draw8"),
}


def make_slides(ctx: Any, path: str, kind: str, filter_name: str) -> None:
    """Write three pages with shapes, a group, a table and notes."""
    import office_probe as probe
    from com.sun.star.awt import Point, Size

    document = probe.new_document(ctx, kind, hidden=True)
    pages = document.getDrawPages()
    while pages.getCount() < 3:
        pages.insertNewByIndex(pages.getCount())

    def shape(page: Any, words: str, service: str, top: int) -> Any:
        made = document.createInstance("com.sun.star.drawing." + service)
        page.add(made)
        made.setPosition(Point(1000, top))
        made.setSize(Size(9000, 1500))
        if words:
            made.setString(words)
        return made

    for index in range(3):
        page = pages.getByIndex(index)
        shape(page, f"Page number {index + 1} of the seed library", "TextShape", 1000)
    second = pages.getByIndex(1)
    shape(second, "Members borrow seeds in spring\nThey return some in autumn", "TextShape", 4000)
    inner = shape(second, "Beans keep for four years", "RectangleShape", 7000)
    group = document.createInstance("com.sun.star.drawing.GroupShape")
    second.add(group)
    group.add(inner)
    table = shape(pages.getByIndex(2), "", "TableShape", 9000).Model
    table.getRows().insertByIndex(0, 1)
    table.getColumns().insertByIndex(0, 1)
    for column, words in enumerate(("Parsnip seeds", "one year")):
        table.getCellByPosition(column, 0).setString(words)
    if kind == "simpress":
        notes = pages.getByIndex(2).getNotesPage()
        shape(notes, "Remember to thank the gardeners", "TextShape", 20000)
    probe.save_as(document, path, FilterName=filter_name)
    probe.close(document)


@pytest.fixture(params=sorted(FILTERS))
def slides(office: Office, tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    path = tmp_path / f"Seeds.{request.param}"
    office.run(make_slides, str(path), *FILTERS[request.param])
    return path


def test_the_slide_is_shown_and_its_shape_selected(office: Office, slides: Path) -> None:
    found = office.run(steps.jump, target_in(slides, "borrow seeds"))
    assert found["place"] == "exact"
    # The longest line of the slide's text is in this shape or in the first one.
    assert found["selected"].startswith("2: ")
    target = target_in(slides, "borrow seeds")
    at = target["passage"].index("return some")
    assert "return some" in office.run(steps.jump, {**target, **_asked(at)})["selected"]


def _asked(at: int) -> dict[str, Any]:
    return {"spans": [[at, at + 6]]}


def test_groups_tables_and_notes_are_looked_into(office: Office, slides: Path) -> None:
    grouped = office.run(steps.jump, {**target_in(slides, "Beans"), "passage": "Beans keep for"})
    assert (grouped["place"], grouped["selected"]) == ("exact", "2: Beans keep for four years")
    in_table = office.run(steps.jump, target_in(slides, "Parsnip"))
    assert in_table["place"] == "exact"
    assert in_table["selected"].startswith("3: ")
    if slides.suffix != ".odg":
        noted = office.run(steps.jump, target_in(slides, "thank the gardeners"))
        assert noted["place"] == "exact"
        assert "notes" in noted["message"]
        assert noted["selected"].startswith("3: ")


def empty_second_page(ctx: Any, path: str) -> None:
    """Remove all that is on the second page; save."""
    import office_probe as probe

    document = probe.open_document(ctx, path, hidden=True)
    page = document.getDrawPages().getByIndex(1)
    for index in reversed(range(page.getCount())):
        page.remove(page.getByIndex(index))
    document.store()
    probe.close(document)


def test_a_moved_slide_is_found_and_an_emptied_one_offered(office: Office, slides: Path) -> None:
    target = target_in(slides, "borrow seeds")
    moved = office.run(steps.jump, {**target, "location": target["location"].replace("2", "1")})
    assert moved["place"] == "moved"
    assert moved["selected"].startswith("2: ")
    office.run(steps.close_all)
    office.run(empty_second_page, str(slides))
    outcome = office.run(steps.jump, {**target, "passage": "Members borrow seeds in spring"})
    assert outcome["place"] == "gone"
    assert "2" in outcome["offer"]
    shown = office.run(steps.take_offer, {**target, "passage": "Members borrow seeds in spring"})
    assert shown["place"] == "nearest"
    assert shown["selected"].startswith("2: ")
