"""Requests and texts that are too large for a server are parted."""

from __future__ import annotations

import numpy as np
import pytest

from tests.embeddings_server import ModelServer, running_server
from tests.integration.model_server.served_encoders import encode_all, encoder_of, expected


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
