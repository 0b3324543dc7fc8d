"""What a set-up would do, worked out before it is asked for.

Owns: which Python and which tool are used, whether an environment is made, replaced or added to,
the commands, the figures for the question to the user. Does not own: doing any of it (setup).
Planning writes nothing and uses no network; it runs the Pythons it finds (about 0.05 s each), so
it must not be called on LibreOffice's main thread.
"""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final, Optional, Sequence, Tuple

from ...contracts.errors import BadRequest, VenvMissing
from ..interpreter import probe
from ..venv_folder import default_venv_path, python_in
from .facts import is_ours, packages_in, torch_kind_in
from .hardware import detect_machine
from .install_commands import Command, CommandMaker
from .lock_file import Lock, PackageSize, is_pinned, read_lock, size_of_all
from .pythons import Surroundings, find_uv
from .tool_settings import needs_pip
from .tools import Tools
from .torch_advice import Why
from .torch_plan import TorchPlan, TorchRequest, plan_torch
from .torch_source import TORCH_INDEX_VARIABLE, TorchTools, checked_index

if TYPE_CHECKING:
    from .machine import DescribedMachine, Machine

PYTHON_DOWNLOAD_BYTES: Final = 35_000_000
"""What uv fetches for a Python of its own, about: it differs between systems."""
_STAGING: Final = ".setup-"


class SetupWay(str, Enum):
    """What becomes of the folder.

    CREATE: it is new. REPLACE: it was made by a set-up before, or its Python is gone; the old one
    stays in use until the new one is whole. ADD: it is the user's own; packages are installed into
    it, and after a failure its files are put back as they were. EXTEND: the same with one that a
    set-up made, where it lacks packages and has none in another version.
    """

    CREATE = "create"
    REPLACE = "replace"
    ADD = "add"
    EXTEND = "extend"

    @property
    def is_in_place(self) -> bool:
        """Whether the environment that is there is changed, and no other put in its place."""
        return self in (SetupWay.ADD, SetupWay.EXTEND)


@dataclass(frozen=True)
class SetupPlan:
    """What run_setup will do: facts for the question to the user, and the commands.

    python and version are the base Python; with downloads_python they are "" and what uv is told
    to fetch. building is the folder that is filled and then moved to venv (the same in place).
    download_bytes is an upper bound: what pip or uv has in its cache is not fetched again.
    plain are the installing commands for when torch's own index is out of reach; none where the
    plan does not need it. torch is None where the lock has none.
    """

    venv: str
    way: SetupWay
    building: str
    python: str
    version: Tuple[int, ...]
    uv: str
    lock: str
    covers: Tuple[str, ...]
    n_packages: int
    n_missing: int
    size: PackageSize
    commands: Tuple[Command, ...]
    machine: Machine
    torch: Optional[TorchPlan] = None
    plain: Tuple[Command, ...] = ()

    def covering(self, *locks: str) -> SetupPlan:
        """Return the plan for an environment that fulfils these locks, too."""
        return replace(self, covers=tuple(os.path.realpath(lock) for lock in locks))

    @property
    def uses_uv(self) -> bool:
        """Whether uv installs, rather than pip."""
        return bool(self.uv)

    @property
    def kept(self) -> str:
        """Where the copy of an environment that is added to lies meanwhile."""
        parent, name = os.path.split(self.venv)
        return f"{parent}{os.sep}.{name.lstrip('.')}{_STAGING}kept-{os.getpid()}"

    @property
    def downloads_python(self) -> bool:
        """Whether uv fetches a Python, because this machine has none that can be used."""
        return not self.python

    @property
    def download_bytes(self) -> int:
        """About how much is fetched, at most."""
        return self.size.download_bytes + (PYTHON_DOWNLOAD_BYTES if self.downloads_python else 0)

    @property
    def disk_bytes(self) -> int:
        """About how much room the environment takes."""
        return self.size.disk_bytes


def plan_setup(
    venv: str,
    *,
    lock: str,
    python: str = "",
    torch: Optional[TorchRequest] = None,
    around: Optional[Surroundings] = None,
) -> SetupPlan:
    """Return what setting up this environment from this lock would do; "" is the default place.

    python names the Python to build on, torch what the user wants of it. Raises VenvMissing with
    the next step when no Python can be used, BadRequest for an unusable folder or address of an
    index, SetupFailed for an unusable lock.
    """
    surroundings = around or Surroundings.here()
    folder = os.path.realpath(Path(venv or default_venv_path(surroundings.env)).expanduser())
    pins = read_lock(lock)
    way = _way(Path(folder), pins)
    own = python_in(folder) if way.is_in_place else ""
    tools = Tools.found(python, pins=pins, around=surroundings, added_to=own)
    request = _with_index(torch or TorchRequest(), surroundings)
    machine = detect_machine(surroundings.sight)
    return _plan(_Place(folder, way), pins, tools, machine=machine, torch=request)


def torch_to_change(
    venv: str, *, lock: str, around: Optional[Surroundings] = None
) -> Optional[TorchPlan]:
    """Return the torch that this machine's hardware asks for where the environment has another.

    Quicker than a plan: no Python is looked for. None where all is well.
    """
    surroundings = around or Surroundings.here()
    request = _with_index(TorchRequest(), surroundings)
    has_own = needs_pip(surroundings.env)
    uses_uv = not has_own and bool(find_uv(surroundings))
    tools = TorchTools(uses_uv, has_own, request.own_index)
    torch = plan_torch(read_lock(lock), detect_machine(surroundings.sight), request, tools)
    return torch if torch and is_other_build(venv, torch) else None


