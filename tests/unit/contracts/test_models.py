"""The table of models: each row makes sense by itself."""

from __future__ import annotations

import pytest

from plugin.contracts.model_card import L2, ModelCard
from plugin.contracts.model_table import MODEL_ROWS, RERANKER_ROWS
from plugin.contracts.models import (
    DEFAULT_MODEL_ID,
    DEFAULT_RERANK_MODEL_ID,
    EMBEDDED_ENGLISH_MODEL_ID,
    EMBEDDED_MULTILINGUAL_MODEL_ID,
    MODEL_CARDS,
    RERANKER_CARDS,
)

POOLINGS = {"", "mean", "cls", "lasttoken"}


def test_the_defaults_are_in_the_table() -> None:
    assert {DEFAULT_MODEL_ID, EMBEDDED_ENGLISH_MODEL_ID, EMBEDDED_MULTILINGUAL_MODEL_ID} <= set(
        MODEL_CARDS
    )
    assert DEFAULT_RERANK_MODEL_ID in RERANKER_CARDS


def test_no_model_is_there_twice() -> None:
    assert len(MODEL_CARDS) == len(MODEL_ROWS)
    assert len(RERANKER_CARDS) == len(RERANKER_ROWS)


@pytest.mark.parametrize("card", MODEL_ROWS, ids=lambda card: card.model_id)
def test_a_row_is_whole(card: ModelCard) -> None:
    assert card.model_id.count("/") == 1
    assert card.licence
    assert card.languages
    assert card.pooling in POOLINGS
    assert card.normalisation == L2
    assert 32 <= card.dim <= 4096
    assert 128 <= card.max_tokens <= 32768
    assert card.native_dim == 0  # the table has models as they are, uncut
    assert all(0 < width < card.dim for width in card.mrl_dims)
    assert list(card.mrl_dims) == sorted(set(card.mrl_dims))
