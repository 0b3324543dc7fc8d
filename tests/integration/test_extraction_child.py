"""Reading files in a real child process: what it does to the files that kill or hang it."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.contracts.errors import Interrupted, WorkerStartFailed
from plugin.documents.passages import ExtractedDocument, Passage, PassageKind
from plugin.embeddings.venv.extract.child import fitted
from plugin.embeddings.venv.extract.isolation import (
    IsolatedExtractor,
    IsolationLimits,
)
from plugin.embeddings.venv.extract.process_memory import resident_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
LIMITS = IsolationLimits()

posix_only = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals and limits")


def relationship(kind: str, target: str) -> str:
    link = f'<Relationship Id="r" Type="{OFFICE}/{kind}" Target="{target}"/>'
    return f'<Relationships xmlns="{PACKAGE}">{link}</Relationships>'


def write_package(path: Path, parts: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return path


def write_docx(path: Path, paragraphs: list[str]) -> Path:
    body = "".join(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>" for text in paragraphs)
    document = f'<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>'
    links = relationship("officeDocument", "word/document.xml")
    return write_package(path, {"_rels/.rels": links, "word/document.xml": document})


def write_xlsx(path: Path, rows: str) -> Path:
    data = f"<sheetData>{rows}</sheetData>"
    sheets = '<sheets><sheet name="Big" r:id="r"/></sheets>'
    return write_package(
        path,
        {
            "_rels/.rels": relationship("officeDocument", "xl/workbook.xml"),
            "xl/workbook.xml": f'<workbook xmlns="{SHEET}" xmlns:r="{OFFICE}">{sheets}</workbook>',
            "xl/_rels/workbook.xml.rels": relationship("worksheet", "sheet1.xml"),
            "xl/sheet1.xml": f'<worksheet xmlns="{SHEET}">{data}</worksheet>',
        },
    )


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return write_docx(tmp_path / "small one.docx", ["They swim."])


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    """Return a file that takes more than a second to read."""
    return write_docx(tmp_path / "slow.docx", [f"Paragraph {n}" for n in range(120_000)])


@pytest.fixture
def extractor() -> Iterator[IsolatedExtractor]:
    with IsolatedExtractor() as each:
        yield each


def wait_for_child(extractor: IsolatedExtractor) -> int:
    give_up_at_s = time.monotonic() + 20
    while time.monotonic() < give_up_at_s:
        if extractor.child_pid:
            return extractor.child_pid
        time.sleep(0.01)
    raise AssertionError("no child started")


def text_of(document: ExtractedDocument) -> list[str]:
    return [each.text for each in document.passages]


def test_files_are_read_by_one_warm_child(extractor: IsolatedExtractor, small: Path) -> None:
    document = extractor.extract(small)
    first_pid = extractor.child_pid
    assert document.state is FileState.OK
    assert text_of(document) == ["They swim."]
    assert extractor.extract(small) == document
    assert extractor.child_pid == first_pid != os.getpid()
    assert resident_bytes(first_pid) > 0 or sys.platform != "linux"


def test_unreadable_file_is_a_state(extractor: IsolatedExtractor, tmp_path: Path) -> None:
    junk = tmp_path / "junk.docx"
    junk.write_bytes(b"PK\x03\x04 but no more")
    assert extractor.extract(junk).state is FileState.CORRUPT
    assert extractor.extract(tmp_path / "absent.docx").state is FileState.DENIED


@posix_only
def test_child_that_dies_in_a_file_is_replaced(
    extractor: IsolatedExtractor, small: Path, slow: Path
) -> None:
    def kill() -> None:
        pid = wait_for_child(extractor)
        time.sleep(0.3)
        os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    document = extractor.extract(slow)
    killer.join()
    assert document.state is FileState.CORRUPT
    assert document.reason == "The reader stopped while reading this file."
    assert text_of(extractor.extract(small)) == ["They swim."]


@posix_only
def test_child_killed_between_files_costs_no_file(
    extractor: IsolatedExtractor, small: Path
) -> None:
    extractor.extract(small)
    os.kill(extractor.child_pid, signal.SIGKILL)
    assert extractor.extract(small).state is FileState.OK


def test_file_past_its_deadline_is_timeout_and_the_next_is_read(small: Path, slow: Path) -> None:
    with IsolatedExtractor(replace(LIMITS, deadline_s=0.4)) as extractor:
        document = extractor.extract(slow)
        assert document.state is FileState.TIMEOUT
        assert "0.4 s" in document.reason
        assert extractor.child_pid == 0
    with IsolatedExtractor() as extractor:
        assert extractor.extract(small).state is FileState.OK


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux only")
def test_file_that_needs_more_memory_than_given_is_too_big(tmp_path: Path, small: Path) -> None:
    # Small as text, so no bomb by its ratio, and twenty times as large as a tree.
    big = write_xlsx(tmp_path / "big.xlsx", f"<row>{'<c/>' * 3_500_000}</row>")
    with IsolatedExtractor(replace(LIMITS, memory_bytes=256 << 20)) as extractor:
        assert extractor.extract(big).state is FileState.TOO_BIG
        assert extractor.extract(small).state is FileState.OK


def test_file_above_the_size_cap_starts_no_child(small: Path) -> None:
    with IsolatedExtractor(replace(LIMITS, max_file_bytes=10)) as extractor:
        assert extractor.extract(small).state is FileState.TOO_BIG
        assert extractor.child_pid == 0


def test_child_is_replaced_after_its_share_of_files(small: Path) -> None:
    with IsolatedExtractor(replace(LIMITS, max_files=2)) as extractor:
        pids = []
        for _ in range(3):
            assert extractor.extract(small).state is FileState.OK
            pids.append(extractor.child_pid)
    assert pids[0] == pids[1] != pids[2]


@pytest.mark.skipif(sys.platform != "linux", reason="resident memory is read from /proc")
def test_child_that_has_grown_is_replaced(small: Path) -> None:
    with IsolatedExtractor(replace(LIMITS, max_resident_bytes=1)) as extractor:
        extractor.extract(small)
        first_pid = extractor.child_pid
        extractor.extract(small)
        assert extractor.child_pid != first_pid


def test_cancel_stops_the_reading(extractor: IsolatedExtractor, slow: Path, small: Path) -> None:
    cancel = threading.Event()
    threading.Timer(0.5, cancel.set).start()
    with pytest.raises(Interrupted):
        extractor.extract(slow, cancel=cancel)
    assert extractor.extract(small).state is FileState.OK


def test_closing_ends_the_child_and_the_next_file_starts_another(small: Path) -> None:
    extractor = IsolatedExtractor()
    extractor.extract(small)
    extractor.close()
    assert extractor.child_pid == 0
    assert extractor.extract(small).state is FileState.OK
    extractor.close()


def test_missing_interpreter_is_no_fault_of_the_file(small: Path, tmp_path: Path) -> None:
    with (
        IsolatedExtractor(python=str(tmp_path / "no python")) as extractor,
        pytest.raises(WorkerStartFailed),
    ):
        extractor.extract(small)


@pytest.mark.parametrize(("text", "n_kept"), [("a" * 1000, 3), ("猫" * 1000, 0)])
def test_reply_is_cut_to_fit_a_frame(text: str, n_kept: int) -> None:
    passages = tuple(Passage(index, PassageKind.TEXT, text) for index in range(9))
    document = ExtractedDocument(FileState.OK, passages=passages)
    cut = fitted(document, max_bytes=3600)
    assert (cut.state, cut.passages) == (FileState.PARTIAL, passages[:n_kept])
    assert fitted(document, max_bytes=100_000) is document
