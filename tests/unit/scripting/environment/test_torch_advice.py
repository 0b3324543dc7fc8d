"""Which build of torch a GPU gets, by its driver, its capability and the version of torch."""

from __future__ import annotations

import pytest

from plugin.scripting.environment.machine import Gpu, GpuMaker, Machine
from plugin.scripting.environment.torch_advice import advise, is_standard, numbers, platform_of
from plugin.scripting.environment.torch_builds import CPU_BUILD, TORCH_BUILDS

LINUX, WINDOWS = ("linux", "x86_64"), ("windows", "x86_64")


def card(name: str, driver: str, capability: str = "") -> Gpu:
    major, _, minor = capability.partition(".")
    return Gpu(GpuMaker.NVIDIA, name, driver, (int(major), int(minor)) if capability else None)


RX_7900 = Gpu(GpuMaker.AMD, "RX 7900", "amdgpu", None, "gfx1100")
RX_580 = Gpu(GpuMaker.AMD, "RX 580", "amdgpu", None, "gfx803")
RTX_4070, RTX_5090 = "NVIDIA GeForce RTX 4070", "NVIDIA GeForce RTX 5090"


@pytest.mark.parametrize(
    ("on", "gpu", "torch", "build", "why"),
    [
        (LINUX, card(RTX_4070, "580.65", "8.9"), "2.13.0", "cu130", "cuda"),
        (LINUX, card(RTX_4070, "550.90.07", "8.9"), "2.13.0", "cu126", "older_driver"),
        (LINUX, card(RTX_4070, "525.60.13", "8.9"), "2.13.0", "cu126", "older_driver"),
        (LINUX, card(RTX_4070, "525.60.12", "8.9"), "2.13.0", "cpu", "driver_too_old"),
        (WINDOWS, card(RTX_4070, "528.33", "8.9"), "2.13.0", "cu126", "older_driver"),
        (WINDOWS, card(RTX_4070, "528.24", "8.9"), "2.13.0", "cpu", "driver_too_old"),
        (LINUX, card(RTX_4070, "", "8.9"), "2.13.0", "cpu", "no_driver"),
        # The older build has no code for Blackwell, so its older driver cannot be served.
        (LINUX, card(RTX_5090, "570.86", "12.0"), "2.13.0", "cpu", "driver_too_old"),
        (LINUX, card(RTX_5090, "580.65", "12.0"), "2.13.0", "cu130", "cuda"),
        (LINUX, card("Tesla V100", "580.65", "7.0"), "2.13.0", "cu126", "older_card"),
        (LINUX, card("Tesla T4", "580.65", "7.5"), "2.13.0", "cu130", "cuda"),
        (LINUX, card("GeForce GTX 1060", "580.65", "6.1"), "2.13.0", "cu126", "older_card"),
        (LINUX, card("Tesla K80", "470.199", "3.7"), "2.13.0", "cpu", "card_too_old"),
        (LINUX, card("a card of an old nvidia-smi", "580.65"), "2.13.0", "cu130", "cuda"),
        # The bounds of the builds in versions of torch.
        (LINUX, card(RTX_4070, "580.65", "8.9"), "2.14.0", "cu132", "cuda"),
        (LINUX, card("GeForce GTX 1060", "580.65", "6.1"), "2.14.1", "cu126", "older_card"),
        (LINUX, card("GeForce GTX 1060", "580.65", "6.1"), "2.15.0", "cpu", "card_too_old"),
        (LINUX, card(RTX_4070, "550.90.07", "8.9"), "2.10.0", "cu128", "older_driver"),
        (LINUX, RX_7900, "2.13.0", "rocm7.2", "rocm"),
        (LINUX, RX_580, "2.13.0", "cpu", "rocm_other_card"),
        (LINUX, Gpu(GpuMaker.AMD, "RX 7900"), "2.13.0", "cpu", "rocm_no_driver"),
        (LINUX, RX_7900, "2.14.0", "cpu", "no_build"),
        (LINUX, RX_7900, "2.10.0", "cpu", "no_build"),
        (WINDOWS, Gpu(GpuMaker.AMD, "RX 7900", "32.0"), "2.13.0", "cpu", "rocm_not_here"),
        (WINDOWS, Gpu(GpuMaker.INTEL, "Arc", "32.0", None, "Xe-HPG"), "2.13.0", "xpu", "xpu"),
        (LINUX, Gpu(GpuMaker.INTEL, "Arc", "", None, "Xe-HPG"), "2.13.0", "cpu", "xpu_no_driver"),
        (("darwin", "arm64"), Gpu(GpuMaker.APPLE, "Apple M2", "Metal"), "2.13.0", "", "mps"),
    ],
)
def test_a_gpu_gets_its_build(
    on: tuple[str, str], gpu: Gpu, torch: str, build: str, why: str
) -> None:
    found = advise(Machine(*on, (gpu,)), torch)
    assert (found.build.tag, found.why.value) == (build, why)
    assert found.gpu == gpu


