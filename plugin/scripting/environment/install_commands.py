"""The commands of a set-up.

Owns: their words, for pip and for uv. Does not own: running them (commands), what comes before
and after (setup), which options torch needs (torch_source).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional, Tuple

from ..venv_folder import site_packages
from .progress import SetupStep
from .torch_source import TorchWay

if TYPE_CHECKING:
    from .tools import Tools
    from .torch_plan import TorchPlan


@dataclass(frozen=True)
class Command:
    """One program that a set-up runs."""

    step: SetupStep
    argv: Tuple[str, ...]


@dataclass(frozen=True)
class CommandMaker:
    """Writes the commands that make and fill an environment in building on a system."""

    tools: Tools
    building: str
    lock: str
    system: str

    def add_pip(self) -> Tuple[Command, ...]:
        """Return what an environment that is there needs before packages can be installed."""
        if self.tools.uv or _has_pip(self.building):
            return ()
        return (Command(SetupStep.CREATE, (self._in_it("python"), "-I", "-m", "ensurepip")),)

    def create(self) -> Tuple[Command, ...]:
        """Return what makes a new environment."""
        tools, building = self.tools, self.building
        base = tools.python or ".".join(map(str, tools.version))
        argv = (base, "-I", "-m", "venv", building)
        if tools.uv:
            argv = (tools.uv, "venv", "--python", base, building)
        return (Command(SetupStep.CREATE, argv),)

    def install(self, torch: Optional[TorchPlan]) -> Tuple[Command, ...]:
        """Return what fills it, with torch as planned, or without a plan as the index has it."""
        options = torch.options if torch else ()
        uv = self.tools.uv
        before: Tuple[Command, ...] = ()
        if torch and torch.way is TorchWay.FETCHED_UV:
            uv = self._in_it("uv")
            before = (Command(SetupStep.INSTALL, (*self._pip(), "uv")),)
        python = self._in_it("python")
        argv = (*self._pip(), "-r", self.lock, *options)
        if uv:
            argv = (uv, "pip", "install", "--python", python, "-r", self.lock, *options)
        return (*before, Command(SetupStep.INSTALL, argv))

    def _pip(self) -> Tuple[str, ...]:
        quiet = ("--no-input", "--progress-bar", "off", "--disable-pip-version-check")
        return (self._in_it("python"), "-I", "-u", "-m", "pip", "install", *quiet)

    def _in_it(self, program: str) -> str:
        if self.system == "windows":
            return f"{self.building}\\Scripts\\{program}.exe"
        return f"{self.building}/bin/{program}"


def _has_pip(venv: str) -> bool:
    packages = site_packages(venv)
    return packages is not None and (packages / "pip").is_dir()
