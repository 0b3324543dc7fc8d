"""Which Python runs the worker.

Owns: the order in which a setting, the environment variable, the user's and the project's own
folder are asked, and the probe that runs the candidate. Does not own: making an environment
(environment), which packages it has (the worker describes them).
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Mapping, Optional, Tuple

from ..contracts.errors import VenvMissing
from .child import NO_WINDOW, PROJECT_ROOT
from .child_environment import child_environment
from .venv_folder import default_venv_path, python_in, python_names

VENV_ENV_NAME: Final = "WRITERAGENT_VENV"
MIN_VERSION: Final = (3, 11)
PROBE_S: Final = 20.0
"""A first start from a cold, slow disk; a warm one takes 0.02 s."""

_MARK = "writeragent-python "
_PROBE = f"import sys; print({_MARK!r} + '.'.join(map(str, sys.version_info[:3])))"
_WANTED = ".".join(map(str, MIN_VERSION))
MAKE_ONE: Final = (
    'Press "Set up..." in Tools > Options > WriterAgent > Python, or run make setup, or create one '
    f"with Python {_WANTED} or later (python3 -m venv PATH) and set PATH there."
)


@dataclass(frozen=True)
class Interpreter:
    """A Python that was run and is new enough; source says who named it."""

    path: str
    version: Tuple[int, int, int]
    source: str


def find_interpreter(
    setting: str = "",
    *,
    root: str = PROJECT_ROOT,
    env: Optional[Mapping[str, str]] = None,
) -> Interpreter:
    """Return the probed Python named by the setting, else by WRITERAGENT_VENV, else found.

    Each may be an environment's folder or a Python itself; found is the default environment of
    the user where it exists, else <root>/.venv. The first that is set is used or fails: a wrong
    path is told, never passed over. Raises VenvMissing with the next step.
    """
    given = env if env is not None else os.environ
    own = default_venv_path(given)
    named = (
        (setting.strip(), "the setting"),
        (given.get(VENV_ENV_NAME, "").strip(), VENV_ENV_NAME),
        (own if os.path.isdir(own) else "", "the default"),  # noqa: PTH112 - may not raise
        (str(Path(root) / ".venv"), "the project's .venv"),
    )
    path, source = next((path, source) for path, source in named if path)
    try:
        python = _python_in(Path(path).expanduser(), source)
    except (OSError, RuntimeError) as exc:  # RuntimeError: a ~name that nobody has
        raise VenvMissing(
            f"{path}, named by {source}, cannot be looked at: {exc}.",
            hint=f"Check the rights on it. {MAKE_ONE}",
            detail=str(exc),
        ) from exc
    return Interpreter(path=python, version=probe(python), source=source)


def probe(python: str) -> Tuple[int, int, int]:
    """Return the version of a Python by running it; raises VenvMissing when it is no use."""
    argv = [python, "-I", "-c", _PROBE]
    try:
        done = subprocess.run(
            argv,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PROBE_S,
            check=False,
            env=child_environment(),
            creationflags=NO_WINDOW,
        )
    except (OSError, ValueError) as exc:
        raise VenvMissing(
            f"{python} cannot be run: {exc}.", hint=MAKE_ONE, detail=str(exc)
        ) from exc
    except subprocess.TimeoutExpired as exc:
        raise VenvMissing(f"{python} did not answer within {PROBE_S:g} s.", hint=MAKE_ONE) from exc
    version = _version_in(done.stdout.decode("utf-8", "replace"))
    if version is None:
        raise VenvMissing(
            f"{python} is no working Python.",
            hint=MAKE_ONE,
            detail=done.stderr.decode("utf-8", "replace")[-2000:],
        )
    if version < MIN_VERSION:
        found = ".".join(map(str, version))
        raise VenvMissing(f"{python} is Python {found}; {_WANTED} is needed.", hint=MAKE_ONE)
    return version


def _python_in(path: Path, source: str) -> str:
    if path.is_file():
        return os.path.abspath(path)  # noqa: PTH100 - resolve() would leave the environment
    if not path.is_dir():
        raise VenvMissing(f"{path}, named by {source}, does not exist.", hint=MAKE_ONE)
    python = python_in(str(path))
    if not python:
        raise VenvMissing(
            f"{path}, named by {source}, holds no {python_names()[0]}.", hint=MAKE_ONE
        )
    return python


def _version_in(output: str) -> Optional[Tuple[int, int, int]]:
    for line in output.splitlines():
        if line.startswith(_MARK):
            numbers = line[len(_MARK) :].split(".")
            if len(numbers) == 3 and all(number.isdigit() for number in numbers):  # noqa: PLR2004
                return int(numbers[0]), int(numbers[1]), int(numbers[2])
    return None
