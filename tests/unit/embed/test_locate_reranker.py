"""Finding a reranker on disk, without loading or fetching anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import ModelNotFound
from plugin.contracts.models import DEFAULT_RERANK_MODEL_ID, RERANKER_CARDS
from plugin.embeddings.venv.embed.cross_encoder import locate_reranker
from tests.fixtures_models import put_in_cache, put_model, write_json

if TYPE_CHECKING:
    from pathlib import Path

ONE_SCORE = {"architectures": ["BertForSequenceClassification"], "id2label": {"0": "LABEL_0"}}


@pytest.fixture(autouse=True)
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("HUGGINGFACE_HUB_CACHE", raising=False)
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    return tmp_path / "hub"


def test_known_models_are_known_with_window_languages_and_licence() -> None:
    english = RERANKER_CARDS[DEFAULT_RERANK_MODEL_ID]
    many = RERANKER_CARDS["BAAI/bge-reranker-v2-m3"]
    assert (english.languages, english.max_tokens) == ("English", 512)
    assert (many.languages, many.max_tokens) == ("100 languages", 8192)
    assert {english.licence, many.licence} == {"Apache-2.0"}


def test_one_that_is_not_here_says_what_to_do() -> None:
    with pytest.raises(ModelNotFound, match="is not in the local cache") as found:
        locate_reranker(DEFAULT_RERANK_MODEL_ID)
    assert "--download-reranker" in found.value.hint


def test_the_local_cache_is_looked_into(hub: Path) -> None:
    snapshot = put_in_cache(hub, DEFAULT_RERANK_MODEL_ID)
    write_json(snapshot / "config.json", ONE_SCORE)
    located = locate_reranker(DEFAULT_RERANK_MODEL_ID)
    assert located.folder == snapshot
    assert located.card is RERANKER_CARDS[DEFAULT_RERANK_MODEL_ID]


def test_a_folder_named_like_a_known_model_has_its_card(tmp_path: Path) -> None:
    folder = put_model(tmp_path / "ms-marco-MiniLM-L-6-v2", **ONE_SCORE)
    assert locate_reranker(str(folder)).card.languages == "English"
    other = put_model(tmp_path / "mine", max_position_embeddings=256, **ONE_SCORE)
    assert (locate_reranker(str(other)).card.languages) == ""
    assert (locate_reranker(str(other)).card.max_tokens) == 256


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "model.safetensors"])
def test_a_folder_that_is_not_whole_is_told(tmp_path: Path, name: str) -> None:
    folder = put_model(tmp_path / "mine", **ONE_SCORE)
    (folder / name).unlink()
    with pytest.raises(ModelNotFound, match="is not whole"):
        locate_reranker(str(folder))


@pytest.mark.parametrize(
    "config",
    [
        {},
        {"architectures": ["BertModel"], "id2label": {"0": "LABEL_0"}},
        {"architectures": ["BertForSequenceClassification"], "id2label": {"0": "no", "1": "yes"}},
        {"architectures": "BertForSequenceClassification", "num_labels": 1},
    ],
)
def test_what_gives_no_single_score_is_no_reranker(
    tmp_path: Path, config: dict[str, object]
) -> None:
    folder = put_model(tmp_path / "mine", **config)
    with pytest.raises(ModelNotFound, match="not a reranker"):
        locate_reranker(str(folder))
