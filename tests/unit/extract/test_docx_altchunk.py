"""Documents that a Word document embeds whole are read where they stand, for what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.documents.passages import PassageKind
from plugin.embeddings.venv.extract.docx.reader import extract_docx

from .fixtures_ooxml import write_docx

if TYPE_CHECKING:
    from pathlib import Path

    from plugin.documents.passages import ExtractedDocument

_PAGE = (
    b"<html><head><title>no</title></head><body><h2>Head</h2><p>Embedded text.</p></body></html>"
)
_SAVED_PAGE = (
    b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\n"
    b"Content-Type: text/html\r\n\r\n" + _PAGE + b"\r\n--x--"
)


def _paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def _around(path: Path, part: str, data: bytes) -> ExtractedDocument:
    write_docx(
        path,
        _paragraph("before") + '<w:altChunk r:id="rId1"/>' + _paragraph("after"),
        links={"rId1": ("aFChunk", part)},
        parts={f"word/{part}": data},
    )
    return extract_docx(path)


@pytest.mark.parametrize(
    ("part", "data"),
    [
        ("chunk.htm", _PAGE),
        ("chunk.mht", _SAVED_PAGE),
        ("chunk.dat", _PAGE),
        ("chunk.rtf", b"{\\rtf1 Embedded text.}"),
        ("chunk.txt", b"Embedded text."),
    ],
)
def test_embedded_documents_of_every_kind(tmp_path: Path, part: str, data: bytes) -> None:
    document = _around(tmp_path / "a.docx", part, data)
    texts = [p.text for p in document.passages if p.kind is PassageKind.TEXT]
    assert texts == ["before", "Embedded text.", "after"]
    assert document.state is FileState.OK


def test_headings_of_an_embedded_page_are_part_of_the_outline(tmp_path: Path) -> None:
    document = _around(tmp_path / "a.docx", "chunk.html", _PAGE)
    paths = {passage.text: passage.heading_path for passage in document.passages}
    assert paths["Embedded text."] == ("Head",)


def test_word_documents_in_one_another_end_somewhere(tmp_path: Path) -> None:
    path = tmp_path / "inner.docx"
    write_docx(path, _paragraph("level0"))
    for level in range(1, 6):
        outer = tmp_path / f"outer{level}.docx"
        write_docx(
            outer,
            _paragraph(f"level{level}") + '<w:altChunk r:id="rId1"/>',
            links={"rId1": ("aFChunk", "inner.docx")},
            parts={"word/inner.docx": path.read_bytes()},
        )
        path = outer
    document = extract_docx(path)
    assert [passage.text for passage in document.passages] == [f"level{n}" for n in (5, 4, 3, 2)]
    assert document.state is FileState.PARTIAL


def test_a_damaged_embedded_document_is_said(tmp_path: Path) -> None:
    document = _around(tmp_path / "a.docx", "chunk.docx", b"PK\x03\x04 cut off")
    assert [passage.text for passage in document.passages] == ["before", "after"]
    assert document.state is FileState.PARTIAL
    assert document.reason == "A document that is embedded in this one cannot be read."
