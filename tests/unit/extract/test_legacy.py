"""Old formats are told, and closed and damaged ones refused, before LibreOffice sees them."""

from __future__ import annotations

import gzip
import zipfile
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.embeddings.venv.extract import extract_document, read_document
from plugin.embeddings.venv.extract.doc_format import DocFormat
from plugin.embeddings.venv.extract.legacy.conversion import Conversion, ConversionNeeded
from plugin.embeddings.venv.extract.legacy.ole import title_of
from plugin.embeddings.venv.extract.sniff import sniff_format

from .fixtures_ole import (
    bare_workbook,
    current_user,
    filepass,
    summary,
    word_streams,
    workbook,
    workbook_95,
    write_ole,
)

if TYPE_CHECKING:
    from pathlib import Path

ENCRYPTED_SLIDES = 0xF3D1C4DF
OPEN_SLIDES = 0xE391C05F


def needed(path: Path) -> Conversion:
    with pytest.raises(ConversionNeeded) as raised:
        read_document(path)
    return raised.value.conversion


@pytest.mark.parametrize(
    ("streams", "doc_format", "import_filter"),
    [
        (word_streams(), DocFormat.DOC, "MS Word 97"),
        (word_streams(magic=0xA5DC), DocFormat.DOC, "MS WinWord 6.0"),
        ({"Workbook": workbook()}, DocFormat.XLS, "MS Excel 97"),
        ({"Book": workbook_95()}, DocFormat.XLS, "MS Excel 95"),
        (
            {"PowerPoint Document": b"", "Current User": current_user(OPEN_SLIDES)},
            DocFormat.PPT,
            "MS PowerPoint 97",
        ),
    ],
)
def test_each_kind_is_told_whatever_its_name(
    tmp_path: Path, streams: dict[str, bytes], doc_format: DocFormat, import_filter: str
) -> None:
    path = write_ole(tmp_path / "a.docx", streams)
    assert sniff_format(path) is doc_format
    assert needed(path).import_filter == import_filter
    without_office = extract_document(path)
    assert without_office.state is FileState.UNSUPPORTED
    assert "LibreOffice" in without_office.reason


@pytest.mark.parametrize(
    "streams",
    [
        {"EncryptedPackage": b"", "EncryptionInfo": b""},
        word_streams(flags=0x0300),
        word_streams(flags=0x0300, magic=0xA5DC),
        {"PowerPoint Document": b"", "Current User": current_user(ENCRYPTED_SLIDES)},
        {"PowerPoint Document": b"", "EncryptedSummary": b""},
        {"Workbook": workbook(after_bof=filepass())},
    ],
)
def test_what_a_password_closes_is_told_at_once(tmp_path: Path, streams: dict[str, bytes]) -> None:
    document = extract_document(write_ole(tmp_path / "a.doc", streams))
    assert document.state is FileState.ENCRYPTED
    assert "password" in document.reason


def test_an_encrypted_workbook_is_tried_for_its_structure_may_be_all_that_is_protected(
    tmp_path: Path,
) -> None:
    path = write_ole(tmp_path / "a.xls", {"Workbook": workbook(after_bof=filepass())})
    assert needed(path).may_need_password
    assert not needed(write_ole(tmp_path / "b.xls", {"Workbook": workbook()})).may_need_password


@pytest.mark.parametrize(
    "streams",
    [
        word_streams(magic=0x1234),
        word_streams(clx_bytes=5000),
        word_streams(flags=0),  # the text's pieces would be in 0Table, which is not there
        {"Workbook": b"no records at all"},
        {"Something": b"of another program"},
        {},
    ],
)
def test_damaged_and_foreign_files_never_reach_libreoffice(
    tmp_path: Path, streams: dict[str, bytes]
) -> None:
    assert extract_document(write_ole(tmp_path / "a.doc", streams)).state is FileState.CORRUPT


def test_a_file_that_ends_too_soon_is_damaged(tmp_path: Path) -> None:
    path = write_ole(tmp_path / "a.doc", word_streams())
    path.write_bytes(path.read_bytes()[:700])
    assert extract_document(path).state is FileState.CORRUPT


def test_slides_older_than_powerpoint_97_are_said_to_be_too_old(tmp_path: Path) -> None:
    document = extract_document(write_ole(tmp_path / "a.ppt", {"PP40": b""}))
    assert document.state is FileState.UNSUPPORTED
    assert "PowerPoint 97" in document.reason


