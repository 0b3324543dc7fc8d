"""The encoder with small random models: prompts, poolings, windows, failures of memory."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from plugin.contracts.errors import BadVectors, ModelNotFound
from plugin.embeddings.venv.embed.devices.choice import DeviceChoice
from plugin.embeddings.venv.embed.encoder import TextEncoder
from plugin.embeddings.venv.embed.locate import locate_model
from plugin.embeddings.venv.embed.provider import EncoderProvider
from plugin.embeddings.venv.embed.torch_model import TorchModel, load_torch_model
from tests.fixtures_models import TinyModel, make_tiny_model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plugin.embeddings.venv.types import Vectors

ROOT = Path(__file__).resolve().parents[2]
ON_CPU = DeviceChoice("cpu", "the tests have no other")
PROMPTS = {"query": "query : ", "document": "passage : "}
TEXTS = ["alarm code", "bus fare is paid at the desk of the library .", "", "code", "the bus , the"]
LONG = "the alarm code of the library desk is paid monday , bus fare . " * 6


def load(folder: Path, **options: Any) -> TextEncoder:
    located = locate_model(str(folder))
    return TextEncoder(located, load_torch_model(located, "cpu"), **options)


def encode_all(encoder: TextEncoder, texts: Sequence[str]) -> Vectors:
    vectors = np.full((len(texts), encoder.card.dim), np.nan, np.float32)
    told: list[int] = []

    def keep(indices: Sequence[int], batch: Vectors) -> None:
        told.extend(indices)
        vectors[list(indices)] = batch

    encoder.encode_documents(texts, keep)
    assert sorted(told) == list(range(len(texts))), "every text is told once"
    return vectors


def reference(folder: Path) -> Any:
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(folder), device="cpu", local_files_only=True)


@pytest.mark.parametrize(
    "pooling",
    [
        {"pooling_mode_mean_tokens": True},
        {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False},
        {"pooling_mode_mean_tokens": True, "pooling_mode_max_tokens": True},
        {"pooling_mode_mean_tokens": True, "include_prompt": False},
        {"pooling_mode_lasttoken": True, "pooling_mode_mean_tokens": False},
    ],
    ids=["mean", "cls", "mean and max", "prompt left out", "last token"],
)
def test_prompts_and_poolings_are_the_models_own(tmp_path: Path, pooling: dict[str, Any]) -> None:
    folder = make_tiny_model(tmp_path / "tiny", TinyModel(pooling=pooling, prompts=PROMPTS))
    encoder, st = load(folder), reference(folder)
    documents = st.encode_document(TEXTS, normalize_embeddings=True)
    assert encoder.card.dim == documents.shape[1]
    assert (encode_all(encoder, TEXTS) * documents).sum(axis=1).min() >= 0.9999
    query = st.encode_query(TEXTS[0], normalize_embeddings=True)
    assert float((encoder.encode_query(TEXTS[0]) @ query)[0]) >= 0.9999
    assert float(documents[0] @ query) < 0.9999, "the prompts make a difference"


def test_tokens_are_counted_with_prompt_and_frame_uncut(tmp_path: Path) -> None:
    encoder = load(make_tiny_model(tmp_path / "tiny", TinyModel(prompts=PROMPTS)))
    assert encoder.count_tokens(["alarm code", LONG]) == [2 + 2 + 2, 14 * 6 + 2 + 2]


@pytest.mark.parametrize("budget_tokens", [1, 600])
def test_a_long_text_is_the_mean_of_its_windows(tmp_path: Path, budget_tokens: int) -> None:
    folder = make_tiny_model(tmp_path / "tiny", TinyModel(prompts=PROMPTS))
    encoder, st = load(folder, budget_tokens=budget_tokens), reference(folder)
    words = LONG.split()
    size = 24 - 2 - 2  # the window without special tokens and prompt
    n_windows = -(-(len(words) - size) // (size - size // 2)) + 1
    starts = [(len(words) - size) * i // (n_windows - 1) for i in range(n_windows)]
    windows = [" ".join(words[start : start + size]) for start in starts]
    mean = st.encode_document(windows, normalize_embeddings=True).mean(axis=0)
    vectors = encode_all(encoder, ["alarm code", LONG, "bus"])
    assert float(vectors[1] @ mean / np.linalg.norm(mean)) >= 0.9999


def test_a_lone_surrogate_and_control_characters_are_encoded(tmp_path: Path) -> None:
    encoder = load(make_tiny_model(tmp_path / "tiny", TinyModel()))
    assert encode_all(encoder, ["broken \ud800 text", "a\0b", "\n"]).shape == (3, 16)
    assert encoder.encode_query("\udfff").shape == (1, 16)


def test_no_texts_are_no_batches(tmp_path: Path) -> None:
    encoder = load(make_tiny_model(tmp_path / "tiny", TinyModel()))
    assert encode_all(encoder, []).shape == (0, 16)


def test_vectors_that_are_not_finite_are_refused(tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    folder = make_tiny_model(tmp_path / "tiny", TinyModel())
    weights = load_file(folder / "model.safetensors")
    weights["embeddings.LayerNorm.bias"][0] = float("nan")
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    encoder = load(folder)
    with pytest.raises(BadVectors, match="not finite"):
        encoder.encode_query("alarm")
    with pytest.raises(BadVectors, match="not finite"):
        encode_all(encoder, TEXTS)


def test_weights_of_another_model_are_a_model_not_found(tmp_path: Path) -> None:
    folder = make_tiny_model(tmp_path / "tiny", TinyModel())
    (folder / "config.json").write_text('{"model_type": "nothing anyone knows"}')
    with pytest.raises(ModelNotFound, match="cannot be loaded"):
        load(folder)


class LittleMemory(TorchModel):
    """A device that runs out of memory above a number of windows, or always off the CPU."""

    most_windows = 2
    sizes: list[int]

    def _forward(
        self, placed: Any, windows: Sequence[Sequence[int]], read: Any, n_prompt_tokens: int
    ) -> list[Vectors]:
        import torch

        self.sizes = [*getattr(self, "sizes", []), len(windows)]
        if len(windows) > self.most_windows:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return super()._forward(placed, windows, read, n_prompt_tokens)


def test_batches_are_halved_until_they_fit(tmp_path: Path) -> None:
    located = locate_model(str(make_tiny_model(tmp_path / "tiny", TinyModel())))
    model = LittleMemory(located, ON_CPU)
    windows = [[2, 5 + i, 3] for i in range(7)]
    expected = TorchModel(located, ON_CPU).embed(windows)
    assert np.allclose(model.embed(windows), expected, atol=1e-6)
    assert max(size for size in model.sizes if size <= 2) == 2
    states = model.states(windows)
    assert [rows.shape for rows in states] == [(3, 16)] * 7
    assert np.allclose(np.stack(states).mean(axis=1), expected, atol=1e-6)


def test_one_text_too_many_for_a_gpu_goes_to_the_cpu_for_good(tmp_path: Path) -> None:
    located = locate_model(str(make_tiny_model(tmp_path / "tiny", TinyModel())))
    model = LittleMemory(located, ON_CPU)
    # A device of torch's that computes nothing: every batch fails on it.
    model._placed = replace(model._placed, device="meta")
    assert model.embed([[2, 6, 3]]).shape == (1, 16)
    assert model.device == "cpu"
    assert "failed and is not used any more" in model.device_note


def test_no_memory_for_one_text_is_said(tmp_path: Path) -> None:
    model = LittleMemory(locate_model(str(make_tiny_model(tmp_path / "t", TinyModel()))), ON_CPU)
    model.most_windows = 0
    with pytest.raises(BadVectors, match="does not fit in memory"):
        model.embed([[2, 6, 3], [2, 7, 3]])


def test_queries_and_documents_at_once_give_the_same_vectors(tmp_path: Path) -> None:
    encoder = load(make_tiny_model(tmp_path / "tiny", TinyModel()), budget_tokens=48)
    texts = [f"{text} {word}" for text in TEXTS for word in LONG.split()]
    expected, query = encode_all(encoder, texts), encoder.encode_query("alarm code")
    failures: list[str] = []
    stop = threading.Event()

    def ask() -> None:
        while not stop.is_set():
            if not np.allclose(encoder.encode_query("alarm code"), query, atol=1e-5):
                failures.append("a query's vector changed")
            # Queries go first: askers without a pause would hold the documents up for ever.
            stop.wait(0.02)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        assert np.allclose(encode_all(encoder, texts), expected, atol=1e-5)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert failures == []


def test_two_lanes_asking_at_once_load_one_model(tmp_path: Path) -> None:
    folder = str(make_tiny_model(tmp_path / "tiny", TinyModel()))
    provider = EncoderProvider()
    found: list[TextEncoder] = []
    threads = [threading.Thread(target=lambda: found.append(provider.whole(folder))) for _ in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found[0] is found[1] is provider.whole(folder)


SLOW_MODULE = """
import pathlib, time
from sentence_transformers.base.modules.module import Module

