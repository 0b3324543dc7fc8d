"""Answers that are no vectors, and refusals: none gets through, each is one sentence."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from plugin.contracts.errors import BadVectors, EmbeddingsError
from tests.embeddings_server import Answer, ModelServer
from tests.integration.model_server.served_encoders import encode_all, encoder_of

if TYPE_CHECKING:
    from collections.abc import Callable


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


def test_blanks_before_an_answer_are_no_part_of_it(server: ModelServer) -> None:
    rows = [{"index": 0, "embedding": [1.0] * 16}]
    server.next_answers = [Answer(text="\n \n" + json.dumps({"data": rows}))]
    assert encoder_of(server).card.dim == 16
