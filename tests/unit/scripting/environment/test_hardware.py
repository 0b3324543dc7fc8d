"""Machines of each maker as their systems tell of them, behind the questions of Sight."""

from __future__ import annotations

import json
import sys

import pytest

from plugin.scripting.environment.hardware import detect_machine, xe_architecture
from plugin.scripting.environment.machine import (
    Gpu,
    GpuMaker,
    Machine,
    capability_of,
    machine_to_plain,
)
from plugin.scripting.environment.sight import SightOfThisMachine
from tests.elsewhere import Elsewhere

PCI = "/sys/bus/pci/devices/0000:01:00.0"
ROCMINFO = """\
*******
Agent 1
*******
  Name:                    AMD Ryzen 9 7900X 12-Core Processor
  Marketing Name:          AMD Ryzen 9 7900X 12-Core Processor
  Device Type:             CPU
*******
Agent 2
*******
  Name:                    gfx1100
  Marketing Name:          Radeon RX 7900 XTX
  Device Type:             GPU
"""


def on_pci(vendor: str, device: str, kind: str = "0x030000") -> dict[str, str]:
    return {f"{PCI}/class": f"{kind}\n", f"{PCI}/vendor": vendor, f"{PCI}/device": device}


def test_an_nvidia_card_is_told_by_its_own_program() -> None:
    told = "NVIDIA H100 80GB HBM3, 580.82.07, 9.0\nNVIDIA T4, 580.82.07, 7.5\n"
    machine = detect_machine(
        Elsewhere(programs={"nvidia-smi": told}, files=on_pci("0x10de", "0x2330"))
    )
    assert machine == Machine(
        "linux",
        "x86_64",
        (
            Gpu(GpuMaker.NVIDIA, "NVIDIA H100 80GB HBM3", "580.82.07", (9, 0)),
            Gpu(GpuMaker.NVIDIA, "NVIDIA T4", "580.82.07", (7, 5)),
        ),
    )


def test_an_old_program_of_nvidias_tells_no_capability() -> None:
    asked = "nvidia-smi --query-gpu=name,driver_version --format=csv,noheader"
    found = detect_machine(Elsewhere(programs={asked: "GeForce GTX 1060, 390.157\n"}))
    assert found.gpus == (Gpu(GpuMaker.NVIDIA, "GeForce GTX 1060", "390.157"),)


def test_an_nvidia_card_in_windows_linux_is_found_in_its_own_place() -> None:
    programs = {"/usr/lib/wsl/lib/nvidia-smi": "NVIDIA RTX A2000, 581.15, 8.6\n"}
    assert detect_machine(Elsewhere(programs=programs)).gpus[0].capability == (8, 6)


@pytest.mark.parametrize(
    ("version", "driver"),
    [
        ("", ""),  # only the free driver, with which nothing computes
        ("NVRM version: NVIDIA UNIX x86_64 Kernel Module  470.199.02  Thu May 11\n", "470.199.02"),
    ],
)
def test_an_nvidia_card_without_its_program_is_seen_on_the_bus(version: str, driver: str) -> None:
    files = {**on_pci("0x10de", "0x1c03"), "/proc/driver/nvidia/version": version}
    found = detect_machine(Elsewhere(files=files))
    assert found.gpus == (Gpu(GpuMaker.NVIDIA, "NVIDIA GPU", driver),)


def test_a_radeon_is_told_by_the_kernel_and_named_by_rocm() -> None:
    nodes = "/sys/class/kfd/kfd/topology/nodes"
    files = {
        **on_pci("0x1002", "0x744c"),
        f"{nodes}/0/properties": "cpu_cores_count 24\ngfx_target_version 0\n",
        f"{nodes}/1/properties": "cpu_cores_count 0\ngfx_target_version 110000\n",
    }
    found = detect_machine(Elsewhere(files=files, programs={"rocminfo": ROCMINFO}))
    expected = Gpu(GpuMaker.AMD, "Radeon RX 7900 XTX", "amdgpu", None, "gfx1100")
    assert found.gpus == (expected,)
    without_rocm = detect_machine(Elsewhere(files=files))
    assert without_rocm.gpus[0].architecture == "gfx1100"


@pytest.mark.parametrize(
    ("number", "name"),
    [("90010", "gfx90a"), ("90402", "gfx942"), ("100300", "gfx1030"), ("120001", "gfx1201")],
)
def test_the_kernels_number_is_amds_name(number: str, name: str) -> None:
    node = "/sys/class/kfd/kfd/topology/nodes/1/properties"
    files = {**on_pci("0x1002", "0x740f"), node: f"gfx_target_version {number}\n"}
    assert detect_machine(Elsewhere(files=files)).gpus[0].architecture == name


