"""A server that is busy for a while is asked again, no sooner than it says."""

from __future__ import annotations

import math
import time
from email.utils import formatdate

import pytest

from tests.embeddings_server import Answer, ModelServer
from tests.integration.model_server.served_encoders import encode_all, encoder_of


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503])
def test_what_passes_is_tried_again(server: ModelServer, status: int) -> None:
    server.next_answers = [Answer(status), Answer(status)]
    assert encoder_of(server).card.dim == 16
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    "headers",
    [{"Retry-After": "1"}, {"retry-after-ms": "900"}, {"Retry-After": "date"}],
)
def test_retry_after_is_honoured(server: ModelServer, headers: dict[str, str]) -> None:
    if headers.get("Retry-After") == "date":
        headers = {"Retry-After": formatdate(math.ceil(time.time() + 1), usegmt=True)}
    server.next_answers = [Answer(429, headers)]
    assert encoder_of(server).card.dim == 16
    first, second = server.times_s
    assert second - first >= 0.85


def test_all_lanes_wait_where_one_is_told_to(server: ModelServer) -> None:
    encoder = encoder_of(server)
    encoder.encode_query("known width")
    started_s = time.monotonic()
    server.next_answers = [Answer(429, {"Retry-After": "1"})]
    encode_all(encoder, [f"text {n}" for n in range(300)])
    in_pause = [t for t in server.times_s[1:] if 0.3 < t - started_s < 0.9]
    assert not in_pause
