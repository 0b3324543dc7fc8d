"""The real worker searches a folder of office files by LlamaIndex, without anything from outside.

Where its package is not installed the worker says so in a sentence, and its own way goes on.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import BadRequest, PackageMissing
from plugin.contracts.maintain import MaintainRequest
from plugin.contracts.methods import METHODS, DiagnoseRequest
from plugin.contracts.models import NO_MODEL_ID
from plugin.contracts.search import SearchBackend, SearchRequest
from plugin.embeddings.client import EmbeddingsClient, start_client, worker_spec
from plugin.scripting.venv_folder import site_packages
from plugin.scripting.worker_process import WorkerProcess
from tests.integration.test_scripts import run_script
from tests.llama_index_package import need_llama_index

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = "llama-index-core"
BACKENDS = [backend.value for backend in SearchBackend]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("searched") / "samples"
    shutil.copytree(ROOT / "samples", made, ignore=shutil.ignore_patterns("writeragent_embeddings"))
    return made


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[EmbeddingsClient]:
    started = start_client(root=str(ROOT), venv=sys.prefix)
    try:
        started.maintain(MaintainRequest(str(folder)))
        yield started
    finally:
        started.close()


@pytest.fixture
def backend(request: pytest.FixtureRequest) -> str:
    name = str(request.param)
    if name == SearchBackend.LLAMA_INDEX.value:
        need_llama_index()
    return name


@pytest.mark.parametrize("backend", BACKENDS, indirect=True)
@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("who approves travel", "Remote work policy.odt"),
        ("taxi ext:docx", "Volunteer handbook.docx"),
        ("file:handbook fares paid back", "Volunteer handbook.docx"),
        ("読書", "読書会.txt"),
    ],
)
def test_office_files_are_found_by_each_backend(
    client: EmbeddingsClient, folder: Path, backend: str, query: str, path: str
) -> None:
    result = client.search(SearchRequest(str(folder), query, backend=backend, explain=True))
    assert result.hits[0].path == path
    assert result.explanation is not None
    assert result.explanation.backend == backend


@pytest.mark.parametrize("backend", BACKENDS, indirect=True)
def test_filters_and_notes_are_the_same(
    client: EmbeddingsClient, folder: Path, backend: str
) -> None:
    def ask(query: str) -> tuple[set[str], tuple[str, ...], str]:
        result = client.search(SearchRequest(str(folder), query, k=50, backend=backend))
        return {hit.path for hit in result.hits}, result.notes, result.message

    assert ask("ext:csv")[0] == {"members.csv"}
    left = client.search(SearchRequest(str(folder), "travel -taxi", k=50, backend=backend)).hits
    assert left
    assert not any("taxi" in hit.snippet.casefold() for hit in left)
    assert ask("after:2999-01-01 budget")[2] == "No file that is indexed passes the query's filter."
    assert 'No file has "aproval"; words spelled alike were looked up, too.' in ask("aproval")[1]


def test_an_unknown_backend_is_refused_with_those_that_there_are(
    client: EmbeddingsClient, folder: Path
) -> None:
    with pytest.raises(BadRequest, match='no search backend "solr"') as told:
        client.search(SearchRequest(str(folder), "rent", backend="solr"))
    assert "hybrid or llama_index" in told.value.hint


def test_the_script_takes_the_backend_and_explains_it(folder: Path) -> None:
    need_llama_index()
    arguments = ("taxi", "--folder", str(folder), "--backend", "llama_index", "--explain")
    done = run_script("search_embeddings_folder.py", *arguments)
    assert done.returncode == 0, done.stderr
    assert "Volunteer handbook.docx" in done.stdout
    assert "Backend: llama_index" in done.stdout


def test_nothing_outside_is_asked_or_written(tmp_path: Path) -> None:
    need_llama_index()
    program = Path(__file__).with_name("offline_search.py")
    argv = [sys.executable, str(program), str(tmp_path)]
    done = subprocess.run(argv, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told == {
        "paths": ["rent.txt"],
        "legs": ["fts", "vec"],
        "seen": [],
        "nltk": None,
        "threads": ["MainThread"],
    }


@pytest.fixture(scope="module")
def without_package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of an environment that has all that this one has but LlamaIndex."""
    made = tmp_path_factory.mktemp("without") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", made], check=True)
    source, target = site_packages(sys.prefix), site_packages(str(made))
    assert source is not None
    assert target is not None
    for entry in source.iterdir():
        if not entry.name.startswith("llama_index"):
            (target / entry.name).symlink_to(entry)
    return made / "bin" / "python"


@pytest.mark.skipif(sys.platform == "win32", reason="links to packages need a privilege there")
def test_where_the_package_lacks_one_sentence_says_how_to_get_it(
    without_package: Path, client: EmbeddingsClient, folder: Path
) -> None:
    assert client.search(SearchRequest(str(folder), "taxi")).hits  # made the index
    worker = WorkerProcess(worker_spec(str(without_package)), METHODS)
    worker.start()
    try:
        bare = EmbeddingsClient(worker)
        with pytest.raises(PackageMissing, match="lacks the package llama_index") as told:
            bare.search(SearchRequest(str(folder), "taxi", backend="llama_index"))
        assert f'"{without_package}" -m pip install {PACKAGE}' in told.value.hint
        assert bare.search(SearchRequest(str(folder), "taxi", model_id=NO_MODEL_ID)).hits
        assert dict(bare.describe().packages)[PACKAGE] == ""
        checks = {check.name: check for check in bare.diagnose(DiagnoseRequest(NO_MODEL_ID)).checks}
        assert checks[PACKAGE].ok
        assert f"-m pip install {PACKAGE}" in checks[PACKAGE].message
    finally:
        worker.stop()
