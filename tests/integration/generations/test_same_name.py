"""What a model's name stands for changes, or goes away: it is noticed, without loading it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from plugin.contracts.search import Leg, SearchMode
from tests.fakes_encoder import WordHashEncoder
from tests.integration.generations.model_desk import A, Desk, answers_by

if TYPE_CHECKING:
    import pytest


def test_other_weights_under_the_same_name_are_noticed_without_loading(desk: Desk) -> None:
    desk.maintain(A)
    desk.encoders.add(A, 16, revision="2")
    result = desk.search(A)
    assert result.legs == ()
    assert "weights" in result.message
    assert desk.search(A, SearchMode.HYBRID).legs == (Leg.LEXICAL,)
    assert desk.maintain(A).n_encoded > 0
    assert answers_by(desk.search(A), A)
    assert [g.revision for g in desk.listed().generations] == ["1", "2"]


def test_other_prompts_of_the_same_model_are_noticed_without_loading(desk: Desk) -> None:
    desk.maintain(A)
    n_texts = len(desk.encoders.models[A].encoded)
    desk.encoders.models[A].document_prompt = "passage: "
    assert answers_by(desk.search(A), A)
    assert desk.maintain(A).n_encoded == n_texts
    assert desk.states() == [(A, "kept"), (A, "active")]
    n_loads = desk.encoders.n_loads
    desk.maintain(A)
    assert desk.encoders.n_loads == n_loads


def test_a_model_that_went_away_leaves_keywords_and_its_vectors(desk: Desk) -> None:
    desk.maintain(A)
    gone = desk.encoders.models.pop(A)
    result = desk.search(A, SearchMode.HYBRID)
    assert result.legs == (Leg.LEXICAL,)
    assert result.hits
    assert sum(f"{A} is not here" in note for note in result.notes)
    assert desk.maintain(A).n_encoded == 0
    desk.encoders.models[A] = gone
    assert answers_by(desk.search(A), A)
    assert desk.maintain(A).n_encoded == 0


def test_a_build_that_differs_in_what_only_the_loaded_model_tells_is_finished(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.maintain(A)
    desk.folder.write("new.md", "A text that makes the next pass load the model.")
    longer = replace(desk.encoders.models[A].card, max_tokens=99)
    monkeypatch.setattr(WordHashEncoder, "card", longer)
    desk.stop_in_build(A)
    assert desk.states() == [(A, "active"), (A, "building")]
    desk.maintain(A)
    assert desk.states() == [(A, "kept"), (A, "active")]
    assert desk.maintain(A).n_encoded == 0