def test_a_radeon_whose_driver_does_not_compute_has_no_driver() -> None:
    found = detect_machine(Elsewhere(files=on_pci("0x1002", "0x744c")))
    assert found.gpus == (Gpu(GpuMaker.AMD, "AMD GPU"),)


@pytest.mark.parametrize(
    ("device", "architecture"),
    [
        ("0x56a0", "Xe-HPG"),
        ("0xe20b", "Xe2-HPG"),
        ("0x7d55", "Xe-LPG"),
        ("0x64a0", "Xe2-LPG"),
        ("0x0bd5", "Xe-HPC"),
    ],
)
def test_an_arc_is_told_by_its_number_on_the_bus(device: str, architecture: str) -> None:
    sight = Elsewhere(files=on_pci("0x8086", device), links={f"{PCI}/driver": "xe"})
    (gpu,) = detect_machine(sight).gpus
    assert (gpu.maker, gpu.architecture, gpu.driver) == (GpuMaker.INTEL, architecture, "xe")


@pytest.mark.parametrize("device", ["0x9a49", "0x3e92", "0x4680"])
def test_intels_older_graphics_are_not_taken_for_an_arc(device: str) -> None:
    assert xe_architecture(device[2:]) is None
    assert detect_machine(Elsewhere(files=on_pci("0x8086", device))).gpus == ()


def test_what_is_no_display_is_left_out() -> None:
    assert detect_machine(Elsewhere(files=on_pci("0x8086", "0x56a0", "0x060000"))).gpus == ()


def test_windows_tells_of_its_adapters() -> None:
    shown = [
        ("NVIDIA GeForce RTX 4070", "pci\\ven_10de&dev_2786&subsys_1", "32.0.15.6094"),
        ("Intel(R) Arc(TM) A380 Graphics", "PCI\\VEN_8086&DEV_56A5", "32.0.101.6078"),
        ("Intel(R) UHD Graphics 770", "PCI\\VEN_8086&DEV_4680", "31.0.101.2111"),
        ("AMD Radeon RX 7900 XTX", "PCI\\VEN_1002&DEV_744C", "32.0.11021.1011"),
        ("Microsoft Basic Render Driver", "ROOT\\BasicRender", "10.0.1"),
    ]
    found = detect_machine(Elsewhere("windows", "AMD64", shown=shown))
    assert found.architecture == "x86_64"
    assert {gpu.name: gpu.driver for gpu in found.gpus} == {
        "NVIDIA GeForce RTX 4070": "560.94",
        "Intel(R) Arc(TM) A380 Graphics": "32.0.101.6078",
        "AMD Radeon RX 7900 XTX": "32.0.11021.1011",
    }
    told = {"nvidia-smi": "NVIDIA GeForce RTX 4070, 560.94, 8.9\n"}
    by_both = detect_machine(Elsewhere("windows", "AMD64", programs=told, shown=shown))
    nvidia = [gpu for gpu in by_both.gpus if gpu.maker is GpuMaker.NVIDIA]
    assert [gpu.capability for gpu in nvidia] == [(8, 9)]


def test_an_apple_processor_is_a_gpu_and_an_intel_mac_has_none() -> None:
    programs = {"/usr/sbin/sysctl": "Apple M2\n"}
    found = detect_machine(Elsewhere("darwin", "arm64", programs=programs))
    assert found.gpus == (Gpu(GpuMaker.APPLE, "Apple M2", "Metal"),)
    assert detect_machine(Elsewhere("darwin", "x86_64", programs=programs)).gpus == ()


def test_nothing_that_is_told_wrongly_raises() -> None:
    noise = Elsewhere(
        programs={"nvidia-smi": "NVIDIA-SMI has failed because it couldn't communicate\n"},
        files={
            **on_pci("", ""),
            "/sys/class/kfd/kfd/topology/nodes/1/properties": "gfx_target_version many\n\n",
        },
        shown=[("", "", "")],
    )
    assert detect_machine(noise).gpus == ()
    assert capability_of("8") is None
    assert capability_of("[N/A]") is None


def test_this_machine_is_seen_without_torch() -> None:
    had_torch = "torch" in sys.modules
    machine = detect_machine(SightOfThisMachine())
    assert machine.system == {"linux": "linux", "win32": "windows"}.get(sys.platform, "darwin")
    assert len(json.loads(json.dumps(machine_to_plain(machine)))["gpus"]) == len(machine.gpus)
    assert ("torch" in sys.modules) == had_torch
    sight = SightOfThisMachine()
    assert sight.output(["/nonexistent/program"]) == sight.text("/nonexistent") == ""
    assert sight.target("/nonexistent") == ""
    assert sight.paths("/nonexistent/*") == []
