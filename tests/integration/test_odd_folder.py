"""A pass over a folder with everything a file system can put into it ends, and tells of each."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.contracts.maintain import MaintainReport, MaintainRequest
from plugin.contracts.models import NO_MODEL_ID
from plugin.contracts.search import SearchMode, SearchRequest
from plugin.embeddings.client import EmbeddingsClient, start_client
from plugin.embeddings.venv.extract import extract_document
from plugin.embeddings.venv.extract.isolation import IsolatedExtractor, IsolationLimits

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs pipes, links and odd names")

N_TINY = 10_000


@pytest.fixture(scope="module")
def client() -> Iterator[EmbeddingsClient]:
    with closing(start_client(venv=sys.prefix)) as client:
        yield client


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "good.txt").write_text("Apples are red.")
    return folder


def maintain(client: EmbeddingsClient, folder: Path) -> MaintainReport:
    return client.maintain(MaintainRequest(str(folder), model_id=NO_MODEL_ID))


def states(report: MaintainReport) -> dict[str, FileState]:
    return {file.path: file.state for file in report.files}


def test_what_is_no_file_never_stops_a_pass(client: EmbeddingsClient, folder: Path) -> None:
    os.mkfifo(folder / "pipe.docx")
    (folder / "folder.odt").mkdir()
    (folder / "empty.docx").write_bytes(b"")
    (folder / "one.xlsx").write_bytes(b"P")
    (folder / "round.txt").symlink_to(folder / "about.txt")
    (folder / "about.txt").symlink_to(folder / "round.txt")
    (folder / "gone.odt").symlink_to(folder / "nothing.odt")
    (folder / "device.txt").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / "socket.pdf"))
        report = maintain(client, folder)
    found = states(report)
    assert found["good.txt"] is FileState.OK
    assert found["empty.docx"] is FileState.EMPTY
    assert found["one.xlsx"] is FileState.CORRUPT
    assert all(file.reason for file in report.files if file.state is not FileState.OK)
    assert maintain(client, folder).n_changed == 0


def test_a_pipe_that_takes_a_files_place_is_refused_at_once(folder: Path) -> None:
    os.mkfifo(folder / "pipe.docx")
    started_s = time.monotonic()
    with IsolatedExtractor(IsolationLimits(deadline_s=20)) as extractor:
        document = extractor.extract(folder / "pipe.docx")
        assert extractor.extract(folder).state is FileState.DENIED
        assert extractor.extract(folder / "good.txt").state is FileState.OK
    assert document.state is FileState.DENIED
    assert document.reason
    assert time.monotonic() - started_s < 10


@pytest.mark.parametrize(
    "name",
    [
        b"two\nlines.txt",
        "\U0001f418.txt".encode(),
        b"half \xff\xfe name.txt",
        "e\u0301te\u0301.txt".encode(),
        b"-rf --help.txt",
        b"tab\there 'quoted' \"so\" $HOME `x`.txt",
        b"%41&b=#c?.txt",
        "\u202egnp.txt".encode(),
        (b"n" * 250) + b".txt",
    ],
    ids="newline emoji bytes decomposed option quotes escapes direction long".split(),
)
def test_odd_names_are_read_and_found(client: EmbeddingsClient, folder: Path, name: bytes) -> None:
    with open(os.path.join(os.fsencode(folder), name), "wb") as stream:  # noqa: PTH118, PTH123
        stream.write(b"Bananas are yellow.")
    report = maintain(client, folder)
    assert len(report.files) == 2
    by_state = {file.state for file in report.files}
    if by_state == {FileState.OK}:
        request = SearchRequest(
            str(folder), "bananas", k=2, mode=SearchMode.LEXICAL, model_id=NO_MODEL_ID
        )
        assert len(client.search(request).hits) == 1
    else:
        assert name == b"half \xff\xfe name.txt"
        assert [file.reason for file in report.files if file.state is not FileState.OK] != [""]


def test_a_file_that_may_not_be_read_is_denied(ordinary_user: Path) -> None:
    locked = ordinary_user / "locked.docx"
    locked.write_text("Bananas are yellow.")
    locked.chmod(0)
    document = extract_document(locked)
    assert document.state is FileState.DENIED
    assert "Permission denied" in document.reason


def test_a_file_that_grows_while_it_is_read_is_read(client: EmbeddingsClient, folder: Path) -> None:
    growing = folder / "log.txt"
    growing.write_text("Started.\n" * 1000)
    done = threading.Event()

    def grow() -> None:
        with growing.open("a") as stream:
            while not done.wait(0.001):
                stream.write("Another line of the log.\n" * 50)
                stream.flush()

    writer = threading.Thread(target=grow)
    writer.start()
    try:
        found = states(maintain(client, folder))
    finally:
        done.set()
        writer.join()
    assert found["good.txt"] is FileState.OK
    assert found["log.txt"].has_text or found["log.txt"] is FileState.DENIED
    assert states(maintain(client, folder))["log.txt"] is FileState.OK


@pytest.mark.slow
def test_thousands_of_tiny_files_are_all_read(client: EmbeddingsClient, folder: Path) -> None:
    for number in range(N_TINY):
        path = folder / f"{number % 100:02}" / f"{number}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"Note number {number}.")
    started_s = time.monotonic()
    report = maintain(client, folder)
    took_s = time.monotonic() - started_s
    assert (report.n_added, report.coverage.n_text) == (N_TINY + 1, N_TINY + 1)
    print(f"{N_TINY / took_s:.0f} files a second")  # noqa: T201 - a figure for those who ask
    assert took_s < 100
