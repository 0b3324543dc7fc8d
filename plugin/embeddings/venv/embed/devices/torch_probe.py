"""What torch says of a device, and whether it computes there.

Owns: the few questions that the choice of a device asks, and torch's import. Does not own: the
devices (device_table), the choice (device).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from .....contracts.errors import PackageMissing
from ..quiet import quiet_environment

if TYPE_CHECKING:
    from types import ModuleType

    from .table import DeviceRow

_SIDE = 64  # large enough for the matrix units, whose absence a tiny product would not show


class Probe(Protocol):
    """What can be asked about a row's device."""

    def is_there(self, row: DeviceRow) -> bool:
        """Return whether torch was built for the device and sees one."""

    def name(self, row: DeviceRow) -> str:
        """Return the maker's name of the device that is there, "" where it has none."""

    def capability(self, row: DeviceRow) -> tuple[int, int] | None:
        """Return the compute capability, None where the device has no such number."""

    def failure(self, row: DeviceRow) -> str:
        """Return "" when a product on the device comes out right, else what went wrong."""


class TorchProbe:
    """Asks the torch of this process."""

    def __init__(self, torch: ModuleType) -> None:
        self._torch = torch

    def is_there(self, row: DeviceRow) -> bool:
        """Return whether torch was built for the device and sees one."""
        backend = self._backend(row)
        if backend is None or bool(getattr(self._torch.version, "hip", None)) != row.is_hip:
            return False
        return bool(backend.is_available())

    def name(self, row: DeviceRow) -> str:
        """Return the maker's name of the device that is there, "" where it has none."""
        named = getattr(self._backend(row), "get_device_name", None)
        return str(named()) if named else ""

    def capability(self, row: DeviceRow) -> tuple[int, int] | None:
        """Return the compute capability of an NVIDIA card, else None."""
        if row.device != "cuda" or row.is_hip:
            return None
        major, minor = self._torch.cuda.get_device_capability()
        return int(major), int(minor)

    def failure(self, row: DeviceRow) -> str:
        """Return "" when a product on the device comes out right, else what went wrong."""
        try:
            ones = self._torch.ones(_SIDE, _SIDE, device=row.device)
            total = float((ones @ ones).sum())
        except (RuntimeError, AssertionError, NotImplementedError) as error:
            return str(error).strip().partition("\n")[0] or type(error).__name__
        wanted = float(_SIDE**3)
        return "" if total == wanted else f"a product of matrices gave {total:g}, not {wanted:g}"

    def _backend(self, row: DeviceRow) -> Any:  # noqa: ANN401 - modules of torch's, untyped
        found: Any = self._torch
        for part in row.probe.split("."):
            found = getattr(found, part, None)
        return found


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
