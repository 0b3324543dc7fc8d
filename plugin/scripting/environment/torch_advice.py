"""Which build of torch is right for a machine, and why.

Owns: the choice among torch_builds. Does not own: the machine's facts (hardware), where the build
comes from (torch_source), the sentences (dialogs/texts, keys setup.torch.why.*).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Final, Mapping, Optional, Tuple

from .machine import GpuMaker
from .torch_builds import CPU_BUILD, TORCH_BUILDS, TorchBuild

if TYPE_CHECKING:
    from .machine import Gpu, Machine
    from .torch_builds import Version


class TorchWish(str, Enum):
    """What the user wants: the best for the hardware, the CPU, or what the index has."""

    AUTO = "auto"
    CPU = "cpu"
    INDEX = "index"


class Why(str, Enum):
    """The reason for a build; the value is the end of its sentence's key."""

    CUDA = "cuda"
    OLDER_CARD = "older_card"
    OLDER_DRIVER = "older_driver"
    CARD_TOO_OLD = "card_too_old"
    DRIVER_TOO_OLD = "driver_too_old"
    NO_DRIVER = "no_driver"
    ROCM = "rocm"
    ROCM_NOT_HERE = "rocm_not_here"
    ROCM_NO_DRIVER = "rocm_no_driver"
    ROCM_OTHER_CARD = "rocm_other_card"
    XPU = "xpu"
    XPU_NO_DRIVER = "xpu_no_driver"
    MPS = "mps"
    NO_BUILD = "no_build"
    NO_GPU = "no_gpu"
    NO_TORCH = "no_torch"
    WISH_CPU = "wish_cpu"


@dataclass(frozen=True)
class TorchAdvice:
    """The build to install, for a GPU or the CPU, and its reason: a sentence's key and values."""

    build: TorchBuild
    why: Why
    values: Mapping[str, str] = field(default_factory=dict)
    gpu: Optional[Gpu] = None


_KINDS: Final[Mapping[GpuMaker, str]] = {
    GpuMaker.NVIDIA: "cuda",
    GpuMaker.AMD: "rocm",
    GpuMaker.INTEL: "xpu",
    GpuMaker.APPLE: "mps",
}
_ORDER: Final = (GpuMaker.NVIDIA, GpuMaker.AMD, GpuMaker.INTEL, GpuMaker.APPLE)


def advise(machine: Machine, torch_version: str, wish: TorchWish = TorchWish.AUTO) -> TorchAdvice:
    """Return the build of this version of torch for the machine.

    Of several GPUs the first that has a build decides; where none has, the first one's reason.
    """
    if wish is TorchWish.CPU:
        return TorchAdvice(CPU_BUILD, Why.WISH_CPU)
    version = numbers(torch_version)
    platform = platform_of(machine)
    if not any(_is_made(build, platform, version) for build in TORCH_BUILDS):
        return TorchAdvice(CPU_BUILD, Why.NO_TORCH, {"torch": torch_version})
    refusal = TorchAdvice(CPU_BUILD, Why.NO_GPU)
    for gpu in sorted(machine.gpus, key=lambda gpu: _ORDER.index(gpu.maker)):
        found = _for_gpu(gpu, platform, torch_version)
        if found.build is not CPU_BUILD:
            return found
        refusal = refusal if refusal.gpu else found
    return refusal


def platform_of(machine: Machine) -> str:
    """Return the machine's platform as the table of builds names it."""
    return f"{machine.system}-{machine.architecture}"


def is_standard(build: TorchBuild, machine: Machine, torch_version: str) -> bool:
    """Return whether a plain installation of torch brings this build."""
    version = numbers(torch_version)
    is_made = build.torch_from <= version < build.torch_before
    within = build.standard_from <= version < build.standard_before
    return is_made and within and platform_of(machine) in build.standard


def numbers(version: str) -> Version:
    """Return a version's leading numbers: 2.13.0+cpu is (2, 13, 0)."""
    match = re.match(r"\d+(?:\.\d+)*", version.strip())
    return tuple(map(int, match[0].split("."))) if match else ()


def _for_gpu(gpu: Gpu, platform: str, torch_version: str) -> TorchAdvice:
    kind = _KINDS[gpu.maker]
    version = numbers(torch_version)
    builds = [
        build for build in TORCH_BUILDS if build.kind == kind and _is_made(build, platform, version)
    ]
    values = _values(gpu, torch_version)
    if not builds:
        why = Why.ROCM_NOT_HERE if kind == "rocm" and platform != "linux-x86_64" else Why.NO_BUILD
        return TorchAdvice(CPU_BUILD, why, values, gpu)
    if kind == "cuda":
        return _for_nvidia(gpu, builds, platform, values)
    if not gpu.driver:
        why = Why.ROCM_NO_DRIVER if kind == "rocm" else Why.XPU_NO_DRIVER
        return TorchAdvice(CPU_BUILD, why, values, gpu)
    build = builds[0]
    if build.architectures and gpu.architecture not in build.architectures:
        return TorchAdvice(CPU_BUILD, Why.ROCM_OTHER_CARD, values, gpu)
    return TorchAdvice(build, Why(kind), values, gpu)


def _for_nvidia(
    gpu: Gpu, builds: list[TorchBuild], platform: str, values: Mapping[str, str]
) -> TorchAdvice:
    if not gpu.driver:
        return TorchAdvice(CPU_BUILD, Why.NO_DRIVER, values, gpu)
    with_code = [build for build in builds if _has_code(build, gpu.capability)]
    if not with_code:
        return TorchAdvice(CPU_BUILD, Why.CARD_TOO_OLD, values, gpu)
    driver = numbers(gpu.driver)
    usable = [build for build in with_code if driver >= build.min_drivers[platform]]
    if not usable:
        least = min(build.min_drivers[platform] for build in with_code)
        return TorchAdvice(CPU_BUILD, Why.DRIVER_TOO_OLD, _needing(least, values), gpu)
    build = usable[0]
    if build is builds[0]:
        return TorchAdvice(build, Why.CUDA, values, gpu)
    if build is with_code[0]:
        return TorchAdvice(build, Why.OLDER_CARD, values, gpu)
    newest = with_code[0].min_drivers[platform]
    return TorchAdvice(build, Why.OLDER_DRIVER, _needing(newest, values), gpu)


def _needing(driver: Version, values: Mapping[str, str]) -> Mapping[str, str]:
    return {**values, "needed": ".".join(map(str, driver))}


def _is_made(build: TorchBuild, platform: str, version: Version) -> bool:
    return platform in build.min_drivers and build.torch_from <= version < build.torch_before


def _has_code(build: TorchBuild, capability: Optional[Tuple[int, int]]) -> bool:
    # Without its number a card is taken for a current one; the trial after the installation
    # finds out.
    least, largest = build.capabilities
    return capability is None or least <= capability <= largest


def _values(gpu: Gpu, torch_version: str) -> Mapping[str, str]:
    return {
        "gpu": gpu.name,
        "driver": gpu.driver,
        "capability": ".".join(map(str, gpu.capability or ())) or "?",
        "architecture": gpu.architecture or "?",
        "torch": torch_version,
    }
