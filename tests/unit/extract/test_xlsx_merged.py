"""Merged cells of workbooks: what lies under one is on no screen and in no passage."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from plugin.embeddings.venv.extract.xlsx.merged import MergedCells
from plugin.embeddings.venv.extract.xlsx.reader import extract_xlsx

from .fixtures_ooxml import write_xlsx

if TYPE_CHECKING:
    from pathlib import Path


def _row(number: int, *cells: tuple[str, str]) -> str:
    written = "".join(
        f'<c r="{address}" t="inlineStr"><is><t>{text}</t></is></c>' for address, text in cells
    )
    return f'<row r="{number}">{written}</row>'


def _rows(path: Path, rows: str, ranges: str) -> list[tuple[str | None, str]]:
    sheet = f"<sheetData>{rows}</sheetData><mergeCells>{ranges}</mergeCells>"
    document = extract_xlsx(write_xlsx(path, sheet))
    return [(p.location.cell, p.text) for p in document.passages if p.kind.value == "table"]


def test_what_lies_under_a_merged_cell_is_not_read(tmp_path: Path) -> None:
    rows = (
        _row(1, ("A1", "seen"), ("B1", "under"), ("C1", "12"))
        + _row(2, ("A2", "under too"), ("C2", "free"))
        + _row(3, ("A3", "below"))
    )
    assert _rows(tmp_path / "a.xlsx", rows, '<mergeCell ref="A1:B2"/>') == [
        ("A1", "seen | 12"),
        ("C2", "free"),
        ("A3", "below"),
    ]


def test_a_tall_range_and_one_in_another_are_known(tmp_path: Path) -> None:
    rows = _row(1, ("A1", "top")) + _row(900, ("A900", "under"), ("B900", "start"))
    ranges = '<mergeCell ref="A1:C1000"/><mergeCell ref="B900:C901"/>'
    assert _rows(tmp_path / "a.xlsx", rows, ranges) == [("A1", "top"), ("B900", "start")]


def test_many_ranges_cost_little() -> None:
    started = time.process_time()
    tall = b"".join(b'<mergeCell ref="A%d:B%d"/>' % (n, n + 900) for n in range(1, 20_000))
    wide = b"".join(b'<mergeCell ref="C%d:D%d"/>' % (n, n + 40) for n in range(1, 20_000))
    merged = MergedCells.of(b"</sheetData>" + tall + wide)
    assert merged.cover(5, 4)
    assert time.process_time() - started < 3
