"""Jumping into spreadsheets: the row of the index is found as its cells are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import openpyxl
import pytest

from tests.office import jump_steps as steps
from tests.office.jump_targets import target_in

if TYPE_CHECKING:
    from pathlib import Path

    from tests.office.harness.office import Office

FILTERS = {"ods": "calc8", "xlsx": "Calc MS Excel 2007 XML"}
SHEET = "M\u00fcller's & Co. 50%"


def make_plan(ctx: Any, path: str, filter_name: str) -> None:
    """Write a workbook with numbers, dates, a comment and sheets with odd names."""
    import office_probe as probe

    document = probe.new_document(ctx, "scalc", hidden=True)
    sheets = document.getSheets()
    sheets.getByIndex(0).Name = SHEET
    sheet = sheets.getByIndex(0)
    rows = (
        ("Item", "Bought", "Price"),
        ("Stove for the kitchen", 46082, 1234.5),
        ("Lamp\nwith two lines", 46083, 15),
        ("Long table of oak wood", 46084, 880.25),
    )
    for row, cells in enumerate(rows):
        for column, value in enumerate(cells):
            cell = sheet.getCellByPosition(column + 1, row + 1)
            if isinstance(value, str):
                cell.setString(value)
            else:
                cell.setValue(value)
    sheet.getAnnotations().insertNew(
        sheet.getCellByPosition(1, 3).getCellAddress(), "Broken switch, to be repaired"
    )
    sheets.insertNewByName("Archive", 1)
    sheets.getByName("Archive").getCellByPosition(0, 0).setString("Nothing of interest here")
    probe.save_as(document, path, FilterName=filter_name)
    probe.close(document)


@pytest.fixture(params=sorted(FILTERS))
def plan(office: Office, tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    path = tmp_path / f"Plan.{request.param}"
    office.run(make_plan, str(path), FILTERS[request.param])
    return path


def cell(name: str, sheet: str = SHEET) -> str:
    """Return a cell's name as LibreOffice writes it."""
    quoted = sheet.replace("'", "''")
    return f"'{quoted}'.{name}" if sheet == SHEET else f"{sheet}.{name}"


@pytest.mark.parametrize(
    ("words", "expected"),
    [("Stove", "B3"), ("two lines", "B4"), ("oak", "B5"), ("Broken switch", "B4")],
)
def test_a_row_is_selected_where_the_index_says(
    office: Office, plan: Path, words: str, expected: str
) -> None:
    outcome = office.run(steps.jump, target_in(plan, words))
    assert (outcome["place"], outcome["selected"]) == ("exact", cell(expected))


def edit_rows(ctx: Any, path: str, action: str) -> None:
    """Insert rows above, move the row to another sheet, change or delete it; save."""
    import office_probe as probe

    document = probe.open_document(ctx, path, hidden=True)
    sheets = document.getSheets()
    sheet = sheets.getByIndex(0)
    if action == "insert":
        sheet.getRows().insertByIndex(0, 40)
    elif action == "change":
        sheet.getCellRangeByName("B5").setString("Long table of beech wood")
    elif action == "move":
        source = sheet.getCellRangeByName("B5:D5").getRangeAddress()
        sheet.moveRange(sheets.getByIndex(1).getCellRangeByName("C9").getCellAddress(), source)
    elif action == "delete":
        sheet.getRows().removeByIndex(4, 1)
    elif action == "hide":
        sheet.IsVisible = False
    elif action == "filter":
        sheet.getRows().getByIndex(4).IsVisible = False
    document.store()
    probe.close(document)


@pytest.mark.parametrize(
    ("action", "selected"),
    [("insert", cell("B45")), ("move", cell("C9", "Archive")), ("change", cell("B5"))],
)
def test_a_row_that_was_moved_or_changed_is_found(
    office: Office, plan: Path, action: str, selected: str
) -> None:
    target = target_in(plan, "oak")
    office.run(edit_rows, str(plan), action)
    outcome = office.run(steps.jump, target)
    assert (outcome["place"], outcome["selected"]) == ("moved", selected)


def test_a_deleted_row_offers_its_cell(office: Office, plan: Path) -> None:
    target = target_in(plan, "oak")
    office.run(edit_rows, str(plan), "delete")
    outcome = office.run(steps.jump, target)
    assert outcome["place"] == "gone"
    assert "B5" in outcome["offer"]
    shown = office.run(steps.take_offer, target)
    assert (shown["place"], shown["selected"]) == ("nearest", cell("B5"))


def test_a_hidden_sheet_stays_hidden(office: Office, plan: Path) -> None:
    target = target_in(plan, "oak")
    hide_first_sheet(office, plan)
    outcome = office.run(steps.jump, target)
    assert outcome["place"] == "hidden"
    assert SHEET in outcome["message"]
    assert office.run(steps.take_offer, target)["selected"] == "Archive.A1"
    assert not office.run(first_sheet_is_visible)


def hide_first_sheet(office: Office, plan: Path) -> None:
    if plan.suffix == ".ods":
        office.run(edit_rows, str(plan), "hide")
        return
    # LibreOffice 7.4 writes a hidden sheet of a hidden document as visible into .xlsx.
    workbook = openpyxl.load_workbook(plan)
    workbook.active = 1
    workbook.worksheets[0].sheet_state = "hidden"
    workbook.worksheets[0].sheet_view.tabSelected = False
    workbook.save(plan)


def first_sheet_is_visible(ctx: Any) -> bool:
    """Return whether the first sheet of the open document is shown."""
    import office_probe as probe

    return bool(probe.documents(ctx)[-1].getSheets().getByIndex(0).IsVisible)


def test_a_row_that_a_filter_hides_is_told(office: Office, plan: Path) -> None:
    target = target_in(plan, "oak")
    office.run(edit_rows, str(plan), "filter")
    outcome = office.run(steps.jump, target)
    assert (outcome["place"], outcome["selected"]) == ("exact", cell("B5"))
    assert "hidden" in outcome["message"]


@pytest.mark.parametrize(
    ("name", "text", "encoding"),
    [
        ("a.csv", 'name;city\n"M\u00fcller; Eva";K\u00f6ln\nOther;Bonn\n', "cp1252"),
        ("b.csv", "name,city\nM\u00fcller,K\u00f6ln\nOther,Bonn\n", "utf-8"),
        ("c.tsv", "name\tcity\nM\u00fcller\tK\u00f6ln\nOther\tBonn\n", "utf-16"),
    ],
)
def test_delimited_text_opens_without_a_question(
    office: Office, tmp_path: Path, name: str, text: str, encoding: str
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding=encoding)
    outcome = office.run(steps.jump, target_in(path, "K\u00f6ln"))
    assert (outcome["place"], outcome["selected"]) == ("exact", f"{path.stem}.A2")
