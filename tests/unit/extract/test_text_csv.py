"""Delimited text: dialects, names kept with rows, line numbers, stray quotes."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plugin.contracts.corpus import FileState
from plugin.documents.passages import PassageKind
from plugin.embeddings.venv.extract import extract_document
from plugin.embeddings.venv.extract.text.csv_dialect import find_delimiter, rows_of

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


@pytest.mark.parametrize("n_rows", [5, 100, 700])
def test_an_open_quote_in_any_row_leaves_the_others_whole(tmp_path: Path, n_rows: int) -> None:
    lines = [f"{number};row {number};x" for number in range(n_rows)]
    lines[2] = '2;"never closed;x'
    rows = _rows(tmp_path, "\n".join(lines))
    assert len(rows) == n_rows
    assert "never closed" in rows[2][1]


@pytest.mark.parametrize(
    "text",
    [
        "Name,Sum\n'Ann, Bo',12\n'Carl',3\n",
        'Name,Sum\n"Ann, Bo",12\n"Carl",3\n',
        "sep=;\nName;Sum\nAnn, Bo;12\nCarl;3\n",
        '\ufeffName\tSum\r\n"Ann, Bo"\t12\rCarl\t3\n',
        "Na\0me|Sum\nAnn, Bo|12\nCarl|3\n",
        '"Name","Sum",\n"Ann, Bo","12",\n"Carl","3",\n',
    ],
)
def test_dialects(tmp_path: Path, text: str) -> None:
    assert [row for _, row in _rows(tmp_path, text)] == [
        "Name | Sum",
        "Name | Sum\nAnn, Bo | 12",
        "Name | Sum\nCarl | 3",
    ]


def test_quotes_within_cells(tmp_path: Path) -> None:
    doubled = 'a,b\n1,"say ""yes"", then go"\n2,x\n'
    escaped = 'a,b\n1,"say \\"yes\\", then go"\n2,x\n'
    measured = 'a,b\n1,5" pipe\n2,6" pipe\n'
    assert _rows(tmp_path, doubled)[1][1] == 'a | b\n1 | say "yes", then go'
    assert _rows(tmp_path, escaped)[1][1] == 'a | b\n1 | say "yes", then go'
    assert _rows(tmp_path, measured)[2][1] == 'a | b\n2 | 6" pipe'


def test_apostrophes_are_no_quotes(tmp_path: Path) -> None:
    rows = _rows(tmp_path, "Name,Note\nAnn,don't\n'Bo,it's 'here\n")
    assert rows[2] == (3, "Name | Note\n'Bo | it's 'here")


def test_lines_before_the_table_do_not_hide_its_names(tmp_path: Path) -> None:
    text = "Sales report 2026\n\nName;Sum;Year\nAnn;1,5;2026\nBo;2,5;2026\n"
    assert _rows(tmp_path, text) == [
        (1, "Sales report 2026"),
        (3, "Name | Sum | Year"),
        (4, "Name | Sum | Year\nAnn | 1,5 | 2026"),
        (5, "Name | Sum | Year\nBo | 2,5 | 2026"),
    ]


def test_data_that_come_again_are_no_names(tmp_path: Path) -> None:
    text = "Ann,Berlin\nBo,Paris\nAnn,Rome\n"
    assert [row for _, row in _rows(tmp_path, text)] == ["Ann | Berlin", "Bo | Paris", "Ann | Rome"]


def test_a_very_wide_row_is_read(tmp_path: Path) -> None:
    text = ",".join(f"c{number}" for number in range(10_000)) + "\n"
    rows = _rows(tmp_path, text + text.replace("c", "9"))
    assert "c9999" in rows[0][1]
    assert "99999" in rows[-1][1]


def test_one_column_and_ragged_rows(tmp_path: Path) -> None:
    assert _rows(tmp_path, "one\ntwo\n") == [(1, "one"), (2, "two")]
    assert _rows(tmp_path, "a,b,c\n1\n1,2,3,4\n")[2][1].endswith("1 | 2 | 3 | 4")


_CELL = st.text(alphabet="abcXYZ019äж ", min_size=1, max_size=8).map(str.strip).filter(bool)


@given(
    rows=st.lists(st.lists(_CELL, min_size=3, max_size=3), min_size=3, max_size=8),
    delimiter=st.sampled_from(",;\t|"),
    quoting=st.sampled_from((csv.QUOTE_MINIMAL, csv.QUOTE_ALL)),
    end=st.sampled_from(("\n", "\r\n", "\r")),
    inner=st.sampled_from(("", '"', "\n", ";", ",")),
    doubled=st.booleans(),
)
@settings(max_examples=120, deadline=None)
def test_what_the_csv_module_writes_reads_back(
    rows: list[list[str]], delimiter: str, quoting: int, end: str, inner: str, *, doubled: bool
) -> None:
    rows[1][1] = f"x{inner}{inner and 'y z'}"
    if inner in (",", ";") and inner != delimiter:
        rows[1][1] = "x"
    if inner == "\n" and end == "\r":  # which the module does not quote, so that it is lost
        end = "\n"
    stream = io.StringIO(newline="")
    escape = None if doubled else "\\"
    csv.writer(
        stream,
        delimiter=delimiter,
        quoting=quoting,  # type: ignore[arg-type] # typed as the values it may have
        lineterminator=end,
        doublequote=doubled,
        escapechar=escape,
    ).writerows(rows)
    assert [row.cells for row in rows_of(stream.getvalue())] == rows
