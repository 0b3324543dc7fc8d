"""How far each leg is trusted for a query."""

from __future__ import annotations

import pytest

from plugin.contracts.generations import GenerationState
from plugin.contracts.models import EMBEDDED_ENGLISH_MODEL_ID, EMBEDDED_MULTILINGUAL_MODEL_ID
from plugin.contracts.search import Leg
from plugin.embeddings.venv.search.legs import LegResult
from plugin.embeddings.venv.search.query import parse_query
from plugin.embeddings.venv.search.weights import leg_weights
from plugin.embeddings.venv.store.generations import Generation
from plugin.embeddings.venv.types import Fingerprint


def share_of_meaning(query: str, *, words: float, model_id: str) -> float:
    fingerprint = Fingerprint(model_id, "", 384, "", "", 512, 1)
    generation = Generation(1, fingerprint, GenerationState.ACTIVE, 0.0)
    legs = [LegResult(Leg.LEXICAL, [(1, 2.0)], confidence=words), LegResult(Leg.DENSE, [(1, 0.5)])]
    weights = leg_weights(legs, generation, parse_query(query))
    assert sum(weights.values()) == pytest.approx(1)
    return weights[Leg.DENSE]


def english(query: str, *, words: float) -> float:
    return share_of_meaning(query, words=words, model_id=EMBEDDED_ENGLISH_MODEL_ID)


def test_meaning_decides_where_few_of_the_words_are_found() -> None:
    question = "who pays for the lost keys"
    assert english(question, words=0.2) > 0.8
    assert english(question, words=0.2) > english(question, words=0.9) > english(question, words=1)


@pytest.mark.parametrize("words", [0.05, 0.3, 0.9])
def test_a_model_that_does_not_know_the_language_never_decides(words: float) -> None:
    assert english("wer zahlt für die verlorenen Schlüssel", words=words) < 0.3
    assert english("кто платит за потерянные ключи", words=words) < 0.2


def test_a_model_of_many_languages_decides_in_each() -> None:
    model_id = EMBEDDED_MULTILINGUAL_MODEL_ID
    question = "wer zahlt für die verlorenen Schlüssel"
    assert share_of_meaning(question, words=0.2, model_id=model_id) > 0.8


@pytest.mark.parametrize("code", ["f775b625b497b4fa6731bddd43", "0-333-76657-1", "DEC-0054 2026"])
@pytest.mark.parametrize("model_id", [EMBEDDED_ENGLISH_MODEL_ID, EMBEDDED_MULTILINGUAL_MODEL_ID])
def test_codes_are_found_by_their_characters(code: str, model_id: str) -> None:
    assert share_of_meaning(code, words=0.6, model_id=model_id) < 0.2


def test_a_word_beside_a_code_has_a_meaning() -> None:
    assert english("invoice DEC-0054", words=0.6) > 0.5


def test_a_leg_alone_has_all_the_weight() -> None:
    legs = [LegResult(Leg.LEXICAL, [(1, 2.0)], confidence=0.3)]
    assert leg_weights(legs, None, parse_query("кто платит")) == {Leg.LEXICAL: 1.0}
