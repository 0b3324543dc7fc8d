"""The environment variables that a child Python gets.

Owns: which of this process's variables steer LibreOffice's own Python and libraries, and so must
not reach another Python. Does not own: what a child is started for (child, environment).

LibreOffice points PYTHONPATH (Debian) or PYTHONHOME and PYTHONPATH (its upstream builds) at the
library of its own interpreter: another version dies of it with "No module named 'encodings'".
Its wrappers and AppImages put their libraries into LD_LIBRARY_PATH, and on Windows into PATH.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Dict, Final, List, Mapping, Optional

from ..contracts.http_model import API_KEY_VARIABLE

NO_TELEMETRY: Final = {"ORT_DISABLE_TELEMETRY": "1"}
"""ONNX Runtime's builds for Linux and macOS tell their maker of each process from their import on,
and keep an identifier of the machine; its function that turns that off comes too late for both.
Source: https://github.com/microsoft/onnxruntime/pull/27379."""
_STEERING: Final = (
    "PYTHONHOME",
    "PYTHONPATH",
    "PYTHONEXECUTABLE",
    "PYTHONSTARTUP",
    "__PYVENV_LAUNCHER__",
    "URE_BOOTSTRAP",
    "UNO_PATH",
)
_PATH_LISTS: Final = ("LD_LIBRARY_PATH", "LD_PRELOAD", "DYLD_LIBRARY_PATH", "PATH")
_BOOTSTRAP_SCHEMES: Final = ("vnd.sun.star.pathname:", "file://")


def child_environment(env: Optional[Mapping[str, str]] = None) -> Dict[str, str]:
    """Return a copy of the environment less what steers LibreOffice's Python and libraries.

    So it is without the key of a model server: a request takes it to where it is needed, and no
    other program that a child starts gets to see it.
    From lists of paths only LibreOffice's own folders are taken: what the user put there (a
    graphics driver, a proxy's library) stays. Telemetry is off, whatever was set.
    """
    given = env if env is not None else os.environ
    roots = _office_roots(given)
    left_out = (*_STEERING, API_KEY_VARIABLE)
    kept = {name: value for name, value in given.items() if name not in left_out}
    for name in _PATH_LISTS:
        if name not in kept:
            continue
        separator = " " if name == "LD_PRELOAD" and os.pathsep not in kept[name] else os.pathsep
        paths = [path for path in kept[name].split(separator) if not _is_under(path, roots)]
        kept[name] = separator.join(paths)
        if not kept[name] and name != "PATH":
            del kept[name]
    return {**kept, **NO_TELEMETRY}


def _office_roots(env: Mapping[str, str]) -> List[str]:
    """Return the folders that LibreOffice, or the AppImage it is in, was started from."""
    bootstrap = env.get("URE_BOOTSTRAP", "")
    # .../program/fundamentalrc; on macOS .../Contents/Resources/fundamentalrc
    roots = [
        str(Path(bootstrap[len(scheme) :]).parent.parent)
        for scheme in _BOOTSTRAP_SCHEMES
        if bootstrap.startswith(scheme)
    ]
    if env.get("UNO_PATH"):
        roots.append(str(Path(env["UNO_PATH"]).parent))
    if env.get("APPDIR"):
        roots.append(env["APPDIR"])
    # A folder as short as /usr would take the system's own programs with it.
    return [os.path.normcase(root) for root in roots if len(Path(root).parts) > 2]  # noqa: PLR2004


def _is_under(path: str, roots: List[str]) -> bool:
    folder = os.path.normcase(os.path.normpath(path)) if path else ""
    return any(folder == root or folder.startswith(root + os.sep) for root in roots)