def test_documents_older_than_ole(tmp_path: Path) -> None:
    word = tmp_path / "a.doc"
    word.write_bytes(b"\xdb\xa5\x2d\x00" + bytes(600))
    assert needed(word).import_filter == "MS WinWord 5"
    word.write_bytes(b"\xdb\xa5\x2d\x00" + bytes(6) + b"\x00\x01" + bytes(600))
    assert extract_document(word).state is FileState.ENCRYPTED
    sheet = tmp_path / "a.xls"
    sheet.write_bytes(bare_workbook())
    assert sniff_format(sheet) is DocFormat.OLD_EXCEL


def test_gzip_is_unpacked_first(tmp_path: Path) -> None:
    plain = write_ole(tmp_path / "a.doc", word_streams())
    packed = tmp_path / "b.doc"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert needed(packed).is_gzipped
    csv = tmp_path / "c.xls"
    csv.write_bytes(gzip.compress(b"name;sum\nAnn;12\n"))
    assert "Ann" in " ".join(passage.text for passage in extract_document(csv).passages)
    csv.write_bytes(gzip.compress(b"name;sum\n" * 999)[:-20])
    assert extract_document(csv).state is FileState.CORRUPT


@pytest.mark.parametrize(
    ("mime", "extension"),
    [("writer", "odt"), ("calc", "ods"), ("impress", "odp"), ("draw.template", "odg")],
)
def test_documents_of_openoffice_1(tmp_path: Path, mime: str, extension: str) -> None:
    path = tmp_path / "a.odt"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("mimetype", f"application/vnd.sun.xml.{mime}")
        package.writestr("content.xml", "<x/>")
    assert needed(path).target_extension == extension


def test_an_encrypted_document_of_openoffice_1(tmp_path: Path) -> None:
    path = tmp_path / "a.odt"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("mimetype", "application/vnd.sun.xml.writer")
        package.writestr("META-INF/manifest.xml", "<manifest:encryption-data/>")
    assert extract_document(path).state is FileState.ENCRYPTED


def test_flat_xml_that_declares_entities_is_not_given_to_libreoffice(tmp_path: Path) -> None:
    root = '<w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"/>'
    path = tmp_path / "a.doc"
    path.write_text(f'<?xml version="1.0"?>{root}', encoding="utf-8")
    assert needed(path).import_filter == "MS Word 2003 XML"
    entity = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    path.write_text(f'<?xml version="1.0"?>{entity}{root}', encoding="utf-8")
    assert extract_document(path).state is FileState.CORRUPT


def _titled(path: Path, summary: bytes) -> Path:
    return write_ole(path, {"\x05SummaryInformation": summary, **word_streams()})


@pytest.mark.parametrize(
    ("kind", "raw", "n_units", "code_page", "title"),
    [
        (0x1E, b"Report\0", 7, 1252, "Report"),
        (0x1E, "Отчёт\0".encode("cp1251"), 6, 1251, "Отчёт"),
        (0x1E, "Bénéfices\0".encode(), 12, 65001, "Bénéfices"),
        (0x1F, "報告\0".encode("utf-16-le"), 3, 1252, "報告"),
        (0x1E, b"Report\0", 7, 9999, "Report"),
        (0x03, b"Report\0", 7, 1252, ""),
    ],
)
def test_the_title_in_the_properties(  # noqa: PLR0917 - one row of the table
    tmp_path: Path, kind: int, raw: bytes, n_units: int, code_page: int, title: str
) -> None:
    data = summary(kind, raw, n_units=n_units, code_page=code_page)
    assert title_of(_titled(tmp_path / "a.doc", data)) == title


def test_a_file_without_properties_has_no_title(tmp_path: Path) -> None:
    assert title_of(write_ole(tmp_path / "a.doc", word_streams())) == ""
    assert title_of(_titled(tmp_path / "b.doc", b"\xff" * 5000)) == ""
    endless = summary(0x1E, b"Report", n_units=0xFFFFFFFF, code_page=1252, n_said=0xFFFFFFFF)
    assert title_of(_titled(tmp_path / "c.doc", endless)) == "Report"
    assert title_of(tmp_path / "gone.doc") == ""
