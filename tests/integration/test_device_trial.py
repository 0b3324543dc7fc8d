"""Real models through the trial: in half precision on the CPU's other name, and on a real GPU."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from plugin.embeddings.venv.embed.devices.choice import DeviceChoice, choose_from
from plugin.embeddings.venv.embed.devices.table import ACCELERATORS, CPU_ROW
from plugin.embeddings.venv.embed.devices.torch_probe import TorchProbe, import_torch
from plugin.embeddings.venv.embed.devices.trial import MIN_COSINE, TRIAL_TEXTS
from plugin.embeddings.venv.embed.diagnosis import try_model
from plugin.embeddings.venv.embed.encoder import TextEncoder
from plugin.embeddings.venv.embed.locate import locate_model
from plugin.embeddings.venv.embed.provider import EncoderProvider
from plugin.embeddings.venv.embed.torch_model import TorchModel, load_model, load_torch_model
from plugin.embeddings.venv.vectors import normalised
from tests.fixtures_models import TinyModel, make_tiny_model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plugin.embeddings.venv.embed.locate import LocatedModel
    from plugin.embeddings.venv.types import Vectors

ROOT = Path(__file__).resolve().parents[2]
CUDA = next(row for row in ACCELERATORS if row.kind == "cuda")
TEXTS = ["alarm code", "bus fare is paid at the desk of the library .", "monday"] * 7


@pytest.fixture
def located(tmp_path: Path) -> LocatedModel:
    return locate_model(str(make_tiny_model(tmp_path / "tiny", TinyModel())))


# torch knows the CPU by a second name, on which a real model really computes in each precision.
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
def test_a_precision_is_really_loaded_and_its_vectors_kept(
    located: LocatedModel, dtype: str
) -> None:
    model = TorchModel(located, DeviceChoice("cpu:0", "", CUDA, (dtype,)))
    assert (model.device, model.device_note) == ("cpu:0", "")
    assert str(model._placed.model.dtype) == f"torch.{dtype}"
    windows = [[2, 6, 3], [2, 7, 8, 3]]
    exact = normalised(TorchModel(located, DeviceChoice("cpu", "")).embed(windows))
    assert (normalised(model.embed(windows)) * exact).sum(axis=1).min() >= MIN_COSINE


def test_a_model_that_leaves_half_precisions_range_computes_in_another(tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    folder = make_tiny_model(tmp_path / "large", TinyModel())
    weights = load_file(folder / "model.safetensors")
    name = next(key for key in weights if key.endswith("intermediate.dense.weight"))
    weights[name] *= 1e6  # float32 and bfloat16 hold this, float16 ends at 65,504
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    located = locate_model(str(folder))

    model = TorchModel(located, DeviceChoice("cpu:0", "", CUDA, ("float16", "float32")))
    assert str(model._placed.model.dtype) == "torch.float32"
    alone = TorchModel(located, DeviceChoice("cpu:0", "", CUDA, ("float16",)))
    assert alone.device == "cpu"
    assert "not finite" in alone.device_note


def test_a_device_that_is_not_there_leaves_the_cpu_with_a_note(located: LocatedModel) -> None:
    absent = next(row for row in ACCELERATORS if not TorchProbe(import_torch()).is_there(row))
    model = TorchModel(located, DeviceChoice(absent.device, "", absent, ("float32",)))
    assert model.device == "cpu"
    assert f"{absent.name} was tried with this model and is not used" in model.device_note
    assert np.isfinite(model.embed([[2, 6, 3]])).all()


def test_what_torch_says_of_this_machine_is_asked_for_every_row() -> None:
    probe = TorchProbe(import_torch())
    there = [row for row in ACCELERATORS if probe.is_there(row)]
    choice = choose_from("auto", probe)
    assert choice.reason
    assert (choice.row is CPU_ROW) == (not any(probe.failure(row) == "" for row in there))
    assert probe.failure(CPU_ROW) == ""


@pytest.mark.gpu
def test_a_real_gpu_gives_the_cpus_vectors(located: LocatedModel) -> None:
    choice = choose_from("auto", TorchProbe(import_torch()))
    if choice.row is CPU_ROW:
        pytest.skip(f"no GPU here: {choice.reason}")
    model = TorchModel(located, choice)
    assert (model.device, model.device_note) == (choice.device, "")
    on_cpu = load_model(located, "cpu").encode(list(TRIAL_TEXTS), normalize_embeddings=True)
    on_gpu = model._placed.model.encode(list(TRIAL_TEXTS), normalize_embeddings=True)
    assert (np.asarray(on_gpu, np.float32) * on_cpu).sum(axis=1).min() >= MIN_COSINE


@pytest.mark.gpu
def test_an_encoder_on_a_real_gpu_ranks_as_on_the_cpu(located: LocatedModel) -> None:
    choice = choose_from("auto", TorchProbe(import_torch()))
    if choice.row is CPU_ROW:
        pytest.skip(f"no GPU here: {choice.reason}")
    on_gpu, on_cpu = (
        TextEncoder(located, load_torch_model(located, device)) for device in ("", "cpu")
    )
    assert on_gpu.device == choice.device
    query = "bus fare"
    rows = {}
    for name, encoder in (("gpu", on_gpu), ("cpu", on_cpu)):
        vectors = np.empty((len(TEXTS), encoder.card.dim), np.float32)

        def keep(indices: Sequence[int], found: Vectors, into: Vectors = vectors) -> None:
            into[list(indices)] = found

        encoder.encode_documents(TEXTS, keep)
        rows[name] = vectors @ encoder.encode_query(query)[0]
    assert np.allclose(rows["gpu"], rows["cpu"], atol=0.005)


def test_a_build_for_the_cpu_is_known_without_loading_it() -> None:
    program = (
        "import sys\n"
        "from plugin.embeddings.venv.embed.devices.choice import choose_device\n"
        "print(choose_device().reason, '|', 'torch' in sys.modules)\n"
    )
    environment = {**os.environ, "WRITERAGENT_DEVICE": "cuda"}
    argv = [sys.executable, "-c", program]
    done = subprocess.run(
        argv, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    reason, _, loaded = done.stdout.partition(" | ")
    has_gpu_build = bool(import_torch().version.cuda or import_torch().version.hip)
    assert (loaded.strip() == "True") == (has_gpu_build or sys.platform == "darwin")
    assert "WRITERAGENT_DEVICE asks for" in reason


def test_a_fall_back_is_told_wherever_the_model_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WRITERAGENT_FAST_LANE", "off")
    folder = str(make_tiny_model(tmp_path / "tiny", TinyModel()))
    provider = EncoderProvider()
    model = provider.whole(folder).model
    assert isinstance(model, TorchModel)
    assert "runs on the CPU" not in provider.choice(folder).reason
    model._placed = replace(model._placed, device="meta")  # every batch fails there
    tried = try_model(provider, folder)
    assert tried.device == "cpu"
    told = provider.choice(folder).reason
    assert "it runs on the CPU." in told
    assert "failed and is not used any more" in told
