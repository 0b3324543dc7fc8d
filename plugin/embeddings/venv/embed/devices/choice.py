"""Which device models run on, and why, in words for the user.

Owns: the choice among the rows of device_table. Does not own: asking torch (torch_probe), seeing
whether a model's vectors come out right there (trial), threads (cores).
"""

from __future__ import annotations

import functools
import importlib.util
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .....contracts.devices import AUTO, CPU, DEVICE_VARIABLE
from .....scripting.torch_note import read_torch_note
from .table import ACCELERATORS, CPU_ROW
from .torch_probe import TorchProbe, import_torch

if TYPE_CHECKING:
    from .table import DeviceRow
    from .torch_probe import Probe


@dataclass(frozen=True)
class DeviceChoice:
    """A torch device and why it was chosen; dtypes are worth trying on it, in this order."""

    device: str
    reason: str
    row: DeviceRow = CPU_ROW
    dtypes: tuple[str, ...] = ("float32",)


def choose_device() -> DeviceChoice:
    """Return the best device that really computes; WRITERAGENT_DEVICE forces one.

    Loads torch only where it could make a difference: not when the CPU is forced, and not when
    torch itself is a build for the CPU.
    """
    return _choice(_wish())


def unmet_wish() -> str:
    """Return why WRITERAGENT_DEVICE cannot be followed, "" where it can or only torch would tell.

    Loads nothing. Half a sentence.
    """
    wanted = _wish()
    if wanted in ("", AUTO, CPU):
        return ""
    if wanted not in _known():
        return f"{DEVICE_VARIABLE}={wanted} is not a device"
    reason = _cpu_build()
    return f"{DEVICE_VARIABLE} asks for {wanted}, but {reason}" if reason else ""


def choose_from(wanted: str, probe: Probe) -> DeviceChoice:
    """Return the choice for a wish ("" or auto: the best) among what the probe finds."""
    if wanted == CPU:
        return _on_cpu(f"{DEVICE_VARIABLE} is set to cpu")
    known = _known()
    rows = [row for row in ACCELERATORS if wanted not in known or wanted in (row.device, row.kind)]
    refusals = []
    for row in rows:
        refusal = _refusal(row, probe)
        if not refusal:
            return _on(row, probe, is_wanted=wanted in known)
        refusals.append(refusal)
    told = [refusal for refusal in refusals if refusal != _ABSENT]
    reason = "; ".join(told) or "no GPU that torch can use was found"
    if wanted in known:
        return _on_cpu(f"{DEVICE_VARIABLE} asks for {wanted}, which does not work here: {reason}")
    if wanted not in ("", AUTO):
        reason = f"{DEVICE_VARIABLE}={wanted} is not a device; {reason}"
    return _on_cpu(reason)


_ABSENT = "absent"


def _refusal(row: DeviceRow, probe: Probe) -> str:
    """Return why the row's device cannot be used, "" where it can."""
    if not probe.is_there(row):
        hidden = [name for name, _use in row.variables if _hides(os.environ.get(name))]
        return f"{hidden[0]} hides the {row.name} devices" if hidden else _ABSENT
    capability = probe.capability(row)
    if capability is not None and capability < row.min_capability:
        has, needs = (".".join(map(str, pair)) for pair in (capability, row.min_capability))
        return f"{probe.name(row)} has compute capability {has}, and {needs} is needed"
    failure = probe.failure(row)
    return f"{_told_name(row, probe)} was found and does not compute: {failure}" if failure else ""


def _on(row: DeviceRow, probe: Probe, *, is_wanted: bool) -> DeviceChoice:
    capability = probe.capability(row) or (99, 0)
    dtypes = tuple(each.dtype for each in row.precisions if capability >= each.min_capability)
    wish = f"{DEVICE_VARIABLE} asks for it, and " if is_wanted else ""
    return DeviceChoice(row.device, f"{wish}{_told_name(row, probe)} works", row, dtypes)


def _on_cpu(reason: str) -> DeviceChoice:
    return DeviceChoice(CPU_ROW.device, reason)


def _told_name(row: DeviceRow, probe: Probe) -> str:
    name = probe.name(row) or "the GPU"
    return f"{name} ({row.name})"


def _hides(value: str | None) -> bool:
    return value is not None and value.strip() in ("", "-1")


@functools.cache
def _choice(wanted: str) -> DeviceChoice:
    if wanted == CPU:
        return _on_cpu(f"{DEVICE_VARIABLE} is set to cpu")
    reason = _cpu_build()
    if reason:
        return _on_cpu(unmet_wish() or reason)
    return choose_from(wanted, TorchProbe(import_torch()))


def _wish() -> str:
    return os.environ.get(DEVICE_VARIABLE, "").strip().lower()


def _known() -> set[str]:
    return {name for row in ACCELERATORS for name in (row.device, row.kind)}


def _cpu_build() -> str:
    """Return half a sentence where torch computes on nothing but the CPU, "" elsewhere."""
    version, kind = _torch_build()
    is_for_cpu = kind == CPU and sys.platform != "darwin"  # macOS' has Metal in it
    return f"torch {version} is a build for the CPU alone" if is_for_cpu else ""


def _torch_build() -> tuple[str, str]:
    """Return version and kind of the torch that would be imported, ("", "") without one."""
    found = importlib.util.find_spec("torch")  # looks, does not import
    if found is None or found.origin is None:
        return "", ""
    return read_torch_note(Path(found.origin).parent)
