"""ODF spreadsheets: rows under their names, real addresses, repeats that cannot explode."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.documents.passages import ExtractedDocument, PassageKind
from plugin.embeddings.venv.extract import extract_document

from .fixtures_odf import write_flat, write_sheet

if TYPE_CHECKING:
    from pathlib import Path


def _rows(document: ExtractedDocument) -> list[tuple[str | None, str]]:
    """Return all but the sheet's name, which is the heading of all that is in it."""
    assert document.passages[0].kind is PassageKind.HEADING
    return [(passage.location.cell, passage.text) for passage in document.passages[1:]]


def _flat(tmp_path: Path, rows: str) -> ExtractedDocument:
    body = f'<table:table table:name="S">{rows}</table:table>'
    return extract_document(write_flat(tmp_path / "a.fods", "spreadsheet", body))


def test_rows_carry_their_column_names_sheet_and_first_cell(tmp_path: Path) -> None:
    path = write_sheet(tmp_path / "b.ods", [["Name", "City"], [], ["", "Oslo"], ["Ann", "Lima"]])
    document = extract_document(path)
    assert document.state is FileState.OK
    assert _rows(document) == [
        ("A1", "Name | City"),
        ("B3", "Name | City\nOslo"),
        ("A4", "Name | City\nAnn | Lima"),
    ]
    passage = document.passages[2]
    assert passage.heading_path == ("Budget",)
    assert passage.location.to_text(passage.para_index) == "Budget!B3"
    assert not passage.prose


def test_repeated_rows_and_columns_keep_addresses_and_stay_few(tmp_path: Path) -> None:
    started = time.monotonic()
    document = _flat(
        tmp_path,
        '<table:table-row table:number-rows-repeated="999999999"><table:table-cell '
        'table:number-columns-repeated="999999999"><text:p>X1</text:p></table:table-cell>'
        "</table:table-row><table:table-row>"
        '<table:table-cell table:number-columns-repeated="27"/><table:table-cell>'
        "<text:p>end</text:p></table:table-cell></table:table-row>",
    )
    assert _rows(document) == [("A1", "X1"), ("AB1000000000", "end")]
    assert time.monotonic() - started < 1


def test_neighbours_that_say_the_same_are_each_given(tmp_path: Path) -> None:
    document = _flat(
        tmp_path,
        '<table:table-row><table:table-cell table:number-columns-repeated="3"><text:p>nd</text:p>'
        "</table:table-cell><table:table-cell><text:p>7</text:p></table:table-cell>"
        "</table:table-row>",
    )
    assert _rows(document) == [("A1", "nd | nd | nd | 7")]


def test_many_repeated_cells_of_a_row_cannot_make_it_large(tmp_path: Path) -> None:
    cell = '<table:table-cell table:number-columns-repeated="32"><text:p>x</text:p>'
    row = f"{cell}</table:table-cell>" * 100
    document = _flat(tmp_path, f"<table:table-row>{row}</table:table-row>")
    assert len(document.passages[1].text.split(" | ")) < 400


@pytest.mark.parametrize(
    ("footer", "shown"),
    [
        ("Page <text:page-number>1</text:page-number> of <text:page-count>9</text:page-count>", []),
        ("Confidential <text:page-number>3</text:page-number>", ["Confidential 3"]),
        ("<text:sheet-name>???</text:sheet-name>", []),
    ],
)
def test_a_footer_is_read_unless_it_only_numbers_pages(
    tmp_path: Path, footer: str, shown: list[str]
) -> None:
    page = (
        '<office:master-styles><style:master-page style:name="Default"><style:footer>'
        f"<text:p>{footer}</text:p></style:footer></style:master-page></office:master-styles>"
    )
    body = (
        '<table:table table:name="S"><table:table-row><table:table-cell><text:p>x</text:p>'
        "</table:table-cell></table:table-row></table:table>"
    )
    document = extract_document(write_flat(tmp_path / "a.fods", "spreadsheet", body, page))
    assert [p.text for p in document.passages if p.kind is PassageKind.HEADER] == shown


def test_shown_text_wins_over_the_stored_value(tmp_path: Path) -> None:
    document = _flat(
        tmp_path,
        '<table:table-row><table:table-cell office:value-type="float" office:value="1234.5">'
        "<text:p>1.234,50 €</text:p></table:table-cell>"
        '<table:table-cell office:value-type="date" office:date-value="2024-05-01"/>'
        "</table:table-row>",
    )
    assert _rows(document) == [("A1", "1.234,50 € | 2024-05-01")]


