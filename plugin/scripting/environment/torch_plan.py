"""What a set-up does about torch: the build, its reason, where it comes from, its size.

Owns: putting advice and source together for a lock. Does not own: either (torch_advice,
torch_source), the rest of the plan (plan).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Mapping, Optional, Tuple

from .lock_file import PackageSize
from .torch_advice import TorchAdvice, TorchWish, advise, is_standard, platform_of
from .torch_source import TorchTools, TorchWay, torch_options, torch_way

if TYPE_CHECKING:
    from .lock_file import Lock
    from .machine import Machine

_MB: Final = 1_000_000


@dataclass(frozen=True)
class TorchRequest:
    """What the user says of torch: which build, and the address of an index that has it."""

    wish: TorchWish = TorchWish.AUTO
    own_index: str = ""


@dataclass(frozen=True)
class TorchPlan:
    """The build of torch that is to be installed; options are for pip or uv.

    way INDEX promises nothing: what the user's index serves may be another build.
    """

    version: str
    advice: TorchAdvice
    way: TorchWay
    options: Tuple[str, ...]

    @property
    def is_promised(self) -> bool:
        """Whether the advised build is what will be installed."""
        return self.way is not TorchWay.INDEX

    def is_fulfilled(self, packages: Mapping[str, str]) -> bool:
        """Return whether these packages have the build that was asked for by its tag.

        A folder of packages that the user told uv of goes before PyTorch's index.
        """
        return (
            not self.options or packages.get("torch") == f"{self.version}+{self.advice.build.tag}"
        )

    @property
    def device(self) -> str:
        """The device that must compute when all went well, "" where any will do.

        A plain installation brings the right build, unless the user's mirror serves another one.
        """
        is_certain = self.way not in (TorchWay.INDEX, TorchWay.STANDARD)
        return self.advice.build.device if is_certain else ""

    def replacing(self) -> TorchPlan:
        """Return the plan for an environment that has the same version in another build."""
        if self.way not in (TorchWay.BACKEND, TorchWay.FETCHED_UV):
            return self  # where the build is named by its version, the other one does not fulfil it
        return replace(self, options=(*self.options, "--reinstall-package", "torch"))

    @property
    def size(self) -> PackageSize:
        """About what torch with all it needs costs."""
        build = self.advice.build
        return PackageSize(build.download_mb * _MB, build.disk_mb * _MB)


def plan_torch(
    lock: Lock, machine: Machine, request: TorchRequest, tools: TorchTools
) -> Optional[TorchPlan]:
    """Return what is done about torch, None where the lock has none."""
    version = lock.pins.get("torch", "")
    if not version:
        return None
    advice = advise(machine, version, request.wish)
    standard = is_standard(advice.build, machine, version)
    is_made = platform_of(machine) in advice.build.min_drivers
    way = torch_way(advice, tools, is_standard=standard)
    if not is_made or (request.wish is TorchWish.INDEX and not standard):
        way = TorchWay.INDEX
    options = torch_options(way, advice, torch_version=version, tools=tools)
    return TorchPlan(version, advice, way, options)
