"""The typed client over a real pipe, on a worker and on a pool."""

from __future__ import annotations

import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import Interrupted
from plugin.contracts.generations import (
    CompactRequest,
    GenerationsRequest,
    ResetRequest,
    ResetScope,
    UseGenerationRequest,
)
from plugin.contracts.maintain import MaintainProgress, MaintainRequest, Stage
from plugin.contracts.methods import METHODS, DownloadProgress, DownloadRequest, StatusRequest
from plugin.contracts.search import AnswerStatus, SearchRequest
from plugin.embeddings.client import POOL_NAME, EmbeddingsClient, worker_spec
from plugin.scripting.worker_pool import WorkerPool
from plugin.scripting.worker_process import WorkerProcess

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
TABLE_WORKER = str(Path(__file__).with_name("table_worker.py"))
SPEC = replace(worker_spec(sys.executable), argv=(sys.executable, TABLE_WORKER))


@pytest.fixture(scope="module", params=["worker", "pool"])
def client(request: pytest.FixtureRequest) -> Iterator[EmbeddingsClient]:
    if request.param == "pool":
        pool = WorkerPool({POOL_NAME: SPEC}, METHODS)
        yield EmbeddingsClient(pool.pool(POOL_NAME))
        pool.close_all()
    else:
        worker = WorkerProcess(SPEC, METHODS)
        worker.start()
        yield EmbeddingsClient(worker)
        worker.stop()


def test_every_method_gives_its_own_type_and_a_folder_goes_out_absolute(
    client: EmbeddingsClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    wanted = str(tmp_path / "docs")

    found = client.search(SearchRequest("docs", "query"), deadline_s=10.0)
    assert (found.status, found.message) == (AnswerStatus.NO_CORPUS, wanted)
    assert client.status(StatusRequest("~/docs")).folder == wanted
    assert client.maintain(MaintainRequest("./docs")).corpus_path == wanted
    assert client.generations(GenerationsRequest("docs")).folder == wanted
    assert client.use_generation(UseGenerationRequest("docs", 1)).now.folder == wanted
    assert client.reset_generations(ResetRequest("docs", ResetScope.ALL)).now.folder == wanted
    assert client.compact(CompactRequest("docs")).now.folder == wanted


def test_progress_and_cancel_reach_the_pass(client: EmbeddingsClient) -> None:
    seen: list[MaintainProgress] = []
    client.maintain(MaintainRequest("/d"), on_progress=seen.append)
    assert seen == [MaintainProgress(Stage.TEXT, step, 3, 0, 0, "/d") for step in range(3)]

    fetched: list[DownloadProgress] = []
    choice = client.download(DownloadRequest("m"), on_progress=fetched.append)
    assert choice.model_id == "m"
    assert fetched == [DownloadProgress(1, 2)]

    cancel = threading.Event()
    with pytest.raises(Interrupted):
        client.maintain(
            MaintainRequest("/d", rebuild=True), on_progress=lambda _: cancel.set(), cancel=cancel
        )


def test_the_worker_runs_in_the_root_and_not_where_the_host_stands(
    client: EmbeddingsClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert client.describe().device_reason == str(ROOT)


def test_the_command_is_the_workers_module() -> None:
    spec = worker_spec("/venv/bin/python", root="/app")

    assert spec.argv == ("/venv/bin/python", "-m", "plugin.embeddings.venv")
    assert spec.import_root == "/app"
