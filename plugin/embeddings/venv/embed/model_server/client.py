"""Requests to one server of embeddings: sent, waited for, repeated where that makes sense.

Owns: the connection, whom the key is shown to, pauses that the server asks for. Does not own:
batches and windows (http_encoder), what answers mean (http_answer), how long (http_patience).

Source: POST {url}/embeddings as in https://platform.openai.com/docs/api-reference/embeddings.
Redirects are not followed: the texts go to the server that was confirmed, and nowhere else.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from .....contracts.errors import ModelNotFound
from ..error_line import first_line
from .answer import Answer, TooLong, read_vectors, refusal
from .patience import wait_s

if TYPE_CHECKING:
    from collections.abc import Sequence

    from httpx2 import Client, Response

    from .....contracts.http_model import HttpModel
    from ...types import Vectors
    from .patience import Patience

_PASSING = (408, 409, 425, 429, 500, 502, 503, 504)
_OK = 200
_MAX_ANSWER_BYTES = 64 << 20  # 64 texts of 4,096 numbers are 6 MB


class ServerAway(ModelNotFound):
    """Raised when the server is not reached, or asks to come back later; it may be back soon."""


class EmbeddingsServer:
    """One model of one server; for any number of threads. The key is kept in memory alone."""

    def __init__(self, model: HttpModel, api_key: str = "") -> None:
        if api_key and model.is_open_to_readers:
            raise ModelNotFound(
                f"The key is not sent to {model.host}: over http:// everybody on the way reads it.",
                hint="Use an https:// address, or remove the key.",
            )
        self._model = model
        self._api_key = api_key
        self._lock = threading.Lock()
        self._client: Client | None = None
        self._quiet_until_s = 0.0

    def embed(
        self,
        texts: Sequence[str],
        patience: Patience,
        *,
        dim: int = 0,
        stop: threading.Event | None = None,
    ) -> Vectors:
        """Return one vector a text, in order, shape (n, dim); dim 0 is the server's own width.

        Waits and tries again within patience; stop ends a wait. Raises TooLong where the server
        would take less at once, ServerAway where it is not there, ModelNotFound where it refuses,
        BadVectors where what it sends cannot be used.
        """
        deadline_s = time.monotonic() + patience.total_s
        stop = stop or threading.Event()
        for n_failed in range(patience.n_tries):
            self._pause(deadline_s, stop)
            answer, trouble = self._post(texts, patience, deadline_s)
            if answer is not None and answer.status == _OK:
                return read_vectors(answer, len(texts), dim or self._model.dim)
            if answer is not None:
                problem = refusal(answer, self._model, self._api_key)
                if answer.status not in _PASSING or isinstance(problem, TooLong):
                    raise problem
            self._be_quiet(wait_s(answer.headers if answer is not None else {}, n_failed))
            if stop.is_set():
                break
        raise self._away(trouble)

    def _post(
        self, texts: Sequence[str], patience: Patience, deadline_s: float
    ) -> tuple[Answer | None, str]:
        """Return the answer, or None; and what the trouble is where there is one."""
        from httpx2 import HTTPError, InvalidURL, Timeout

        left_s = max(0.1, deadline_s - time.monotonic())
        timeout = Timeout(min(patience.read_s, left_s), connect=min(patience.connect_s, left_s))
        ask = self._connected().stream
        url, body = f"{self._model.url}/embeddings", self._body(texts)
        try:
            with ask("POST", url, json=body, timeout=timeout) as response:
                content = _content(response, time.monotonic() + min(patience.read_s, left_s))
        except (HTTPError, InvalidURL, OSError) as error:
            return None, first_line(error)
        answer = Answer(response.status_code, response.headers, content)
        return answer, f"it answers with HTTP {answer.status}"

    def _body(self, texts: Sequence[str]) -> dict[str, object]:
        body: dict[str, object] = {"model": self._model.name, "input": list(texts)}
        body["encoding_format"] = "float"
        if self._model.dim:
            body["dimensions"] = self._model.dim
        return body

    def _connected(self) -> Client:
        from httpx2 import Client

        with self._lock:
            if self._client is None:
                headers = {"Authorization": f"Bearer {self._api_key}"} if self._api_key else {}
                # A proxy is for the network: what is said to this computer stays on it.
                self._client = Client(headers=headers, trust_env=not self._model.is_loopback)
            return self._client

    def close(self) -> None:
        """Close the connections; the next request opens one."""
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def _be_quiet(self, for_s: float) -> None:
        """Let every thread wait: the server's limits are for all of them together."""
        with self._lock:
            self._quiet_until_s = max(self._quiet_until_s, time.monotonic() + for_s)

    def _pause(self, deadline_s: float, stop: threading.Event) -> None:
        with self._lock:
            left_s = self._quiet_until_s - time.monotonic()
        if left_s <= 0:
            return
        if time.monotonic() + left_s > deadline_s:
            raise self._away(f"it asks to wait for {left_s:.0f} s")
        stop.wait(left_s)

    def _away(self, trouble: str) -> ServerAway:
        return ServerAway(
            f"The model server {self._model.host} does not answer ({trouble}).",
            hint="Start it, or look at its address in the options.",
        )


def _content(response: Response, deadline_s: float) -> bytes:
    """Return the body. Raises TimeoutError where it is not all there in time, OSError for a flood.

    Some servers send blanks while they compute, so that no single read takes long.
    """
    content = bytearray()
    for block in response.iter_bytes():
        content += block
        if time.monotonic() > deadline_s:
            raise TimeoutError("it answers too slowly")
        if len(content) > _MAX_ANSWER_BYTES:
            raise OSError("its answer is too large")
    return bytes(content)
