"""The user's own settings of pip and uv.

Owns: whether they steer pip to an index of the user's, and the variables that a set-up must not
inherit because they would send the packages elsewhere or silence the progress. Does not own:
any index: none is ever named by us.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Dict, Final, List, Mapping

_PIP_STEERED_BY: Final = (
    "PIP_INDEX_URL",
    "PIP_EXTRA_INDEX_URL",
    "PIP_FIND_LINKS",
    "PIP_NO_INDEX",
    "PIP_PROXY",
    "PIP_CERT",
)
_UV_STEERED_BY: Final = (
    "UV_DEFAULT_INDEX",
    "UV_INDEX",
    "UV_INDEX_URL",
    "UV_EXTRA_INDEX_URL",
    "UV_FIND_LINKS",
    "UV_OFFLINE",
    "UV_CONFIG_FILE",
)
_ELSEWHERE_OR_SILENT: Final = (
    "PIP_TARGET",
    "PIP_PREFIX",
    "PIP_ROOT",
    "PIP_PYTHON",
    "PIP_DRY_RUN",
    "PIP_QUIET",
    "UV_SYSTEM_PYTHON",
    "UV_PYTHON",
    "UV_QUIET",
)
_STEERING_LINE = re.compile(
    r"^\s*(?:index[-_]url|extra[-_]index[-_]url|find[-_]links|no[-_]index|proxy|cert)\s*=",
    re.MULTILINE,
)


def installer_environment(env: Mapping[str, str]) -> Dict[str, str]:
    """Return the variables for pip and uv: the user's, less what would defeat a set-up."""
    kept = {name: value for name, value in env.items() if name not in _ELSEWHERE_OR_SILENT}
    # Against "user = true" in a pip.conf, which no environment can obey.
    return {**kept, "PIP_USER": "0", "NO_COLOR": "1", "PYTHONUNBUFFERED": "1"}


def needs_pip(env: Mapping[str, str], *, etc: str = "/etc") -> bool:
    """Return whether only pip knows the user's index or proxy: uv reads no setting of pip's.

    etc is where a Unix keeps the settings of all its users.
    """
    uv_files, pip_files = _uv_files(env), _pip_files(env)
    if sys.platform != "win32":
        uv_files.append(Path(etc) / "uv" / "uv.toml")
        pip_files.append(Path(etc) / "pip.conf")
    if any(env.get(name) for name in _UV_STEERED_BY) or any(map(_text, uv_files)):
        return False
    return any(env.get(name) for name in _PIP_STEERED_BY) or any(
        _STEERING_LINE.search(_text(path)) for path in pip_files
    )


def _pip_files(env: Mapping[str, str]) -> List[Path]:
    home = Path(env.get("HOME") or "~").expanduser()
    files = [Path(env["PIP_CONFIG_FILE"])] if env.get("PIP_CONFIG_FILE") else []
    if sys.platform == "win32":
        roots = (env.get("PROGRAMDATA"), env.get("APPDATA"), str(home))
        return files + [Path(root) / "pip" / "pip.ini" for root in roots if root]
    if sys.platform == "darwin":
        support = Path("Library/Application Support/pip/pip.conf")
        files += [Path("/") / support, home / support]
    shared = (env.get("XDG_CONFIG_DIRS") or "/etc/xdg").split(":")
    files += [Path(folder) / "pip" / "pip.conf" for folder in shared]
    own = env.get("XDG_CONFIG_HOME") or str(home / ".config")
    return [*files, home / ".pip/pip.conf", Path(own) / "pip/pip.conf"]


def _uv_files(env: Mapping[str, str]) -> List[Path]:
    home = Path(env.get("HOME") or "~").expanduser()
    if sys.platform == "win32":
        roots = (env.get("PROGRAMDATA"), env.get("APPDATA"))
        return [Path(root) / "uv" / "uv.toml" for root in roots if root]
    own = env.get("XDG_CONFIG_HOME") or str(home / ".config")
    shared = (env.get("XDG_CONFIG_DIRS") or "/etc/xdg").split(":")
    return [Path(folder) / "uv" / "uv.toml" for folder in (own, *shared)]


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
