"""A small method table for tests of the wire; any Python from 3.9 on can import it."""

from dataclasses import dataclass
from typing import Dict, Tuple

from plugin.contracts.methods import Lane, Method


@dataclass(frozen=True)
class Ask:
    """What a test wants done, and for how long."""

    text: str = ""
    n: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Said:
    """What the worker says, and where it ran."""

    text: str
    pid: int = 0
    numbers: Tuple[int, ...] = ()


SILENCE_S = 1.5

_NAMES = {
    Lane.SEARCH: (
        "echo noise flood exit die_by_signal fail typed_fail wrong_reply big hang hold_lock"
    ),
    Lane.MAINTAIN: "work_with_checks work_with_progress sleep_deaf quiet leave_child",
}

ECHO_METHODS: Dict[str, Method] = {
    name: Method(Ask, Said, lane, Said, silence_s=SILENCE_S)
    for lane, names in _NAMES.items()
    for name in names.split()
}
