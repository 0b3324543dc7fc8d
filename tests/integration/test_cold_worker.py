"""What a cold worker costs before its first answer, and that both lanes rank alike."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.maintain import MaintainRequest
from plugin.contracts.methods import METHODS, StatusRequest
from plugin.contracts.models import EMBEDDED_ENGLISH_MODEL_ID
from plugin.contracts.search import SearchMode, SearchRequest
from plugin.embeddings.client import POOL_NAME, EmbeddingsClient, worker_spec
from plugin.embeddings.venv.embed.onnx_lane.use import LANE_VARIABLE
from plugin.scripting.worker_pool import WorkerPool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from plugin.contracts.search import SearchResult

ROOT = Path(__file__).resolve().parents[2]
MAX_CPU_S = 1.5
HEAVY = {"torch", "transformers", "sentence_transformers", "onnx", "langgraph", "langchain_core"}
QUESTIONS = (
    "who may work from home",
    "what happens to books that are not returned",
    "money for new chairs and tables",
    "pets in the building",
    "training of people who help without pay",
    "summer",
    "supplier of paper",
    "when is it too loud",
)

pytestmark = [pytest.mark.timeout(300), pytest.mark.skipif(os.name != "posix", reason="getrusage")]


@contextmanager
def worker(
    variables: dict[str, str] | None = None, on_stderr: Callable[[bytes], None] | None = None
) -> Iterator[EmbeddingsClient]:
    spec = worker_spec(sys.executable, root=str(ROOT), variables=variables, on_stderr=on_stderr)
    pool = WorkerPool({POOL_NAME: spec}, METHODS)
    client = EmbeddingsClient(pool.pool(POOL_NAME), on_close=pool.close_all)
    try:
        yield client
    finally:
        client.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a folder that one worker has indexed, which made the fast lane too."""
    folder = tmp_path_factory.mktemp("cold") / "samples"
    shutil.copytree(
        ROOT / "samples", folder, ignore=shutil.ignore_patterns("writeragent_embeddings")
    )
    with worker() as client:
        report = client.maintain(MaintainRequest(str(folder), model_id=EMBEDDED_ENGLISH_MODEL_ID))
    assert report.n_encoded > 0
    assert report.model.lane.startswith("ONNX Runtime computes")
    return str(folder)


def ask(client: EmbeddingsClient, folder: str, question: str, mode: SearchMode) -> SearchResult:
    request = SearchRequest(folder, question, mode=mode, model_id=EMBEDDED_ENGLISH_MODEL_ID)
    return client.search(request)


def cpu_s_of_ended_children() -> float:
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_the_first_answer_costs_little(folder: str) -> None:
    before_s = cpu_s_of_ended_children()
    with worker() as client:
        result = ask(client, folder, QUESTIONS[0], SearchMode.HYBRID)
    assert result.hits[0].path == "Remote work policy.odt"
    assert result.notes == ()
    assert cpu_s_of_ended_children() - before_s <= MAX_CPU_S


def test_neither_torch_nor_its_kin_is_imported_for_it(folder: str) -> None:
    log: list[bytes] = []
    with worker({"PYTHONPROFILEIMPORTTIME": "1"}, log.append) as client:
        assert ask(client, folder, QUESTIONS[0], SearchMode.DENSE).hits
    lines = b"".join(log).decode().splitlines()
    modules = {line.rpartition("|")[2].strip().partition(".")[0] for line in lines}
    assert {"onnxruntime", "tokenizers", "numpy"} <= modules
    assert not HEAVY & modules


def test_both_lanes_rank_alike_and_share_their_vectors(folder: str) -> None:
    found: dict[str, list[list[tuple[str, int]]]] = {}
    for lane in ("on", "off"):
        with worker({LANE_VARIABLE: lane}) as client:
            computes = client.status(StatusRequest(folder)).model.lane
            assert computes.startswith(("ONNX Runtime", "sentence-transformers")[lane == "off"])
            found[lane] = [
                [(hit.path, hit.para_index) for hit in ask(client, folder, question, mode).hits]
                for question in QUESTIONS
                for mode in (SearchMode.DENSE, SearchMode.HYBRID)
            ]
            again = MaintainRequest(folder, model_id=EMBEDDED_ENGLISH_MODEL_ID)
            assert client.maintain(again).n_encoded == 0
    assert found["on"] == found["off"]
    assert all(found["on"])