@pytest.mark.parametrize(
    ("system", "architecture", "why"),
    [
        ("linux", "x86_64", "no_gpu"),
        ("linux", "arm64", "no_gpu"),
        ("windows", "x86_64", "no_gpu"),
        ("darwin", "x86_64", "no_torch"),
        ("freebsd", "x86_64", "no_torch"),
    ],
)
def test_a_machine_without_a_gpu_gets_the_cpu(system: str, architecture: str, why: str) -> None:
    found = advise(Machine(system, architecture), "2.13.0")
    assert (found.build, found.why.value) == (CPU_BUILD, why)


def test_of_two_gpus_the_one_with_a_build_is_used_and_the_firsts_reason_told_without() -> None:
    old = card("Tesla K80", "470.199", "3.7")
    arc = Gpu(GpuMaker.INTEL, "Arc A770", "i915", None, "Xe-HPG")
    both = advise(Machine("linux", "x86_64", (arc, old)), "2.13.0")
    assert (both.build.tag, both.gpu) == ("xpu", arc)
    neither = advise(Machine("linux", "x86_64", (old, Gpu(GpuMaker.AMD, "RX 580"))), "2.13.0")
    assert (neither.why.value, neither.gpu) == ("card_too_old", old)


def test_the_needed_driver_is_named() -> None:
    machine = Machine("linux", "x86_64", (card(RTX_5090, "570.86", "12.0"),))
    assert advise(machine, "2.13.0").values["needed"] == "580"
    machine = Machine("windows", "x86_64", (card(RTX_4070, "511.0", "8.9"),))
    assert advise(machine, "2.13.0").values["needed"] == "528.33"


def test_what_a_plain_installation_brings_is_known_for_each_platform() -> None:
    def standard(system: str, architecture: str, torch: str) -> list[str]:
        machine = Machine(system, architecture)
        return [build.tag for build in TORCH_BUILDS if is_standard(build, machine, torch)]

    assert standard("linux", "x86_64", "2.13.0") == ["cu130"]
    assert standard("linux", "x86_64", "2.14.0") == ["cu132"]
    assert standard("linux", "x86_64", "2.10.0") == ["cu128"]
    assert standard("windows", "x86_64", "2.13.0") == ["cpu"]
    assert standard("darwin", "arm64", "2.13.0") == ["", "cpu"]  # the same wheel serves both


def test_versions_are_numbers_and_platforms_known() -> None:
    assert numbers("2.13.0+cpu") == (2, 13, 0)
    assert numbers("580.82.07") == (580, 82, 7)
    assert numbers("unknown") == ()
    known = {platform for build in TORCH_BUILDS for platform in build.min_drivers}
    assert platform_of(Machine("linux", "x86_64")) in known
    for build in TORCH_BUILDS:
        assert set(build.standard) <= set(build.min_drivers)
        assert build.download_mb < build.disk_mb
