"""Old formats read through a real LibreOffice: the same as in every other format."""

from __future__ import annotations

import gzip
import os
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.documents.passages import PassageKind
from plugin.embeddings.venv.extract.isolation import IsolatedExtractor
from tests.integration.fixtures_legacy import (
    save_as,
    write_sxw,
    write_xlsb,
)
from tests.unit.extract.fixtures_ole import (
    bare_workbook,
    protected_workbook,
    workbook,
    workbook_95,
    write_ole,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from plugin.documents.passages import ExtractedDocument
    from plugin.embeddings.venv.extract.legacy.converter import Converter

pytestmark = pytest.mark.office
posix_only = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")


@pytest.fixture(scope="module")
def extractor(converter: Converter) -> Iterator[IsolatedExtractor]:
    with IsolatedExtractor(converter=converter) as shared:
        yield shared


def words(document: ExtractedDocument) -> str:
    return "\n".join(passage.text for passage in document.passages)


def kinds(document: ExtractedDocument, kind: PassageKind) -> list[str]:
    return [passage.text for passage in document.passages if passage.kind is kind]


def test_a_word_document(extractor: IsolatedExtractor, documents: Path) -> None:
    document = extractor.extract(documents / "a.doc")
    assert document.state is FileState.OK
    assert document.title == "Harbour report"
    assert kinds(document, PassageKind.HEADING) == ["Quays and cranes"]
    text = words(document)
    assert "pier of stone" in text
    assert "rotten" not in text
    assert any("After the flood." in note for note in kinds(document, PassageKind.NOTE))
    assert any("Ask the mason." in each for each in kinds(document, PassageKind.COMMENT))
    assert any("Port authority" in each for each in kinds(document, PassageKind.HEADER))
    assert any("forty tons" in row for row in kinds(document, PassageKind.TABLE))


def test_a_workbook_and_slides(extractor: IsolatedExtractor, documents: Path) -> None:
    sheet = extractor.extract(documents / "b.xls")
    assert any("4.5" in row for row in kinds(sheet, PassageKind.TABLE))
    assert any("Spring tide." in each for each in kinds(sheet, PassageKind.COMMENT))
    assert kinds(sheet, PassageKind.FIGURE) == ["Ebb and flood"]
    assert {passage.location.sheet for passage in sheet.passages} >= {"Tides"}
    slides = extractor.extract(documents / "c.ppt")
    assert "Lighthouses" in words(slides)
    assert any("who keeps the lamp" in each for each in kinds(slides, PassageKind.NOTE))
    assert {passage.location.slide for passage in slides.passages if passage.text} >= {1}


def test_fields_show_the_files_own_name(
    extractor: IsolatedExtractor, converter: Converter, tmp_path: Path
) -> None:
    fields = "".join(
        f'<text:p>{display}: <text:file-name text:display="{display}">x</text:file-name></text:p>'
        for display in ("name-and-extension", "full")
    )
    content = f"<office:body><office:text>{fields}</office:text></office:body>"
    path = save_as(converter, tmp_path / "Lärm & Nebel.doc", content)
    document = extractor.extract(path)
    assert words(document) == "name-and-extension: Lärm & Nebel.doc\nfull: Lärm & Nebel.doc"


def test_what_libreoffice_makes_up_is_left_out(
    extractor: IsolatedExtractor, documents: Path
) -> None:
    comments = kinds(extractor.extract(documents / "b.xls"), PassageKind.COMMENT)
    assert comments == ["Spring tide."]


@posix_only
def test_a_name_that_is_no_text_is_no_obstacle(
    extractor: IsolatedExtractor, documents: Path, tmp_path: Path
) -> None:
    odd = tmp_path / os.fsdecode(b"caf\xe9\n.doc")
    odd.write_bytes((documents / "a.doc").read_bytes())
    assert extractor.extract(odd).state is FileState.OK


def test_files_share_one_libreoffice_and_leave_nothing(
    extractor: IsolatedExtractor, converter: Converter, documents: Path
) -> None:
    before = sorted(documents.iterdir())
    contents = (documents / "a.doc").read_bytes()
    extractor.extract(documents / "a.doc")
    pid = converter.office_pid
    extractor.extract(documents / "b.xls")
    assert converter.office_pid == pid != 0
    assert sorted(documents.iterdir()) == before
    assert (documents / "a.doc").read_bytes() == contents


def test_openoffice_1_xlsb_gzip_and_workbooks_as_records(
    extractor: IsolatedExtractor, documents: Path, tmp_path: Path
) -> None:
    assert "A barque." in words(extractor.extract(write_sxw(tmp_path / "a.odt")))
    assert "A ledger" in words(extractor.extract(write_xlsb(tmp_path / "a.xls")))
    packed = tmp_path / "packed.xls"
    packed.write_bytes(gzip.compress((documents / "b.xls").read_bytes()))
    assert "Monday" in words(extractor.extract(packed))
    for name, streams in (
        ("97.xls", {"Workbook": workbook()}),
        ("95.xls", {"Book": workbook_95()}),
    ):
        assert "Hello" in words(extractor.extract(write_ole(tmp_path / name, streams))), name
    bare = tmp_path / "Wages.xls"
    bare.write_bytes(bare_workbook())
    sheet = extractor.extract(bare)
    assert "Hello" in words(sheet)
    assert sheet.passages[0].location.sheet == "Wages"  # before Excel 5, a sheet had no other name


def test_an_encrypted_workbook_is_read_where_only_its_structure_is_protected(
    extractor: IsolatedExtractor, tmp_path: Path
) -> None:
    protected = protected_workbook("VelvetSweatshop")  # what Excel uses for want of a password
    path = write_ole(tmp_path / "protected.xls", {"Workbook": protected})
    assert "Hello" in words(extractor.extract(path))
    closed = write_ole(tmp_path / "closed.xls", {"Workbook": protected_workbook("secret")})
    assert extractor.extract(closed).state is FileState.ENCRYPTED
