"""The Python page of the options: which environment, what it holds, whether it works.

Owns: what the page shows and does. Does not own: the window (office.options), the checks.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, List, Optional, Protocol, Tuple

from ...contracts.devices import DEVICES
from ...contracts.errors import EmbeddingsError, Interrupted, VenvMissing
from ...scripting.child import PROJECT_ROOT
from ...scripting.environment.facts import installed, packages_in
from ...scripting.interpreter import VENV_ENV_NAME, find_interpreter
from ...scripting.venv_folder import default_venv_path, python_in
from .environment_trial import TrialRequest, check_line, trial_work

if TYPE_CHECKING:
    from ...contracts.methods import CheckResult, Diagnosis
    from ..background import Job, Jobs
    from ..ports import SettingsStore
    from ..settings import Settings
    from ..texts import Texts


class PythonPageView(Protocol):
    """The page's window; main thread only."""

    def venv_path(self) -> str:
        """Return what the path field holds."""

    def show_venv_path(self, path: str) -> None:
        """Put a path into the field."""

    def fill_devices(self, labels: Tuple[str, ...]) -> None:
        """Fill the list of what models may compute on, once."""

    def device(self) -> int:
        """Return the place in the list of what is chosen."""

    def show_device(self, i_device: int) -> None:
        """Choose in the list."""

    def show_details(self, text: str, *, at_end: bool = False) -> None:
        """Show what is installed or was tried, at_end scrolled to the last line."""

    def show_status(self, text: str) -> None:
        """Show one line below."""

    def show_test_button(self, label: str) -> None:
        """Name the button that starts and stops the test."""

    def complain(self, sentence: str) -> None:
        """Show a message box."""


@dataclass(frozen=True)
class OptionsParts:
    """What the presenters of the options work with.

    root holds the plugin package, lock is the list of packages that an environment is made from.
    """

    settings: SettingsStore
    jobs: Jobs
    texts: Texts
    lock: str
    root: str = PROJECT_ROOT


@dataclass
class _Shown:
    lines: List[str] = field(default_factory=list)
    n_failed: int = 0


