"""The choice of a device for each maker's hardware, which stands behind the probe's questions."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.devices import DEVICES
from plugin.embeddings.venv.embed.devices import choice as device_choice
from plugin.embeddings.venv.embed.devices.choice import choose_from, unmet_wish
from plugin.embeddings.venv.embed.devices.table import ACCELERATORS, CPU_ROW

if TYPE_CHECKING:
    from plugin.embeddings.venv.embed.devices.table import DeviceRow


@dataclass
class Hardware:
    """A machine's devices by kind: the maker's name, and what goes wrong on those that fail."""

    names: dict[str, str] = field(default_factory=dict)
    capabilities: dict[str, tuple[int, int]] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)

    def is_there(self, row: DeviceRow) -> bool:
        return row.kind in self.names

    def name(self, row: DeviceRow) -> str:
        return self.names[row.kind]

    def capability(self, row: DeviceRow) -> tuple[int, int] | None:
        return self.capabilities.get(row.kind)

    def failure(self, row: DeviceRow) -> str:
        return self.failures.get(row.kind, "")


H100 = Hardware({"cuda": "NVIDIA H100"}, {"cuda": (9, 0)})
PASCAL = Hardware({"cuda": "NVIDIA GeForce GTX 1060"}, {"cuda": (6, 1)})
TURING = Hardware({"cuda": "NVIDIA GeForce RTX 2060"}, {"cuda": (7, 5)})
KEPLER = Hardware({"cuda": "Tesla K80"}, {"cuda": (3, 7)})
RADEON = Hardware({"rocm": "AMD Radeon RX 7900 XTX"})
ARC = Hardware({"xpu": "Intel(R) Arc(TM) A770 Graphics"})
APPLE = Hardware({"mps": ""})
NOTHING = Hardware()


@pytest.mark.parametrize(
    ("machine", "device", "kind", "dtypes", "reason"),
    [
        (
            H100,
            "cuda",
            "cuda",
            ("float16", "bfloat16", "float32"),
            "NVIDIA H100 (CUDA) works",
        ),
        (PASCAL, "cuda", "cuda", ("float32",), "NVIDIA GeForce GTX 1060 (CUDA) works"),
        (TURING, "cuda", "cuda", ("float16", "float32"), "NVIDIA GeForce RTX 2060 (CUDA) works"),
        (
            RADEON,
            "cuda",
            "rocm",
            ("float16", "bfloat16", "float32"),
            "AMD Radeon RX 7900 XTX (ROCm) works",
        ),
        (
            ARC,
            "xpu",
            "xpu",
            ("float16", "bfloat16", "float32"),
            "Intel(R) Arc(TM) A770 Graphics (XPU) works",
        ),
        (APPLE, "mps", "mps", ("float16", "float32"), "the GPU (MPS) works"),
        (NOTHING, "cpu", "cpu", ("float32",), "no GPU that torch can use was found"),
    ],
)
def test_each_makers_device_is_chosen_with_its_precisions(
    machine: Hardware, device: str, kind: str, dtypes: tuple[str, ...], reason: str
) -> None:
    choice = choose_from("auto", machine)
    assert (choice.device, choice.row.kind, choice.dtypes) == (device, kind, dtypes)
    assert choice.reason == reason
    assert choose_from("", machine) == choice


def test_a_card_too_old_for_any_build_is_told_with_its_number() -> None:
    choice = choose_from("auto", KEPLER)
    assert choice.row is CPU_ROW
    assert choice.reason == "Tesla K80 has compute capability 3.7, and 5.0 is needed"


def test_a_device_that_promises_and_fails_leaves_the_next_or_the_cpu() -> None:
    broken = Hardware(
        {"cuda": "NVIDIA T4", "xpu": "Arc"},
        {"cuda": (7, 5)},
        {"cuda": "no kernel image is available for execution on the device"},
    )
    assert choose_from("auto", broken).device == "xpu"
    alone = Hardware({"cuda": "NVIDIA T4"}, {"cuda": (7, 5)}, broken.failures)
    choice = choose_from("auto", alone)
    assert choice.device == "cpu"
    assert "NVIDIA T4 (CUDA) was found and does not compute: no kernel image" in choice.reason


@pytest.mark.parametrize(
    ("wanted", "machine", "device", "reason"),
    [
        ("cpu", H100, "cpu", "WRITERAGENT_DEVICE is set to cpu"),
        ("cuda", H100, "cuda", "WRITERAGENT_DEVICE asks for it, and NVIDIA H100 (CUDA) works"),
        ("cuda", RADEON, "cuda", "AMD Radeon RX 7900 XTX (ROCm) works"),
        ("rocm", RADEON, "cuda", "AMD Radeon RX 7900 XTX (ROCm) works"),
        ("rocm", H100, "cpu", "asks for rocm, which does not work here"),
        ("mps", H100, "cpu", "asks for mps, which does not work here: no GPU"),
        ("tpu", H100, "cuda", "NVIDIA H100 (CUDA) works"),
        ("tpu", NOTHING, "cpu", "WRITERAGENT_DEVICE=tpu is not a device"),
    ],
)
def test_a_wish_is_kept_to_or_its_failure_is_told(
    wanted: str, machine: Hardware, device: str, reason: str
) -> None:
    choice = choose_from(wanted, machine)
    assert choice.device == device
    assert reason in choice.reason


@pytest.mark.parametrize(
    ("wanted", "kind", "said"),
    [
        ("", "cpu", ""),
        ("auto", "cpu", ""),
        ("cpu", "cuda", ""),
        ("cuda", "cuda", ""),  # only torch can tell
        ("cuda", "cpu", "asks for cuda, but torch 2.13.0 is a build for the CPU alone"),
        ("tpu", "cuda", "WRITERAGENT_DEVICE=tpu is not a device"),
    ],
)
@pytest.mark.skipif(sys.platform == "darwin", reason="a build for the CPU has Metal in it there")
def test_a_wish_that_cannot_be_followed_is_known_without_torch(
    monkeypatch: pytest.MonkeyPatch, wanted: str, kind: str, said: str
) -> None:
    monkeypatch.setenv("WRITERAGENT_DEVICE", wanted)
    monkeypatch.setattr(device_choice, "_torch_build", lambda: ("2.13.0", kind))
    assert unmet_wish().endswith(said)
    assert bool(unmet_wish()) == bool(said)


def test_a_variable_that_hides_the_cards_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "-1")
    assert "CUDA_VISIBLE_DEVICES hides the CUDA devices" in choose_from("cuda", NOTHING).reason
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    assert "hides" not in choose_from("cuda", NOTHING).reason


def test_every_row_ends_with_float32_and_every_wish_has_a_row() -> None:
    for row in (*ACCELERATORS, CPU_ROW):
        assert row.precisions[-1].dtype == "float32", row.kind
        assert row.precisions[-1].min_capability == (0, 0)
        assert row.budget_tokens > 0
    devices = {row.device for row in (*ACCELERATORS, CPU_ROW)}
    assert devices == set(DEVICES) - {"auto"}
