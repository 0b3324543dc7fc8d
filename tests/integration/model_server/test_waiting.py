"""How long a server is waited for, and who goes first in the meantime."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import Interrupted
from plugin.contracts.http_model import HttpModel
from plugin.embeddings.venv.embed.model_server import encoder as http_encoder
from plugin.embeddings.venv.embed.model_server.client import ServerAway
from tests.embeddings_server import Answer, ModelServer
from tests.integration.model_server.served_encoders import encode_all, encoder_at, encoder_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plugin.embeddings.venv.types import Vectors


def test_a_query_without_a_server_fails_soon_and_the_next_at_once() -> None:
    encoder = encoder_at(HttpModel("http://127.0.0.1:9/v1", "m"))
    started_s = time.monotonic()
    with pytest.raises(ServerAway, match="does not answer"):
        encoder.encode_query("fare")
    assert time.monotonic() - started_s < 5.5
    started_s = time.monotonic()
    with pytest.raises(ServerAway):
        encoder.encode_query("fare")
    assert time.monotonic() - started_s < 0.05


def test_a_query_waits_a_few_seconds_for_a_slow_server_and_comes_back_to_it(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_encoder, "AWAY_S", 0.5)
    server.next_answers = [Answer(delay_s=30.0)]
    encoder = encoder_of(server)
    started_s = time.monotonic()
    vectors = None
    with suppress(ServerAway):
        vectors = encoder.encode_query("fare")
    assert time.monotonic() - started_s < 5.5
    time.sleep(0.6)
    assert vectors is not None or encoder.encode_query("fare").shape == (1, 16)


def test_a_server_that_keeps_the_line_open_with_blanks_is_not_waited_for(
    server: ModelServer,
) -> None:
    server.next_answers = [Answer(drips_for_s=20.0), Answer(drips_for_s=20.0)]
    started_s = time.monotonic()
    with pytest.raises(ServerAway, match="answers too slowly"):
        encoder_of(server).encode_query("fare")
    assert time.monotonic() - started_s < 6


def test_a_query_goes_ahead_of_documents(server: ModelServer) -> None:
    encoder = encoder_of(server)
    encoder.encode_query("known width")
    server.delay_s = 0.2
    texts = [f"text {n}" for n in range(64 * 8)]
    thread = threading.Thread(target=encode_all, args=(encoder, texts))
    thread.start()
    time.sleep(0.3)
    encoder.encode_query("urgent")
    place = server.texts.index("urgent")
    thread.join()
    assert place < len(texts), "documents were left to wait"


def test_a_pass_can_be_stopped_while_the_server_is_waited_for(server: ModelServer) -> None:
    encoder = encoder_of(server)
    encoder.encode_query("known width")
    server.next_answers = [Answer(503, {"Retry-After": "50"})]
    started_s = time.monotonic()

    def stop(indices: Sequence[int], _vectors: Vectors) -> None:
        if not indices and time.monotonic() - started_s > 1:
            raise Interrupted("enough")

    with pytest.raises(Interrupted):
        encoder.encode_documents(["one text"], stop)
    assert time.monotonic() - started_s < 5


def test_no_more_requests_at_once_than_two(server: ModelServer) -> None:
    encoder = encoder_of(server)
    encoder.encode_query("known width")
    server.delay_s = 0.1
    encode_all(encoder, [f"text {n}" for n in range(64 * 6)])
    times_s = server.times_s[1:]
    for first, third in zip(times_s, times_s[2:], strict=False):
        assert third - first >= 0.08
