"""Cards of models nobody registered, read from the files they come with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.models import MODEL_CARDS
from plugin.embeddings.venv.embed.model_folder.cards import card_of, pooling_of
from tests.fixtures_models import put_model, put_modules, write_json

if TYPE_CHECKING:
    from pathlib import Path


def test_a_known_id_has_its_registered_card(tmp_path: Path) -> None:
    for model_id, card in MODEL_CARDS.items():
        assert card_of(model_id, tmp_path) == card


def test_a_folder_named_like_a_known_model_has_its_prompts(tmp_path: Path) -> None:
    folder = put_model(tmp_path / "multilingual-e5-small")
    card = card_of(str(folder), folder)
    assert (card.model_id, card.query_prompt) == (str(folder), "query: ")


def test_a_namesake_of_another_width_is_another_model(tmp_path: Path) -> None:
    folder = put_model(tmp_path / "bge-small-en-v1.5", hidden_size=48)
    assert card_of(str(folder), folder).query_prompt == ""


@pytest.mark.parametrize(
    ("model_id", "prompts"),
    [
        ("intfloat/multilingual-e5-base", ("query: ", "passage: ")),
        ("intfloat/e5-large-v2", ("query: ", "passage: ")),
        ("intfloat/multilingual-e5-large-instruct", ("", "")),
        ("someone/note5-small", ("", "")),
    ],
)
def test_the_prompts_of_e5(tmp_path: Path, model_id: str, prompts: tuple[str, str]) -> None:
    card = card_of(model_id, put_model(tmp_path / "snapshot"))
    assert (card.query_prompt, card.document_prompt) == prompts


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ({"prompts": {"query": "q: ", "document": "d: "}}, ("q: ", "d: ")),
        ({"prompts": {"query": "q: ", "passage": "p: "}}, ("q: ", "p: ")),
        ({"prompts": {"all": "x: "}, "default_prompt_name": "all"}, ("x: ", "x: ")),
        ({"prompts": {"query": "", "document": ""}}, ("", "")),
        ({"prompts": ["no", "object"]}, ("", "")),
    ],
)
def test_prompts_as_sentence_transformers_saves_them(
    tmp_path: Path, config: object, expected: tuple[str, str]
) -> None:
    folder = put_model(tmp_path / "m")
    write_json(folder / "config_sentence_transformers.json", config)
    card = card_of("a/b", folder)
    assert (card.query_prompt, card.document_prompt) == expected


@pytest.mark.parametrize(
    ("config", "tokenizer", "own", "expected"),
    [
        ({"max_position_embeddings": 512}, {}, {"max_seq_length": 128}, 128),
        ({"max_position_embeddings": 512}, {"model_max_length": 256}, {}, 256),
        ({"max_position_embeddings": 514, "model_type": "xlm-roberta"}, {}, {}, 512),
        ({}, {"model_max_length": 1e30}, {}, 512),
        ({"max_position_embeddings": 8192}, {"model_max_length": 1e30}, {}, 8192),
    ],
)
def test_the_window(
    tmp_path: Path,
    config: dict[str, object],
    tokenizer: dict[str, object],
    own: dict[str, object],
    expected: int,
) -> None:
    folder = put_model(tmp_path / "m", **config)
    write_json(folder / "tokenizer_config.json", tokenizer)
    write_json(folder / "sentence_bert_config.json", own)
    assert card_of("a/b", folder).max_tokens == expected


def test_the_width_comes_from_the_last_module(tmp_path: Path) -> None:
    folder = put_model(tmp_path / "m", hidden_size=48)
    assert card_of("a/b", folder).dim == 48
    two_modes = {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": True}
    put_modules(folder, {"word_embedding_dimension": 48, **two_modes})
    assert card_of("a/b", folder).dim == 96
    put_modules(folder, {"embedding_dimension": 48, "pooling_mode": "mean"})
    assert card_of("a/b", folder).dim == 48
    write_json(
        folder / "modules.json",
        [
            {"path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
            {"path": "2_Dense", "type": "sentence_transformers.models.Dense"},
        ],
    )
    write_json(folder / "2_Dense" / "config.json", {"in_features": 48, "out_features": 24})
    assert card_of("a/b", folder).dim == 24


@pytest.mark.parametrize(
    ("pooling", "expected"),
    [
        ({"pooling_mode_mean_tokens": True}, "mean"),
        ({"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}, "cls"),
        ({"pooling_mode_lasttoken": True}, "lasttoken"),
        ({"pooling_mode_cls_token": True, "pooling_mode_max_tokens": True}, "cls+max"),
        ({"pooling_mode": "lasttoken"}, "lasttoken"),
        ({"pooling_mode": ["cls", "mean"]}, "cls+mean"),
        ({}, "mean"),
    ],
)
def test_the_pooling_in_both_forms_that_it_is_saved_in(
    tmp_path: Path, pooling: dict[str, object], expected: str
) -> None:
    folder = put_model(tmp_path / "m")
    put_modules(folder, {"word_embedding_dimension": 384, **pooling})
    assert pooling_of(folder) == expected


def test_without_modules_tokens_are_averaged(tmp_path: Path) -> None:
    folder = put_model(tmp_path / "m")
    (folder / "modules.json").unlink()
    assert pooling_of(folder) == "mean"


def test_a_known_models_own_files_tell_how_it_pools_and_whether_it_brings_code(
    tmp_path: Path,
) -> None:
    model_id = "jinaai/jina-embeddings-v2-base-en"
    folder = put_model(tmp_path / "m", hidden_size=768)
    put_modules(folder, {"pooling_mode": "cls", "embedding_dimension": 768})
    card = card_of(model_id, folder)
    assert (card.pooling, card.remote_code) == ("cls", False)
    write_json(folder / "config.json", {"auto_map": {"AutoModel": "m.M"}})
    assert card_of(model_id, folder).remote_code


def test_what_a_row_leaves_out_is_read_from_the_files(tmp_path: Path) -> None:
    folder = put_model(
        tmp_path / "m", hidden_size=1024, matryoshka_dimensions=[32, 1024, 256, "x", 0]
    )
    write_json(
        folder / "config_sentence_transformers.json", {"prompts": {"query": "Q: ", "document": ""}}
    )
    card = card_of("jinaai/jina-embeddings-v5-text-nano", folder)
    assert card.query_prompt == "Q: "
    assert card_of("BAAI/bge-m3", folder).mrl_dims == (32, 256)