def test_comments_stand_beside_their_cell_and_old_values_nowhere(tmp_path: Path) -> None:
    body = (
        "<table:tracked-changes><table:cell-content-change><table:previous>"
        "<table:change-track-table-cell><text:p>old</text:p></table:change-track-table-cell>"
        "</table:previous></table:cell-content-change></table:tracked-changes>"
        '<table:table table:name="S"><table:table-row><table:table-cell/><table:table-cell>'
        "<office:annotation><dc:creator>Ann</dc:creator><text:p>Check me</text:p>"
        "</office:annotation><text:p>new</text:p></table:table-cell></table:table-row>"
        "</table:table>"
    )
    document = extract_document(write_flat(tmp_path / "a.fods", "spreadsheet", body))
    kinds = [(p.kind, p.location.cell, p.text) for p in document.passages]
    assert kinds == [
        (PassageKind.HEADING, None, "S"),
        (PassageKind.TABLE, "B1", "new"),
        (PassageKind.COMMENT, "B1", "Check me"),
    ]


def test_shapes_covered_cells_and_pages_have_their_own_passages(tmp_path: Path) -> None:
    page = (
        '<office:master-styles><style:master-page style:name="Default"><style:header>'
        "<style:region-left><text:p>Acme</text:p></style:region-left></style:header><style:footer>"
        "<text:p>Page <text:page-number>1</text:page-number></text:p></style:footer>"
        "</style:master-page></office:master-styles>"
    )
    body = (
        '<table:table table:name="S"><table:shapes><draw:frame><draw:text-box><text:p>floating'
        "</text:p></draw:text-box></draw:frame></table:shapes><table:table-row><table:table-cell>"
        "<text:p>one</text:p><draw:custom-shape><text:p>beside</text:p></draw:custom-shape>"
        '</table:table-cell><table:covered-table-cell office:value-type="string"><text:p>under'
        "</text:p></table:covered-table-cell><table:table-cell><text:p>two</text:p><text:p>lines"
        "</text:p></table:table-cell></table:table-row></table:table>"
        "<table:table table:name=\"'file:///a.ods'#$S\"><table:table-row><table:table-cell>"
        "<text:p>copy of another file</text:p></table:table-cell></table:table-row></table:table>"
        '<table:table table:name="Empty"/>'
    )
    document = extract_document(write_flat(tmp_path / "a.fods", "spreadsheet", body, page))
    assert [(p.kind, p.location.cell, p.text) for p in document.passages] == [
        (PassageKind.HEADING, None, "S"),
        (PassageKind.TABLE, "A1", "one | two lines"),
        (PassageKind.TEXT, "A1", "beside"),
        (PassageKind.TEXT, None, "floating"),
        (PassageKind.HEADER, None, "Acme"),
    ]


def test_a_sheet_without_cells_is_on_no_page(tmp_path: Path) -> None:
    page = (
        '<office:master-styles><style:master-page style:name="Default"><style:header><text:p>Acme'
        "</text:p></style:header></style:master-page></office:master-styles>"
    )
    body = '<table:table table:name="S"><table:table-row><table:table-cell/></table:table-row>'
    path = write_flat(tmp_path / "a.fods", "spreadsheet", body + "</table:table>", page)
    assert extract_document(path).state is FileState.EMPTY


def test_names_of_columns_may_follow_a_title_and_hidden_rows_are_read(tmp_path: Path) -> None:
    rows = (
        "<table:table-row><table:table-cell><text:p>Catch of the year</text:p></table:table-cell>"
        "</table:table-row><table:table-header-rows><table:table-row><table:table-cell><text:p>"
        "Fish</text:p></table:table-cell><table:table-cell><text:p>2026</text:p>"
        "</table:table-cell></table:table-row></table:table-header-rows>"
        '<table:table-row-group><table:table-row table:visibility="filter"><table:table-cell>'
        "<text:p>Cod</text:p></table:table-cell></table:table-row></table:table-row-group>"
    )
    assert _rows(_flat(tmp_path, rows)) == [
        ("A1", "Catch of the year"),
        ("A2", "Fish | 2026"),
        ("A3", "Fish | 2026\nCod"),
    ]


def test_a_damaged_sheet_is_read_up_to_the_damage(tmp_path: Path) -> None:
    row = "<table:table-row><table:table-cell><text:p>row {}</text:p></table:table-cell>"
    rows = "".join(row.format(number) + "</table:table-row>" for number in range(1000))
    path = write_flat(tmp_path / "a.fods", "spreadsheet", f'<table:table table:name="S">{rows}')
    path.write_bytes(path.read_bytes()[:60_000])
    document = extract_document(path)
    assert document.state is FileState.PARTIAL
    assert "damaged" in document.reason
    assert ("A500", "row 499") in _rows(document)


def test_entities_of_a_sheet_are_refused(tmp_path: Path) -> None:
    row = "<table:table-row><table:table-cell><text:p>&x;</text:p></table:table-cell>"
    body = f'<table:table table:name="S">{row}</table:table-row></table:table>'
    path = write_flat(tmp_path / "a.fods", "spreadsheet", body)
    text = path.read_text(encoding="utf-8")
    doctype = '?><!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/hostname">]>'
    path.write_text(text.replace("?>", doctype, 1), encoding="utf-8")
    assert extract_document(path).state is FileState.CORRUPT
