"""The user's settings of pip and uv, as real files and variables."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from plugin.scripting.environment import tool_settings
from plugin.scripting.environment.tool_settings import installer_environment

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="places of Linux")


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path), "XDG_CONFIG_DIRS": str(tmp_path / "xdg")}


def needs_pip(env: dict[str, str]) -> bool:
    return tool_settings.needs_pip(env, etc="/nonexistent")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(text)


def test_a_user_without_settings_needs_no_pip(env: dict[str, str]) -> None:
    assert not needs_pip(env)


@pytest.mark.parametrize("place", ["xdg/pip/pip.conf", ".config/pip/pip.conf", ".pip/pip.conf"])
def test_an_index_in_a_pip_conf_is_known_to_pip_alone(
    tmp_path: Path, env: dict[str, str], place: str
) -> None:
    write(tmp_path / place, "[global]\nindex-url = https://mirror.example/simple\n")
    assert needs_pip(env)


def test_who_has_told_uv_as_well_may_use_uv(tmp_path: Path, env: dict[str, str]) -> None:
    write(tmp_path / ".pip/pip.conf", "[global]\nindex-url = https://mirror.example/simple\n")
    assert not needs_pip({**env, "UV_INDEX_URL": "https://mirror.example/simple"})
    write(tmp_path / ".config/uv/uv.toml", "[pip]\n")
    assert not needs_pip(env)


def test_settings_for_all_users_count(tmp_path: Path, env: dict[str, str]) -> None:
    write(tmp_path / "etc" / "pip.conf", "[install]\nfind-links = /wheels\n")
    assert tool_settings.needs_pip(env, etc=str(tmp_path / "etc"))


def test_other_settings_of_pip_do_not_matter(tmp_path: Path, env: dict[str, str]) -> None:
    write(tmp_path / ".pip/pip.conf", "[global]\ntimeout = 60\n")
    assert not needs_pip(env)


@pytest.mark.parametrize("name", ["PIP_INDEX_URL", "PIP_FIND_LINKS", "PIP_CERT"])
def test_variables_of_pip_count(env: dict[str, str], name: str) -> None:
    assert needs_pip({**env, name: "x"})


def test_what_would_send_the_packages_elsewhere_is_not_inherited() -> None:
    given = {"PIP_TARGET": "/x", "PIP_QUIET": "3", "PIP_INDEX_URL": "i", "https_proxy": "p"}
    env = installer_environment(given)

    assert "PIP_TARGET" not in env
    assert "PIP_QUIET" not in env
    assert (env["PIP_INDEX_URL"], env["https_proxy"], env["PIP_USER"]) == ("i", "p", "0")
