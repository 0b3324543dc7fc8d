"""A model server in the real worker: indexing, searching, being away, moving, keeping secrets."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.http_model import API_KEY_VARIABLE
from plugin.contracts.maintain import MaintainReport, MaintainRequest
from plugin.contracts.methods import METHODS, DiagnoseRequest
from plugin.contracts.search import Leg, SearchRequest, SearchResult
from plugin.embeddings.client import POOL_NAME, EmbeddingsClient, worker_spec
from plugin.embeddings.search_window.worker_sentences import told
from plugin.embeddings.texts import load_texts
from plugin.scripting.worker_pool import WorkerPool
from tests.embeddings_server import Answer, ModelServer, running_server

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
GERMAN = load_texts(ROOT / "dialogs" / "texts", "de")
KEY = "sk-test-0123456789"
NOTES = {
    "bus.txt": "The fare on the night bus is paid at the desk of the library.",
    "alarm.txt": "The alarm code changes on the first Monday of a month.",
    "garden.txt": "Tomatoes want much water and a warm wall behind them.",
}


@pytest.fixture(scope="module")
def client() -> Iterator[EmbeddingsClient]:
    pool = WorkerPool({POOL_NAME: worker_spec(sys.executable)}, METHODS)
    yield EmbeddingsClient(pool.pool(POOL_NAME))
    pool.close_all()


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with running_server(ModelServer(key=KEY)) as running:
        yield running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    documents = tmp_path / "documents"
    documents.mkdir()
    for name, text in NOTES.items():
        (documents / name).write_text(text, encoding="utf-8")
    return documents


def index(client: EmbeddingsClient, folder: Path, server: ModelServer) -> MaintainReport:
    model_id = server.model().request_id
    return client.maintain(MaintainRequest(str(folder), model_id=model_id, api_key=KEY))


def search(
    client: EmbeddingsClient, folder: Path, server: ModelServer, query: str = "night bus fare"
) -> SearchResult:
    model_id = server.model().request_id
    return client.search(SearchRequest(str(folder), query, model_id=model_id, api_key=KEY))


def test_a_folder_is_indexed_and_searched(
    client: EmbeddingsClient, folder: Path, server: ModelServer
) -> None:
    report = index(client, folder, server)
    assert not [note for note in report.notes if "Meaning" in note]
    assert report.model.model_id == "http:word-hash"
    assert report.coverage.ready
    result = search(client, folder, server)
    assert result.hits[0].path == "bus.txt"
    assert set(result.legs) == {Leg.LEXICAL, Leg.DENSE}
    assert server.texts[-1] == "night bus fare"
    server.requests.clear()
    assert index(client, folder, server).n_encoded == 0
    assert not server.requests, "a pass with nothing to do sends nothing"


def test_a_server_that_is_away_leaves_keywords_within_seconds(
    client: EmbeddingsClient, folder: Path
) -> None:
    with running_server(ModelServer(key=KEY)) as server:
        index(client, folder, server)
        server.next_answers = [Answer(delay_s=30.0), Answer(delay_s=30.0)]
        started_s = time.monotonic()
        result = search(client, folder, server)
        elapsed_s = time.monotonic() - started_s
    assert elapsed_s < 6
    assert result.hits[0].path == "bus.txt"
    assert result.legs == (Leg.LEXICAL,)
    notes = [note for note in result.notes if "does not answer" in note]
    assert len(notes) == 1
    assert told(notes[0], GERMAN).startswith("Nur nach Wörtern gesucht: Der Modellserver 127.0.0.1")
    started_s = time.monotonic()
    again = search(client, folder, server)
    assert time.monotonic() - started_s < 0.5, "what is away is not waited for again"
    assert again.hits[0].path == "bus.txt"


def test_a_pass_without_its_server_keeps_the_text_and_goes_on_later(
    client: EmbeddingsClient, folder: Path, server: ModelServer
) -> None:
    server.next_answers = [Answer(403)]
    report = index(client, folder, server)
    assert any("refuses the key" in note for note in report.notes)
    assert report.coverage.n_text == 3
    assert index(client, folder, server).coverage.ready


def test_bad_vectors_write_nothing(
    client: EmbeddingsClient, folder: Path, server: ModelServer
) -> None:
    def torn(rows: list[dict[str, object]]) -> object:
        return [{**row, "embedding": [float("nan")] * 16} for row in rows]

    server.next_answers = [Answer(), Answer(change=torn)]
    report = index(client, folder, server)
    assert any("not finite" in note for note in report.notes)
    assert report.coverage.n_chunks_embedded == 0
    assert index(client, folder, server).coverage.ready


def test_the_same_model_elsewhere_keeps_its_vectors(client: EmbeddingsClient, folder: Path) -> None:
    with running_server(ModelServer(key=KEY)) as before:
        index(client, folder, before)
    with running_server(ModelServer(key=KEY)) as after:
        unsure = search(client, folder, after)
        assert unsure.legs == (Leg.LEXICAL,)
        notes = [note for note in unsure.notes if "of another server" in note]
        assert told(notes[0], GERMAN).startswith("Nur nach Wörtern gesucht: Der Index entstand")
        assert not after.requests, "its vectors could be others"
        report = index(client, folder, after)
        assert report.n_encoded == 0
        assert report.coverage.ready
        assert len(after.texts) <= 4, "a few texts were compared, none was encoded"
        assert Leg.DENSE in search(client, folder, after).legs


def test_another_model_of_the_same_name_makes_its_own(
    client: EmbeddingsClient, folder: Path
) -> None:
    with running_server(ModelServer(key=KEY)) as before:
        index(client, folder, before)
    with running_server(ModelServer(key=KEY, salt="other words ")) as after:
        report = index(client, folder, after)
        assert report.n_encoded == 3
        assert report.coverage.ready


def test_another_model_behind_the_same_address_is_noticed(
    client: EmbeddingsClient, folder: Path, server: ModelServer
) -> None:
    index(client, folder, server)
    (folder / "more.txt").write_text("The lift is checked each spring.", encoding="utf-8")
    server.salt = "other words "
    report = index(client, folder, server)
    assert any("computes other vectors for word-hash now" in note for note in report.notes)
    assert report.n_encoded == 4, "old vectors and new ones never mix"
    (folder / "last.txt").write_text("The shed is painted green.", encoding="utf-8")
    assert index(client, folder, server).n_encoded == 1


def test_no_address_in_an_index_is_followed(
    client: EmbeddingsClient, folder: Path, server: ModelServer
) -> None:
    """The index could come from somebody else: a search without a server asks none."""
    index(client, folder, server)
    server.requests.clear()
    result = client.search(SearchRequest(str(folder), "night bus fare"))
    assert result.hits[0].path == "bus.txt"
    notes = [note for note in result.notes if "model server" in note]
    assert told(notes[0], GERMAN).endswith("der jetzt nicht eingestellt ist.")
    with running_server(ModelServer(name="another", key=KEY)) as other:
        assert any("model server" in note for note in search(client, folder, other).notes)
        assert not other.requests
    assert not server.requests


def test_the_width_that_is_asked_for_is_stored(
    client: EmbeddingsClient, folder: Path, server: ModelServer
) -> None:
    model_id = server.model(dim=8).request_id
    report = client.maintain(MaintainRequest(str(folder), model_id=model_id, api_key=KEY))
    assert report.model.model_id == "http:word-hash@8"
    result = client.search(SearchRequest(str(folder), "bus", model_id=model_id, api_key=KEY))
    assert Leg.DENSE in result.legs
    assert {request.get("dimensions") for request in server.requests} == {8}
    assert index(client, folder, server).n_encoded == 3, "the whole width is another generation"


def test_the_key_is_in_no_file(client: EmbeddingsClient, folder: Path, server: ModelServer) -> None:
    index(client, folder, server)
    search(client, folder, server)
    for path in folder.rglob("*"):
        assert path.is_dir() or KEY.encode() not in path.read_bytes()


def test_the_key_is_not_in_what_a_request_shows_of_itself() -> None:
    for request in (
        SearchRequest("/f", "q", api_key=KEY),
        MaintainRequest("/f", api_key=KEY),
        DiagnoseRequest(api_key=KEY),
    ):
        assert KEY not in repr(request)


def test_the_test_of_the_options_asks_the_server(
    client: EmbeddingsClient, server: ModelServer
) -> None:
    model_id = server.model().request_id
    checks = client.diagnose(DiagnoseRequest(model_id, api_key=KEY)).checks
    model = next(check for check in checks if check.name == "model")
    assert model.ok, model
    assert "16 dimensions" in model.message
    wrong = client.diagnose(DiagnoseRequest(model_id, api_key="sk-wrong")).checks
    assert "refuses the key" in next(check.message for check in wrong if check.name == "model")


def run_script(name: str, *arguments: str, key: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "scripts" / name), *arguments, "--venv", sys.executable]
    environment = {**os.environ, API_KEY_VARIABLE: key}
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment, cwd=ROOT
    )


def test_the_command_line_takes_the_key_from_the_environment(
    folder: Path, server: ModelServer
) -> None:
    model = ("--model", server.model().request_id)
    done = run_script("index_embeddings_folder.py", str(folder), *model, "--json", key=KEY)
    assert done.returncode == 0, done.stderr
    assert KEY not in done.stdout + done.stderr
    assert json.loads(done.stdout)["model"]["model_id"] == "http:word-hash"


def test_another_machine_needs_a_yes(folder: Path) -> None:
    model = ("--model", "http://192.0.2.7/v1#m")
    done = run_script("index_embeddings_folder.py", str(folder), *model)
    assert done.returncode == 1
    assert "are sent to 192.0.2.7, unencrypted" in done.stderr
    assert "--send-text" in done.stderr
    assert not (folder / "writeragent_embeddings").exists()
