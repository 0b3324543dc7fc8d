"""A server of embeddings on real sockets: vectors by word hashes, and the troubles of servers."""

from __future__ import annotations

import json
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

from plugin.contracts.http_model import HttpModel
from tests.fakes_encoder import word_hash_vector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from plugin.embeddings.venv.types import Vectors


@dataclass
class Answer:
    """One answer in place of the usual one; change gets the rows and returns what is sent."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: object = None
    text: str = ""
    delay_s: float = 0.0
    drips_for_s: float = 0.0
    change: Callable[[list[dict[str, Any]]], object] | None = None


@dataclass
class ModelServer:
    """What the server has and how it behaves; next_answers are used up one by one."""

    name: str = "word-hash"
    dim: int = 16
    key: str = ""
    max_texts: int = 1000
    max_chars: int = 1_000_000
    too_long_status: int = 400
    delay_s: float = 0.0
    salt: str = ""
    vectors_of: Callable[[list[str]], Vectors] | None = None
    next_answers: list[Answer] = field(default_factory=list)
    url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)
    authorizations: list[str | None] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    times_s: list[float] = field(default_factory=list)

    def model(self, *, dim: int = 0) -> HttpModel:
        return HttpModel(self.url, self.name, dim)

    @property
    def texts(self) -> list[str]:
        """Return all texts that arrived, in order."""
        return [text for request in self.requests for text in request["input"]]


@contextmanager
def running_server(server: ModelServer | None = None) -> Iterator[ModelServer]:
    """Serve for the block on a free port; server.url says where."""
    model_server = server or ModelServer()
    handler = type("HandlerOfThisServer", (_Handler,), {"server_state": model_server})
    listening = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    listening.daemon_threads = True
    listening.block_on_close = False
    model_server.url = f"http://127.0.0.1:{listening.server_port}/v1"
    threading.Thread(target=listening.serve_forever, daemon=True).start()
    try:
        yield model_server
    finally:
        listening.shutdown()
        listening.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server_state: ModelServer

    def do_POST(self) -> None:
        state = self.server_state
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        state.requests.append(request)
        state.authorizations.append(self.headers["Authorization"])
        state.paths.append(self.path)
        state.times_s.append(time.monotonic())
        time.sleep(state.delay_s)
        answer = state.next_answers.pop(0) if state.next_answers else self._usual(request)
        time.sleep(answer.delay_s)
        body = answer.body
        if body is None and answer.status == 200:
            rows = self._rows(request)
            body = {"object": "list", "data": answer.change(rows) if answer.change else rows}
        text = answer.text or ("" if body is None else json.dumps(body))
        self._send(answer, text.encode())

    def _usual(self, request: dict[str, Any]) -> Answer:
        state = self.server_state
        if state.key and self.headers["Authorization"] != f"Bearer {state.key}":
            said = f"Incorrect API key provided: {self.headers['Authorization']}"
            return Answer(401, body={"error": {"message": said}})
        if request["model"] != state.name or self.path != "/v1/embeddings":
            return Answer(404, body={"error": {"message": "no such model"}})
        texts = request["input"]
        if len(texts) > state.max_texts or max(map(len, texts)) > state.max_chars:
            too_long = {"error": {"message": "the input exceeds the maximum context length"}}
            return Answer(state.too_long_status, body=too_long)
        return Answer()

    def _rows(self, request: dict[str, Any]) -> list[dict[str, Any]]:
        state = self.server_state
        if state.vectors_of is not None:
            vectors = state.vectors_of(request["input"]).tolist()
            return [{"index": place, "embedding": row} for place, row in enumerate(vectors)]
        dim = request.get("dimensions", state.dim)
        return [
            {"index": place, "embedding": word_hash_vector(state.salt + text, dim).tolist()}
            for place, text in enumerate(request["input"])
        ]

    def _send(self, answer: Answer, body: bytes) -> None:
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if answer.drips_for_s:
            self._drip(answer.drips_for_s)
            return
        self.send_header("Content-Length", str(len(body)))
        with suppress(ConnectionError):  # whoever asked may have given up
            self.end_headers()
            self.wfile.write(body)

    def _drip(self, for_s: float) -> None:
        """Send blanks, as servers do that keep the line open while they compute."""
        self.send_header("Connection", "close")
        self.end_headers()
        with suppress(ConnectionError):
            for _ in range(int(for_s / 0.2)):
                self.wfile.write(b" ")
                self.wfile.flush()
                time.sleep(0.2)
        self.close_connection = True

    def log_message(self, *_arguments: object) -> None:
        pass
