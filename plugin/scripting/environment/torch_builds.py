"""The builds of torch that there are, as data with their bounds.

Owns: for which machines and which versions of torch each build is made, and about how large it
is. Does not own: which one is right here (torch_advice), where it comes from (torch_source).
Sources: pytorch/pytorch RELEASE.md, "Release Compatibility Matrix" and "PyTorch CUDA Support
Matrix" (2.14), and the notice of what 2.15 drops (pytorch#190385); NVIDIA's
"CUDA Toolkit Release Notes", tables 2 and 3, for drivers; torch.cuda.get_arch_list() of the ROCm
builds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Mapping, Tuple

Version = Tuple[int, ...]

_EVER: Final[Version] = (99,)
LINUX: Final = "linux-x86_64"
LINUX_ARM: Final = "linux-arm64"
WINDOWS: Final = "windows-x86_64"
MAC: Final = "darwin-arm64"


@dataclass(frozen=True)
class TorchBuild:
    """One build. tag is the local part of its version, as uv and PyTorch's indexes name it.

    What uv has no name for is left out: 2.14 has ROCm 7.14 instead of 7.2.

    kind is what it computes on beside the CPU (cuda, rocm, xpu, mps, cpu), device torch's name for
    it. It is made from version torch_from on and no more from torch_before on. min_drivers has the
    least driver for each platform, a key of which says that it is made for that. capabilities are
    the least and the largest compute capability it has code for, architectures AMD's that it has.
    standard are the platforms where it is what a plain "pip install torch" brings, in the versions
    from standard_from to before standard_before. Sizes are those of torch with all it needs.
    """

    tag: str
    kind: str
    device: str
    name: str
    min_drivers: Mapping[str, Version]
    download_mb: int
    disk_mb: int
    torch_from: Version = (0,)
    torch_before: Version = _EVER
    capabilities: Tuple[Tuple[int, int], Tuple[int, int]] = ((0, 0), (99, 0))
    architectures: Tuple[str, ...] = ()
    standard: Tuple[str, ...] = ()
    standard_from: Version = (0,)
    standard_before: Version = _EVER


_GFX: Final = (
    "gfx900 gfx906 gfx908 gfx90a gfx942 gfx950 gfx1030 gfx1100 gfx1101 gfx1102 gfx1150 gfx1151"
    " gfx1200 gfx1201"
).split()

TORCH_BUILDS: Final[Tuple[TorchBuild, ...]] = (
    TorchBuild(
        tag="cu132",
        kind="cuda",
        device="cuda",
        name="CUDA 13.2",
        torch_from=(2, 14),  # from 2.12 on as an experiment
        min_drivers={LINUX: (580,), LINUX_ARM: (580,), WINDOWS: (580,)},
        capabilities=((7, 5), (12, 1)),
        standard=(LINUX, LINUX_ARM),
        download_mb=3000,
        disk_mb=5600,
    ),
    TorchBuild(
        tag="cu130",
        kind="cuda",
        device="cuda",
        name="CUDA 13.0",
        torch_from=(2, 9),
        min_drivers={LINUX: (580,), LINUX_ARM: (580,), WINDOWS: (580,)},
        capabilities=((7, 5), (12, 1)),
        standard=(LINUX, LINUX_ARM),
        standard_from=(2, 11),
        standard_before=(2, 14),
        download_mb=3000,
        disk_mb=5600,
    ),
    TorchBuild(
        tag="cu128",
        kind="cuda",
        device="cuda",
        name="CUDA 12.8",
        torch_from=(2, 7),
        torch_before=(2, 12),
        min_drivers={LINUX: (525, 60, 13), WINDOWS: (528, 33)},
        capabilities=((7, 5), (12, 0)),
        standard=(LINUX,),
        standard_from=(2, 8),
        standard_before=(2, 11),
        download_mb=2900,
        disk_mb=6000,
    ),
    TorchBuild(
        tag="cu126",  # the last with code for Maxwell, Pascal and Volta
        kind="cuda",
        device="cuda",
        name="CUDA 12.6",
        torch_from=(2, 6),
        torch_before=(2, 15),
        min_drivers={LINUX: (525, 60, 13), WINDOWS: (528, 33)},
        capabilities=((5, 0), (9, 0)),
        download_mb=2700,
        disk_mb=5400,
    ),
    TorchBuild(
        tag="rocm7.2",
        kind="rocm",
        device="cuda",
        name="ROCm 7.2",
        torch_from=(2, 11),
        torch_before=(2, 14),
        min_drivers={LINUX: (0,)},  # any amdgpu with its compute part, which the probe sees
        architectures=tuple(_GFX),
        download_mb=5000,
        disk_mb=17000,
    ),
    TorchBuild(
        tag="xpu",
        kind="xpu",
        device="xpu",
        name="XPU",
        torch_from=(2, 6),
        min_drivers={LINUX: (0,), WINDOWS: (0,)},
        download_mb=2500,
        disk_mb=7000,
    ),
    TorchBuild(
        tag="",
        kind="mps",
        device="mps",
        name="Metal (MPS)",
        min_drivers={MAC: (0,)},
        standard=(MAC,),
        download_mb=90,
        disk_mb=430,
    ),
    TorchBuild(
        tag="cpu",
        kind="cpu",
        device="cpu",
        name="CPU",
        min_drivers={LINUX: (0,), LINUX_ARM: (0,), WINDOWS: (0,), MAC: (0,)},
        standard=(WINDOWS, MAC),
        download_mb=192,
        disk_mb=746,
    ),
)
"""Preferred first."""

CPU_BUILD: Final = TORCH_BUILDS[-1]

XE_DEVICE_IDS: Final[Mapping[str, str]] = {
    "56": "Xe-HPG",  # Arc A and Flex: 5690 to 56c1
    "e2": "Xe2-HPG",  # Arc B: e202 to e223
    "0b": "Xe-HPC",  # Data Center GPU Max: 0bd0 to 0bdb
    "7d4": "Xe-LPG",  # Meteor Lake
    "7d5": "Xe-LPG",  # Meteor Lake
    "7d6": "Xe-LPG",  # Arrow Lake
    "7dd": "Xe-LPG",  # both
    "64": "Xe2-LPG",  # Lunar Lake
    "b0": "Xe3-LPG",  # Panther Lake
}
"""Beginnings of PCI device ids of Intel's GPUs that torch's XPU build computes on."""
