"""A search that runs while generations flip and are dropped sees one of them, whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.generations import ResetScope
from plugin.contracts.search import Leg, SearchMode, SearchRequest
from plugin.embeddings.venv.search.pipeline import run_search
from plugin.embeddings.venv.store.connection import open_corpus
from plugin.embeddings.venv.store.settings import write_setting
from tests.integration.generations.model_desk import A, B, Desk, answers_by

if TYPE_CHECKING:
    from plugin.embeddings.venv.types import Vectors


def test_a_reader_sees_one_generation_through_a_flip_and_a_drop(desk: Desk) -> None:
    desk.maintain(A)
    desk.stop_in_build(B)
    with open_corpus(desk.folder.db_path, read_only=False) as writer:
        write_setting(writer, "anything", "1")  # so that there is a journal while it is open
        held = desk.corpora.get(desk.folder.db_path)
        assert held is not None
        with held.reading() as connection:
            before = connection.fetch_all("SELECT rowid, embedding FROM vectors_1")
            desk.maintain(B)
            desk.reset(ResetScope.ONE, 1)
            assert connection.fetch_all("SELECT rowid, embedding FROM vectors_1") == before
            states = connection.fetch_all("SELECT state FROM generations ORDER BY generation_id")
            assert states == [("active",), ("building",)]
    assert answers_by(desk.search(B), B)


@pytest.mark.parametrize("step", range(1, 4))
def test_a_flip_and_a_drop_in_the_middle_of_a_search_are_not_seen(desk: Desk, step: int) -> None:
    desk.maintain(A)
    desk.stop_in_build(B)
    steps = iter(range(1, 100))

    def check() -> None:
        if next(steps) == step:
            desk.maintain(B)
            desk.reset(ResetScope.ONE, 1)

    request = SearchRequest(str(desk.folder.path), "paragraph number 7", model_id=B)
    result = run_search(request, corpora=desk.corpora, encoders=desk.encoders, check=check)
    assert desk.states() == [(B, "active")]
    assert result.legs == (Leg.LEXICAL, Leg.DENSE)
    assert result.hits[0].path == "file0.md"


def test_a_drop_while_the_query_is_encoded_is_not_seen(desk: Desk) -> None:
    desk.maintain(A)
    desk.stop_in_build(B)
    old = desk.encoders.models[A]
    encode = old.encode_query

    def slowly(text: str) -> Vectors:
        del old.encode_query
        desk.maintain(B)
        desk.reset(ResetScope.ONE, 1)
        return encode(text)

    old.encode_query = slowly  # type: ignore[method-assign]
    held = desk.corpora.get(desk.folder.db_path)
    assert held is not None
    held.connection.fetch_all("PRAGMA cache_size = 1")  # as with a file larger than the cache
    result = desk.search(B, SearchMode.HYBRID)
    assert result.legs == (Leg.LEXICAL, Leg.DENSE)
    assert result.model.model_id == B
    assert result.hits[0].path == "file0.md"
