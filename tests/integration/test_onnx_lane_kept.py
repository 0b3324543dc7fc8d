"""Which lane computes: when one is made, kept, doubted and left; and what it leaves behind."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plugin.contracts.user_cache import MODELS_DIR_VARIABLE
from plugin.embeddings.venv.embed.devices import choice as device_choice
from plugin.embeddings.venv.embed.devices.choice import DeviceChoice
from plugin.embeddings.venv.embed.devices.table import CPU_ROW
from plugin.embeddings.venv.embed.encoder import TextEncoder
from plugin.embeddings.venv.embed.locate import locate_model
from plugin.embeddings.venv.embed.onnx_lane.kept_lane import (
    GRAPH,
    NOTE,
    STAGING,
    lane_folder,
    read_note,
)
from plugin.embeddings.venv.embed.onnx_lane.making import make_lane
from plugin.embeddings.venv.embed.onnx_lane.onnx_model import OnnxModel
from plugin.embeddings.venv.embed.onnx_lane.runtime import MappedSession
from plugin.embeddings.venv.embed.onnx_lane.use import (
    LANE_VARIABLE,
    is_unknown,
    lane_reason,
    make_missing_lane,
)
from plugin.embeddings.venv.embed.provider import EncoderProvider
from plugin.embeddings.venv.embed.torch_model import TorchModel, load_torch_model
from tests.fixtures_models import TinyModel, make_tiny_model

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(MODELS_DIR_VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_a_query_never_makes_a_lane_and_takes_one_that_is_there(tmp_path: Path) -> None:
    folder = str(make_tiny_model(tmp_path / "tiny", TinyModel()))
    assert isinstance(EncoderProvider().whole(folder).model, TorchModel)
    assert "until the next pass" in EncoderProvider().choice(folder).lane
    provider = EncoderProvider()
    asked = provider.whole(folder)
    made = provider.for_passes().whole(folder)
    assert isinstance(asked.model, TorchModel)
    assert isinstance(made.model, OnnxModel)
    assert isinstance(EncoderProvider().whole(folder).model, OnnxModel)
    assert "ONNX Runtime computes" in provider.choice(folder).lane


def test_a_pass_without_work_makes_a_missing_lane_once(tmp_path: Path, cache: Path) -> None:
    folder = str(make_tiny_model(tmp_path / "tiny", TinyModel()))
    EncoderProvider().prepare(folder, ())
    assert isinstance(EncoderProvider().whole(folder).model, OnnxModel)
    shutil.rmtree(cache)
    cache.write_text("a file where the folder would be")
    provider = EncoderProvider()
    provider.prepare(folder, ())
    cache.unlink()
    provider.prepare(folder, ())
    assert not cache.exists(), "what could not be kept is not tried again in this process"
    provider.prepare("none", ())


def test_a_gpu_is_remembered_and_forgotten_when_it_is_gone(tmp_path: Path) -> None:
    located = locate_model(str(make_tiny_model(tmp_path / "tiny", TinyModel())))
    row = replace(CPU_ROW, kind="cuda", name="CUDA")  # a row that computes where there is no card
    on_card = TorchModel(located, DeviceChoice("cpu:0", "", row))
    assert not make_missing_lane(located, on_card)
    assert not is_unknown(located)
    assert "as it runs on CUDA" in lane_reason(located, None)
    assert "sentence-transformers computes on CUDA" in lane_reason(located, on_card)
    assert make_missing_lane(located, load_torch_model(located, "cpu"))


def test_folders_that_were_never_finished_go_after_a_day(tmp_path: Path, cache: Path) -> None:
    old, new = (cache / "fast-lanes" / f"{STAGING}{name}" for name in ("old", "new"))
    for left in (old, new):
        left.mkdir(parents=True)
    two_days_ago = time.time() - 2 * 24 * 3600
    os.utime(old, (two_days_ago, two_days_ago))
    EncoderProvider().prepare(str(make_tiny_model(tmp_path / "tiny", TinyModel())), ())
    assert (old.exists(), new.exists()) == (False, True)


def test_a_wish_for_another_lane_is_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = str(make_tiny_model(tmp_path / "tiny", TinyModel()))
    EncoderProvider().for_passes().whole(folder)
    monkeypatch.setenv(LANE_VARIABLE, "off")
    assert isinstance(EncoderProvider().whole(folder).model, TorchModel)
    assert "is set to off" in EncoderProvider().choice(folder).lane


def test_a_device_that_is_wished_for_takes_the_lane_where_it_could_be_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = str(make_tiny_model(tmp_path / "tiny", TinyModel()))
    EncoderProvider().for_passes().whole(folder)
    monkeypatch.setenv("WRITERAGENT_DEVICE", "tpu")
    assert isinstance(EncoderProvider().whole(folder).model, OnnxModel)
    told = EncoderProvider().choice(folder).lane
    assert told.startswith("ONNX Runtime computes on the CPU")
    assert told.endswith("WRITERAGENT_DEVICE=tpu is not a device.")
    monkeypatch.setenv("WRITERAGENT_DEVICE", "cuda")
    for build, said in ((("2.13.0+cpu", "cpu"), "ONNX Runtime"), (("2.13.0", "cuda"), "is set to")):
        monkeypatch.setattr(device_choice, "_torch_build", lambda build=build: build)
        assert said in EncoderProvider().choice(folder).lane


def test_without_onnxruntime_the_reference_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = str(make_tiny_model(tmp_path / "tiny", TinyModel()))
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    provider = EncoderProvider()
    assert isinstance(provider.for_passes().whole(folder).model, TorchModel)
    assert provider.choice(folder).lane.endswith("onnxruntime is not installed.")


def test_a_model_of_another_kind_is_left_with_its_reason(tmp_path: Path) -> None:
    folder = make_tiny_model(tmp_path / "tiny", TinyModel(activation="relu"))
    assert isinstance(EncoderProvider().for_passes().whole(str(folder)).model, TorchModel)
    place = lane_folder(locate_model(str(folder)))
    assert [path.name for path in place.iterdir()] == [NOTE]
    written = (place / NOTE).stat().st_mtime_ns
    provider = EncoderProvider()
    assert isinstance(provider.for_passes().whole(str(folder)).model, TorchModel)
    assert (place / NOTE).stat().st_mtime_ns == written, "it is not tried again"
    assert "activation (relu)" in provider.choice(str(folder)).lane


def test_other_vectors_than_the_references_are_refused(tmp_path: Path) -> None:
    one, other = (
        locate_model(str(make_tiny_model(tmp_path / str(seed), TinyModel(seed=seed))))
        for seed in (1, 2)
    )
    note = make_lane(one, load_torch_model(other, "cpu"))
    assert note.problem.startswith("its vectors differ")
    assert note.cosine_min < 0.999
    assert isinstance(EncoderProvider().whole(str(one.folder)).model, TorchModel)


def test_other_tokens_than_the_references_are_refused(tmp_path: Path, monkeypatch: Any) -> None:
    located = locate_model(str(make_tiny_model(tmp_path / "tiny", TinyModel())))
    reference = load_torch_model(located, "cpu")
    shifted = json.loads(reference.tokenizer_json)
    shifted["normalizer"] = None
    monkeypatch.setattr(TorchModel, "tokenizer_json", json.dumps(shifted))
    assert make_lane(located, reference).problem == "its tokenizer gives other tokens"


def test_a_changed_model_is_looked_at_anew_and_the_old_lane_goes(
    tmp_path: Path, cache: Path
) -> None:
    folder = make_tiny_model(tmp_path / "tiny", TinyModel())
    EncoderProvider().for_passes().whole(str(folder))
    before = lane_folder(locate_model(str(folder)))
    make_tiny_model(folder, TinyModel(seed=5))
    after = lane_folder(locate_model(str(folder)))
    assert read_note(before) is not None
    assert read_note(after) is None
    fast = EncoderProvider().for_passes().whole(str(folder))
    located = locate_model(str(folder))
    reference = TextEncoder(located, load_torch_model(located, "cpu"))
    pair = [encoder.encode_query("alarm code") for encoder in (fast, reference)]
    assert float((pair[0] * pair[1]).sum()) > 0.999
    assert list((cache / "fast-lanes").iterdir()) == [after]


def test_what_was_cut_short_in_the_cache_is_made_again(tmp_path: Path) -> None:
    folder = str(make_tiny_model(tmp_path / "tiny", TinyModel()))
    EncoderProvider().for_passes().whole(folder)
    graph = lane_folder(locate_model(folder)) / GRAPH
    whole = graph.read_bytes()
    graph.write_bytes(whole[:-100])
    assert isinstance(EncoderProvider().whole(folder).model, TorchModel)
    assert isinstance(EncoderProvider().for_passes().whole(folder).model, OnnxModel)
    assert graph.read_bytes() == whole


def test_a_cache_that_cannot_be_written_leaves_the_reference(tmp_path: Path, cache: Path) -> None:
    folder = str(make_tiny_model(tmp_path / "tiny", TinyModel()))
    cache.write_text("a file where the folder would be")
    assert isinstance(EncoderProvider().for_passes().whole(folder).model, TorchModel)


def test_the_runtime_leaves_no_identifier_behind(tmp_path: Path) -> None:
    """It keeps one, and a file of what it has to tell, where its telemetry is on at its import."""
    program = (
        f"from {MappedSession.__module__} import MappedSession, RuntimeFailed\n"
        "try: MappedSession(b'no graph', {})\n"
        "except RuntimeFailed: print('imported')"
    )
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**kept, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "imported", done.stderr
    assert list(tmp_path.iterdir()) == []