class PythonPagePresenter:
    """One showing of the page; main thread only."""

    def __init__(self, view: PythonPageView, parts: OptionsParts) -> None:
        self._view = view
        self._parts = parts
        self._test: Optional[Job] = None
        self._look: Optional[Job] = None
        self._shown = _Shown()
        self._looked_at = ""

    def show(self) -> None:
        """Fill the page from the settings; also takes back what was typed."""
        settings, texts = self._parts.settings.read(), self._parts.texts
        self._view.show_venv_path(settings.python_venv_path)
        self._view.fill_devices(tuple(texts[f"options.python.device.{name}"] for name in DEVICES))
        self._view.show_device(DEVICES.index(settings.device))
        self.look_again()

    def look_again(self) -> None:
        """Show what the environment in the field holds."""
        self._stop_all()
        path = self._looked_at = self._view.venv_path().strip()
        self._view.show_details(self._parts.texts["options.python.looking"])
        self._view.show_status(self._default_line(path))
        self._look = self._parts.jobs.start(
            lambda _job: what_is_there(path, parts=self._parts),
            on_done=self._view.show_details,
            on_failed=lambda error: self._view.show_details(self._absence(path, error)),
        )

    def path_changed(self) -> None:
        """Show what another environment holds; the test that runs is left alone."""
        if self._test is None and self._view.venv_path().strip() != self._looked_at:
            self.look_again()

    def save(self) -> bool:
        """Keep path and device and return True; a path that is none is told and nothing kept."""
        settings, wanted = self._parts.settings.read(), self._wanted()
        path = wanted.python_venv_path
        if path and path != settings.python_venv_path and not names_a_python(path):
            self._view.complain(self._parts.texts.format("options.python.bad_path", path=path))
            return False
        if wanted != settings:
            self._parts.settings.write(wanted)
        return True

    def press_test(self) -> None:
        """Start the test, or stop the one that runs."""
        if self._test is not None:
            self._test.cancel()
            self._view.show_status(self._parts.texts["options.test.stopping"])
            return
        self._start_test()

    def leave(self) -> None:
        """Stop what runs; the page is hidden or gone."""
        if self._test is not None:
            self._view.show_status(self._parts.texts["options.test.stopped"])
        self._stop_all()

    def _wanted(self) -> Settings:
        path, device = self._view.venv_path().strip(), DEVICES[self._view.device()]
        return replace(self._parts.settings.read(), python_venv_path=path, device=device)

    def _stop_all(self) -> None:
        for job in (self._test, self._look):
            if job is not None:
                job.forget()
        self._look = None
        self._end_test()

    def _start_test(self) -> None:
        texts = self._parts.texts
        self._stop_all()
        self._shown = _Shown()
        self._view.show_details("")
        self._view.show_status(texts["options.test.running"])
        self._view.show_test_button(texts["options.test.stop"])
        wanted = self._wanted()
        request = TrialRequest(
            venv=wanted.python_venv_path,
            model_id=wanted.model_id,
            variables=wanted.worker_variables,
            api_key=wanted.api_key,
            root=self._parts.root,
        )
        self._test = self._parts.jobs.start(
            trial_work(request, self._show_check),
            on_done=self._show_diagnosis,
            on_failed=self._show_failure,
        )

    def _show_check(self, check: CheckResult) -> None:
        self._shown.n_failed += not check.ok
        self._shown.lines.append(check_line(check, self._parts.texts))
        self._view.show_details("\n".join(self._shown.lines), at_end=True)

    def _show_diagnosis(self, _diagnosis: Diagnosis) -> None:
        self._end_test()
        n_failed = self._shown.n_failed
        texts = self._parts.texts
        told = (
            texts.count("options.test.failed", n_failed)
            if n_failed
            else texts["options.test.passed"]
        )
        self._view.show_status(told)

    def _show_failure(self, error: EmbeddingsError) -> None:
        self._end_test()
        if isinstance(error, Interrupted):
            self._view.show_status(self._parts.texts["options.test.stopped"])
            return
        self._view.show_status(error.message)
        told = (error.message, error.hint, error.detail)
        self._shown.lines.extend(line for line in told if line)
        self._view.show_details("\n".join(self._shown.lines), at_end=True)

    def _end_test(self) -> None:
        self._test = None
        self._view.show_test_button(self._parts.texts["options.test.start"])

    def _absence(self, path: str, error: EmbeddingsError) -> str:
        is_named = path or os.environ.get(VENV_ENV_NAME)
        if isinstance(error, VenvMissing) and not is_named:
            return self._parts.texts["options.python.none"]
        return str(error)

    def _default_line(self, path: str) -> str:
        if path:
            return ""
        return self._parts.texts.format("options.python.default", path=default_venv_path())


def names_a_python(path: str) -> bool:
    """Return whether a path is an environment's folder or a file, judged without running it."""
    place = os.path.expanduser(path)  # noqa: PTH111 - never raises
    return os.path.isfile(place) or bool(python_in(place))  # noqa: PTH113 - the same


def what_is_there(venv: str, *, parts: OptionsParts) -> str:
    """Return the Python and packages of an environment as lines; takes a second: run it beside.

    Raises VenvMissing when no Python is there.
    """
    texts = parts.texts
    python = find_interpreter(venv, root=parts.root)
    version = ".".join(map(str, python.version))
    folder = str(Path(python.path).parent.parent)
    missing = installed(folder, lock=parts.lock).missing
    packages = packages_in(folder)
    lines = [texts.format("options.python.found", version=version, path=python.path)]
    if missing:
        lines.append(texts.count("options.python.missing", len(missing), names=", ".join(missing)))
    lines.append(texts.count("options.python.packages", len(packages)))
    lines.extend(f"{name} {packages[name]}" for name in sorted(packages))
    return "\n".join(lines)
