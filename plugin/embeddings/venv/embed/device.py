"""Which device models run on, and why."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Final

from ....contracts.errors import BadRequest

DEVICE_ENV_NAME: Final = "WRITERAGENT_DEVICE"
DEVICES: Final = ("cuda", "mps", "xpu", "cpu")
MAX_CPU_THREADS: Final = 4
"""More threads than this gain little on short texts and take the machine from its user."""


@dataclass(frozen=True)
class DeviceChoice:
    """A torch device and one sentence on why it was chosen."""

    device: str
    reason: str


def choose_device() -> DeviceChoice:
    """Return the device for models: the one set in WRITERAGENT_DEVICE, else the fastest there is.

    Imports torch, which takes seconds. Raises BadRequest for a device that is not known.
    """
    wanted = os.environ.get(DEVICE_ENV_NAME, "").strip().lower()
    if wanted and wanted not in DEVICES:
        raise BadRequest(
            f"{DEVICE_ENV_NAME} is {wanted!r}, which is no device.",
            hint=f"Use one of {', '.join(DEVICES)}, or unset it.",
        )
    available = _available()
    if wanted in available:
        return DeviceChoice(wanted, f"{DEVICE_ENV_NAME} asks for it.")
    if wanted:
        return DeviceChoice("cpu", f"{wanted} was asked for, but this torch does not see one.")
    if available[0] == "cpu":
        return DeviceChoice("cpu", "This torch sees no CUDA, ROCm, MPS or XPU device.")
    return DeviceChoice(available[0], f"This torch sees a {available[0]} device.")


def cpu_threads() -> int:
    """Return how many threads a model may use on the CPU."""
    return min(MAX_CPU_THREADS, os.cpu_count() or 1)


def _available() -> tuple[str, ...]:
    import torch

    seen = {
        "cuda": torch.cuda.is_available(),  # ROCm's builds answer here too
        "mps": torch.backends.mps.is_available(),
        "xpu": torch.xpu.is_available(),
        "cpu": True,
    }
    return tuple(device for device in DEVICES if seen[device])
