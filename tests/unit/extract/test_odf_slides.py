"""ODF slides: titles as headings, one passage a slide, notes, no placeholders."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.documents.passages import PassageKind
from plugin.embeddings.venv.extract import extract_document

from .fixtures_odf import write_empty_presentation, write_flat

if TYPE_CHECKING:
    from pathlib import Path

_SLIDES = """
<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>Plan</text:p>
</draw:text-box></draw:frame><draw:frame><draw:text-box><text:list><text:list-item>
<text:p>First</text:p></text:list-item></text:list><text:p>Second</text:p></draw:text-box>
</draw:frame><draw:frame presentation:class="outline" presentation:placeholder="true">
<draw:text-box><text:p>Click to add</text:p></draw:text-box></draw:frame>
<presentation:notes><draw:page-thumbnail/><draw:frame><draw:text-box>
<text:p>Say hello.</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>
<draw:page><draw:g><draw:custom-shape><text:p>Grouped</text:p></draw:custom-shape></draw:g>
</draw:page>
"""


def test_slides_have_titles_bodies_and_notes(tmp_path: Path) -> None:
    document = extract_document(write_flat(tmp_path / "a.fodp", "presentation", _SLIDES))
    found = [(p.kind, p.location.slide, p.text, p.heading_path) for p in document.passages]
    assert found == [
        (PassageKind.HEADING, 1, "Plan", ()),
        (PassageKind.TEXT, 1, "First\nSecond", ("Plan",)),
        (PassageKind.NOTE, 1, "Say hello.", ("Plan",)),
        (PassageKind.TEXT, 2, "Grouped", ()),
    ]
    assert not document.passages[1].prose


def test_a_presentation_without_slides_is_empty_or_corrupt_never_an_error(tmp_path: Path) -> None:
    document = extract_document(write_empty_presentation(tmp_path / "a.odp"))
    assert document.state in (FileState.EMPTY, FileState.CORRUPT)
    assert document.reason


def test_notes_are_what_is_said_not_what_is_printed_around_them(tmp_path: Path) -> None:
    body = (
        "<draw:page><presentation:notes>"
        '<draw:frame presentation:class="notes"><draw:text-box><text:p>Pause.</text:p>'
        "</draw:text-box></draw:frame>"
        '<draw:frame presentation:class="page-number"><draw:text-box><text:p>7</text:p>'
        "</draw:text-box></draw:frame>"
        '<draw:frame presentation:class="notes" presentation:placeholder="true"><draw:text-box>'
        "<text:p>Click to add notes</text:p></draw:text-box></draw:frame>"
        "</presentation:notes><office:annotation><dc:creator>Ann</dc:creator>"
        "<text:p>Shorter</text:p></office:annotation></draw:page>"
    )
    document = extract_document(write_flat(tmp_path / "a.fodp", "presentation", body))
    assert [(p.kind, p.text) for p in document.passages] == [
        (PassageKind.COMMENT, "Ann: Shorter"),
        (PassageKind.NOTE, "Pause."),
    ]


def test_masters_in_use_are_read_once_without_prompts(tmp_path: Path) -> None:
    frame = (
        '<draw:frame presentation:class="{}"><draw:text-box><text:p>{}</text:p></draw:text-box>'
        "</draw:frame>"
    )
    masters = (
        '<office:master-styles><style:master-page style:name="Used">'
        + frame.format("title", "Click to edit the title")
        + frame.format("object", "Click to edit the text")
        + frame.format("footer", "<presentation:footer>&lt;footer&gt;</presentation:footer>")
        + frame.format("footer", "Acme")
        + frame.format("page-number", "<text:page-number>&lt;number&gt;</text:page-number>")
        + "<draw:custom-shape><text:p>Acme</text:p><text:p>Internal</text:p></draw:custom-shape>"
        + "</style:master-page><style:master-page "
        + 'style:name="Unused"><draw:custom-shape><text:p>nowhere</text:p></draw:custom-shape>'
        + "</style:master-page></office:master-styles>"
    )
    body = (
        '<presentation:footer-decl presentation:name="f1">Vik 2026</presentation:footer-decl>'
        '<presentation:footer-decl presentation:name="f2">not used</presentation:footer-decl>'
        '<presentation:date-time-decl presentation:name="d1" presentation:source="fixed">May'
        "</presentation:date-time-decl>"
        + 2
        * '<draw:page draw:master-page-name="Used" presentation:use-footer-name="f1" '
        'presentation:use-date-time-name="d1"><draw:rect><text:p>body</text:p></draw:rect>'
        "</draw:page>"
    )
    document = extract_document(write_flat(tmp_path / "a.fodp", "presentation", body, masters))
    headers = [p.text for p in document.passages if p.kind is PassageKind.HEADER]
    assert headers == ["Vik 2026", "May", "Acme", "Internal"]


def test_hidden_slides_tables_charts_and_pictures_are_read(tmp_path: Path) -> None:
    styles = (
        '<office:automatic-styles><style:style style:name="dp1" style:family="drawing-page">'
        '<style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
        "</office:automatic-styles>"
    )
    chart = (
        "<draw:frame><draw:object><office:document><office:body><office:chart>"
        '<chart:chart xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0"><chart:title>'
        "<text:p>Catch</text:p></chart:title><chart:axis><chart:title><text:p>Year</text:p>"
        "</chart:title></chart:axis><table:table><table:table-row><table:table-cell "
        'office:value-type="string"><text:p>North</text:p></table:table-cell><table:table-cell '
        'office:value-type="float" office:value="3"><text:p>3</text:p></table:table-cell>'
        "</table:table-row></table:table></chart:chart></office:chart></office:body>"
        "</office:document></draw:object></draw:frame>"
    )
    sheet = (
        "<draw:frame><draw:object><office:document><office:body><office:spreadsheet><table:table>"
        "<table:table-row><table:table-cell><text:p>in</text:p></table:table-cell>"
        "<table:table-cell><text:p>side</text:p></table:table-cell></table:table-row>"
        "</table:table></office:spreadsheet></office:body></office:document></draw:object>"
        "</draw:frame>"
    )
    body = (
        f'<draw:page draw:style-name="dp1" draw:name="page1">{chart}{sheet}'
        '<draw:frame draw:name="Picture 4"><draw:image/><svg:desc>A cod</svg:desc></draw:frame>'
        "</draw:page>"
    )
    document = extract_document(write_flat(tmp_path / "a.fodp", "presentation", body, styles))
    assert [(p.kind, p.text, p.location.slide) for p in document.passages] == [
        (PassageKind.FIGURE, "Catch | Year | North", 1),
        (PassageKind.TABLE, "in | side", 1),
        (PassageKind.FIGURE, "A cod", 1),
    ]


def test_pages_of_drawings_are_under_the_name_their_author_gave(tmp_path: Path) -> None:
    body = "".join(
        f'<draw:page draw:name="{name}"><draw:rect><text:p>x</text:p></draw:rect></draw:page>'
        for name in ("page1", "Ground floor")
    )
    document = extract_document(write_flat(tmp_path / "a.fodg", "graphics", body))
    assert [(p.kind, p.text, p.location.page) for p in document.passages] == [
        (PassageKind.TEXT, "x", 1),
        (PassageKind.HEADING, "Ground floor", 2),
        (PassageKind.TEXT, "x", 2),
    ]


def test_a_table_with_a_named_first_row_repeats_it(tmp_path: Path) -> None:
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
    rows = "".join(
        f"<table:table-row>{cell.format(a)}{cell.format(b)}</table:table-row>"
        for a, b in (("Award", "Group"), ("Vehicles", "1C"))
    )
    table = f'<table:table table:use-first-row-styles="true">{rows}</table:table>'
    body = f"<draw:page><draw:frame>{table}</draw:frame></draw:page>"
    document = extract_document(write_flat(tmp_path / "a.fodp", "presentation", body))
    assert [p.text for p in document.passages] == [
        "Award | Group",
        "Award | Group\nVehicles | 1C",
    ]


def test_names_of_picture_files_are_no_description(tmp_path: Path) -> None:
    body = (
        "<draw:page><draw:frame><svg:title>C:\\Users\\Ann\\fruit.jpg</svg:title>"
        "<svg:desc>A card catalog\nDescription automatically generated</svg:desc></draw:frame>"
        "</draw:page>"
    )
    document = extract_document(write_flat(tmp_path / "a.fodp", "presentation", body))
    assert [p.text for p in document.passages] == ["A card catalog"]


@pytest.mark.parametrize("link", ["./Object 1", "Object 1/", "Object%201"])
def test_a_chart_in_its_own_part_is_read_whatever_its_object_holds(
    tmp_path: Path, link: str
) -> None:
    """LibreOffice 25.2 writes an empty paragraph of its own namespace into the object."""
    names = (
        'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
        'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
        'xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0" '
        'xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0" '
        'xmlns:xlink="http://www.w3.org/1999/xlink"'
    )
    root = "office:document-content"
    content = f"<{root} {names}><office:body>{{}}</office:body></{root}>"
    slide = (
        '<office:presentation><draw:page><draw:frame><draw:object xlink:href="{}">'
        "<loext:p/></draw:object></draw:frame></draw:page></office:presentation>"
    )
    title = "<chart:title><text:p>Catch</text:p></chart:title>"
    chart = f"<office:chart><chart:chart>{title}</chart:chart></office:chart>"
    with zipfile.ZipFile(tmp_path / "a.odp", "w") as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.presentation")
        package.writestr("content.xml", content.format(slide.format(link)))
        package.writestr("Object 1/content.xml", content.format(chart))
    document = extract_document(tmp_path / "a.odp")
    assert [(p.kind, p.text) for p in document.passages] == [(PassageKind.FIGURE, "Catch")]
