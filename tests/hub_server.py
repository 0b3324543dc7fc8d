"""A hub of models on real sockets: facts, tree, files with ranges, and the troubles of networks."""

from __future__ import annotations

import hashlib
import json
import socket
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

from tests.fixtures_models import COMMIT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MODEL_ID = "someone/small-model"
LFS_SUFFIXES = (".safetensors", ".bin")


@dataclass
class Asked:
    """One request as it arrived; authorization is None where there was none."""

    method: str
    path: str
    range: str | None
    authorization: str | None


@dataclass
class Hub:
    """What the hub has and how it behaves.

    cut_after_bytes ends the connection in the middle of a large file, n_cuts times. files_url
    is the host that large files are redirected to, as the real hub does. also are other
    repositories and their folders.
    """

    folder: Path
    cut_after_bytes: int = 0
    n_cuts: int = 0
    ignores_ranges: bool = False
    token: str = ""
    refusal: tuple[int, str] | None = None
    damages: bool = False
    files_url: str = ""
    also: dict[str, Path] = field(default_factory=dict)
    url: str = ""
    asked: list[Asked] = field(default_factory=list)

    def file_requests(self, name: str) -> list[Asked]:
        """Return the requests that fetched the content of a file."""
        return [a for a in self.asked if a.method == "GET" and a.path.endswith(f"/{name}")]

    def folders(self) -> dict[str, Path]:
        return {MODEL_ID: self.folder, **self.also}

    def files(self, model_id: str) -> dict[str, Path]:
        folder = self.folders()[model_id]
        found = sorted(path for path in folder.rglob("*") if path.is_file())
        return {path.relative_to(folder).as_posix(): path for path in found}


@contextmanager
def running_hub(hub: Hub, *, host: str = "127.0.0.1") -> Iterator[Hub]:
    """Serve hub on a free port of this machine for the block; hub.url says where."""
    handler = type("HandlerOfThisHub", (_Handler,), {"hub": hub})
    server = ThreadingHTTPServer((host, 0), handler)
    hub.url = f"http://{host}:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    hub: Hub

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def _answer(self, *, with_body: bool) -> None:
        path = self.path.split("?")[0]
        token = self.headers["Authorization"]
        self.hub.asked.append(Asked(self.command, path, self.headers["Range"], token))
        if self.hub.refusal is not None:
            status, code = self.hub.refusal
            self._send(b"{}", status=status, headers={"X-Error-Code": code} if code else {})
        elif self.hub.token and token != f"Bearer {self.hub.token}":
            self._send(b"{}", status=401)
        else:
            self._answer_of_repository(path, with_body=with_body)

    def _answer_of_repository(self, path: str, *, with_body: bool) -> None:
        for model_id in self.hub.folders():
            if path.startswith(f"/api/models/{model_id}/tree/"):
                entries = [self._tree_entry(model_id, name) for name in self.hub.files(model_id)]
                return self._send(json.dumps(entries).encode())
            if path.startswith(f"/api/models/{model_id}"):
                return self._send(json.dumps(self._facts(model_id)).encode())
            if path.startswith(f"/{model_id}/resolve/"):
                return self._send_file(model_id, path.split("/", 5)[5], with_body=with_body)
        return self._send(b"{}", status=404, headers={"X-Error-Code": "RepoNotFound"})

    def _facts(self, model_id: str) -> dict[str, object]:
        siblings = []
        for name in self.hub.files(model_id):
            entry = self._tree_entry(model_id, name)
            fact = {"rfilename": name, "size": entry["size"], "blobId": entry["oid"]}
            if "lfs" in entry:
                fact["lfs"] = {**entry["lfs"], "sha256": entry["lfs"]["oid"]}  # type: ignore[dict-item,index]
            siblings.append(fact)
        return {"id": model_id, "sha": COMMIT, "siblings": siblings}

    def _tree_entry(self, model_id: str, name: str) -> dict[str, object]:
        content = self.hub.files(model_id)[name].read_bytes()
        entry = {"type": "file", "path": name, "size": len(content), "oid": git_id(content)}
        if name.endswith(LFS_SUFFIXES):
            sha256 = hashlib.sha256(content).hexdigest()
            entry["lfs"] = {"oid": sha256, "size": len(content), "pointerSize": 134}
        return entry

    def _send_file(self, model_id: str, name: str, *, with_body: bool) -> None:
        hub = self.hub
        content = hub.files(model_id)[name].read_bytes()
        is_large = name.endswith(LFS_SUFFIXES)
        headers = {"X-Repo-Commit": COMMIT, "ETag": f'"{git_id(content)}"'}
        if is_large:
            headers["X-Linked-ETag"] = f'"{hashlib.sha256(content).hexdigest()}"'
            headers["X-Linked-Size"] = str(len(content))
        if is_large and hub.files_url:
            self._send(b"", status=302, headers={**headers, "Location": hub.files_url + self.path})
            return
        if is_large and hub.damages:
            content = content[:-1] + bytes([content[-1] ^ 1])
        start = 0
        if self.headers["Range"] and not hub.ignores_ranges:
            start = int(self.headers["Range"].removeprefix("bytes=").split("-")[0])
            headers["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
        self._begin(206 if start else 200, len(content) - start, headers)
        if not with_body:
            return
        if is_large and hub.n_cuts:
            hub.n_cuts -= 1
            self.wfile.write(content[start : start + hub.cut_after_bytes])
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        self.wfile.write(content[start:])

    def _send(
        self, body: bytes, *, status: int = 200, headers: dict[str, str] | None = None
    ) -> None:
        self._begin(status, len(body), {"Content-Type": "application/json", **(headers or {})})
        if self.command != "HEAD":
            self.wfile.write(body)

    def _begin(self, status: int, n_bytes: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(n_bytes))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_arguments: object) -> None:
        pass


def git_id(content: bytes) -> str:
    """Return git's name of a blob."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()  # noqa: S324 - git's own
