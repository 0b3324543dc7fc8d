"""ODF spreadsheets: rows under their names, real addresses, repeats that cannot explode."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from plugin.contracts.corpus import FileState
from plugin.documents.passages import ExtractedDocument, PassageKind
from plugin.embeddings.venv.extract import extract_document
from plugin.embeddings.venv.extract.odf.sheet import cell_address

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
        (PassageKind.COMMENT, "B1", "Ann: Check me"),
    ]


def test_cell_addresses() -> None:
    assert [cell_address(0, column) for column in (0, 25, 26, 701, 702, 16383)] == [
        *("A1", "Z1", "AA1", "ZZ1", "AAA1", "XFD1"),
    ]
