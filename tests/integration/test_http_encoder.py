"""The encoder over a server of embeddings, against a real server on this machine."""

from __future__ import annotations

import json
import math
import threading
import time
from contextlib import suppress
from email.utils import formatdate
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from plugin.contracts.errors import BadVectors, EmbeddingsError, Interrupted, ModelNotFound
from plugin.contracts.http_model import HttpModel
from plugin.contracts.models import EMBEDDED_ENGLISH_MODEL_ID
from plugin.embeddings.venv.embed.devices.priority import PriorityGate
from plugin.embeddings.venv.embed.model_server import encoder as http_encoder
from plugin.embeddings.venv.embed.model_server.client import ServerAway
from plugin.embeddings.venv.embed.model_server.encoder import HttpEncoder
from plugin.embeddings.venv.embed.provider import EncoderProvider
from tests.embeddings_server import Answer, ModelServer, running_server
from tests.fakes_encoder import word_hash_vector
from tests.proxy_server import running_proxy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from plugin.embeddings.venv.types import Encoder, Vectors


@pytest.fixture(autouse=True)
def _closing() -> Iterator[None]:
    yield
    while _made:
        _made.pop().close()


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with running_server() as running:
        yield running


_made: list[HttpEncoder] = []


def encoder_of(server: ModelServer, *, dim: int = 0, api_key: str = "") -> HttpEncoder:
    _made.append(HttpEncoder(server.model(dim=dim), PriorityGate(), api_key=api_key))
    return _made[-1]


def encode_all(encoder: Encoder, texts: Sequence[str]) -> Vectors:
    found: dict[int, Any] = {}

    def take(indices: Sequence[int], vectors: Vectors) -> None:
        assert vectors.shape == (len(indices), encoder.card.dim)
        found.update(zip(indices, vectors, strict=True))

    encoder.encode_documents(texts, take)
    assert sorted(found) == list(range(len(texts)))
    return np.stack([found[index] for index in range(len(texts))])


def expected(texts: Sequence[str], dim: int = 16) -> Vectors:
    return np.stack([word_hash_vector(text, dim) for text in texts])


def test_every_text_gets_its_own_vector(server: ModelServer) -> None:
    texts = [f"text {n} " + "word " * (n % 40) for n in range(300)]
    encoder = encoder_of(server)
    assert encoder.card.dim == 16
    assert np.allclose(encode_all(encoder, texts), expected(texts), atol=1e-6)
    assert np.allclose(encoder.encode_query("bus fare"), expected(["bus fare"]), atol=1e-6)
    assert max(len(request["input"]) for request in server.requests) <= 64
    assert {request["encoding_format"] for request in server.requests} == {"float"}
    assert set(server.paths) == {"/v1/embeddings"}


def test_a_real_model_behind_a_server_gives_the_vectors_that_it_gives_here() -> None:
    """The embedded English model serves; texts shorter and longer than its window."""
    local = EncoderProvider().get(EMBEDDED_ENGLISH_MODEL_ID)
    texts = [
        "The alarm code changes on the first Monday of a month.",
        "Who pays the fare on the night bus?",
        "SRV-2041/A; 4711-08-15; 3,14159265",
        "A long paragraph about buses, fares and desks in libraries. " * 40,
    ]
    with running_server(ModelServer("all-minilm", vectors_of=partial(encode_all, local))) as server:
        served = encode_all(encoder_of(server), texts)
        cosines = (served * encode_all(local, texts)).sum(axis=1)
        assert cosines[:3].min() > 0.9999
        assert cosines[3] > 0.95, "the mean of other, shorter windows of the same text"
        query = encoder_of(server).encode_query("night bus")
        assert float(query[0] @ local.encode_query("night bus")[0]) > 0.9999


def test_nothing_is_sent_before_a_text_is_there(server: ModelServer) -> None:
    encoder_of(server).count_tokens(["a text"])
    assert not server.requests


def test_answers_in_another_order_are_put_right(server: ModelServer) -> None:
    encoder = encoder_of(server)
    encoder.encode_query("first")
    server.next_answers = [Answer(change=lambda rows: rows[::-1])]
    texts = ["one", "two", "three"]
    assert np.allclose(encode_all(encoder, texts), expected(texts), atol=1e-6)


def test_the_width_is_asked_for(server: ModelServer) -> None:
    encoder = encoder_of(server, dim=8)
    assert encoder.card.dim == 8
    assert {request["dimensions"] for request in server.requests} == {8}
    server.next_answers = [
        Answer(change=lambda rows: [{**r, "embedding": [1.0] * 16} for r in rows])
    ]
    with pytest.raises(BadVectors, match=r"\(1, 16\), not \(1, 8\)"):
        encoder.encode_query("wider than asked")


def test_half_a_character_and_nothing_at_all_are_sent_as_texts(server: ModelServer) -> None:
    texts = ["half \udc80 a character", "", "\x00"]
    assert encode_all(encoder_of(server), texts).shape == (3, 16)
    assert "half ? a character" in server.texts


def test_known_models_get_their_prompts() -> None:
    with running_server(ModelServer(name="multilingual-e5-small")) as server:
        encoder = encoder_of(server)
        encoder.encode_query("fare")
        encode_all(encoder, ["the bus"])
        assert server.texts[0] == "query: fare"
        assert server.texts[-1] == "passage: the bus"
        assert encoder.card.model_id == "http:multilingual-e5-small"


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


