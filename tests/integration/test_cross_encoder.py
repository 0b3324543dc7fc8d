"""Cross-encoders as real model folders: found, loaded once, scoring; and what cannot be used."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from plugin.contracts.errors import ModelNotFound
from plugin.embeddings.venv.embed.cross_encoder import (
    MAX_PAIR_TOKENS,
    TorchReranker,
    locate_reranker,
)
from plugin.embeddings.venv.embed.devices.priority import PriorityGate
from plugin.embeddings.venv.embed.reranker_provider import RerankerProvider
from tests.fixtures_models import TinyModel, make_overlap_reranker, make_tiny_model

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from plugin.embeddings.venv.types import Scores

TEXTS = [
    "the alarm code of the library",
    "the bus fare is paid at the desk",
    "bus fare bus fare",
    "a long text in which there is nothing that anybody asks for",
    "",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_overlap_reranker(tmp_path_factory.mktemp("model") / "overlap", TEXTS)


@pytest.fixture(scope="module")
def reranker(folder: Path) -> TorchReranker:
    return TorchReranker(locate_reranker(str(folder)), PriorityGate(), device="cpu")


def test_texts_that_answer_score_higher(reranker: TorchReranker) -> None:
    scores = reranker.score("bus fare", TEXTS)
    assert scores.dtype == np.float32
    assert scores.shape == (5,)
    assert list(np.argsort(-scores[:4])[:2]) == [2, 1]
    assert int(np.argmax(reranker.score("library alarm code", TEXTS[:4]))) == 0


def test_scores_are_those_of_the_library_without_its_activation(
    folder: Path, reranker: TorchReranker
) -> None:
    import torch
    from sentence_transformers import CrossEncoder

    model = CrossEncoder(str(folder), device="cpu", local_files_only=True)
    pairs = [("bus fare", text) for text in TEXTS]
    expected = model.predict(pairs, activation_fn=torch.nn.Identity(), show_progress_bar=False)
    assert np.allclose(reranker.score("bus fare", TEXTS), expected, atol=1e-3)


def test_a_score_does_not_depend_on_its_batch(reranker: TorchReranker) -> None:
    alone: list[Scores] = [reranker.score("bus", [text]) for text in TEXTS]
    assert np.allclose(np.concatenate(alone), reranker.score("bus", TEXTS), atol=1e-3)
    assert reranker.score("bus", []).shape == (0,)


def test_texts_beyond_the_window_and_odd_characters_are_read_as_far_as_they_go(
    reranker: TorchReranker,
) -> None:
    assert reranker.card.max_tokens == 128 < MAX_PAIR_TOKENS
    scores = reranker.score("bus \ud800", ["fare " * 4000, "bus \udfff \0", "\u202e"])
    assert np.isfinite(scores).all()


def test_it_is_loaded_once_by_whoever_comes_first(folder: Path) -> None:
    provider = RerankerProvider(PriorityGate())
    got: list[TorchReranker] = []
    threads = [
        threading.Thread(target=lambda: got.append(provider.get(str(folder)))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 4
    assert len({id(each) for each in got}) == 1
    assert provider.card(str(folder)).max_tokens == 128


class CountingGate(PriorityGate):
    """Counts how often document batches were held back."""

    n_times = 0

    @contextmanager
    def urgent(self) -> Iterator[None]:
        self.n_times += 1
        with super().urgent():
            yield


def test_documents_wait_while_a_reranker_reads(folder: Path) -> None:
    gate = CountingGate()
    reranker = TorchReranker(locate_reranker(str(folder)), gate, device="cpu")
    n_before = gate.n_times
    reranker.score("bus", TEXTS)
    assert gate.n_times == n_before + 1
    gate.wait_until_calm()


def test_a_device_that_fails_leaves_the_cpu_with_the_same_scores(folder: Path) -> None:
    located = locate_reranker(str(folder))
    reranker = TorchReranker(located, PriorityGate(), device="cpu")
    expected = reranker.score("bus", TEXTS)
    # A device of torch's that computes nothing: every batch fails on it.
    reranker._placed = replace(reranker._placed, device="meta")
    assert np.allclose(reranker.score("bus", TEXTS), expected, atol=1e-5)
    assert reranker.device == "cpu"
    never_there = TorchReranker(located, PriorityGate(), device="meta")
    assert never_there.device == "cpu"


def test_a_model_for_embeddings_is_no_reranker(tmp_path: Path) -> None:
    folder = make_tiny_model(tmp_path / "encoder", TinyModel())
    with pytest.raises(ModelNotFound, match="no cross-encoder with one score"):
        locate_reranker(str(folder))


def test_weights_that_do_not_load_are_told_and_not_tried_again(
    folder: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    for file in folder.iterdir():
        (broken / file.name).write_bytes(file.read_bytes())
    config = json.loads((broken / "config.json").read_text())
    (broken / "config.json").write_text(json.dumps({**config, "model_type": "no-such-type"}))
    provider = RerankerProvider(PriorityGate())
    with pytest.raises(ModelNotFound, match="cannot be loaded") as first:
        provider.get(str(broken))
    with pytest.raises(ModelNotFound) as second:
        provider.get(str(broken))
    assert first.value is second.value
    assert first.value.hint
    assert provider.get(str(folder)).score("bus", ["bus"]).shape == (1,)
