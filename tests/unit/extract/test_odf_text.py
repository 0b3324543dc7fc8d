"""ODF texts: what a reader sees is found, what was deleted is not."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.documents.passages import ExtractedDocument, PassageKind
from plugin.embeddings.venv.extract import extract_document
from tests.shared_data import shared_path

from .fixtures_odf import write_flat, write_report

if TYPE_CHECKING:
    from pathlib import Path


def _texts(document: ExtractedDocument, kind: PassageKind) -> list[str]:
    return [passage.text for passage in document.passages if passage.kind is kind]


def _flat(tmp_path: Path, body: str, before: str = "") -> ExtractedDocument:
    return extract_document(write_flat(tmp_path / "a.fodt", "text", body, before))


def test_a_report_gives_outline_notes_rows_and_languages(tmp_path: Path) -> None:
    document = extract_document(write_report(tmp_path / "report.odt"))
    assert document.state is FileState.OK
    assert document.title == "Annual report"
    assert document.language == "en-GB"
    assert _texts(document, PassageKind.FRONTMATTER) == ["budget"]
    assert _texts(document, PassageKind.HEADING) == ["Results", "By country"]
    sentence = next(p for p in document.passages if p.text.startswith("Sales"))
    assert sentence.text == "Sales rose again, as the Umsatzsteuer shows."
    assert sentence.heading_path == ("Results",)
    tags = {sentence.text[run.start : run.end]: run.tag for run in sentence.runs}
    assert tags["Umsatzsteuer"] == "de-DE"
    assert tags["Sales rose again, as the "] == "en-GB"
    assert _texts(document, PassageKind.NOTE) == ["By four percent."]
    assert _texts(document, PassageKind.TEXT)[1:] == ["Norway", "Peru"]
    rows = _texts(document, PassageKind.TABLE)
    assert rows == ["Country | Sum", "Country | Sum\nNorway | 12", "Country | Sum\nPeru | 7"]
    assert document.passages[-1].heading_path == ("Results", "By country")
    assert [p.para_index for p in document.passages] == list(range(len(document.passages)))


def test_deletions_are_never_read_insertions_always(tmp_path: Path) -> None:
    changes = (
        "<text:tracked-changes>"
        '<text:changed-region text:id="d1"><text:deletion><text:p>cut out</text:p></text:deletion>'
        '</text:changed-region><text:changed-region text:id="d2"><text:deletion/>'
        '</text:changed-region><text:changed-region text:id="i1"><text:insertion/>'
        "</text:changed-region></text:tracked-changes>"
    )
    document = _flat(
        tmp_path,
        changes + '<text:p>one <text:change text:change-id="d1"/>'
        '<text:change-start text:change-id="d2"/>left in place</text:p><text:p>and on'
        '<text:change-end text:change-id="d2"/>two '
        '<text:change-start text:change-id="i1"/>new'
        '<text:change-end text:change-id="i1"/></text:p>',
    )
    assert _texts(document, PassageKind.TEXT) == ["one two new"]


def test_inline_elements_do_not_glue_or_split_words(tmp_path: Path) -> None:
    document = _flat(
        tmp_path,
        "<text:p>first<text:line-break/>second<text:tab/>third<text:s text:c='3'/>fourth "
        "d<office:annotation><dc:creator>Ann</dc:creator><dc:date>2024-01-01</dc:date>"
        "<text:p>Check</text:p><text:p>this</text:p></office:annotation>apibus "
        "<text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text>"
        "</text:ruby> <text:page-count>7</text:page-count></text:p>",
    )
    assert _texts(document, PassageKind.TEXT) == ["first\nsecond third fourth dapibus 漢字 7"]
    assert _texts(document, PassageKind.COMMENT) == ["Ann: Check\nthis"]


def test_prompts_of_templates_are_left_out(tmp_path: Path) -> None:
    prompt = '<text:placeholder text:placeholder-type="text">&lt;Your name&gt;</text:placeholder>'
    document = _flat(tmp_path, f"<text:p>Signed: {prompt} in Bergen</text:p>")
    assert _texts(document, PassageKind.TEXT) == ["Signed: in Bergen"]


def test_text_boxes_shapes_and_pictures_give_their_words(tmp_path: Path) -> None:
    document = _flat(
        tmp_path,
        "<text:p>Anchor<draw:frame><draw:text-box><text:p>Boxed</text:p>"
        "<table:table><table:table-row><table:table-cell><text:p>Cell</text:p></table:table-cell>"
        "</table:table-row></table:table></draw:text-box></draw:frame></text:p>"
        "<draw:frame><draw:image><office:binary-data>QUJD</office:binary-data></draw:image>"
        "<svg:title>Logo</svg:title><svg:desc>A red fox</svg:desc></draw:frame>"
        "<draw:g><draw:custom-shape><text:p>Round</text:p></draw:custom-shape></draw:g>",
    )
    assert _texts(document, PassageKind.TEXT) == ["Anchor", "Boxed", "Round"]
    assert _texts(document, PassageKind.TABLE) == ["Cell"]
    assert _texts(document, PassageKind.FIGURE) == ["Logo", "A red fox"]
    assert not any("QUJD" in passage.text for passage in document.passages)


def test_nested_tables_and_cells_of_many_paragraphs_stay_in_their_row(tmp_path: Path) -> None:
    inner = (
        "<table:table><table:table-row><table:table-cell><text:p>in</text:p></table:table-cell>"
        "<table:table-cell><text:p>ner</text:p></table:table-cell></table:table-row></table:table>"
    )
    document = _flat(
        tmp_path,
        f"<table:table><table:table-row><table:table-cell><text:p>a</text:p><text:p>b</text:p>"
        f"</table:table-cell><table:table-cell>{inner}</table:table-cell></table:table-row>"
        "</table:table>",
    )
    assert _texts(document, PassageKind.TABLE) == ["a b | in | ner"]


def test_hidden_sections_and_spans_are_left_out(tmp_path: Path) -> None:
    styles = (
        '<office:automatic-styles><style:style style:name="H" style:family="text">'
        '<style:text-properties text:display="none"/></style:style></office:automatic-styles>'
    )
    document = _flat(
        tmp_path,
        '<text:section text:display="none"><text:p>secret</text:p></text:section>'
        '<text:section><text:p>shown<text:span text:style-name="H"> hidden</text:span></text:p>'
        "</text:section>",
        styles,
    )
    assert [passage.text for passage in document.passages] == ["shown"]


def test_headers_and_footers_of_pages_in_use_are_read_once(tmp_path: Path) -> None:
    page = (
        '<style:master-page style:name="{}"{}><style:header><text:p>Acme Ltd</text:p>'
        "</style:header><style:footer><text:p>{}</text:p></style:footer>"
        '<style:header-left style:display="false"><text:p>switched off</text:p>'
        "</style:header-left></style:master-page>"
    )
    styles = (
        '<office:automatic-styles><style:style style:name="P1" style:family="paragraph" '
        'style:master-page-name="Annex"/></office:automatic-styles><office:master-styles>'
        + page.format("Standard", "", "Page 1")
        + page.format("Annex", ' style:next-style-name="After"', "Page 2")
        + page.format("After", "", "Page 3")
        + page.format("Envelope", "", "no page of this")
        + "</office:master-styles>"
    )
    document = _flat(
        tmp_path, '<text:p>body</text:p><text:p text:style-name="P1">annex</text:p>', styles
    )
    assert _texts(document, PassageKind.HEADER) == ["Acme Ltd", "Page 1", "Page 2", "Page 3"]


def test_language_follows_the_letters_of_the_text(tmp_path: Path) -> None:
    styles = (
        '<office:styles><style:default-style style:family="paragraph"><style:text-properties '
        'fo:language="en" fo:country="US" style:language-asian="ja" style:country-asian="JP" '
        'style:language-complex="ar" style:country-complex="SA"/></style:default-style>'
        '<style:style style:name="Base" style:family="paragraph"><style:text-properties '
        'fo:language="fr" fo:country="FR"/></style:style><style:style style:name="Child" '
        'style:family="paragraph" style:parent-style-name="Base"/></office:styles>'
    )
    document = _flat(
        tmp_path,
        "<text:p>plain English words</text:p><text:p>これは日本語</text:p><text:p>مرحبا</text:p>"
        '<text:p text:style-name="Child">oui</text:p>',
        styles,
    )
    assert document.language == "en-US"
    tags = [[run.tag for run in passage.runs] for passage in document.passages]
    assert tags == [[], ["ja-JP"], ["ar-SA"], ["fr-FR"]]


def test_formulas_are_found_as_typed(tmp_path: Path) -> None:
    document = _flat(
        tmp_path,
        "<text:p>See <draw:frame><draw:object><math:math><math:semantics><math:mi>x</math:mi>"
        '<math:annotation math:encoding="StarMath 5.0">x over y</math:annotation></math:semantics>'
        "</math:math></draw:object></draw:frame></text:p>",
    )
    assert _texts(document, PassageKind.EQUATION) == ["x over y"]


def test_encryption_is_told_from_damage(tmp_path: Path) -> None:
    path = tmp_path / "locked.odt"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        package.writestr("content.xml", b"\x12\x34 not xml")
        package.writestr("META-INF/manifest.xml", "<m><manifest:encryption-data/></m>")
    assert extract_document(path).state is FileState.ENCRYPTED


def test_damaged_metadata_does_not_cost_the_text(tmp_path: Path) -> None:
    path = write_report(tmp_path / "a.odt")
    broken = tmp_path / "b.odt"
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(broken, "w") as target:
        for name in source.namelist():
            target.writestr(name, b"<cut" if name == "meta.xml" else source.read(name))
    document = extract_document(broken)
    assert document.state.has_text
    assert "Results" in _texts(document, PassageKind.HEADING)


def test_real_footnotes_inside_deletions() -> None:
    path = shared_path("cases/files/e679ed/redline_footnotes.odt")
    words = " ".join(passage.text for passage in extract_document(path).passages)
    assert "az" in words
    assert not any(deleted in words for deleted in ("def", "ghi", "jkl"))


@pytest.mark.parametrize("part", ["styles.xml", "meta.xml"])
def test_an_unreadable_part_costs_itself_only_and_is_told(tmp_path: Path, part: str) -> None:
    path = write_report(tmp_path / "a.odt")
    broken = tmp_path / "b.odt"
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(broken, "w") as target:
        for name in source.namelist():
            target.writestr(name, b"\x00\xff" if name == part else source.read(name))
    document = extract_document(broken)
    assert document.state is FileState.PARTIAL
    assert "damaged" in document.reason
    assert _texts(document, PassageKind.HEADING) == ["Results", "By country"]


def test_content_that_is_cut_is_read_up_to_the_cut(tmp_path: Path) -> None:
    path = write_report(tmp_path / "a.odt")
    broken = tmp_path / "b.odt"
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(broken, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            cut = data.index(b"Peru") if name == "content.xml" else len(data)
            target.writestr(name, data[:cut])
    document = extract_document(broken)
    assert document.state is FileState.PARTIAL
    assert _texts(document, PassageKind.TEXT)[-1] == "Norway"


def test_a_package_without_content_is_corrupt(tmp_path: Path) -> None:
    path = tmp_path / "a.odt"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        package.writestr("styles.xml", "<a/>")
    assert extract_document(path).state is FileState.CORRUPT


def test_signs_of_symbol_fonts_are_what_they_look_like(tmp_path: Path) -> None:
    styles = (
        '<office:font-face-decls><style:font-face style:name="W1" svg:font-family="Wingdings"/>'
        '</office:font-face-decls><office:automatic-styles><style:style style:name="T1" '
        'style:family="text"><style:text-properties style:font-name="W1"/></style:style>'
        '<style:style style:name="T2" style:family="text"><style:text-properties '
        'style:font-name="Arial"/></style:style></office:automatic-styles>'
    )
    body = (
        '<text:p>go <text:span text:style-name="T1">\uf0e0<text:span text:style-name="T2"> on'
        "</text:span></text:span></text:p>"
    )
    document = extract_document(write_flat(tmp_path / "a.fodt", "text", body, styles))
    assert [p.text for p in document.passages] == ["go \u2192 on"]


def test_a_footer_that_is_but_a_page_number_is_no_text(tmp_path: Path) -> None:
    page = (
        '<office:master-styles><style:master-page style:name="Standard"><style:footer><text:p>- '
        "<text:page-number>2</text:page-number> -</text:p></style:footer></style:master-page>"
        "</office:master-styles>"
    )
    document = extract_document(write_flat(tmp_path / "a.fodt", "text", "<text:p>x</text:p>", page))
    assert [p.text for p in document.passages] == ["x"]


_CONTENTS = (
    "<text:table-of-content><text:table-of-content-source/><text:index-body><text:index-title>"
    "<text:p>Contents</text:p></text:index-title><text:p>Tides 3</text:p></text:index-body>"
    "</text:table-of-content>"
)


@pytest.mark.parametrize(
    ("rest", "shown"),
    [
        ('<text:h text:outline-level="1">Tides</text:h>', ["Tides"]),
        ("<text:p>Ebb</text:p>", ["Ebb", "Contents", "Tides 3"]),
    ],
)
def test_contents_are_read_where_the_headings_are_not(
    tmp_path: Path, rest: str, shown: list[str]
) -> None:
    document = extract_document(write_flat(tmp_path / "a.fodt", "text", _CONTENTS + rest))
    assert [p.text for p in document.passages] == shown


def test_the_prompt_of_an_empty_content_control_is_no_text(tmp_path: Path) -> None:
    names = 'xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"'
    control = f"<loext:content-control {names} {{}}>{{}}</loext:content-control>"
    prompt = control.format('loext:showing-place-holder="true"', "Click here")
    body = f"<text:p>{prompt}{control.format('', 'Ann')}</text:p>"
    document = extract_document(write_flat(tmp_path / "a.fodt", "text", body))
    assert [p.text for p in document.passages] == ["Ann"]
