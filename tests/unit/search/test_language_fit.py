from __future__ import annotations

import pytest

from plugin.contracts.models import DEFAULT_MODEL_ID, EMBEDDED_ENGLISH_MODEL_ID
from plugin.embeddings.venv.search.language_fit import dense_weight


@pytest.mark.parametrize(
    "query", ["remote work", "2024", "東京の会議", "wie hoch ist der Zuschuss"]
)
def test_a_multilingual_model_speaks_for_all(query: str) -> None:
    assert dense_weight(DEFAULT_MODEL_ID, query) == 1.0


@pytest.mark.parametrize(
    "query",
    ["Erdős number", "Antoine Watteau", "who was de la Cruz", "café menu", "El Niño", "2024"],
)
def test_foreign_names_do_not_make_a_query_foreign(query: str) -> None:
    assert dense_weight(EMBEDDED_ENGLISH_MODEL_ID, query) == 1.0


@pytest.mark.parametrize(
    "query",
    [
        "quel papier demander pour visiter la France",
        "¿con qué clave se lee un mensaje?",
        "quem decide para onde vão os bens",
        "Was ist der Preis für das Auto?",
        "Überschwemmung: ab wann ist das Wasser gut",
        "hoe wordt het bezwaar van de aanvrager",
    ],
)
def test_other_latin_languages_are_told_by_their_function_words(query: str) -> None:
    assert dense_weight(EMBEDDED_ENGLISH_MODEL_ID, query) < 1.0


def test_an_english_model_speaks_least_for_other_scripts() -> None:
    english = dense_weight(EMBEDDED_ENGLISH_MODEL_ID, "remote work")
    german = dense_weight(EMBEDDED_ENGLISH_MODEL_ID, "wie hoch ist der Zuschuss")
    russian = dense_weight(EMBEDDED_ENGLISH_MODEL_ID, "удалённая работа")
    assert english == 1.0 > german > russian > 0


def test_a_servers_model_is_known_by_the_name_it_has_there() -> None:
    german = "wie hoch ist der Zuschuss"
    assert dense_weight("http:all-minilm:latest", german) < 1.0
    assert dense_weight("http:baai/bge-small-en-v1.5@384", german) < 1.0
    assert dense_weight("http:multilingual-e5-small", german) == 1.0
    assert dense_weight("http:something-else", german) == 1.0
