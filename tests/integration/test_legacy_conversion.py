"""Old formats read through a real LibreOffice, and what becomes of that whatever happens."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.contracts.errors import Interrupted
from plugin.documents.passages import PassageKind
from plugin.embeddings.venv.extract.isolation import IsolatedExtractor, IsolationLimits
from plugin.embeddings.venv.extract.legacy.converter import Converter, ConverterLimits
from plugin.scripting.office_installation import PROGRAM_VARIABLE
from tests.contract.worker_fixtures import is_running, wait_until
from tests.integration.fixtures_legacy import (
    REPORT,
    SHEET,
    SLIDES,
    long_text,
    save_as,
    write_sxw,
    write_xlsb,
)
from tests.office.harness.required import required_installation
from tests.unit.extract.fixtures_ole import (
    bare_workbook,
    protected_workbook,
    workbook,
    workbook_95,
    write_ole,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plugin.documents.passages import ExtractedDocument

pytestmark = pytest.mark.office
ROOT = Path(__file__).parents[2]
posix_only = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")


@pytest.fixture(scope="module")
def converter() -> Iterator[Converter]:
    required_installation()
    shared = Converter()
    yield shared
    shared.close()


@pytest.fixture(scope="module")
def extractor(converter: Converter) -> Iterator[IsolatedExtractor]:
    with IsolatedExtractor(converter=converter) as shared:
        yield shared


@pytest.fixture(scope="module")
def documents(converter: Converter, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("old documents é")
    for name, content in (("a.doc", REPORT), ("b.xls", SHEET), ("c.ppt", SLIDES)):
        save_as(converter, folder / name, content)
    save_as(converter, folder / "long.doc", long_text(20_000))
    return folder


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


@posix_only
def test_a_hanging_libreoffice_is_ended_and_the_next_file_is_read(documents: Path) -> None:
    limits = IsolationLimits(deadline_s=5.0)
    with Converter() as own, IsolatedExtractor(limits, converter=own) as extractor:
        extractor.extract(documents / "a.doc")
        pid = own.office_pid
        os.kill(pid, signal.SIGSTOP)
        began_s = time.monotonic()
        document = extractor.extract(documents / "b.xls")
        assert document.state is FileState.TIMEOUT
        assert "5 s" in document.reason
        assert time.monotonic() - began_s < 6.5
        assert wait_until(lambda: not is_running(pid), timeout_s=2.0)
        assert extractor.extract(documents / "b.xls").state is FileState.OK


@posix_only
def test_cancel_ends_a_conversion_at_once(documents: Path) -> None:
    with Converter() as own, IsolatedExtractor(converter=own) as extractor:
        extractor.extract(documents / "a.doc")
        pid = own.office_pid
        os.kill(pid, signal.SIGSTOP)
        cancel = threading.Event()
        cancelled_at_s: list[float] = []

        def stop() -> None:
            cancelled_at_s.append(time.monotonic())
            cancel.set()

        threading.Timer(0.5, stop).start()
        with pytest.raises(Interrupted):
            extractor.extract(documents / "b.xls", cancel=cancel)
        assert time.monotonic() - cancelled_at_s[0] < 0.4
        assert wait_until(lambda: not is_running(pid), timeout_s=2.0)


@posix_only
def test_a_file_that_libreoffice_dies_of_has_its_state(documents: Path) -> None:
    with Converter() as own, IsolatedExtractor(converter=own) as extractor:
        killer = threading.Thread(target=_kill_in_mid_file, args=(own,))
        killer.start()
        document = extractor.extract(documents / "long.doc")
        killer.join()
        assert document.state is FileState.CORRUPT
        assert document.reason == "LibreOffice stopped while opening this file."
        assert extractor.extract(documents / "b.xls").state is FileState.OK


@posix_only
def test_a_libreoffice_killed_between_files_costs_no_file(documents: Path) -> None:
    with Converter() as own, IsolatedExtractor(converter=own) as extractor:
        extractor.extract(documents / "a.doc")
        os.kill(own.office_pid, signal.SIGKILL)
        assert extractor.extract(documents / "b.xls").state is FileState.OK


def test_a_file_that_makes_libreoffice_grow_is_too_big(documents: Path) -> None:
    limits = ConverterLimits(max_bytes=1 << 20)
    with Converter(limits) as own, IsolatedExtractor(converter=own) as extractor:
        document = extractor.extract(documents / "long.doc")
        assert document.state is FileState.TOO_BIG
        assert own.office_pid == 0


def test_libreoffice_is_replaced_when_worn_and_leaves_when_idle(documents: Path) -> None:
    with (
        Converter(ConverterLimits(max_files=1)) as own,
        IsolatedExtractor(converter=own) as extractor,
    ):
        assert extractor.extract(documents / "a.doc").state is FileState.OK
        assert own.office_pid == 0
    with (
        Converter(ConverterLimits(idle_s=1.0)) as own,
        IsolatedExtractor(converter=own) as extractor,
    ):
        extractor.extract(documents / "a.doc")
        pid = own.office_pid
        assert wait_until(lambda: not is_running(pid), timeout_s=10.0)
        assert extractor.extract(documents / "b.xls").state is FileState.OK


HOST = """
import sys, time
from pathlib import Path
sys.path.insert(0, {root!r})
from plugin.embeddings.venv.extract.isolation import IsolatedExtractor
from plugin.embeddings.venv.extract.legacy.converter import Converter
converter = Converter()
IsolatedExtractor(converter=converter).extract(Path({path!r}))
print(converter.office_pid, converter.folder, flush=True)
time.sleep(600)
"""


@posix_only
def test_libreoffice_is_gone_soon_after_its_worker_is_killed(documents: Path) -> None:
    code = HOST.format(root=str(ROOT), path=str(documents / "a.doc"))
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as host:
        assert host.stdout is not None
        pid, folder = host.stdout.readline().decode().split(" ", 1)
        assert is_running(int(pid))
        host.kill()
        assert wait_until(lambda: not is_running(int(pid)), timeout_s=3.0)
        assert wait_until(lambda: not Path(folder.strip()).exists(), timeout_s=3.0)


def test_closing_removes_its_folder(documents: Path) -> None:
    with Converter() as own, IsolatedExtractor(converter=own) as extractor:
        extractor.extract(documents / "a.doc")
        folder = own.folder
        assert folder is not None
        assert folder.exists()
    assert not folder.exists()


def test_without_libreoffice_the_reason_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_ole(tmp_path / "a.xls", {"Workbook": workbook()})
    with (
        Converter(find=lambda: None) as own,
        IsolatedExtractor(converter=own) as extractor,
    ):
        document = extractor.extract(path)
        assert document.state is FileState.UNSUPPORTED
        assert "install it" in document.reason
    monkeypatch.setenv(PROGRAM_VARIABLE, str(tmp_path))
    with IsolatedExtractor() as extractor:
        document = extractor.extract(path)
        assert document.state is FileState.UNSUPPORTED
        assert PROGRAM_VARIABLE in document.reason


def test_a_libreoffice_that_does_not_start_is_a_state(tmp_path: Path) -> None:
    (tmp_path / "soffice.bin").write_text("#!/bin/sh\nexit 1\n", encoding="ascii")
    (tmp_path / "soffice.bin").chmod(0o755)
    from plugin.scripting.office_installation import Installation

    path = write_ole(tmp_path / "a.xls", {"Workbook": workbook()})
    with (
        Converter(find=lambda: Installation(tmp_path)) as own,
        IsolatedExtractor(converter=own) as extractor,
    ):
        document = extractor.extract(path)
        assert document.state is FileState.UNSUPPORTED
        assert "did not start" in document.reason


def _kill_in_mid_file(converter: Converter) -> None:
    give_up_at_s = time.monotonic() + 60
    while time.monotonic() < give_up_at_s:
        folder = converter.folder
        if folder is not None and (folder / "files" / "long.doc").exists():
            time.sleep(0.2)  # it takes over a second
            os.kill(converter.office_pid, signal.SIGKILL)
            return
        time.sleep(0.001)
