"""What slides carry beside text boxes: sections, dates, tables, groups, charts, diagrams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from plugin.contracts.corpus import FileState
from plugin.embeddings.venv.extract.pptx.reader import extract_pptx

from .fixtures_ooxml import A, P, R, relationships, shape, slide_xml, write_pptx

if TYPE_CHECKING:
    from pathlib import Path

C = "http://schemas.openxmlformats.org/drawingml/2006/chart"
CX = "http://schemas.microsoft.com/office/drawing/2014/chartex"
M = "http://schemas.openxmlformats.org/officeDocument/2006/math"
A14 = "http://schemas.microsoft.com/office/drawing/2010/main"
P14 = "http://schemas.microsoft.com/office/powerpoint/2010/main"
DGM = "http://schemas.openxmlformats.org/drawingml/2006/diagram"


def line(text: str) -> str:
    return f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>"


def frame(content: str) -> str:
    return (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="f"/><p:nvPr/>'
        f"</p:nvGraphicFramePr><a:graphic><a:graphicData>{content}</a:graphicData></a:graphic>"
        "</p:graphicFrame>"
    )


def typed(path: Path) -> list[tuple[str, str]]:
    return [(each.kind.value, each.text) for each in extract_pptx(path).passages]


def one_slide(path: Path, tree: str, **parts: tuple[str, str, str]) -> Path:
    """Write one slide; parts is rel id -> (kind, part name in ppt/, content)."""
    return write_pptx(
        path,
        {"s": tree},
        order=("s",),
        slide_links={"s": {rel: (kind, f"../{name}") for rel, (kind, name, _) in parts.items()}},
        parts={f"ppt/{name}": content for _, name, content in parts.values()},
    )


def test_presentation_of_python_pptx_gives_titles_tables_charts_and_notes(tmp_path: Path) -> None:
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "Ducks"
    cells = slide.shapes.add_table(2, 2, Inches(1), Inches(1), Inches(4), Inches(1)).table
    for row, column, text in [(0, 0, "Bird"), (0, 1, "2021"), (1, 0, "Duck"), (1, 1, "4")]:
        cells.cell(row, column).text = text
    data = CategoryChartData()  # type: ignore[no-untyped-call] # python-pptx has no types
    data.categories = ["Spring", "Autumn"]
    data.add_series("Sightings", (19.25, 21.5))  # type: ignore[no-untyped-call] # the same
    slide.shapes.add_chart(
        XL_CHART_TYPE.COLUMN_CLUSTERED, Inches(1), Inches(3), Inches(4), Inches(3), data
    )
    slide.notes_slide.notes_text_frame.text = "Mention geese."
    deck.save(str(tmp_path / "a.pptx"))
    assert typed(tmp_path / "a.pptx") == [
        ("heading", "Ducks"),
        ("table", "Bird | 2021"),
        ("table", "Bird | 2021\nDuck | 4"),
        ("figure", "Sightings\nSpring | Autumn"),
        ("note", "Mention geese."),
    ]
    assert extract_pptx(tmp_path / "a.pptx").title == "Ducks"


def test_sections_stand_above_the_titles_of_their_slides(tmp_path: Path) -> None:
    slides = {
        name: shape(line(name.upper()), placeholder="title") + shape(line(f"on {name}"))
        for name in "abc"
    }
    section = "".join(
        f'<p14:section name="{name}"><p14:sldIdLst>{ids}</p14:sldIdLst></p14:section>'
        for name, ids in [
            ("Default Section", '<p14:sldId id="256"/>'),
            ("Birds", '<p14:sldId id="257"/><p14:sldId id="258"/>'),
        ]
    )
    ids = "".join(f'<p:sldId id="{256 + i}" r:id="r{name}"/>' for i, name in enumerate("abc"))
    presentation = (
        f'<p:presentation xmlns:p="{P}" {R}><p:sldIdLst>{ids}</p:sldIdLst><p:extLst><p:ext uri="x">'
        f'<p14:sectionLst xmlns:p14="{P14}">{section}</p14:sectionLst></p:ext></p:extLst>'
        "</p:presentation>"
    )
    path = write_pptx(
        tmp_path / "b.pptx",
        slides,
        order=("a", "b", "c"),
        replaced={"ppt/presentation.xml": presentation},
    )
    paths = {each.text: each.heading_path for each in extract_pptx(path).passages}
    assert paths["on a"] == ("A",)
    assert paths["on b"] == ("Birds", "B")
    assert paths["on c"] == ("Birds", "C")


def test_dates_are_shown_once_and_slide_numbers_never(tmp_path: Path) -> None:
    date = '<a:p><a:fld type="datetime1"><a:t>4 March</a:t></a:fld></a:p>'
    number = '<a:p><a:r><a:t>No. </a:t></a:r><a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p>'
    tree = shape(date, placeholder="dt") + shape(line("text")) + shape(number)
    path = write_pptx(tmp_path / "a.pptx", {"a": tree, "b": tree}, order=("a", "b"))
    assert typed(path) == [("text", "text\nNo."), ("text", "text\nNo."), ("header", "4 March")]


def test_group_is_described_and_merged_cells_are_read_once(tmp_path: Path) -> None:
    group = (
        '<p:grpSp><p:nvGrpSpPr><p:cNvPr id="9" name="g" descr="a family of ducks"/></p:nvGrpSpPr>'
        f"{shape(line('drake'))}</p:grpSp>"
    )
    table = (
        "<a:tbl><a:tr>"
        f'<a:tc gridSpan="2"><a:txBody>{line("wide")}</a:txBody></a:tc>'
        f'<a:tc hMerge="1"><a:txBody>{line("stale")}</a:txBody></a:tc></a:tr></a:tbl>'
    )
    path = one_slide(tmp_path / "a.pptx", group + frame(table))
    assert typed(path) == [
        ("text", "drake"),
        ("figure", "a family of ducks"),
        ("table", "wide"),
    ]


def test_equation_is_read_from_the_branch_that_holds_it(tmp_path: Path) -> None:
    def sp(content: str) -> str:
        return shape(f"<a:p>{content}</a:p>")

    math = (
        f'<a14:m xmlns:a14="{A14}"><m:oMath xmlns:m="{M}"><m:r><m:t>a+b</m:t></m:r></m:oMath>'
        "</a14:m>"
    )
    tree = (
        f'<mc:AlternateContent><mc:Choice Requires="a14">{sp(math)}</mc:Choice>'
        f"<mc:Fallback>{sp('<a:r><a:t> </a:t></a:r>')}</mc:Fallback></mc:AlternateContent>"
    )
    assert typed(one_slide(tmp_path / "a.pptx", tree)) == [("text", "a+b")]


def test_chart_labels_come_from_every_cache_and_drawn_shapes(tmp_path: Path) -> None:
    def points(*values: str) -> str:
        return "".join(f'<c:pt idx="{i}"><c:v>{each}</c:v></c:pt>' for i, each in enumerate(values))

    label = '<a:p><a:fld type="CELLRANGE"><a:t>[CELLRANGE]</a:t></a:fld></a:p>'
    chart = (
        f'<c:chartSpace xmlns:c="{C}" xmlns:a="{A}"><c:ser><c:tx><c:v>Direct</c:v></c:tx>'
        f"<c:dLbls><c:rich>{label}</c:rich></c:dLbls><c:cat><c:multiLvlStrRef><c:multiLvlStrCache>"
        f"<c:lvl>{points('Spring')}</c:lvl><c:lvl>{points('North')}</c:lvl></c:multiLvlStrCache>"
        f"</c:multiLvlStrRef></c:cat><c:val><c:numCache>{points('99.5')}</c:numCache></c:val></c:ser>"
        f"<c:ser><c:cat><c:numCache>{points('2019')}</c:numCache></c:cat></c:ser></c:chartSpace>"
    )
    links = relationships({"rId1": ("chartUserShapes", "drawn.xml")})
    drawn = f'<u xmlns:a="{A}">{line("drawn on it")}</u>'
    path = write_pptx(
        tmp_path / "a.pptx",
        {"s": frame(f'<c:chart xmlns:c="{C}" r:id="rId1"/>')},
        order=("s",),
        slide_links={"s": {"rId1": ("chart", "../charts/c.xml")}},
        parts={
            "ppt/charts/c.xml": chart,
            "ppt/charts/_rels/c.xml.rels": links,
            "ppt/charts/drawn.xml": drawn,
        },
    )
    assert typed(path) == [("figure", "Direct\nSpring | North | 2019\ndrawn on it")]


def test_chart_of_the_new_kind_is_read_not_its_fallback(tmp_path: Path) -> None:
    space = (
        f'<cx:chartSpace xmlns:cx="{CX}" xmlns:a="{A}"><cx:chartData><cx:data><cx:strDim>'
        '<cx:lvl><cx:pt idx="0">Ponds</cx:pt></cx:lvl></cx:strDim><cx:numDim><cx:lvl><cx:pt '
        'idx="0">99</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx>'
        f"<cx:rich>{line('Waterfall')}</cx:rich></cx:tx></cx:title><cx:series><cx:tx><cx:txData>"
        "<cx:v>Water</cx:v></cx:txData></cx:tx></cx:series></cx:chart></cx:chartSpace>"
    )
    inner = frame(f'<cx:chart xmlns:cx="{CX}" r:id="rId1"/>')
    tree = (
        f'<mc:AlternateContent><mc:Choice Requires="cx1">{inner}</mc:Choice><mc:Fallback>'
        f"{shape(line('This chart is not available'))}</mc:Fallback></mc:AlternateContent>"
    )
    path = one_slide(tmp_path / "a.pptx", tree, rId1=("chartEx", "charts/cx.xml", space))
    assert typed(path) == [("figure", "Waterfall\nWater\nPonds")]


def test_diagram_is_read_once_from_its_data(tmp_path: Path) -> None:
    data = (
        f'<dgm:dataModel xmlns:dgm="{DGM}" xmlns:a="{A}"><dgm:pt><dgm:t>{line("Chief")}</dgm:t>'
        f"</dgm:pt><dgm:pt><dgm:t>{line('Staff')}</dgm:t></dgm:pt></dgm:dataModel>"
    )
    drawn = f'<d xmlns:a="{A}">{line("Chief")}</d>'
    path = one_slide(
        tmp_path / "a.pptx",
        frame(f'<dgm:relIds xmlns:dgm="{DGM}" r:dm="rId1"/>'),
        rId1=("diagramData", "diagrams/data1.xml", data),
        rId2=("diagramDrawing", "diagrams/drawing1.xml", drawn),
    )
    assert typed(path) == [("figure", "Chief\nStaff")]


def test_lost_slide_is_said_and_keeps_its_number(tmp_path: Path) -> None:
    slides = {"a": shape(line("one")), "b": shape(line("two"))}
    path = write_pptx(
        tmp_path / "a.pptx", slides, order=("a", "b"), replaced={"ppt/slides/a.xml": "no xml"}
    )
    document = extract_pptx(path)
    assert [(each.text, each.location.slide) for each in document.passages] == [("two", 2)]
    assert document.state is FileState.PARTIAL
    assert "a.xml" in document.reason


def test_presentation_whose_list_of_slides_is_lost_gives_the_slides(tmp_path: Path) -> None:
    slides = {"slide10": shape(line("ten")), "slide2": shape(line("two"))}
    for name in ("ppt/presentation.xml", "ppt/_rels/presentation.xml.rels"):
        lost = {name: "no xml"}
        path = write_pptx(tmp_path / "a.pptx", slides, order=("slide2",), replaced=lost)
        document = extract_pptx(path)
        assert [each.text for each in document.passages] == ["two", "ten"]
        assert document.state is FileState.PARTIAL


def test_sign_of_a_symbol_font_is_what_it_looks_like(tmp_path: Path) -> None:
    run = '<a:p><a:r><a:rPr><a:sym typeface="Wingdings"/></a:rPr><a:t>a \uf0e0 b</a:t></a:r></a:p>'
    assert typed(one_slide(tmp_path / "a.pptx", shape(run))) == [("text", "a → b")]


def test_master_text_is_read_once_and_prompts_never(tmp_path: Path) -> None:
    layout = slide_xml(
        shape(line("Click to edit"), placeholder="body") + shape(line("ACME Ltd")),
        root="p:sldLayout",
    )
    path = write_pptx(
        tmp_path / "a.pptx",
        {"a": shape(line("one")), "b": shape(line("two"))},
        order=("a", "b"),
        slide_links={n: {"r": ("slideLayout", "../layout1.xml")} for n in "ab"},
        parts={"ppt/layout1.xml": layout},
    )
    assert typed(path)[2:] == [("header", "ACME Ltd")]