HERE = pathlib.Path(r"{folder}")

class Slow(Module):
    config_keys = []
    def forward(self, features, **kwargs):
        return features
    def save(self, output_path, *args, **kwargs):
        pass
    @classmethod
    def load(cls, model_name_or_path, **kwargs):
        (HERE / "began").touch()
        while not (HERE / "go on").exists():
            time.sleep(0.01)
        return cls()
"""


def test_a_model_that_is_here_is_given_while_another_loads(tmp_path: Path) -> None:
    """As for a query in a folder whose next model a pass is just loading."""
    here = str(make_tiny_model(tmp_path / "here", TinyModel()))
    slow = make_tiny_model(tmp_path / "slow", TinyModel(seed=1))
    (slow / "slow.py").write_text(SLOW_MODULE.format(folder=tmp_path), encoding="utf-8")
    modules = json.loads((slow / "modules.json").read_text(encoding="utf-8"))
    modules.append({"idx": 2, "name": "2", "path": "", "type": "slow.Slow"})
    (slow / "modules.json").write_text(json.dumps(modules), encoding="utf-8")
    provider = EncoderProvider()
    encoder = provider.whole(here)
    loading = threading.Thread(
        target=lambda: provider.whole(str(slow), trusted_models=(str(slow),)), daemon=True
    )
    loading.start()
    while not (tmp_path / "began").exists():
        assert loading.is_alive()
        time.sleep(0.01)
    assert provider.whole(here) is encoder
    assert provider.choice(here).model_id == here
    assert loading.is_alive(), "the other model was not waited for"
    (tmp_path / "go on").touch()
    loading.join(60)
    assert not loading.is_alive()


def test_loading_is_silent_and_asks_no_network(tmp_path: Path) -> None:
    folder = make_tiny_model(tmp_path / "tiny", TinyModel(prompts=PROMPTS))
    program = (
        "import socket, sys\n"
        "def refuse(*args): raise SystemExit(f'network: {args[1:]}')\n"
        "socket.socket.connect = socket.getaddrinfo = refuse\n"
        "from plugin.embeddings.venv.embed.provider import EncoderProvider\n"
        "encoder = EncoderProvider().get(sys.argv[1])\n"
        "encoder.encode_query('alarm ' * 99)\n"
        "encoder.encode_documents(['alarm ' * 99], lambda indices, vectors: None)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_no_more_than_two_models_stay_in_memory(tmp_path: Path) -> None:
    provider = EncoderProvider()
    folders = [str(make_tiny_model(tmp_path / str(n), TinyModel(seed=n))) for n in range(3)]
    first, second, _third = (provider.get(folder) for folder in folders)
    assert provider.get(folders[1]) is second
    assert provider.get(folders[0]) is not first
