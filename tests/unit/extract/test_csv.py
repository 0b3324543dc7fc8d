"""Delimited text: dialects, names kept with rows, line numbers, stray quotes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.documents.passages import PassageKind
from plugin.embeddings.venv.extract import extract_document
from plugin.embeddings.venv.extract.text.csv_rows import find_delimiter

if TYPE_CHECKING:
    from pathlib import Path


def _rows(tmp_path: Path, text: str, name: str = "a.csv") -> list[tuple[int | None, str]]:
    path = tmp_path / name
    path.write_bytes(text.encode())
    document = extract_document(path)
    assert all(p.kind is PassageKind.TABLE and not p.prose for p in document.passages)
    return [(passage.location.line, passage.text) for passage in document.passages]


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a,b,c\n1,2,3\n", ","),
        ("Name;Preis\nÖl;1,50\nEis;2,20\n", ";"),
        ("a\tb\n1,5\t2\n", "\t"),
        ("a|b|c\nx, y|1|2\n", "|"),
        ("just words\nand more\n", ","),
        ('"x;y",b\n"p;q",c\n', ","),
    ],
)
def test_delimiter_is_the_one_that_makes_even_rows(text: str, delimiter: str) -> None:
    assert find_delimiter(text) == delimiter


def test_rows_carry_names_and_the_line_they_begin_on(tmp_path: Path) -> None:
    text = 'Name,Note\nAnn,"two\nlines"\n\nBob,last\n'
    assert _rows(tmp_path, text) == [
        (1, "Name | Note"),
        (2, "Name | Note\nAnn | two lines"),
        (5, "Name | Note\nBob | last"),
    ]


def test_numbers_are_no_header(tmp_path: Path) -> None:
    assert _rows(tmp_path, "1;2\n3;4\n") == [(1, "1 | 2"), (2, "3 | 4")]


def test_old_mac_line_ends_and_excels_declaration(tmp_path: Path) -> None:
    assert [line for line, _ in _rows(tmp_path, "1,2\r3,4\r")] == [1, 2]
    assert _rows(tmp_path, "sep=;\r\n1,5;2\r\n") == [(2, "1,5 | 2")]


def test_a_stray_quote_does_not_swallow_the_file(tmp_path: Path) -> None:
    lines = ['1;"open quote', *(f"{number};row" for number in range(2, 900))]
    rows = _rows(tmp_path, "\n".join(lines))
    assert rows[-1] == (899, "899 | row")


def test_a_huge_field_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("1," + "x" * 300_000 + "\n")
    document = extract_document(path)
    assert document.state is FileState.OK
    assert sum(passage.text.count("x") for passage in document.passages) == 300_000
