"""Making an environment as planned, or leaving everything as it was.

Owns: the order of the steps, progress, the move into place, what is taken back after a failure.
Does not own: what is to be done (plan), running a program (commands), hints (advice).

Environments are filled under another name beside their place and moved there when they work, so
that a folder of that name is whole or the old one; the scripts in it are re-written to the new
name. (The .exe launchers in Scripts on Windows are not: there "python -m pip" works.)
An environment of the user's own, or one that only lacks packages, is filled in place, beside a
copy that is put back when the change fails. Where torch's own index is out of reach, torch is taken
as the package index has it.
"""

from __future__ import annotations

import contextlib
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING, Callable, Dict, Final, List, Optional, Sequence

from ...contracts.errors import SetupFailed
from ..child_environment import child_environment
from ..interpreter import Interpreter, probe
from ..venv_folder import python_in
from .advice import DISK_FULL, NO_RIGHT, next_step
from .commands import Watch, run_command, stop_if
from .facts import packages_in, write_stamp
from .kept_copy import KeptCopy
from .lock_file import read_lock
from .plan import SetupPlan, staging_pattern
from .progress import InstallCount, Reports, SetupProgress, SetupStep
from .tool_settings import installer_environment
from .verify import DONE_MARK, count_of_checks, verifying_command

if TYPE_CHECKING:
    import threading

    from .install_commands import Command

_WHAT: Final[Dict[SetupStep, str]] = {
    SetupStep.CREATE: "Creating the Python environment",
    SetupStep.INSTALL: "Installing the packages",
    SetupStep.VERIFY: "Trying out the packages",
}
_DEAD_AFTER_S: Final = 24 * 3600
_MAX_SCRIPT_BYTES: Final = 262_144


def run_setup(
    plan: SetupPlan,
    *,
    on_progress: Callable[[SetupProgress], None],
    cancel: threading.Event,
) -> Interpreter:
    """Return the Python of the environment after making it as planned, filled and tried out.

    on_progress is called on this thread. Raises Interrupted once cancel is set, SetupFailed when a
    step fails: either way what was created is removed and an environment that was there before
    stays, or is put back, as it was. Ends all programs it started.
    """
    run = _Run(plan, Reports(on_progress), cancel)
    try:
        python = run.everything()
    except OSError as exc:
        raise SetupFailed(
            f"The environment {plan.venv} cannot be written.",
            hint=next_step([str(exc)]),
            detail=str(exc),
        ) from exc
    finally:
        run.take_back()  # nothing, once all is in place
    return Interpreter(path=python, version=probe(python), source="the set-up")


