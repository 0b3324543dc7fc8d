"""Excel: rows with real addresses, cells as they are shown, damage that costs only itself."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import openpyxl
from openpyxl.comments import Comment

from plugin.contracts.corpus import FileState
from plugin.documents.passages import Location, PassageKind
from plugin.embeddings.venv.extract.ooxml.escapes import unescaped
from plugin.embeddings.venv.extract.xlsx.reader import extract_xlsx

from .fixtures_ooxml import relationships, write_xlsx

if TYPE_CHECKING:
    from pathlib import Path


def rows(path: Path) -> list[tuple[str | None, str]]:
    passages = extract_xlsx(path).passages
    return [(each.location.cell, each.text) for each in passages if each.kind is PassageKind.TABLE]


def test_workbook_of_openpyxl_gives_rows_under_sheets_in_order(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    ducks = book.active
    ducks.title = "Ducks"
    ducks.append(["Species", "Count", "Seen"])
    ducks.append(["Mallard", 12, dt.date(2021, 3, 4)])
    ducks["C2"].number_format = "dd.mm.yyyy"
    ducks.append([None, 0.125, True])
    ducks["B3"].number_format = "0.0%"
    ducks["B3"].comment = Comment("Estimated.", "Ann")
    hidden = book.create_sheet("Secret", 0)
    hidden.sheet_state = "hidden"
    hidden["XFD1048576"] = "far away"
    book.save(tmp_path / "a.xlsx")

    document = extract_xlsx(tmp_path / "a.xlsx")

    assert document.state is FileState.OK
    assert [(each.kind.value, each.text, each.location) for each in document.passages] == [
        ("heading", "Secret", Location(sheet="Secret")),
        ("table", "far away", Location(sheet="Secret", cell="XFD1048576")),
        ("heading", "Ducks", Location(sheet="Ducks")),
        ("table", "Species | Count | Seen", Location(sheet="Ducks", cell="A1")),
        (
            "table",
            "Species | Count | Seen\nMallard | 12 | 04.03.2021",
            Location(sheet="Ducks", cell="A2"),
        ),
        ("table", "Species | Count | Seen\n12.5% | TRUE", Location(sheet="Ducks", cell="B3")),
        ("comment", "Ann: Estimated.", Location(sheet="Ducks", cell="B3")),
    ]
    assert not any(each.prose for each in document.passages if each.kind is PassageKind.TABLE)
    assert document.passages[-1].heading_path == ("Ducks",)


def test_strings_are_joined_unescaped_and_without_phonetics(tmp_path: Path) -> None:
    strings = (
        "<si><r><t>rich</t></r><r><t xml:space='preserve'> text</t></r></si>"
        "<si><t>課きく</t><rPh sb='0' eb='1'><t>カケ</t></rPh></si>"
        "<si><t>Line 1_x000D_Line 2 _x005F_x</t></si>"
    )
    sheet = (
        "<sheetData><row r='3'><c r='B3' t='s'><v>0</v></c></row>"
        "<row r='4'><c r='C4' t='s'><v>1</v></c></row>"
        "<row r='5'><c r='A5' t='s'><v>2</v></c><c r='B5' t='s'><v>99</v></c></row></sheetData>"
    )
    path = write_xlsx(tmp_path / "a.xlsx", sheet, strings=strings)
    assert rows(path) == [("B3", "rich text"), ("C4", "課きく"), ("A5", "Line 1 Line 2 _x")]


def test_every_cell_type_shows_its_cached_value(tmp_path: Path) -> None:
    sheet = (
        "<sheetData><row><c t='inlineStr'><is><t>in line</t></is></c><c t='str'><f>A1</f>"
        "<v>formula</v></c><c t='b'><v>0</v></c><c t='e'><v>#DIV/0!</v></c>"
        "<c t='d'><v>2021-03-04T00:00:00</v></c><c><f>NOW()</f></c></row>"
        "<row><c/><c><v>7</v></c></row></sheetData>"
    )
    assert rows(write_xlsx(tmp_path / "a.xlsx", sheet)) == [
        ("A1", "in line | formula | FALSE | #DIV/0! | 2021-03-04"),
        ("B2", "7"),
    ]


def test_dates_follow_the_workbooks_epoch_and_builtin_formats(tmp_path: Path) -> None:
    styles = "<cellXfs><xf numFmtId='0'/><xf numFmtId='14'/><xf numFmtId='20'/></cellXfs>"
    sheet = (
        "<sheetData><row r='1'><c r='A1' s='1'><v>44259.430555555555</v></c>"
        "<c r='B1' s='2'><v>0.5</v></c><c r='C1' s='0'><v>44259</v></c>"
        "<c r='D1' s='1'><v>1E+99</v></c></row></sheetData>"
    )
    path = write_xlsx(tmp_path / "a.xlsx", sheet, styles=styles)
    assert rows(path) == [("A1", "2021-03-04 | 12:00 | 44259 | 1e+99")]


def test_unescaping_is_done_once() -> None:
    assert unescaped("_x005F_x000D_") == "_x000D_"


def test_of_a_long_header_the_first_names_are_repeated(tmp_path: Path) -> None:
    def cells(texts: list[str]) -> str:
        return "".join(f"<c t='inlineStr'><is><t>{text}</t></is></c>" for text in texts)

    names = [f"A rather long column name {i}" for i in range(9)]
    sheet = f"<sheetData><row>{cells(names)}</row><row>{cells(['x', 'y'])}</row></sheetData>"
    place, text = rows(write_xlsx(tmp_path / "a.xlsx", sheet))[1]
    assert place == "A2"
    assert text == f"{' | '.join(names[:5])}\nx | y"


def test_truncated_sheet_gives_the_rows_before_the_damage(tmp_path: Path) -> None:
    sheet = "<sheetData><row r='1'><c r='A1'><v>1</v></c></row><row r='2'><c r='A2'><v>2"
    path = write_xlsx(tmp_path / "a.xlsx", sheet)
    document = extract_xlsx(path)
    assert document.state is FileState.PARTIAL
    assert [each.text for each in document.passages] == ["Ducks", "1"]


def test_entities_are_never_expanded(tmp_path: Path) -> None:
    bomb = (
        '<!DOCTYPE sst [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]>'
        '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        "<si><t>safe</t></si><si><t>&b;</t></si></sst>"
    )
    sheet = "<sheetData><row><c t='s'><v>0</v></c><c t='s'><v>1</v></c></row></sheetData>"
    links = {
        "rId1": ("worksheet", "worksheets/sheet1.xml"),
        "rId2": ("sharedStrings", "other.xml"),
    }
    rels = {"xl/_rels/workbook.xml.rels": relationships(links), "xl/other.xml": bomb}
    document = extract_xlsx(write_xlsx(tmp_path / "a.xlsx", sheet, parts=rels))
    assert [each.text for each in document.passages] == ["Ducks", "safe"]
    assert document.state is FileState.PARTIAL


def test_shapes_and_page_headers_follow_the_rows(tmp_path: Path) -> None:
    drawing = (
        '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"'
        ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:twoCellAnchor>'
        "<xdr:sp><xdr:txBody><a:p><a:r><a:t>floating</a:t></a:r></a:p></xdr:txBody></xdr:sp>"
        "</xdr:twoCellAnchor></xdr:wsDr>"
    )
    sheet = (
        '<sheetData/><headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12R&amp;&amp;D plan'
        "&amp;RPage &amp;P</oddHeader><oddFooter>&amp;C&amp;P</oddFooter></headerFooter>"
    )
    parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": relationships(
            {"rId1": ("drawing", "../drawings/drawing1.xml")}
        ),
        "xl/drawings/drawing1.xml": drawing,
    }
    document = extract_xlsx(write_xlsx(tmp_path / "a.xlsx", sheet, parts=parts))
    assert [(each.kind.value, each.text) for each in document.passages] == [
        ("heading", "Ducks"),
        ("figure", "floating"),
        ("header", "R&D plan"),
    ]