def _with_index(request: TorchRequest, around: Surroundings) -> TorchRequest:
    own_index = around.env.get(TORCH_INDEX_VARIABLE, "")
    return replace(request, own_index=own_index) if own_index and not request.own_index else request


def plan_for_described(
    described: DescribedMachine, venv: str, *, lock: str, torch: TorchRequest
) -> SetupPlan:
    """Return what a set-up of a new environment would do on a machine that is elsewhere."""
    uv = "" if described.has_own_index else described.uv
    tools = Tools(described.python, described.version, uv, described.has_own_index)
    place = _Place(venv, SetupWay.CREATE, is_elsewhere=True)
    return _plan(place, read_lock(lock), tools, machine=described.machine, torch=torch)


@dataclass(frozen=True)
class _Place:
    """The folder, what becomes of it; elsewhere it is not looked at and shown by its own name."""

    folder: str
    way: SetupWay
    is_elsewhere: bool = False

    @property
    def building(self) -> str:
        if self.way.is_in_place or self.is_elsewhere:
            return self.folder
        parent, name = os.path.split(self.folder)
        return f"{parent}{os.sep}.{name.lstrip('.')}{_STAGING}{secrets.token_hex(3)}"


def _plan(
    place: _Place, pins: Lock, tools: Tools, *, machine: Machine, torch: TorchRequest
) -> SetupPlan:
    building = place.building
    present = packages_in(place.folder) if place.way.is_in_place else {}
    needed = [name for name, pin in pins.pins.items() if not is_pinned(present.get(name, ""), pin)]
    torch_plan = plan_torch(
        pins,
        machine,
        torch,
        TorchTools(bool(tools.uv), tools.pip_has_own_index, checked_index(torch.own_index)),
    )
    if torch_plan and place.way.is_in_place and is_other_build(place.folder, torch_plan):
        torch_plan = torch_plan.replacing()
        needed = [*(name for name in needed if name != "torch"), "torch"]
    maker = CommandMaker(tools, building, pins.path, system=machine.system)
    create = maker.add_pip() if place.way.is_in_place else maker.create()
    return SetupPlan(
        venv=place.folder,
        way=place.way,
        building=building,
        python=tools.python,
        version=tools.version,
        uv=tools.uv,
        lock=pins.path,
        covers=(),
        n_packages=len(pins.pins),
        n_missing=len(needed),
        size=_size(needed, torch_plan),
        commands=(*create, *maker.install(torch_plan)),
        machine=machine,
        torch=torch_plan,
        plain=maker.install(None) if torch_plan and torch_plan.options else (),
    )


def _size(needed: Sequence[str], torch: Optional[TorchPlan]) -> PackageSize:
    if torch is None or not torch.is_promised or "torch" not in needed:
        return size_of_all(needed)
    others = size_of_all(name for name in needed if name != "torch")
    return PackageSize(
        others.download_bytes + torch.size.download_bytes,
        others.disk_bytes + torch.size.disk_bytes,
    )


def is_other_build(venv: str, torch: TorchPlan) -> bool:
    """Return whether the environment has torch in another build than the one that is promised.

    A build for GPUs serves the CPU as well: only an accelerator, or the user's wish, is a reason
    to change it.
    """
    installed, wanted = torch_kind_in(venv), torch.advice.build.kind
    if not installed or not torch.is_promised or wanted == "mps":
        return False
    is_wished = torch.advice.why is Why.WISH_CPU
    return installed != wanted and (wanted != "cpu" or is_wished)


def staging_pattern(venv: str) -> str:
    """Return the glob, inside the parent folder, of what dead set-ups may have left there."""
    return f".{Path(venv).name.lstrip('.')}{_STAGING}*"


def _way(folder: Path, pins: Lock) -> SetupWay:
    try:
        if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
            return SetupWay.CREATE
        is_environment = (folder / "pyvenv.cfg").is_file() or is_ours(str(folder))
    except OSError as exc:
        raise BadRequest(
            f"{folder} cannot be looked at: {exc.strerror}.", hint="Choose another folder."
        ) from exc
    if not is_environment:
        raise BadRequest(
            f"{folder} holds other files and no Python environment.",
            hint="Choose a new or an empty folder.",
        )
    if _has_dead_python(str(folder)):
        return SetupWay.REPLACE
    if not is_ours(str(folder)):
        return SetupWay.ADD
    return SetupWay.EXTEND if _only_lacks(str(folder), pins) else SetupWay.REPLACE


def _only_lacks(venv: str, pins: Lock) -> bool:
    """Return whether packages lack that can be added to those that are there."""
    present = packages_in(venv)
    found = [is_pinned(present[name], pin) for name, pin in pins.pins.items() if name in present]
    lacking = pins.pins.keys() - present.keys() - set(pins.conditional)
    return bool(found) and all(found) and bool(lacking)


def _has_dead_python(folder: str) -> bool:
    """Return whether an environment's Python no longer runs; one too old is not dead."""
    python = python_in(folder)
    if not python:
        return True
    try:
        probe(python)
    except VenvMissing as exc:
        return " is Python " not in exc.message
    return False
