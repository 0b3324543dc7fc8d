"""ODF: headings by what styles say, titles, languages by script, page styles in use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plugin.documents.passages import ExtractedDocument, PassageKind
from plugin.embeddings.venv.extract import extract_document

from .fixtures_odf import write_flat

if TYPE_CHECKING:
    from pathlib import Path

_HEADINGS = (
    '<office:styles><style:style style:name="Heading_20_1" style:display-name="Überschrift 1" '
    'style:family="paragraph" style:default-outline-level="1"/>'
    '<style:style style:name="Kopf" style:family="paragraph" '
    'style:parent-style-name="Heading_20_1"/>'
    '<style:style style:name="Rumpf" style:family="paragraph" '
    'style:parent-style-name="Heading_20_1" style:default-outline-level=""/>'
    '<style:style style:name="Title" style:display-name="Titel" style:family="paragraph"/>'
    "</office:styles>"
)


def _flat(tmp_path: Path, body: str, before: str = "") -> ExtractedDocument:
    return extract_document(write_flat(tmp_path / "a.fodt", "text", body, before))


def test_paragraphs_in_heading_styles_are_headings(tmp_path: Path) -> None:
    document = _flat(
        tmp_path,
        '<text:p text:style-name="Heading_20_1">One</text:p><text:p text:style-name="Kopf">Two'
        '</text:p><text:p text:style-name="Rumpf">body</text:p>'
        '<text:h text:style-name="Rumpf" text:outline-level="3">Three</text:h>',
        _HEADINGS,
    )
    levels = [(p.text, p.heading_level) for p in document.passages]
    assert levels == [("One", 1), ("Two", 1), ("body", 0), ("Three", 3)]
    assert document.passages[2].heading_path == ("Two",)


def test_a_title_paragraph_names_a_document_without_a_title(tmp_path: Path) -> None:
    body = '<text:p text:style-name="Title">The whale</text:p>'
    document = _flat(tmp_path, body, _HEADINGS)
    assert document.title == "The whale"
    assert document.passages[0].heading_level == 1
    meta = "<office:meta><dc:title>Moby</dc:title></office:meta>"
    assert _flat(tmp_path, body, meta + _HEADINGS).title == "Moby"


def test_a_run_of_several_scripts_is_in_several_languages(tmp_path: Path) -> None:
    styles = (
        '<office:styles><style:default-style style:family="paragraph"><style:text-properties '
        'fo:language="en" fo:country="US" style:language-asian="ja" style:country-asian="JP" '
        'style:language-complex="he" style:country-complex="IL"/></style:default-style>'
        "</office:styles>"
    )
    (passage,) = _flat(tmp_path, "<text:p>A boat, 船子 2 שלום end</text:p>", styles).passages
    assert [(passage.text[r.start : r.end], r.tag) for r in passage.runs] == [
        ("A boat, ", "en-US"),
        ("船子 2 ", "ja-JP"),
        ("שלום ", "he-IL"),
        ("end", "en-US"),
    ]


def test_latin_letters_are_not_in_the_language_of_another_script(tmp_path: Path) -> None:
    styles = (
        '<office:styles><style:default-style style:family="paragraph"><style:text-properties '
        'fo:language="th" fo:country="TH"/></style:default-style></office:styles>'
    )
    assert _flat(tmp_path, "<text:p>two words</text:p>", styles).language is None
    assert _flat(tmp_path, "<text:p>ไทย</text:p>", styles).language == "th-TH"


def test_slides_and_cells_take_the_language_of_their_own_defaults(tmp_path: Path) -> None:
    default = (
        '<office:styles><style:default-style style:family="{}"><style:text-properties '
        'fo:language="fr" fo:country="FR"/></style:default-style><style:style style:name="de" '
        'style:family="{}"><style:text-properties fo:language="de" fo:country="DE"/></style:style>'
        "</office:styles>"
    )
    sheet = write_flat(
        tmp_path / "a.fods",
        "spreadsheet",
        '<table:table table:name="S"><table:table-row><table:table-cell><text:p>bonjour le monde'
        '</text:p></table:table-cell><table:table-cell table:style-name="de"><text:p>ja</text:p>'
        "</table:table-cell></table:table-row></table:table>",
        default.format("table-cell", "table-cell"),
    )
    slides = write_flat(
        tmp_path / "a.fodp",
        "presentation",
        "<draw:page><draw:frame><draw:text-box><text:p>bonjour le monde</text:p></draw:text-box>"
        '</draw:frame><draw:frame draw:style-name="de"><draw:text-box><text:p>ja</text:p>'
        "</draw:text-box></draw:frame></draw:page>",
        default.format("graphic", "graphic"),
    )
    for path in (sheet, slides):
        document = extract_document(path)
        assert document.language == "fr-FR"
        assert "de-DE" in {run.tag for p in document.passages for run in p.runs}


def test_a_header_said_on_two_pages_is_read_once_and_unused_ones_never(tmp_path: Path) -> None:
    styles = (
        '<office:automatic-styles><style:style style:name="P1" style:family="paragraph" '
        'style:master-page-name="First"/></office:automatic-styles><office:master-styles>'
        '<style:master-page style:name="Standard"><style:header><text:p>none on this</text:p>'
        '</style:header></style:master-page><style:master-page style:name="First"><style:header>'
        "<table:table><table:table-row><table:table-cell><text:p>Acme</text:p></table:table-cell>"
        "</table:table-row></table:table></style:header><style:footer><text:p>Acme</text:p>"
        "</style:footer></style:master-page></office:master-styles>"
    )
    document = _flat(tmp_path, '<text:p text:style-name="P1">body</text:p>', styles)
    assert [(p.kind, p.text) for p in document.passages] == [
        (PassageKind.TEXT, "body"),
        (PassageKind.HEADER, "Acme"),
    ]
