"""The programs that a set-up uses: the base Python, and uv or pip.

Owns: which of those that are here. Does not own: finding them (pythons), the commands
(install_commands).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional, Tuple

from ...contracts.errors import VenvMissing
from ..interpreter import MIN_VERSION, probe
from .advice import HOW_TO_GET_PYTHON
from .pythons import BasePython, Surroundings, base_pythons, find_uv
from .tool_settings import needs_pip

if TYPE_CHECKING:
    from .lock_file import Lock


@dataclass(frozen=True)
class Tools:
    """The base Python, "" where uv fetches one, and uv, "" where pip installs.

    pip_has_own_index says that only pip knows from where this machine may fetch packages.
    """

    python: str
    version: Tuple[int, ...]
    uv: str
    pip_has_own_index: bool = False

    @classmethod
    def found(cls, python: str, *, pins: Lock, around: Surroundings, added_to: str = "") -> Tools:
        """Return the best tools; added_to is the Python of an environment that is not made anew.

        Raises VenvMissing, with the next step, where no Python can be used.
        """
        uv = find_uv(around)
        has_own = needs_pip(around.env)
        if added_to:
            version = probe(added_to)  # raises VenvMissing where it is too old
            return cls(added_to, version, "" if has_own else uv, has_own)
        prefer = max(pins.compiled_with, MIN_VERSION)
        bases = base_pythons(python, prefer=prefer, around=around)
        best: Optional[BasePython] = bases[0] if bases else None
        if best and best.can_make_venv and (not uv or has_own):
            return cls(best.path, best.version, "", has_own)
        if best and uv:
            return cls(best.path, best.version, uv, has_own)
        if uv:
            return cls("", prefer, uv, has_own)
        message = "No Python 3.11 or later was found on this computer."
        if best:
            message = f"{best.path} cannot create an environment: its module ensurepip is missing."
        raise VenvMissing(message, hint=HOW_TO_GET_PYTHON)
