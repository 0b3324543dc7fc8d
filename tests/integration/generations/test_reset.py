"""Vectors are removed by a reset or by compacting; the text stays, and the choice of the model."""

from __future__ import annotations

import pytest

from plugin.contracts.errors import BadRequest
from plugin.contracts.generations import CompactRequest, ResetScope
from plugin.contracts.search import Leg, SearchMode
from plugin.embeddings.venv.ingest.generation_changes import compact_corpus
from plugin.embeddings.venv.store.connection import open_corpus
from tests.integration.generations.model_desk import A, B, C, Desk, answers_by, never


def test_a_reset_keeps_text_and_the_choice_of_the_model(desk: Desk) -> None:
    desk.maintain(A)
    assert answers_by(desk.search(A), A)
    matches = desk.folder.matches("paragraph")
    change = desk.reset(ResetScope.ACTIVE)
    assert "removed" in change.sentences[0]
    assert len(matches) == 3
    assert desk.folder.matches("paragraph") == matches
    result = desk.search(A, SearchMode.HYBRID)
    assert result.legs == (Leg.LEXICAL,)
    assert result.hits
    assert desk.states() == [(A, "active")]
    assert desk.maintain(A).n_encoded == len(desk.encoders.models[A].encoded) / 2
    assert answers_by(desk.search(A), A)


def test_after_a_reset_another_model_answers_at_once(desk: Desk) -> None:
    desk.maintain(A)
    desk.search(A)
    desk.reset(ResetScope.ACTIVE)
    desk.maintain(B)
    assert desk.states() == [(B, "active")]
    assert answers_by(desk.search(B), B)


def test_a_reset_of_one_or_all(desk: Desk) -> None:
    desk.maintain(A)
    desk.maintain(B)
    desk.stop_in_build(C)
    desk.reset(ResetScope.ONE, 3)
    assert desk.states() == [(A, "kept"), (B, "active")]
    desk.reset(ResetScope.ALL)
    assert desk.states() == [(B, "active")]
    assert desk.listed().generations[0].n_done == 0
    with pytest.raises(BadRequest, match="no generation 3"):
        desk.reset(ResetScope.ONE, 3)


def test_compacting_drops_what_is_over_and_frees_its_space(desk: Desk) -> None:
    desk.maintain(A)
    desk.maintain(B)
    with open_corpus(desk.folder.db_path, read_only=False) as connection:
        connection.execute("UPDATE generations SET changed_at = 0 WHERE state = 'kept'")
    before_bytes = desk.folder.db_path.stat().st_size
    found = desk.search(B)
    change = compact_corpus(CompactRequest(str(desk.folder.path)), desk.encoders, never)
    assert change.n_bytes_freed > 0
    assert desk.folder.db_path.stat().st_size == before_bytes - change.n_bytes_freed
    assert desk.states() == [(B, "active")]
    assert desk.search(B).hits == found.hits
