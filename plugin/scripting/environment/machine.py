"""A machine as the choice of a torch build sees it, and its form as JSON.

Owns: the facts and the file that describes a machine that is elsewhere. Does not own: finding
them out (hardware), what follows from them (torch_advice).
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Dict, Final, Optional, Tuple

from ...contracts.errors import BadRequest


class GpuMaker(str, Enum):
    """Who made a GPU: each needs a torch build of its own."""

    NVIDIA = "nvidia"
    AMD = "amd"
    INTEL = "intel"
    APPLE = "apple"


@dataclass(frozen=True)
class Gpu:
    """One GPU. driver "" says that none is loaded.

    capability is NVIDIA's compute capability, architecture AMD's (gfx1100) or Intel's (Xe) name
    for it; without either it is not known.
    """

    maker: GpuMaker
    name: str
    driver: str = ""
    capability: Optional[Tuple[int, int]] = None
    architecture: str = ""


@dataclass(frozen=True)
class Machine:
    """An operating system (linux, windows, darwin), its processor (x86_64, arm64) and its GPUs."""

    system: str
    architecture: str
    gpus: Tuple[Gpu, ...] = ()


@dataclass(frozen=True)
class DescribedMachine:
    """A machine that is elsewhere, with the tools there: uv "" is none.

    has_own_index says that its pip is told of an index that uv does not know: a mirror, say.
    """

    machine: Machine
    python: str
    version: Tuple[int, int, int]
    uv: str = ""
    has_own_index: bool = False


_SYSTEMS: Final = ("linux", "windows", "darwin")


def machine_to_plain(machine: Machine) -> Dict[str, Any]:
    """Return a machine as plain values for JSON."""
    plain = asdict(machine)
    for gpu in plain["gpus"]:
        gpu["maker"] = gpu["maker"].value
        gpu["capability"] = ".".join(map(str, gpu["capability"] or ()))
    return plain


def read_described(path: str) -> DescribedMachine:
    """Return the machine that a JSON file describes. Raises BadRequest where it describes none."""
    try:
        text = Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError as exc:
        raise BadRequest(
            f"{path} cannot be read: {exc.strerror}.", hint="Name a file as in tests/machines."
        ) from exc
    try:
        return _described(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError) as exc:
        raise BadRequest(
            f"{path} does not describe a machine.",
            hint="tests/machines has examples.",
            detail=repr(exc),
        ) from exc


def _described(plain: Dict[str, Any]) -> DescribedMachine:
    if plain["system"] not in _SYSTEMS:
        raise ValueError(f"unknown system {plain['system']!r}")
    machine = Machine(
        system=plain["system"],
        architecture=str(plain["architecture"]),
        gpus=tuple(_gpu(each) for each in plain.get("gpus", ())),
    )
    major, minor, micro = map(int, str(plain["python_version"]).split("."))
    return DescribedMachine(
        machine=machine,
        python=str(plain["python"]),
        version=(major, minor, micro),
        uv=str(plain.get("uv", "")),
        has_own_index=bool(plain.get("has_own_index", False)),
    )


def _gpu(plain: Dict[str, Any]) -> Gpu:
    return Gpu(
        maker=GpuMaker(plain["maker"]),
        name=str(plain["name"]),
        driver=str(plain.get("driver", "")),
        capability=capability_of(str(plain.get("capability", ""))),
        architecture=str(plain.get("architecture", "")),
    )


def capability_of(text: str) -> Optional[Tuple[int, int]]:
    """Return a compute capability as two numbers from "8.9"; None from anything else."""
    major, dot, minor = text.strip().partition(".")
    return (int(major), int(minor)) if dot and major.isdigit() and minor.isdigit() else None
