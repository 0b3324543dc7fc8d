"""The list of models: what is told of each, what may be typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.model_card import Advice
from plugin.contracts.models import (
    DEFAULT_MODEL_ID,
    EMBEDDED_ENGLISH_MODEL_ID,
    EMBEDDED_MULTILINGUAL_MODEL_ID,
)
from plugin.embeddings.options.model_list import (
    LISTED_MODELS,
    ModelPlace,
    describe_model,
    is_usable_model,
    n_languages,
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


def test_the_list_is_short_and_has_what_the_product_falls_back_on() -> None:
    listed = [model.model_id for model in LISTED_MODELS]
    assert listed[0] == DEFAULT_MODEL_ID
    assert {EMBEDDED_ENGLISH_MODEL_ID, EMBEDDED_MULTILINGUAL_MODEL_ID} <= set(listed)
    assert len(listed) <= 10


def test_listed_models_may_be_used_by_anyone_at_once() -> None:
    """Nothing of the list runs code of its own or is not for work."""
    assert all(not model.remote_code for model in LISTED_MODELS)
    assert {model.licence for model in LISTED_MODELS} <= {"MIT", "Apache-2.0"}


def test_each_advice_has_its_text() -> None:
    advised = {model.advice for model in LISTED_MODELS}
    assert advised == set(Advice)
    for advice in advised - {Advice.NONE}:
        assert TEXTS[f"options.model.advice.{advice.value}"]


def test_the_list_agrees_with_the_cards_on_languages() -> None:
    for model in LISTED_MODELS:
        told = TEXTS.count("options.model.languages", n_languages(model.languages))
        assert told == model.languages


def test_a_model_is_absent_until_a_snapshot_has_its_config(cache: Path) -> None:
    assert place_of_model(MODEL) is ModelPlace.ABSENT
    snapshot = cache / "models--BAAI--bge-small-en-v1.5" / "snapshots" / "abc"
    snapshot.mkdir(parents=True)
    assert place_of_model(MODEL) is ModelPlace.ABSENT
    (snapshot / "config.json").write_text("{}", encoding="ascii")

    assert place_of_model(MODEL) is ModelPlace.CACHED
    assert describe_model(MODEL, TEXTS) == ("English, about 135 MB, MIT, downloaded, recommended")


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