def test_too_many_at_once_are_halved_and_that_is_remembered() -> None:
    with running_server(ModelServer(max_texts=10, too_long_status=413)) as server:
        encoder = encoder_of(server)
        texts = [f"text {n}" for n in range(100)]
        assert np.allclose(encode_all(encoder, texts), expected(texts), atol=1e-6)
        server.requests.clear()
        encode_all(encoder, texts)
        assert max(len(request["input"]) for request in server.requests) <= 10


@pytest.mark.parametrize("status", [400, 413, 500])
def test_a_text_that_is_too_long_is_parted_and_averaged(status: int) -> None:
    with running_server(ModelServer(max_chars=500, too_long_status=status)) as server:
        encoder = encoder_of(server)
        text = " ".join(f"word{n % 7}" for n in range(150))
        vectors = encode_all(encoder, [text, "short"])
        sent = [text for text in server.texts if len(text) <= 500]
        assert "".join(sent).count("word") >= 150, "no word is lost"
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
        assert float(vectors[0] @ expected([text])[0]) > 0.95
        assert np.allclose(vectors[1], expected(["short"])[0], atol=1e-6)


def test_texts_beyond_the_window_are_never_left_to_the_servers_own_cut(server: ModelServer) -> None:
    encoder = encoder_of(server)
    text = "A long paragraph about buses. " * 400
    encode_all(encoder, [text, "\u6f22" * 3000, "x" * 9000])
    assert max(len(text.encode()) for text in server.texts) <= 512 * 3


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda rows: rows[:-1], "not one each"),
        (lambda rows: [*rows, rows[0]], "not one each"),
        (lambda rows: [{**row, "index": 0} for row in rows], "not one each"),
        (lambda rows: [{**row, "embedding": [float("nan")] * 16} for row in rows], "not finite"),
        (lambda rows: [{**row, "embedding": [0.0] * 16} for row in rows], "points nowhere"),
        (lambda rows: [{**row, "embedding": [1.0] * 15} for row in rows], "15"),
        (lambda rows: [{**row, "embedding": "AACAPw=="} for row in rows], "not"),
        (lambda rows: [{**row, "embedding": None} for row in rows], "not"),
        (lambda _rows: "nothing", "not a list of embeddings"),
    ],
)
def test_bad_vectors_never_get_through(
    server: ModelServer, change: Callable[[list[dict[str, Any]]], object], words: str
) -> None:
    encoder = encoder_of(server)
    encoder.encode_query("known width")
    server.next_answers = [Answer(change=change)]
    with pytest.raises(BadVectors, match=words):
        encode_all(encoder, ["one", "two"])


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer(401, body={"error": "key sk-secret is wrong"}), "refuses the key"),
        (Answer(403), "refuses the key"),
        (Answer(404, body={"error": {"message": "pull it first"}}), "pull it first"),
        (Answer(400, body={"error": "unsupported for sk-secret\nsecond line"}), r"for \*\*\*"),
        (Answer(302, {"Location": "http://127.0.0.1:9/v1"}), "not followed"),
        (Answer(200, body=["html"]), "not a list of embeddings"),
    ],
)
def test_a_refusal_is_one_sentence_without_the_key(
    server: ModelServer, answer: Answer, words: str
) -> None:
    server.next_answers = [answer]
    with pytest.raises(EmbeddingsError, match=words) as caught:
        encoder_of(server, api_key="sk-secret").encode_query("fare")
    told = caught.value
    assert len(server.requests) == 1
    assert "sk-secret" not in f"{told.message}{told.hint}{told.detail}"
    assert "\n" not in told.message


def test_the_key_is_sent_as_a_bearer_token() -> None:
    with running_server(ModelServer(key="sk-right")) as server:
        assert encoder_of(server, api_key="sk-right").card.dim == 16
        assert set(server.authorizations) == {"Bearer sk-right"}
        with pytest.raises(ModelNotFound, match="asks for a key"):
            encoder_of(server).encode_query("fare")


def test_the_key_is_not_sent_where_others_can_read_it() -> None:
    with pytest.raises(ModelNotFound, match=r"The key is not sent to 192\.0\.2\.7"):
        HttpEncoder(HttpModel("http://192.0.2.7/v1", "m"), PriorityGate(), api_key="sk-secret")


def test_this_computer_is_not_asked_through_a_proxy(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    assert encoder_of(server).card.dim == 16


def test_another_machine_is_reached_through_the_proxy(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running_proxy(server.url.removesuffix("/v1")) as (proxy, asked):
        for name in ("HTTP_PROXY", "http_proxy"):
            monkeypatch.setenv(name, proxy)
        encoder = HttpEncoder(HttpModel("http://models.invalid/v1", server.name), PriorityGate())
        _made.append(encoder)
        assert encoder.card.dim == 16
        assert asked == ["http://models.invalid/v1/embeddings"]


def test_a_query_without_a_server_fails_soon_and_the_next_at_once() -> None:
    encoder = HttpEncoder(HttpModel("http://127.0.0.1:9/v1", "m"), PriorityGate())
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


def test_blanks_before_an_answer_are_no_part_of_it(server: ModelServer) -> None:
    rows = [{"index": 0, "embedding": [1.0] * 16}]
    server.next_answers = [Answer(text="\n \n" + json.dumps({"data": rows}))]
    assert encoder_of(server).card.dim == 16


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
