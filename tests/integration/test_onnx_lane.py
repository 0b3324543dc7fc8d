"""The fast lane with small random models: the reference's vectors, or a reason why not."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from plugin.contracts.user_cache import MODELS_DIR_VARIABLE
from plugin.embeddings.venv.embed.encoder import TextEncoder
from plugin.embeddings.venv.embed.locate import locate_model
from plugin.embeddings.venv.embed.onnx_lane.onnx_model import OnnxModel
from plugin.embeddings.venv.embed.onnx_lane.relative_positions import bucket_of
from plugin.embeddings.venv.embed.provider import EncoderProvider
from plugin.embeddings.venv.embed.torch_model import load_torch_model
from tests.fixtures_models import TinyModel, make_tiny_model, write_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plugin.embeddings.venv.types import Vectors

ROOT = Path(__file__).resolve().parents[2]

PROMPTS = {"query": "query : ", "document": "passage : "}
LONG = "the alarm code of the library desk is paid monday , bus fare . " * 6
TEXTS = [
    "alarm code",
    "bus fare is paid at the desk of the library .",
    "",
    "code",
    LONG,
    "[PAD] of",
]
MEAN = {"pooling_mode_mean_tokens": True}
SHAPES = {
    "mean": TinyModel(),
    "cls": TinyModel(pooling={"pooling_mode": "cls"}),
    "last token": TinyModel(pooling={"pooling_mode_lasttoken": True}),
    "mean and max": TinyModel(pooling={**MEAN, "pooling_mode_max_tokens": True}),
    "weighted and root": TinyModel(
        pooling={"pooling_mode": ["weightedmean", "mean_sqrt_len_tokens"]}
    ),
    "prompt left out": TinyModel(pooling={**MEAN, "include_prompt": False}),
    "prompt left out of cls": TinyModel(pooling={"pooling_mode": "cls", "include_prompt": False}),
    "xlm-roberta": TinyModel(kind="xlm-roberta"),
    "mpnet": TinyModel(kind="mpnet"),
    "mpnet, windows of 64": TinyModel(kind="mpnet", max_tokens=60),
    "halves": TinyModel(dtype="float16"),
    "bfloat16": TinyModel(dtype="bfloat16"),
    "other gelu": TinyModel(activation="gelu_new"),
}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(MODELS_DIR_VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def encode_all(encoder: TextEncoder, texts: Sequence[str]) -> Vectors:
    vectors = np.full((len(texts), encoder.card.dim), np.nan, np.float32)

    def keep(indices: Sequence[int], batch: Vectors) -> None:
        vectors[list(indices)] = batch

    encoder.encode_documents(texts, keep)
    return vectors


def on_torch(folder: Path) -> TextEncoder:
    located = locate_model(str(folder))
    return TextEncoder(located, load_torch_model(located, "cpu"))


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_vectors_are_those_of_the_reference(tmp_path: Path, shape: TinyModel) -> None:
    folder = make_tiny_model(tmp_path / "tiny", replace(shape, prompts=PROMPTS))
    fast, reference = EncoderProvider().for_passes().whole(str(folder)), on_torch(folder)
    assert isinstance(fast.model, OnnxModel)
    assert fast.card == reference.card
    assert fast.count_tokens(TEXTS) == reference.count_tokens(TEXTS)
    cosines = (encode_all(fast, TEXTS) * encode_all(reference, TEXTS)).sum(axis=1)
    assert cosines.min() >= 0.9999
    assert float((fast.encode_query(LONG) * reference.encode_query(LONG)).sum()) >= 0.9999


def test_mpnets_distances_fall_into_the_buckets_of_the_reference() -> None:
    import torch
    from transformers.models.mpnet.modeling_mpnet import MPNetEncoder

    distances = np.arange(-600, 601)
    reference: Any = MPNetEncoder.relative_position_bucket
    assert bucket_of(distances).tolist() == reference(torch.from_numpy(-distances)).tolist()


def test_padding_from_the_left_changes_nothing(tmp_path: Path) -> None:
    folder = make_tiny_model(tmp_path / "tiny", TinyModel(pooling={"pooling_mode": "lasttoken"}))
    config = json.loads((folder / "tokenizer_config.json").read_text())
    write_json(folder / "tokenizer_config.json", {**config, "padding_side": "left"})
    fast, reference = EncoderProvider().for_passes().whole(str(folder)), on_torch(folder)
    assert isinstance(fast.model, OnnxModel)
    alone = np.concatenate([encode_all(reference, [text]) for text in TEXTS])
    assert (encode_all(fast, TEXTS) * alone).sum(axis=1).min() >= 0.9999


def test_a_module_behind_the_pooling_counts(tmp_path: Path) -> None:
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.base.modules.dense import Dense

    folder = make_tiny_model(tmp_path / "tiny", TinyModel())
    model = SentenceTransformer(str(folder), device="cpu")
    model.append(Dense(16, 8))
    model.save(str(tmp_path / "narrow"))
    narrow = tmp_path / "narrow"
    fast, reference = EncoderProvider().for_passes().whole(str(narrow)), on_torch(narrow)
    assert isinstance(fast.model, OnnxModel)
    assert fast.card.dim == 8
    assert (encode_all(fast, TEXTS) * encode_all(reference, TEXTS)).sum(axis=1).min() >= 0.9999


def test_a_text_has_one_vector_whatever_stands_beside_it(tmp_path: Path) -> None:
    folder = make_tiny_model(tmp_path / "tiny", TinyModel())
    fast = EncoderProvider().for_passes().whole(str(folder))
    alone = np.concatenate([encode_all(fast, [text]) for text in TEXTS])
    assert np.allclose(encode_all(fast, TEXTS), alone, atol=1e-6)
