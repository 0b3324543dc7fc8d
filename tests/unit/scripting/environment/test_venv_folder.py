"""Where the environment of the user is."""

from __future__ import annotations

from pathlib import Path

import pytest

from plugin.scripting.venv_folder import default_venv_path


@pytest.mark.parametrize(
    ("platform", "env", "path"),
    [
        ("linux", {"HOME": "/home/ada"}, "/home/ada/.local/share/writeragent/venv"),
        ("linux", {"HOME": "/home/ada", "XDG_DATA_HOME": "/data"}, "/data/writeragent/venv"),
        (
            "linux",
            {"HOME": "/home/ada", "XDG_DATA_HOME": "not/absolute"},
            "/home/ada/.local/share/writeragent/venv",
        ),
        (
            "darwin",
            {"HOME": "/Users/ada"},
            "/Users/ada/Library/Application Support/WriterAgent/venv",
        ),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/WriterAgent/venv"),
    ],
)
def test_the_default_place_is_in_the_users_data(
    platform: str, env: dict[str, str], path: str
) -> None:
    assert Path(default_venv_path(env, platform=platform)) == Path(path)
