"""A download on the user's yes, from a hub that runs here: files, bytes told, and failures."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.fixtures_models import COMMIT, put_model

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
MODEL_ID = "someone/small-model"
PROGRAM = """
import json, sys
from plugin.contracts.errors import EmbeddingsError
from plugin.embeddings.venv.embed.download import download_model
told = []
try:
    located = download_model(sys.argv[1], lambda p: told.append([p.n_bytes_done, p.n_bytes]))
    print(json.dumps({"folder": str(located.folder), "revision": located.revision, "told": told}))
except EmbeddingsError as error:
    print(json.dumps({"kind": error.kind.value, "message": error.message, "hint": error.hint}))
"""


class Hub(BaseHTTPRequestHandler):
    """Serves one model as the hub does: its facts, its tree, and its files by commit."""

    folder: Path

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def _answer(self, *, with_body: bool) -> None:
        path = self.path.split("?")[0]
        if path.startswith(f"/api/models/{MODEL_ID}/tree/"):
            self._send(json.dumps(self._tree()).encode(), "application/json", with_body=with_body)
        elif path.startswith(f"/api/models/{MODEL_ID}"):
            self._send(json.dumps(self._facts()).encode(), "application/json", with_body=with_body)
        elif path.startswith(f"/{MODEL_ID}/resolve/"):
            name = path.split("/", 5)[5]
            self._send((self.folder / name).read_bytes(), "", with_body=with_body)
        else:
            self._send(b"{}", "application/json", with_body=with_body, status=404)

    def _files(self) -> list[Path]:
        return sorted(path for path in self.folder.rglob("*") if path.is_file())

    def _facts(self) -> dict[str, object]:
        files = [
            {"rfilename": path.relative_to(self.folder).as_posix(), "size": path.stat().st_size}
            for path in self._files()
        ]
        return {"id": MODEL_ID, "sha": COMMIT, "siblings": files}

    def _tree(self) -> list[dict[str, object]]:
        return [
            {
                "type": "file",
                "path": path.relative_to(self.folder).as_posix(),
                "size": path.stat().st_size,
                "oid": hashlib.sha1(path.read_bytes()).hexdigest(),  # noqa: S324 - git's own
            }
            for path in self._files()
        ]

    def _send(self, body: bytes, kind: str, *, with_body: bool, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Type", kind or "application/octet-stream")
        self.send_header("X-Repo-Commit", COMMIT)
        self.send_header("ETag", f'"{hashlib.sha1(body).hexdigest()}"')  # noqa: S324 - git's own
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def log_message(self, *_arguments: object) -> None:
        pass


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[str]:
    folder = put_model(tmp_path / "published", hidden_size=48)
    (folder / "onnx").mkdir()
    (folder / "onnx" / "config.json").write_text("{}")
    (folder / "pytorch_model.bin").write_bytes(b"PK")
    handler = type("HubOfThisTest", (Hub,), {"folder": folder})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def download(endpoint: str, cache: Path, **environment: str) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, MODEL_ID],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={
            **{name: value for name, value in os.environ.items() if name != "HF_HUB_OFFLINE"},
            "HF_ENDPOINT": endpoint,
            "HF_HUB_CACHE": str(cache),
            "NO_PROXY": "127.0.0.1",
            **environment,
        },
    )
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


def test_what_loading_needs_is_fetched_and_found(hub: str, tmp_path: Path) -> None:
    cache = tmp_path / "hub"
    answer = download(hub, cache)
    assert answer.get("revision") == COMMIT, answer
    folder = Path(str(answer["folder"]))
    fetched = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert fetched == {
        "config.json",
        "tokenizer.json",
        "model.safetensors",
        "modules.json",
        "1_Pooling/config.json",
    }
    told = answer["told"]
    assert isinstance(told, list)
    assert told[-1][0] == told[-1][1] > 0, "the last report says that all bytes are here"


def test_no_network_is_a_model_not_found_with_a_way_out(tmp_path: Path) -> None:
    answer = download("http://127.0.0.1:9", tmp_path / "hub")
    assert answer["kind"] == "model_not_found"
    assert "could not be downloaded" in str(answer["message"])
    assert "HTTPS_PROXY" in str(answer["hint"])


def test_offline_is_respected(hub: str, tmp_path: Path) -> None:
    answer = download(hub, tmp_path / "hub", HF_HUB_OFFLINE="1")
    assert answer["kind"] == "model_not_found"
    assert "HF_HUB_OFFLINE" in str(answer["message"])
    assert not (tmp_path / "hub").exists()
