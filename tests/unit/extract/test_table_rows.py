"""Rows under their column names: which first rows are names, and how much of them is repeated."""

from __future__ import annotations

import pytest

from plugin.documents.passages import LocaleRun
from plugin.embeddings.venv.extract.styled_text import StyledText
from plugin.embeddings.venv.extract.table_rows import (
    MAX_HEADER_CHARS,
    TableHeader,
    joined,
    looks_like_header,
)


def after(header: list[str], row: str, *, declared: bool = False) -> str:
    table = TableHeader()
    table.learn(header, declared=declared)
    return table.before(StyledText(row)).text


def test_a_row_is_found_by_the_name_of_its_column() -> None:
    assert after(["Fruit", "Price"], "apples | 3.20") == "Fruit | Price\napples | 3.20"


@pytest.mark.parametrize(
    "cells",
    [
        ["Name", "City"],
        ["", "North", "South"],
        ["Region", "2023", "2024"],
        ["Jahr", "2026", "2025", "2024"],
        ["Q1", "Q2"],
        ["Art.-Nr.", "Price (EUR)", "%-share"],
        ["名前", "住所"],
        ["Product:", "Quantity:", "Price:"],
    ],
)
def test_names_of_columns(cells: list[str]) -> None:
    assert looks_like_header(cells)


@pytest.mark.parametrize(
    "cells",
    [
        ["Annual report"],
        ["apples", "3.20"],
        ["1", "2"],
        ["Anna", "2019"],
        ["Anna", "2019", "2024"],
        ["yes", "yes", "no"],
        ["Anna Smith", "anna@example.org"],
        ["Manual", "https://example.org/manual"],
        ["12.03.2024 a", "paid"],
        ["Note", "The boiler is old. It is replaced in May."],
        ["Note", "The boiler is old."],
        ["Note", "a" * 60],
        ["Date:", "Monday"],
        ["Crew:", "Address:"],
        [],
    ],
)
def test_what_is_data_or_a_sentence_names_no_column(cells: list[str]) -> None:
    assert not looks_like_header(cells)


def test_a_declared_header_needs_no_look() -> None:
    assert after(["2019", "2031"], "1 | 2", declared=True) == "2019 | 2031\n1 | 2"


def test_of_a_long_header_the_first_names_are_repeated() -> None:
    names = [f"A rather long column name {i}" for i in range(40)]
    line = after(names, "x | y").split("\n")[0]
    assert line.startswith("A rather long column name 0 | A rather long column name 1 | ")
    assert line.rpartition(" | ")[2] in names
    assert len(line) <= MAX_HEADER_CHARS


def test_one_name_that_is_too_long_is_not_repeated() -> None:
    assert after(["n" * 400, "b"], "x | y", declared=True) == "x | y"


def test_nothing_goes_before_an_empty_row() -> None:
    assert after(["Fruit", "Price"], "") == ""


def test_languages_of_cells_stay_with_their_characters() -> None:
    cells = [
        StyledText("Haus", (LocaleRun(0, 4, "de"),)),
        StyledText(""),
        StyledText("house", (LocaleRun(0, 5, "en"),)),
    ]
    row = joined(cells, " | ")
    assert row.text == "Haus | house"
    assert row.runs == (LocaleRun(0, 7, "de"), LocaleRun(7, 12, "en"))
