"""Hundreds of real office files: each gets a state, none stops the folder."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.contracts.maintain import MaintainProgress, MaintainReport, MaintainRequest
from plugin.contracts.models import NO_MODEL_ID
from plugin.contracts.search import SearchMode, SearchRequest
from plugin.embeddings.client import EmbeddingsClient, start_client
from tests.shared_data import shared_path

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def client() -> Iterator[EmbeddingsClient]:
    client = start_client(venv=sys.prefix)
    yield client
    client.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = shared_path("corpus/files")
    folder = tmp_path_factory.mktemp("corpus") / "files"
    shutil.copytree(source, folder, copy_function=shutil.copyfile)
    folder.chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def progress() -> list[MaintainProgress]:
    return []


@pytest.fixture(scope="module")
def report(
    client: EmbeddingsClient, folder: Path, progress: list[MaintainProgress]
) -> MaintainReport:
    # Keywords alone: the vectors of 70,000 chunks take a CPU half an hour and add nothing here.
    request = MaintainRequest(str(folder), model_id=NO_MODEL_ID)
    return client.maintain(request, on_progress=progress.append)


def test_every_file_has_a_state_and_failures_have_a_reason(
    report: MaintainReport, folder: Path
) -> None:
    names = {path.name for path in folder.iterdir() if path.is_file()}
    assert {file.path for file in report.files} == names
    assert all(file.reason for file in report.files if file.state is not FileState.OK)
    read = [file for file in report.files if file.state.has_text]
    unread = [file for file in report.files if not file.state.has_text]
    assert len(read) >= 400
    assert {file.state for file in unread} <= {FileState.UNSUPPORTED, FileState.EMPTY}


def test_progress_only_grows_and_never_passes_its_total(
    report: MaintainReport, progress: list[MaintainProgress]
) -> None:
    done = [step.n_files_done for step in progress]
    assert report.n_added
    assert done == sorted(done)
    assert all(step.n_files_done <= step.n_files for step in progress)


def test_a_second_pass_changes_and_writes_nothing(
    report: MaintainReport, client: EmbeddingsClient, folder: Path
) -> None:
    cache = folder / "writeragent_embeddings"
    before = {path.name: path.stat().st_mtime_ns for path in cache.iterdir()}
    again = client.maintain(MaintainRequest(str(folder), model_id=NO_MODEL_ID))
    assert again.n_unchanged == report.n_added
    assert (again.n_added, again.n_changed, again.n_removed, again.n_encoded) == (0, 0, 0, 0)
    assert {path.name: path.stat().st_mtime_ns for path in cache.iterdir()} == before


@pytest.mark.parametrize(
    "query",
    ["0-333-76657-1", "Prudhomme Blackened Redfish Magic", "CWE-384 session fixation"],
)
def test_words_that_are_there_are_found(
    report: MaintainReport, client: EmbeddingsClient, folder: Path, query: str
) -> None:
    request = SearchRequest(str(folder), query, k=5, mode=SearchMode.LEXICAL, model_id=NO_MODEL_ID)
    snippet = client.search(request).hits[0].snippet.lower()
    assert all(word in snippet for word in query.lower().split())
