"""Word packages: where parts are, what they embed, and what is left of damaged ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.embeddings.venv.extract.document import ExtractionFailure
from plugin.embeddings.venv.extract.docx.reader import extract_docx

from .fixtures_docx import paragraph, run, texts
from .fixtures_ooxml import W_STRICT, relationships, write_docx, write_package

if TYPE_CHECKING:
    from pathlib import Path


def test_main_part_is_found_by_its_relationship(tmp_path: Path) -> None:
    path = write_docx(tmp_path / "a.docx", paragraph(run("here")), main_part="odd/place7.xml")
    assert texts(path) == ["here"]


def test_without_styles_the_ids_tell_headings(tmp_path: Path) -> None:
    body = paragraph(run("Tides"), '<w:pStyle w:val="Heading2"/>') + paragraph(run("Ebb"))
    passages = extract_docx(write_docx(tmp_path / "a.docx", body)).passages
    assert [(each.heading_level, each.text) for each in passages] == [(2, "Tides"), (0, "Ebb")]


def test_strict_edition_is_read(tmp_path: Path) -> None:
    body = f"<w:document {W_STRICT}><w:body>{paragraph(run('strict'))}</w:body></w:document>"
    path = write_package(
        tmp_path / "a.docx",
        {
            "_rels/.rels": relationships({"r": ("officeDocument", "word/document.xml")}),
            "word/document.xml": body,
        },
    )
    assert texts(path) == ["strict"]


def test_damaged_side_part_leaves_the_text_and_says_so(tmp_path: Path) -> None:
    path = write_docx(
        tmp_path / "a.docx",
        paragraph(run("body")),
        links={"rId1": ("styles", "styles.xml")},
        parts={"word/styles.xml": "no xml at all"},
    )
    document = extract_docx(path)
    assert document.state is FileState.PARTIAL
    assert "styles.xml" in document.reason
    assert [each.text for each in document.passages] == ["body"]


def test_zip_without_a_document_is_corrupt(tmp_path: Path) -> None:
    path = write_package(tmp_path / "a.docx", {"readme.txt": "hello"})
    with pytest.raises(ExtractionFailure) as caught:
        extract_docx(path)
    assert caught.value.state is FileState.CORRUPT


def test_deep_nesting_ends_without_a_crash(tmp_path: Path) -> None:
    depth = 90
    body = (
        "<w:sdt><w:sdtContent>" * depth + paragraph(run("deep")) + "</w:sdtContent></w:sdt>" * depth
    )
    document = extract_docx(write_docx(tmp_path / "a.docx", body + paragraph(run("shallow"))))
    assert [each.text for each in document.passages] == ["shallow"]
    assert document.state is FileState.PARTIAL


def test_embedded_web_page_is_read_where_it_stands(tmp_path: Path) -> None:
    page = (
        "<html><head><title>no</title></head><body><script>no()</script>"
        "<p>An <em>emph</em>asised\nword</p><table><tr><td>Col 1</td></tr></table></body></html>"
    )
    path = write_docx(
        tmp_path / "a.docx",
        paragraph(run("before")) + '<w:altChunk r:id="rId1"/>' + paragraph(run("after")),
        links={"rId1": ("aFChunk", "page.html")},
        parts={"word/page.html": page},
    )
    assert texts(path) == ["before", "An emphasised word", "Col 1", "after"]
