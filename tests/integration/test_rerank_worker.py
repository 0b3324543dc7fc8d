"""A reranker in the real worker: loaded from a folder, kept, told of where it cannot be used."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import BadRequest
from plugin.contracts.maintain import MaintainRequest
from plugin.contracts.models import DEFAULT_RERANK_MODEL_ID, NO_MODEL_ID
from plugin.contracts.search import RerankChoice, SearchMode, SearchRequest
from plugin.embeddings.client import EmbeddingsClient, start_client
from tests.fixtures_models import make_overlap_reranker
from tests.integration.test_scripts import run_script

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
TEXTS = {
    "first.txt": "rent rent rent of the old house",
    "second.txt": "rent rent of a garden and of a boat",
    "third.txt": "who pays the rent",
    "fourth.txt": "a boat and the sea",
}
QUERY = "who pays rent boat"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("reranked")
    for name, text in TEXTS.items():
        (made / name).write_text(text, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_overlap_reranker(tmp_path_factory.mktemp("model") / "overlap", [*TEXTS.values()])


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[EmbeddingsClient]:
    started = start_client(root=str(ROOT), venv="")
    try:
        started.maintain(MaintainRequest(str(folder), model_id=NO_MODEL_ID))
        yield started
    finally:
        started.close()


@pytest.fixture
def request_(folder: Path) -> SearchRequest:
    return SearchRequest(str(folder), QUERY, mode=SearchMode.LEXICAL, explain=True)


def test_the_worker_loads_a_reranker_and_keeps_it(
    client: EmbeddingsClient, request_: SearchRequest, model: Path
) -> None:
    wanted = replace(request_, rerank=RerankChoice(str(model), budget_ms=20_000))
    result = client.search(wanted)
    assert result.notes == ()
    scores = {hit.path: hit.rerank_score for hit in result.hits}
    assert all(score is not None for score in scores.values())
    assert max(scores, key=lambda path: scores[path] or 0) == "third.txt"
    assert result.hits[0].path == "third.txt"
    again = client.search(wanted)
    assert again.elapsed_ms < 5_000, "it is loaded once"
    assert [hit.path for hit in again.hits] == [hit.path for hit in result.hits]
    plain = client.search(request_)
    assert sorted(hit.path for hit in plain.hits) == sorted(scores)


def test_one_that_is_not_here_is_told_and_the_search_answers(
    client: EmbeddingsClient, request_: SearchRequest, tmp_path: Path
) -> None:
    wanted = replace(request_, rerank=RerankChoice(str(tmp_path / "none")))
    result = client.search(wanted)
    assert [hit.path for hit in result.hits] == [hit.path for hit in client.search(request_).hits]
    assert len(result.notes) == 1
    assert result.notes[0].startswith("The hits are not reranked. ")
    assert "or name a folder that holds one" in result.notes[0]


def test_damaged_weights_are_told_and_the_search_answers(
    client: EmbeddingsClient, request_: SearchRequest, model: Path, tmp_path: Path
) -> None:
    broken = shutil.copytree(model, tmp_path / "broken")
    config = json.loads((broken / "config.json").read_text())
    (broken / "config.json").write_text(json.dumps({**config, "hidden_size": 32}))
    result = client.search(replace(request_, rerank=RerankChoice(str(broken))))
    assert len(result.hits) == 4
    assert "cannot be loaded" in result.notes[0]


def test_a_time_that_is_none_is_refused(client: EmbeddingsClient, request_: SearchRequest) -> None:
    with pytest.raises(BadRequest, match="1 ms or more"):
        client.search(replace(request_, rerank=RerankChoice("m", 0)))


def test_the_command_line_explains_the_rerank(
    client: EmbeddingsClient, folder: Path, model: Path
) -> None:
    assert client
    script, where = "search_embeddings_folder.py", ("--folder", str(folder), "--fts")
    asked = (QUERY, *where, "--rerank", str(model), "--rerank-budget-ms", "20000", "--explain")
    done = run_script(script, *asked)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(" 1. third.txt")
    assert done.stdout.count(", reranker ") == 4
    missing = run_script(script, QUERY, *where, "--rerank")
    assert missing.returncode == 0
    assert f"The reranker {DEFAULT_RERANK_MODEL_ID} is not in the local cache." in missing.stdout


def test_the_command_line_gives_several_hits_of_a_file_and_refuses_bad_numbers(
    client: EmbeddingsClient, folder: Path
) -> None:
    assert client
    script, where = "search_embeddings_folder.py", ("--folder", str(folder), "--fts", "--json")
    done = run_script(script, QUERY, *where, "--per-file", "2", "--mmr", "0.5")
    assert len(json.loads(done.stdout)["hits"]) == 4
    assert run_script(script, QUERY, *where, "--mmr", "2").returncode == 1
