"""What a workbook carries beside its cells, and what is left when a part of it is damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import openpyxl
import pytest
from openpyxl.chart import BarChart, Reference
from openpyxl.worksheet.table import Table

from plugin.contracts.corpus import FileState
from plugin.embeddings.venv.extract.xlsx.reader import extract_xlsx

from .fixtures_ooxml import REL, R, S, relationships, write_package, write_xlsx

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

ROW = '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>cell</t></is></c></row></sheetData>'
DRAWING = (
    'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"'
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
)


def typed(path: Path) -> list[tuple[str, str]]:
    return [(each.kind.value, each.text) for each in extract_xlsx(path).passages]


def workbook(path: Path, sheets: Mapping[str, tuple[str, str]], parts: Mapping[str, str]) -> Path:
    """Write a workbook: sheets is name -> (kind of the link, sheet part); parts come beside."""
    ids = {name: f"rId{number}" for number, name in enumerate(sheets)}
    rows = "".join(
        f'<sheet name="{name}" sheetId="1" r:id="{rel_id}"/>' for name, rel_id in ids.items()
    )
    links = {ids[name]: link for name, link in sheets.items()}
    return write_package(
        path,
        {
            "_rels/.rels": relationships({"rId1": ("officeDocument", "xl/workbook.xml")}),
            "xl/workbook.xml": f"<workbook {S} {R}><sheets>{rows}</sheets></workbook>",
            "xl/_rels/workbook.xml.rels": relationships(
                {**links, "person": ("person", "person.xml"), "ss": ("sharedStrings", "ss.xml")}
            ),
            "xl/ss.xml": f"<sst {S}/>",
            **parts,
        },
    )


def test_threaded_comments_have_authors_and_their_copy_is_left_out(tmp_path: Path) -> None:
    tc = 'xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"'
    parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": relationships(
            {
                "rId1": ("comments", "../comments1.xml"),
                "rId2": ("threadedComment", "../threaded1.xml"),
            }
        ),
        "xl/comments1.xml": (
            f"<comments {S}><authors><author>tc={{5C22}}</author><author>Ann</author></authors>"
            '<commentList><comment ref="A1" authorId="0"><text><t>[Kommentarthread] copy</t></text>'
            '</comment><comment ref="B2" authorId="1"><text><t>Ann:&#10;old one</t></text>'
            "</comment></commentList></comments>"
        ),
        "xl/threaded1.xml": (
            f'<ThreadedComments {tc}><threadedComment ref="A1" personId="{{P1}}"><text>Why 4?'
            '</text></threadedComment><threadedComment ref="A1" personId="?"><text>Because.</text>'
            "</threadedComment></ThreadedComments>"
        ),
        "xl/person.xml": (f'<personList {tc}><person displayName="Ben" id="{{P1}}"/></personList>'),
        "xl/worksheets/sheet1.xml": f"<worksheet {S} {R}>{ROW}</worksheet>",
    }
    sheets = {"Ducks": ("worksheet", "worksheets/sheet1.xml")}
    assert typed(workbook(tmp_path / "a.xlsx", sheets, parts))[2:] == [
        ("comment", "Ann: old one"),
        ("comment", "Ben: Why 4?"),
        ("comment", "Because."),
    ]


def test_defined_table_gives_its_rows_their_header_and_others_none(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["Report", "of today"])
    sheet.append(["1", "2"])
    sheet.append(["mallard", "3"])
    sheet.append(["the end", "of it"])
    sheet.add_table(Table(displayName="T", ref="A2:B3"))
    book.save(tmp_path / "a.xlsx")
    assert [text for _, text in typed(tmp_path / "a.xlsx")][1:] == [
        "Report | of today",
        "1 | 2",
        "1 | 2\nmallard | 3",
        "the end | of it",
    ]


def test_shapes_pictures_and_form_controls_are_read_once(tmp_path: Path) -> None:
    drawing = (
        f"<xdr:wsDr {DRAWING}><xdr:oneCellAnchor><xdr:pic><xdr:nvPicPr>"
        '<xdr:cNvPr id="1" name="p" descr="A duck on ice"/></xdr:nvPicPr></xdr:pic>'
        "</xdr:oneCellAnchor><xdr:oneCellAnchor><xdr:sp><xdr:txBody><a:p><a:r><a:t>Press me</a:t>"
        "</a:r></a:p></xdr:txBody></xdr:sp></xdr:oneCellAnchor></xdr:wsDr>"
    )
    # As Excel writes it: the br is never closed.
    vml = (
        '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:'
        'excel"><v:shape><v:textbox><div>Press me</div></v:textbox><x:ClientData ObjectType='
        '"Button"/></v:shape><v:shape><v:textbox><div>Only here<br></div></v:textbox></v:shape>'
        '<v:shape><v:textbox><div>note</div></v:textbox><x:ClientData ObjectType="Note"/></v:shape>'
        "</xml>"
    )
    parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": relationships(
            {"rId1": ("drawing", "../drawing1.xml"), "rId2": ("vmlDrawing", "../vml1.vml")}
        ),
        "xl/drawing1.xml": drawing,
        "xl/vml1.vml": vml,
    }
    path = write_xlsx(tmp_path / "a.xlsx", ROW, parts=parts)
    assert [text for kind, text in typed(path) if kind == "figure"] == [
        "A duck on ice",
        "Press me",
        "Only here",
    ]
    assert extract_xlsx(path).state is FileState.OK


def test_page_headers_count_where_they_are_shown_and_once_a_workbook(tmp_path: Path) -> None:
    headers = (
        "<headerFooter{}><oddHeader>&amp;CSecret</oddHeader><firstHeader>&amp;CCover</firstHeader>"
        "<evenFooter>&amp;CVerso</evenFooter></headerFooter>"
    )
    first = ' differentFirst="1"'
    parts = {
        "xl/s1.xml": f"<worksheet {S}>{ROW}{headers.format('')}</worksheet>",
        "xl/s2.xml": f"<worksheet {S}>{ROW}{headers.format(first)}</worksheet>",
    }
    sheets = {"One": ("worksheet", "s1.xml"), "Two": ("worksheet", "s2.xml")}
    path = workbook(tmp_path / "a.xlsx", sheets, parts)
    assert [text for kind, text in typed(path) if kind == "header"] == ["Secret", "Cover"]


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("&amp;CPage &amp;P of &amp;N", []),
        ("&amp;LSecret - Seite &amp;P/&amp;N", ["Secret -"]),
        ("&amp;LReport &amp;P", ["Report"]),
        ("&amp;C&amp;&quot;Arial&quot;&amp;10Page &amp;P", []),
        ("&amp;A &amp;D", []),
    ],
)
def test_words_around_page_numbers_are_left_out(
    tmp_path: Path, code: str, shown: list[str]
) -> None:
    footer = f"<headerFooter><oddFooter>{code}</oddFooter></headerFooter>"
    path = write_xlsx(tmp_path / "a.xlsx", ROW + footer)
    assert [text for kind, text in typed(path) if kind == "header"] == shown


def test_chart_of_openpyxl_gives_its_words_and_no_numbers(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["Bird", "Count"])
    sheet.append(["Duck", 99])
    chart = BarChart()
    chart.title = "Birds seen"
    chart.y_axis.title = "How many"
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=2), titles_from_data=True)
    sheet.add_chart(chart, "D1")
    book.save(tmp_path / "a.xlsx")
    figures = [text for kind, text in typed(tmp_path / "a.xlsx") if kind == "figure"]
    assert figures == ["Birds seen\nHow many"]


def test_sheets_of_macros_are_no_text(tmp_path: Path) -> None:
    parts = {
        "xl/s1.xml": f"<worksheet {S}>{ROW}</worksheet>",
        "xl/m1.xml": f"<macrosheet {S}>{ROW.replace('cell', 'EXEC')}</macrosheet>",
    }
    sheets = {"M": ("xlMacrosheet", "m1.xml"), "One": ("worksheet", "s1.xml")}
    assert typed(workbook(tmp_path / "a.xlsx", sheets, parts)) == [
        ("heading", "One"),
        ("table", "cell"),
    ]


def test_unreadable_or_missing_sheet_loses_itself_alone(tmp_path: Path) -> None:
    parts = {"xl/s1.xml": "no xml", "xl/s3.xml": f"<worksheet {S}>{ROW}</worksheet>"}
    for lost in ("s1.xml", "s2.xml"):
        sheets = {"Lost": ("worksheet", lost), "Kept": ("worksheet", "s3.xml")}
        document = extract_xlsx(workbook(tmp_path / "a.xlsx", sheets, parts))
        assert [each.text for each in document.passages] == ["Kept", "cell"]
        assert document.state is FileState.PARTIAL
        assert lost in document.reason


def test_workbook_whose_list_of_sheets_is_lost_gives_the_sheets(tmp_path: Path) -> None:
    sheet = f"<worksheet {S}>{ROW}</worksheet>"
    parts = {f"xl/worksheets/sheet{n}.xml": sheet.replace("cell", f"cell {n}") for n in (10, 2)}
    for name in ("xl/workbook.xml", "xl/_rels/workbook.xml.rels"):
        sheets = {"Two": ("worksheet", "worksheets/sheet2.xml")}
        path = workbook(tmp_path / "a.xlsx", sheets, {**parts, name: "no xml"})
        document = extract_xlsx(path)
        texts = [each.text for each in document.passages]
        assert texts == ["sheet2", "cell 2", "sheet10", "cell 10"]
        assert document.state is FileState.PARTIAL


def test_shape_is_located_by_the_cell_it_begins_in(tmp_path: Path) -> None:
    drawing = (
        f"<xdr:wsDr {DRAWING}><xdr:twoCellAnchor><xdr:from><xdr:col>27</xdr:col><xdr:row>4"
        "</xdr:row></xdr:from><xdr:sp><xdr:txBody><a:p><a:r><a:t>here</a:t></a:r></a:p>"
        "</xdr:txBody></xdr:sp></xdr:twoCellAnchor></xdr:wsDr>"
    )
    parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": relationships({"r": ("drawing", "../d.xml")}),
        "xl/d.xml": drawing,
    }
    document = extract_xlsx(write_xlsx(tmp_path / "a.xlsx", ROW, parts=parts))
    assert document.passages[-1].location.cell == "AB5"


def test_lost_texts_of_cells_are_said(tmp_path: Path) -> None:
    row = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>7</v></c></row>'
    document = extract_xlsx(write_xlsx(tmp_path / "a.xlsx", f"<sheetData>{row}</sheetData>"))
    assert [each.text for each in document.passages] == ["Ducks", "7"]
    assert document.state is FileState.PARTIAL


def test_external_links_are_never_followed(tmp_path: Path) -> None:
    links = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="r" Type="{REL}/drawing" Target="http://127.0.0.1:1/d.xml"'
        ' TargetMode="External"/></Relationships>'
    )
    parts = {"xl/worksheets/_rels/sheet1.xml.rels": links}
    path = write_xlsx(tmp_path / "a.xlsx", ROW, parts=parts)
    assert typed(path) == [("heading", "Ducks"), ("table", "cell")]
