from __future__ import annotations

import pytest

from plugin.contracts.models import DEFAULT_MODEL_ID, EMBEDDED_ENGLISH_MODEL_ID
from plugin.embeddings.venv.search.language_fit import dense_weight


@pytest.mark.parametrize("query", ["remote work", "2024", "東京の会議", "Überschwemmung"])
def test_a_multilingual_model_speaks_for_all(query: str) -> None:
    assert dense_weight(DEFAULT_MODEL_ID, query) == 1.0


def test_an_english_model_speaks_least_for_other_scripts() -> None:
    english = dense_weight(EMBEDDED_ENGLISH_MODEL_ID, "remote work")
    german = dense_weight(EMBEDDED_ENGLISH_MODEL_ID, "Überschwemmung")
    russian = dense_weight(EMBEDDED_ENGLISH_MODEL_ID, "удалённая работа")
    assert english == 1.0 > german > russian > 0
