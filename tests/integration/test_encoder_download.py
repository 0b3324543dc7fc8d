"""A download on the user's yes, from a hub that runs here: files, bytes told, and failures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.fixtures_models import COMMIT, put_model, write_json, write_weights
from tests.hub_server import MODEL_ID, Hub, running_hub
from tests.proxy_server import running_proxy

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
N_WEIGHT_BYTES = 3_000_000
WEIGHTS = "model.safetensors"
PROGRAM = """
import json, resource, sys
from plugin.contracts.errors import EmbeddingsError, Interrupted
from plugin.embeddings.venv.embed.download import download_model
told = []
stop_at, largest_file = int(sys.argv[2]), int(sys.argv[3])
if largest_file:
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))
def tell(progress):
    told.append([progress.n_bytes_done, progress.n_bytes])
    if stop_at and progress.n_bytes_done >= stop_at:
        raise Interrupted("enough")
try:
    located = download_model(sys.argv[1], tell)
    print(json.dumps({"folder": str(located.folder), "revision": located.revision, "told": told}))
except EmbeddingsError as error:
    print(json.dumps({"kind": error.kind.value, "message": error.message, "hint": error.hint,
                      "detail": error.detail, "told": told}))
"""


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    folder = put_model(tmp_path / "published", hidden_size=48)
    write_weights(folder / WEIGHTS, n_bytes=N_WEIGHT_BYTES)
    with running_hub(Hub(folder)) as running:
        yield running


def download(
    endpoint: str,
    cache: Path,
    *,
    model_id: str = MODEL_ID,
    stop_at: int = 0,
    largest_file: int = 0,
    **environment: str,
) -> dict[str, Any]:
    """Return what a process of its own says that downloads into a cache."""
    unset = ("HF_HUB_OFFLINE", "HF_TOKEN", "HF_HOME", "HTTP_PROXY", "http_proxy")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, model_id, str(stop_at), str(largest_file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={
            **{name: value for name, value in os.environ.items() if name not in unset},
            "HF_ENDPOINT": endpoint,
            "HF_HUB_CACHE": str(cache),
            "HF_TOKEN_PATH": str(cache / "no-token"),
            "NO_PROXY": "127.0.0.1,localhost",
            **environment,
        },
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def fetched_files(answer: dict[str, Any]) -> set[str]:
    assert answer.get("revision") == COMMIT, answer
    folder = Path(answer["folder"])
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_code_of_the_models_own_comes_along_and_does_not_run(hub: Hub, tmp_path: Path) -> None:
    code = "raise SystemExit('the code ran')\n"
    config = {"hidden_size": 48, "auto_map": {"AutoModel": "someone/code--own.OwnModel"}}
    write_json(hub.folder / "config.json", config)
    (hub.folder / "custom_st.py").write_text(code, encoding="utf-8")
    elsewhere = tmp_path / "code"
    elsewhere.mkdir()
    for name in ("own.py", "README.md", "model.safetensors"):
        (elsewhere / name).write_text(code, encoding="utf-8")
    hub.also["someone/code"] = elsewhere
    answer = download(hub.url, tmp_path / "hub")
    assert "custom_st.py" in fetched_files(answer)
    fetched = (tmp_path / "hub" / "models--someone--code" / "snapshots" / COMMIT).iterdir()
    assert [path.name for path in fetched] == ["own.py"]


def test_what_loading_needs_is_fetched_and_found(hub: Hub, tmp_path: Path) -> None:
    for name in (
        "onnx/config.json",
        "pytorch_model.bin",
        "model.fp16.safetensors",
        "tf_model.h5",
        "onnx/model.onnx",
        "checkpoint-9/model.safetensors",
        "README.md",
    ):
        (hub.folder / name).parent.mkdir(exist_ok=True)
        (hub.folder / name).write_bytes(b"PK")
    answer = download(hub.url, tmp_path / "hub")
    assert fetched_files(answer) == {
        "config.json",
        "tokenizer.json",
        WEIGHTS,
        "modules.json",
        "1_Pooling/config.json",
    }
    told = answer["told"]
    assert told[-1][0] == told[-1][1] > N_WEIGHT_BYTES, "the last report: all bytes are here"


def test_a_connection_that_is_cut_goes_on_from_where_it_was(hub: Hub, tmp_path: Path) -> None:
    hub.cut_after_bytes, hub.n_cuts = 1_000_000, 2
    answer = download(hub.url, tmp_path / "hub")
    assert WEIGHTS in fetched_files(answer)
    starts = [asked.range for asked in hub.file_requests(WEIGHTS)]
    assert starts == [None, "bytes=1000000-", "bytes=2000000-"]


def test_the_next_process_fetches_only_the_other_half(hub: Hub, tmp_path: Path) -> None:
    """A hub that goes away in the middle; the next call is another process."""
    cache = tmp_path / "hub"
    hub.cut_after_bytes, hub.n_cuts = 1_500_000, 1
    first = download(hub.url, cache, stop_at=1_000_000)
    assert first["kind"] == "interrupted", first
    partial = next(cache.rglob("*.incomplete"))
    n_here = partial.stat().st_size
    assert n_here >= 1_000_000
    hub.asked.clear()

    hub.n_cuts = 0
    answer = download(hub.url, cache)
    assert WEIGHTS in fetched_files(answer)
    assert [asked.range for asked in hub.file_requests(WEIGHTS)] == [f"bytes={n_here}-"]
    told = [n_done for n_done, _ in answer["told"] if n_done]
    assert told[0] >= n_here, "what was here already is counted at once"
    assert not list(cache.rglob("*.incomplete"))


def test_what_was_begun_of_an_older_version_is_removed(hub: Hub, tmp_path: Path) -> None:
    blobs = tmp_path / "hub" / f"models--{MODEL_ID.replace('/', '--')}" / "blobs"
    blobs.mkdir(parents=True)
    (blobs / f"{'0' * 64}.incomplete").write_bytes(b"old")
    (blobs / "other.1a2b3c4d.incomplete").write_bytes(b"of the hub's own client")
    assert WEIGHTS in fetched_files(download(hub.url, tmp_path / "hub"))
    assert [path.name for path in blobs.glob("*.incomplete")] == ["other.1a2b3c4d.incomplete"]


def test_a_server_without_ranges_is_read_from_the_start(hub: Hub, tmp_path: Path) -> None:
    hub.cut_after_bytes, hub.n_cuts, hub.ignores_ranges = 1_000_000, 1, True
    assert WEIGHTS in fetched_files(download(hub.url, tmp_path / "hub"))


def test_bytes_that_changed_on_the_way_are_told_and_mended(hub: Hub, tmp_path: Path) -> None:
    cache = tmp_path / "hub"
    hub.damages = True
    answer = download(hub.url, cache)
    assert "model.safetensors arrived damaged" in answer["message"]
    assert "Try again" in answer["hint"]
    assert not list(cache.rglob("*.incomplete"))
    hub.damages = False
    assert WEIGHTS in fetched_files(download(hub.url, cache))


@pytest.mark.parametrize("name", [WEIGHTS, "config.json"])
def test_a_file_torn_after_its_download_is_mended_by_the_next(
    hub: Hub, tmp_path: Path, name: str
) -> None:
    cache = tmp_path / "hub"
    folder = Path(download(hub.url, cache)["folder"])
    whole = (folder / name).read_bytes()
    (folder / name).resolve().write_bytes(whole[: len(whole) // 2])
    hub.asked.clear()
    answer = download(hub.url, cache)
    if "message" in answer:
        assert "config.json is not what the hub has" in answer["message"]
        answer = download(hub.url, cache)
    assert (Path(answer["folder"]) / name).read_bytes() == whole
    assert bool(hub.file_requests(WEIGHTS)) is (name == WEIGHTS), "what is whole is not fetched"


def test_the_token_goes_to_the_hub_and_nowhere_else(hub: Hub, tmp_path: Path) -> None:
    hub.token = "hf_secret"  # noqa: S105 - made up
    with running_hub(Hub(hub.folder), host="localhost") as elsewhere:
        hub.files_url = elsewhere.url
        answer = download(hub.url, tmp_path / "hub", HF_TOKEN=hub.token)
        assert WEIGHTS in fetched_files(answer)
        assert {asked.authorization for asked in hub.asked} == {"Bearer hf_secret"}
        assert [asked.authorization for asked in elsewhere.file_requests(WEIGHTS)] == [None]


def test_the_proxy_is_used(hub: Hub, tmp_path: Path) -> None:
    with running_proxy(hub.url) as (proxy, asked):
        answer = download("http://hub.invalid", tmp_path / "hub", HTTP_PROXY=proxy)
        assert WEIGHTS in fetched_files(answer)
    assert any(path.startswith("http://hub.invalid/api/models/") for path in asked)
    assert any(path.endswith(f"/{WEIGHTS}") for path in asked)


def test_hf_home_is_where_it_goes(hub: Hub, tmp_path: Path) -> None:
    home = tmp_path / "home of models"
    answer = download(hub.url, tmp_path, HF_HUB_CACHE="", HF_HOME=str(home))
    assert Path(answer["folder"]).is_relative_to(home / "hub")


def test_pickled_weights_are_refused(hub: Hub, tmp_path: Path) -> None:
    (hub.folder / WEIGHTS).rename(hub.folder / "pytorch_model.bin")
    answer = download(hub.url, tmp_path / "hub")
    assert "its weights are pickles" in answer["message"]
    assert not hub.file_requests("pytorch_model.bin")


@pytest.mark.parametrize(
    ("refusal", "token", "words"),
    [
        ((403, "GatedRepo"), "", ("those who accept its licence", "Accept it on http")),
        ((401, ""), "hf_wrong", ("refuses the token", "HF_TOKEN")),
        ((401, "RepoNotFound"), "", ("has no model", "private model set HF_TOKEN")),
        ((404, "RepoNotFound"), "", ("has no model", "Check the name")),
        ((403, ""), "", ("has no model", "HF_TOKEN")),
        ((503, ""), "", ("answers with HTTP 503", "Try again")),
    ],
)
def test_what_the_hub_refuses_is_one_sentence_with_the_next_step(
    hub: Hub, tmp_path: Path, refusal: tuple[int, str], token: str, words: tuple[str, str]
) -> None:
    hub.refusal = refusal
    answer = download(hub.url, tmp_path / "hub", HF_TOKEN=token)
    assert answer["kind"] == "model_not_found"
    assert words[0] in answer["message"], answer
    assert words[1] in answer["hint"], answer
    assert "\n" not in answer["message"]
    if token:
        assert token not in json.dumps(answer)


def test_a_full_disk_is_told_and_what_came_stays(hub: Hub, tmp_path: Path) -> None:
    """A limit on a file's size stands for the disk: the write fails in the middle for real."""
    cache = tmp_path / "hub"
    answer = download(hub.url, cache, largest_file=1_000_000)
    assert "is full" in answer["message"], answer
    assert "Free some space" in answer["hint"]
    assert WEIGHTS in fetched_files(download(hub.url, cache))
    assert hub.file_requests(WEIGHTS)[-1].range == "bytes=1000000-"


def test_no_network_is_a_model_not_found_with_a_way_out(tmp_path: Path) -> None:
    answer = download("http://127.0.0.1:9", tmp_path / "hub")
    assert answer["kind"] == "model_not_found"
    assert "could not be downloaded" in answer["message"]
    assert "HTTPS_PROXY" in answer["hint"]


@pytest.mark.parametrize("name", ["none", "../..", "a b/c", "http://localhost:9/v1#m", "/no/such"])
def test_what_is_no_name_is_refused_without_asking(hub: Hub, tmp_path: Path, name: str) -> None:
    answer = download(hub.url, tmp_path / "hub", model_id=name)
    assert answer["kind"] == "bad_request"
    assert answer["message"] == f"'{name}' is not the name of a model that a hub has."
    assert not hub.asked


def test_offline_is_respected(hub: Hub, tmp_path: Path) -> None:
    answer = download(hub.url, tmp_path / "hub", HF_HUB_OFFLINE="1")
    assert answer["kind"] == "model_not_found"
    assert "HF_HUB_OFFLINE" in answer["message"]
    assert not (tmp_path / "hub").exists()
    assert not hub.asked