class _Run:
    """One set-up at work: what it has made so far is what take_back removes."""

    def __init__(self, plan: SetupPlan, reports: Reports, cancel: threading.Event) -> None:
        self._plan = plan
        self._reports = reports
        self._cancel = cancel
        self._env = installer_environment(child_environment())
        self._made: List[Path] = []
        self._kept: Optional[KeptCopy] = None

    def everything(self) -> str:
        """Return the environment's Python after all steps."""
        plan = self._plan
        stop_if(self._cancel)
        self._make_room()
        if plan.way.is_in_place:
            self._kept = KeptCopy(Path(plan.venv), Path(plan.kept))
        for command in plan.commands:
            if command.step is SetupStep.CREATE:
                self._create(command)
        self._verify(device=self._fill())
        write_stamp(plan.building, (plan.lock, *plan.covers))
        stop_if(self._cancel)
        if not plan.way.is_in_place:
            _rename_inside(Path(plan.building), plan.venv)
            _move_into_place(Path(plan.building), Path(plan.venv))
        self._made.clear()
        if self._kept is not None:
            self._kept.discard()
            self._kept = None
        return python_in(plan.venv)

    def take_back(self) -> None:
        """Remove what this set-up made; the folders above only while they are empty."""
        if self._kept is not None:
            self._kept.put_back()
        for path in reversed(self._made):
            if path == Path(self._plan.building):
                shutil.rmtree(path, ignore_errors=True)
            else:
                with contextlib.suppress(OSError):
                    path.rmdir()
        self._made.clear()

    def _make_room(self) -> None:
        plan = self._plan
        if plan.way.is_in_place:
            return
        parent = Path(plan.venv).parent
        for folder in [*reversed(parent.parents), parent]:
            if not folder.exists():
                folder.mkdir()
                self._made.append(folder)
        for left in parent.glob(staging_pattern(plan.venv)):
            if time.time() - left.stat().st_mtime > _DEAD_AFTER_S:
                shutil.rmtree(left, ignore_errors=True)
        self._made.append(Path(plan.building))

    def _create(self, command: Command) -> None:
        self._reports.report(SetupProgress(SetupStep.CREATE, 0, 1, ""))
        self._run(command.step, command.argv, Watch(self._cancel, _ignore_line, _ignore_tick))
        self._reports.report(SetupProgress(SetupStep.CREATE, 1, 1, ""))

    def _fill(self) -> str:
        """Install everything and return the device that torch must compute on, "" for any."""
        plan = self._plan
        installs = [command for command in plan.commands if command.step is SetupStep.INSTALL]
        try:
            for command in installs:
                self._install(command)
        except SetupFailed as failure:
            if not plan.plain or failure.hint in (DISK_FULL, NO_RIGHT):
                raise
            installs = []
        has_build = plan.torch is None or plan.torch.is_fulfilled(packages_in(plan.building))
        if installs and has_build:
            return plan.torch.device if plan.torch else ""
        self._reports.note(SetupStep.INSTALL, "torch_plain")
        for command in () if installs else plan.plain:
            self._install(command)
        return ""

    def _install(self, command: Command) -> None:
        building = self._plan.building
        count = InstallCount(self._plan.n_missing)
        n_before = len(packages_in(building))

        def report() -> None:
            count.see_installed(len(packages_in(building)) - n_before)
            now = SetupProgress(SetupStep.INSTALL, count.n_done, count.n_all, count.line)
            self._reports.report(now)

        def read(line: str) -> None:
            count.read(line)
            now = SetupProgress(SetupStep.INSTALL, count.n_done, count.n_all, count.line)
            self._reports.report(now)

        report()
        self._run(command.step, command.argv, Watch(self._cancel, read, report))
        self._reports.report(SetupProgress(SetupStep.INSTALL, count.n_all, count.n_all, count.line))

    def _verify(self, *, device: str) -> None:
        lock = read_lock(self._plan.lock)
        n_all = count_of_checks(lock) + 1
        n_done, what = 0, ""

        def report(line: str) -> None:
            nonlocal n_done, what
            if line.startswith(DONE_MARK):
                n_done, what = n_done + 1, line[len(DONE_MARK) :].strip()
                self._reports.report(SetupProgress(SetupStep.VERIFY, n_done, n_all, what))

        self._reports.report(SetupProgress(SetupStep.VERIFY, 0, n_all, ""))
        python = python_in(self._plan.building)
        argv = verifying_command(python, lock, device=device)
        self._run(SetupStep.VERIFY, argv, Watch(self._cancel, report, _ignore_tick))
        # The last check is torch's product: its line is never left out for coming too soon.
        self._reports.report(SetupProgress(SetupStep.VERIFY, n_all, n_all, what))

    def _run(self, step: SetupStep, argv: Sequence[str], watch: Watch) -> None:
        cwd = str(Path(self._plan.venv).parent)
        run_command(argv, what=_WHAT[step], env=self._env, cwd=cwd, watch=watch)


def _rename_inside(building: Path, venv: str) -> None:
    """Write the final name over the temporary one in the environment's scripts."""
    # The name alone stands in the prompts of the activate scripts.
    old, new = building.name.encode(), Path(venv).name.encode()
    scripts = [building / "pyvenv.cfg", *building.glob("bin/*"), *building.glob("Scripts/*")]
    for script in scripts:
        if script.is_symlink() or not script.is_file():
            continue
        if script.stat().st_size > _MAX_SCRIPT_BYTES:
            continue
        data = script.read_bytes()
        if old in data and b"\0" not in data:
            script.write_bytes(data.replace(old, new))


def _move_into_place(building: Path, venv: Path) -> None:
    """Put the new environment where the old one is, if any; the old one stays if that fails."""
    if not venv.exists():
        building.rename(venv)
        return
    old = building.with_name(building.name + ".old")
    venv.rename(old)
    try:
        building.rename(venv)
    except OSError:
        old.rename(venv)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _ignore_line(_line: str) -> None:
    pass


def _ignore_tick() -> None:
    pass
