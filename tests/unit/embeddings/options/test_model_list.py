"""The list of models: what is told of each, what may be typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.models import EMBEDDED_ENGLISH_MODEL_ID, MODEL_CARDS
from plugin.embeddings.options.model_list import (
    LISTED_MODELS,
    ModelPlace,
    describe_model,
    is_usable_model,
    place_of_model,
)
from tests.options_parts import TEXTS

if TYPE_CHECKING:
    from pathlib import Path

MODEL = "BAAI/bge-small-en-v1.5"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("HUGGINGFACE_HUB_CACHE", raising=False)
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    return tmp_path


def test_every_model_with_a_card_is_listed() -> None:
    assert {model.model_id for model in LISTED_MODELS} == set(MODEL_CARDS)


def test_the_list_agrees_with_the_cards_on_languages() -> None:
    for model in LISTED_MODELS:
        told = MODEL_CARDS[model.model_id].languages
        assert told == TEXTS.count("options.model.languages", model.n_languages)


def test_a_model_is_absent_until_a_snapshot_has_its_config(cache: Path) -> None:
    assert place_of_model(MODEL) is ModelPlace.ABSENT
    snapshot = cache / "models--BAAI--bge-small-en-v1.5" / "snapshots" / "abc"
    snapshot.mkdir(parents=True)
    assert place_of_model(MODEL) is ModelPlace.ABSENT
    (snapshot / "config.json").write_text("{}", encoding="ascii")

    assert place_of_model(MODEL) is ModelPlace.CACHED
    assert describe_model(MODEL, TEXTS) == "English, about 135 MB, downloaded"


def test_the_english_model_comes_along() -> None:
    assert place_of_model(EMBEDDED_ENGLISH_MODEL_ID) is ModelPlace.COMES_ALONG


@pytest.mark.parametrize("name", ["org/model", "a-b/c.d_e"])
def test_a_hub_name_may_be_typed(name: str) -> None:
    assert is_usable_model(name)


@pytest.mark.parametrize("name", ["", "model", "a/b/c", "a b/c", "/no/such/folder", "~nobody-x/m"])
def test_what_is_neither_name_nor_folder_may_not(name: str) -> None:
    assert not is_usable_model(name)


def test_a_folder_may_be_typed(tmp_path: Path) -> None:
    assert is_usable_model(str(tmp_path))
    assert describe_model(str(tmp_path), TEXTS) == "from this folder"
