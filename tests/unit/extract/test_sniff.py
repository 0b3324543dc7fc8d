"""Formats are told by content; whatever a file holds, the answer is a state, never an error."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.embeddings.venv.extract import extract_document, reader_for
from plugin.embeddings.venv.extract.doc_format import DocFormat
from plugin.embeddings.venv.extract.sniff import sniff_format

from .fixtures_odf import write_report, write_sheet

if TYPE_CHECKING:
    from pathlib import Path


def _file(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.docx", b"{\\rtf1 x}", DocFormat.RTF),
        ("a.doc", b"%PDF-1.4 ...", DocFormat.PDF),
        ("a.xls", b"<html><body><table><tr><td>1</td></tr></table>", DocFormat.HTML),
        ("a.xls", b"name;sum\nAnn;12\n", DocFormat.CSV),
        ("a.doc", b"Only plain words.", DocFormat.UNKNOWN),
        (
            "a.doc",
            (
                b'<?xml version="1.0"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/'
                b'office/word/2003/wordml">'
            ),
            DocFormat.WORD_XML,
        ),
        ("a.xlsx", b"this is not a workbook", DocFormat.UNKNOWN),
        ("a.md", b"<html> is how this note begins", DocFormat.MARKDOWN),
        ("a.tsv", b"a\tb", DocFormat.TSV),
        ("a.txt", b"x", DocFormat.TEXT),
        ("a.ods", b"\n", DocFormat.UNKNOWN),
        ("a.docx", bytes(range(256)) * 4, DocFormat.UNKNOWN),
    ],
)
def test_format_by_content(tmp_path: Path, name: str, data: bytes, expected: DocFormat) -> None:
    assert sniff_format(_file(tmp_path / name, data)) is expected


def test_packages_are_told_by_their_parts_not_their_name(tmp_path: Path) -> None:
    assert sniff_format(write_report(tmp_path / "a.docx")) is DocFormat.ODT
    assert sniff_format(write_sheet(tmp_path / "b.odt", [["x"]])) is DocFormat.ODS
    with zipfile.ZipFile(tmp_path / "c.odt", "w") as package:
        package.writestr("ppt/presentation.xml", "<p/>")
    assert sniff_format(tmp_path / "c.odt") is DocFormat.PPTX


@pytest.mark.parametrize("part", ["mimetype", "META-INF/manifest.xml"])
def test_a_package_is_told_by_other_parts_where_one_is_damaged(tmp_path: Path, part: str) -> None:
    path = write_report(tmp_path / "a.odt")
    data = path.read_bytes()
    start = data.index(part.encode()) - 30
    path.write_bytes(data[:start] + b"gone" + data[start + 4 :])
    assert sniff_format(path) is DocFormat.ODT


def test_a_package_behind_other_bytes_is_found(tmp_path: Path) -> None:
    path = write_report(tmp_path / "a.odt")
    path.write_bytes(b"MZ" + bytes(300) + path.read_bytes())
    assert sniff_format(path) is DocFormat.ODT


def test_odf_without_mimetype_is_known_by_its_body(tmp_path: Path) -> None:
    source, bare = write_sheet(tmp_path / "a.ods", [["x"]]), tmp_path / "b.zip"
    with zipfile.ZipFile(source) as package, zipfile.ZipFile(bare, "w") as target:
        target.writestr("content.xml", package.read("content.xml"))
    assert sniff_format(bare) is DocFormat.ODS


@pytest.mark.parametrize(
    ("name", "data", "state"),
    [
        ("a.odt", b"", FileState.EMPTY),
        ("a.txt", b" \n\n ", FileState.EMPTY),
        ("a.odt", b"PK\x03\x04 cut", FileState.CORRUPT),
        ("a.docx", bytes(range(256)), FileState.CORRUPT),
        ("a.pdf", b"%PDF-1.4", FileState.CORRUPT),
        (
            "a.fodt",
            b"<office:document xmlns:office='urn:oasis:names:tc:opendocument:x'>",
            FileState.CORRUPT,
        ),
    ],
)
def test_every_failure_is_a_state_with_a_reason(
    tmp_path: Path, name: str, data: bytes, state: FileState
) -> None:
    document = extract_document(_file(tmp_path / name, data))
    assert document.state is state
    assert document.reason.endswith(".")
    assert document.passages == ()


def test_what_the_system_refuses_is_denied(tmp_path: Path) -> None:
    assert extract_document(tmp_path / "gone.odt").state is FileState.DENIED
    assert extract_document(tmp_path).state is FileState.DENIED


def test_every_format_has_a_reader_or_a_reason() -> None:
    own = {DocFormat.ODT, DocFormat.ODS, DocFormat.ODP, DocFormat.ODG, DocFormat.RTF}
    others = {DocFormat.CSV, DocFormat.MARKDOWN, DocFormat.TEXT, DocFormat.PDF}
    for doc_format in own | others | {DocFormat.HTML, DocFormat.MHTML, DocFormat.EPUB}:
        assert callable(reader_for(doc_format))
