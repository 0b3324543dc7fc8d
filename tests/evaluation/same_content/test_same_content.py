"""One text, one sheet and one talk give the same passages in every format they can be saved in."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.documents.passages import ExtractedDocument, PassageKind
from plugin.embeddings.venv.extract.isolation import IsolatedExtractor
from tests.office.harness.conversion import convert
from tests.office.harness.required import required_installation

from .sources import write_sources

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


pytestmark = pytest.mark.timeout(300)

TEXT_FORMATS = ("odt", "docx", "doc", "rtf")
PUBLISHED_FORMATS = ("html", "pdf")
SHEET_FORMATS = ("ods", "xlsx", "xls", "csv")
TALK_FORMATS = ("odp", "fodp", "ppt")
# LibreOffice 7.4 tags a PDF file only when told; told anything, it exports comments, too.
PDF_OPTIONS = {
    "UseTaggedPDF": {"type": "boolean", "value": "true"},
    "ExportNotes": {"type": "boolean", "value": "false"},
}
FILTERS = {"pdf": f"writer_pdf_Export:{json.dumps(PDF_OPTIONS)}"}

OUTLINE = [(1, "Mooring rules"), (2, "Fees by the metre"), (1, "Winter service")]
BODY = [
    (
        "Every vessel is moored by at least two lines before the engine is stopped, and the bow "
        "line is made fast first."
    ),
    "The keeper writes the hour into the log and signs it with his full name.",
    "The fee is paid in advance at the office, never on the quay.",
    "Length | Summer | Winter",
    "Length | Summer | Winter Up to eight metres | 12.50 | 7.20",
    "Length | Summer | Winter Longer boats | 19.00 | 11.40",
    "Ropes are coiled clockwise.",
    "Fenders hang on both sides.",
    "Im Winter wird das Hafenbecken täglich geräumt, größere Eisschollen meldet der Wärter.",
    "The slipway stays closed from December until the first thaw.",
]
NOTES = ["Named in the yearly letter of the council.", "The thaw is declared by the pilot."]
COMMENTS = ["Ada Berg: Which log is meant here?"]
HEADERS = ["Harbour authority", "Internal use only"]
ROWS = [
    "Boat | Owner | Fee | Since",
    "Boat | Owner | Fee | Since Sea Thrift | Zoë Lindqvist | 1234.5 | 2024-03-09",
    'Boat | Owner | Fee | Since Old Heron | Harbour, "east" pier | 88 | 2019-11-30',
]
SLIDES = [(1, "Dredging the basin"), (1, "What it will cost")]
POINTS = [
    "Two metres of silt in ten years The north wall is undercut",
    "A bucket dredger for six weeks Dumping beyond the lighthouse",
]
SPOKEN = ["Show the sounding of last autumn here.", "Prices are without tax."]


@dataclass(frozen=True)
class Content:
    """What a document says, by what each passage is, in reading order; white space folded."""

    title: str
    outline: list[tuple[int, str]]
    body: list[str]
    notes: list[str]
    comments: list[str]
    headers: list[str]

    @classmethod
    def of(cls, document: ExtractedDocument) -> Content:
        """Return the content of a document that was read whole."""
        assert document.state is FileState.OK, document.reason
        return cls(
            title=document.title,
            outline=[
                (each.heading_level, each.text)
                for each in document.passages
                if each.kind is PassageKind.HEADING
            ],
            body=_texts(document, PassageKind.TEXT, PassageKind.TABLE),
            notes=_texts(document, PassageKind.NOTE),
            comments=_texts(document, PassageKind.COMMENT),
            headers=_texts(document, PassageKind.HEADER),
        )


def _texts(document: ExtractedDocument, *kinds: PassageKind) -> list[str]:
    return [" ".join(each.text.split()) for each in document.passages if each.kind in kinds]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the three documents in every format."""
    installation = required_installation()
    made = tmp_path_factory.mktemp("same-content")
    write_sources(made)
    for name, formats in (
        ("text.fodt", TEXT_FORMATS),
        ("final.fodt", PUBLISHED_FORMATS),
        ("sheet.fods", SHEET_FORMATS),
        ("talk.pptx", TALK_FORMATS),
    ):
        for wanted in formats:
            convert(installation, made / name, wanted, export_filter=FILTERS.get(wanted, ""))
    return made


@pytest.fixture(scope="module")
def extractor() -> Iterator[IsolatedExtractor]:
    with IsolatedExtractor() as each:
        yield each


@pytest.mark.parametrize("name", ["fodt", *TEXT_FORMATS])
def test_a_text(extractor: IsolatedExtractor, folder: Path, name: str) -> None:
    found = Content.of(extractor.extract(folder / f"text.{name}"))

    assert found == Content("The harbour of Vik", OUTLINE, BODY, NOTES, COMMENTS, HEADERS)


@pytest.mark.parametrize("name", PUBLISHED_FORMATS)
def test_a_published_text(extractor: IsolatedExtractor, folder: Path, name: str) -> None:
    """Comments are not published; all else is."""
    found = Content.of(extractor.extract(folder / f"final.{name}"))

    assert found == Content("The harbour of Vik", OUTLINE, BODY, NOTES, [], HEADERS)


@pytest.mark.parametrize(
    "name",
    ["text.fodt", "text.odt", "text.docx", "text.doc", "text.rtf", "final.html", "final.pdf"],
)
def test_the_languages_of_a_text(extractor: IsolatedExtractor, folder: Path, name: str) -> None:
    document = extractor.extract(folder / name)
    german = next(each for each in document.passages if each.text.startswith("Im Winter"))

    assert document.language == "en-GB"
    assert {run.tag for run in german.runs} == {"de-DE"}


@pytest.mark.parametrize("name", ["fods", *SHEET_FORMATS])
def test_a_sheet(extractor: IsolatedExtractor, folder: Path, name: str) -> None:
    document = extractor.extract(folder / f"sheet.{name}")
    rows = [each for each in document.passages if each.kind is PassageKind.TABLE]

    assert [" ".join(each.text.split()) for each in rows] == ROWS
    if name == "csv":  # knows neither title nor sheet
        assert [each.location.line for each in rows] == [1, 2, 7]
        return
    assert document.title == "The harbour of Vik"
    assert [each.location.to_text(0) for each in rows] == ["Berths!A1", "Berths!A2", "Berths!A7"]
    assert {each.heading_path for each in rows} == {("Berths",)}


@pytest.mark.parametrize("name", ["pptx", *TALK_FORMATS])
def test_a_talk(extractor: IsolatedExtractor, folder: Path, name: str) -> None:
    document = extractor.extract(folder / f"talk.{name}")

    assert Content.of(document) == Content("The harbour of Vik", SLIDES, POINTS, SPOKEN, [], [])
    said = [each for each in document.passages if each.kind is not PassageKind.FRONTMATTER]
    assert [each.location.slide for each in said] == [1, 1, 1, 2, 2, 2]
