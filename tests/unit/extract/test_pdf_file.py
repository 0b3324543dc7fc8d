"""What a PDF file carries beside its text, and what is left of closed, scanned and damaged ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.embeddings.venv.extract import extract_document
from plugin.embeddings.venv.extract.document import ExtractionFailure
from plugin.embeddings.venv.extract.pdf.properties import useful_title
from plugin.embeddings.venv.extract.pdf.reader import PdfLimits, extract_pdf

from .fixtures_pdf import (
    UNKNOWN,
    Page,
    Pdf,
    glyphs,
    say,
)
from .fixtures_pdf_passages import read_pdf

if TYPE_CHECKING:
    from pathlib import Path

WORD = "sesame"


def test_properties_are_frontmatter_and_the_title_is_the_documents(tmp_path: Path) -> None:
    info = "/Title (Birds of the park) /Subject (Herons) /Keywords (wader, pond)"
    pdf = Pdf([Page(say("Text.", 50, 700))], info=info)
    document = extract_pdf(pdf.save(tmp_path / "a.pdf"))
    assert document.title == "Birds of the park"
    assert document.passages[0].text == "Herons\nwader, pond"


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Microsoft Word - report final.doc", ""),
        ("Microsoft Word - Report on birds", "Report on birds"),
        ("untitled", ""),
        ("Document1", ""),
        ("(anonymous)", ""),
        ("C:\\work\\a.indd", ""),
        ("Birds", "Birds"),
        ("12345", ""),
    ],
)
def test_titles_that_programs_make_up_are_no_titles(title: str, expected: str) -> None:
    assert useful_title(title) == expected


def test_comments_have_their_author_and_fields_their_label(tmp_path: Path) -> None:
    annotations = (
        "/Subtype /Text /Contents (Check this) /T (Ada)",
        "/Subtype /Highlight /Contents (Nice)",
        "/Subtype /Link /Contents (not a comment)",
        "/Subtype /Widget /FT /Tx /T (f1) /TU (Your name) /V (Bob)",
        "/Subtype /Widget /FT /Tx /Ff 8192 /T (f2) /V (secret)",
    )
    page = Page(say("Text.", 50, 700), annotations)
    assert read_pdf(Pdf([page]), tmp_path) == [
        ("text", "Text.", 1),
        ("comment", "Ada: Check this", 1),
        ("comment", "Nice", 1),
        ("text", "Your name: Bob", 1),
    ]


def test_pages_of_pictures_need_text_recognition(tmp_path: Path) -> None:
    scan = extract_pdf(Pdf([Page(has_image=True)] * 2).save(tmp_path / "a.pdf"))
    assert scan.state is FileState.NEEDS_OCR
    assert scan.reason == (
        "All 2 pages hold pictures only; text recognition (OCR) would make it searchable."
    )
    pages = [Page(say("Text.", 50, 700)), Page(has_image=True), Page()]
    mixed = extract_pdf(Pdf(pages).save(tmp_path / "b.pdf"))
    assert mixed.state is FileState.PARTIAL
    assert mixed.reason == "1 of 3 pages hold pictures only, without text."


def test_the_invisible_text_of_a_scan_is_its_text(tmp_path: Path) -> None:
    page = Page(f"3 Tr {say('Read by a machine.', 50, 700)}", has_image=True)
    document = extract_pdf(Pdf([page]).save(tmp_path / "a.pdf"))
    assert (document.state, document.passages[0].text) == (FileState.OK, "Read by a machine.")


def test_letters_that_the_file_does_not_explain_are_no_text(tmp_path: Path) -> None:
    page = Page(glyphs(range(40, 90), 50, 700, UNKNOWN))
    document = extract_pdf(Pdf([page]).save(tmp_path / "a.pdf"))
    assert (document.state, document.passages) == (FileState.NEEDS_OCR, ())


def test_a_blank_file_is_empty(tmp_path: Path) -> None:
    assert extract_pdf(Pdf([Page()]).save(tmp_path / "a.pdf")).state is FileState.EMPTY


def test_a_password_to_open_is_told_at_once(tmp_path: Path) -> None:
    path = Pdf([Page(say("Secret.", 50, 700))], user_password=WORD).save(tmp_path / "a.pdf")
    document = extract_document(path)
    assert document.state is FileState.ENCRYPTED
    assert document.reason == "The file is protected by a password."


def test_a_password_for_the_owner_alone_keeps_nobody_from_reading(tmp_path: Path) -> None:
    path = Pdf([Page(say("Not secret.", 50, 700))], user_password="").save(tmp_path / "a.pdf")
    assert b"Not secret" not in path.read_bytes()
    assert extract_document(path).passages[0].text == "Not secret."


def test_what_only_begins_like_a_pdf_is_corrupt(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"%PDF-1.4\nnothing of the kind")
    with pytest.raises(ExtractionFailure) as caught:
        extract_pdf(path)
    assert caught.value.state is FileState.CORRUPT


def test_a_file_without_its_end_gives_what_is_there(tmp_path: Path) -> None:
    whole = Pdf([Page(say("Text.", 50, 700))]).to_bytes()
    path = tmp_path / "a.pdf"
    path.write_bytes(whole[: whole.index(b"xref")])
    document = extract_pdf(path)
    assert document.state is FileState.PARTIAL
    assert [each.text for each in document.passages] == ["Text."]


def test_a_damaged_page_loses_that_page_only(tmp_path: Path) -> None:
    pages = [Page(say(f"Text {letter}.", 50, 700)) for letter in "abc"]
    whole = Pdf(pages).to_bytes()
    path = tmp_path / "a.pdf"
    path.write_bytes(whole.replace(b"4 0 obj\n<<", b"4 0 obj\n[["))
    document = extract_pdf(path)
    assert [each.text for each in document.passages] == ["Text a.", "Text c."]
    assert document.reason == "1 of 3 pages are damaged and could not be read."


def test_pages_beyond_the_limit_are_left_out_and_said(tmp_path: Path) -> None:
    path = Pdf([Page(say(f"Text {letter}.", 50, 700)) for letter in "abc"]).save(tmp_path / "a.pdf")
    document = extract_pdf(path, PdfLimits(max_pages=2))
    assert (document.state, document.reason) == (
        FileState.PARTIAL,
        "Only the first 2 of 3 pages were read.",
    )
    assert [each.text for each in document.passages] == ["Text a.", "Text b."]
