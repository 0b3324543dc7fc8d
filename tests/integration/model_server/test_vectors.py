"""The encoder over a server: every text gets its own vector, as wide as asked for."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from plugin.contracts.errors import BadVectors
from plugin.contracts.models import EMBEDDED_ENGLISH_MODEL_ID
from plugin.embeddings.venv.embed.provider import EncoderProvider
from tests.embeddings_server import Answer, ModelServer, running_server
from tests.integration.model_server.served_encoders import encode_all, encoder_of, expected


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
