"""Running a script in the worker's Python, from whichever Python it was started with.

Owns: whether this Python is the worker's, and the second start. Does not own: which environment
is the worker's (plugin.scripting.interpreter).
"""

import os
import subprocess
import sys
from typing import NoReturn

from cli import ROOT

from plugin.scripting.interpreter import find_interpreter

_STARTED_AGAIN = "WRITERAGENT_SCRIPT_IN_WORKER_PYTHON"


def ensure_worker_python(venv: str) -> None:
    """Return in the worker's Python only; in any other, run this script there and exit with it.

    Raises VenvMissing where there is no such Python.
    """
    if os.environ.pop(_STARTED_AGAIN, ""):
        return
    python = find_interpreter(venv, root=str(ROOT)).path
    # Not resolved: an environment's Python is a link to the one that made it.
    if os.path.abspath(sys.executable) != os.path.abspath(python):  # noqa: PTH100 - the same
        _start_again(python)


def _start_again(python: str) -> NoReturn:
    argv = [python, *sys.argv]
    environment = {**os.environ, _STARTED_AGAIN: "1"}
    if os.name == "posix":
        os.execve(python, argv, environment)  # noqa: S606 - no shell is wanted
    # Windows gives the shell its prompt back at an exec, while the new process still prints.
    done = subprocess.run(argv, env=environment, check=False)
    sys.exit(done.returncode)
