"""Where models run: CUDA (ROCm shows itself as CUDA), MPS, XPU, else the CPU.

Owns the choice, its reason in words and the number of threads. Loads torch on first use.
"""

from __future__ import annotations

import functools
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....contracts.errors import PackageMissing
from .quiet import quiet_environment

if TYPE_CHECKING:
    from types import ModuleType

DEVICE_VARIABLE = "WRITERAGENT_DEVICE"
ACCELERATORS = ("cuda", "mps", "xpu")
MAX_THREADS = 4  # more would take the machine from the person who writes on it


@dataclass(frozen=True)
class DeviceChoice:
    """A torch device and why it was chosen, in words for the user."""

    device: str
    reason: str


def choose_device() -> DeviceChoice:
    """Return the best device that really computes; WRITERAGENT_DEVICE forces one. Loads torch."""
    return _choice(os.environ.get(DEVICE_VARIABLE, "").strip().lower())


def thread_cap() -> int:
    """Return how many threads may compute: the cores this process may use, at most four."""
    if hasattr(os, "sched_getaffinity"):
        return min(MAX_THREADS, max(1, len(os.sched_getaffinity(0))))
    return min(MAX_THREADS, os.cpu_count() or 1)


def import_torch() -> ModuleType:
    """Return torch. Raises PackageMissing with the cause: absent, or its libraries are blocked."""
    quiet_environment()
    try:
        import torch
    except (ImportError, OSError) as error:  # OSError: Windows refuses one of its libraries
        raise PackageMissing(
            f"torch cannot be loaded: {error}",
            hint="Run scripts/setup_venv.py again; keyword search works without it.",
            detail=repr(error),
        ) from error
    return torch


@functools.cache
def _choice(forced: str) -> DeviceChoice:
    torch = import_torch()
    if forced == "cpu":
        return DeviceChoice("cpu", f"{DEVICE_VARIABLE} is set to cpu")
    if forced in ACCELERATORS:
        if _computes(torch, forced):
            return DeviceChoice(forced, f"{DEVICE_VARIABLE} is set to {forced}")
        return DeviceChoice("cpu", f"{DEVICE_VARIABLE} asks for {forced}, which does not work here")
    for device in ACCELERATORS:
        if _computes(torch, device):
            return DeviceChoice(device, f"{_name(torch, device)} works")
    reason = "no GPU that torch can use was found"
    if forced not in ("", "auto"):
        reason = f"{DEVICE_VARIABLE}={forced} is not a device; {reason}"
    return DeviceChoice("cpu", reason)


def _computes(torch: ModuleType, device: str) -> bool:
    """Return True when a product on the device comes out right: drivers may promise and fail."""
    backend = torch.backends.mps if device == "mps" else getattr(torch, device, None)
    if backend is None or not backend.is_available():
        return False
    try:
        ones = torch.ones(4, 4, device=device)
        return float((ones @ ones).sum()) == 4.0 * 4 * 4
    except (RuntimeError, AssertionError):
        return False


def _name(torch: ModuleType, device: str) -> str:
    if device == "mps":
        return "the Apple GPU (MPS)"
    name = getattr(torch, device).get_device_name()
    return f"{name} (ROCm)" if device == "cuda" and torch.version.hip else f"{name} ({device})"
