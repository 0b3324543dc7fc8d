"""Finding the worker's Python, among real environments and real interpreters."""

from __future__ import annotations

import os
import sys
import venv
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import VenvMissing
from plugin.scripting.interpreter import find_interpreter, probe

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("root") / ".venv"
    venv.create(folder, with_pip=False, symlinks=True)
    return folder


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)
    return path


def test_a_setting_may_name_a_folder_or_a_python(environment: Path) -> None:
    python = str(environment / "bin" / "python")

    for setting in (str(environment), python, f"  {environment} "):
        found = find_interpreter(setting, root="/nonexistent", env={})
        assert (found.path, found.source) == (python, "the setting")
        assert found.version == sys.version_info[:3]


def test_the_environment_variable_comes_next_and_then_the_roots_own(environment: Path) -> None:
    root = str(environment.parent)
    bare = {"HOME": "/nonexistent"}

    assert find_interpreter(root=root, env=bare).source == "the project's .venv"
    named = find_interpreter(root="/nonexistent", env={"WRITERAGENT_VENV": str(environment)})
    assert (named.path, named.source) == (str(environment / "bin/python"), "WRITERAGENT_VENV")


@pytest.mark.skipif(sys.platform != "linux", reason="the XDG folders are Linux's")
def test_the_users_own_environment_comes_before_the_projects_where_it_exists(
    environment: Path, tmp_path: Path
) -> None:
    env = {"XDG_DATA_HOME": str(tmp_path)}
    assert find_interpreter(root=str(environment.parent), env=env).source == "the project's .venv"

    own = tmp_path / "writeragent" / "venv"
    own.parent.mkdir()
    own.symlink_to(environment)

    found = find_interpreter(root="/nonexistent", env=env)
    assert (found.path, found.source) == (str(own / "bin/python"), "the default")
    named = find_interpreter(root="/nonexistent", env={**env, "WRITERAGENT_VENV": str(environment)})
    assert named.source == "WRITERAGENT_VENV"


def test_hints_name_the_button_that_makes_an_environment(tmp_path: Path) -> None:
    with pytest.raises(VenvMissing) as caught:
        find_interpreter(root=str(tmp_path), env={"HOME": str(tmp_path)})
    assert '"Set up..." in Tools > Options > WriterAgent' in caught.value.hint


def test_a_home_folder_is_expanded(environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(environment.parent))

    assert find_interpreter("~/.venv", env={}).path == str(environment / "bin/python")


def test_a_wrong_setting_is_told_and_not_passed_over(environment: Path, tmp_path: Path) -> None:
    with pytest.raises(VenvMissing, match="named by the setting, does not exist") as caught:
        find_interpreter(str(tmp_path / "gone"), root=str(environment.parent), env={})
    assert "python3 -m venv" in caught.value.hint
    with pytest.raises(VenvMissing, match="holds no bin/python"):
        find_interpreter(str(tmp_path), root=str(environment.parent), env={})


def test_an_environment_whose_python_is_gone_is_told(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to("/nonexistent/python3.11")

    with pytest.raises(VenvMissing, match="holds no bin/python"):
        find_interpreter(str(tmp_path), env={})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("echo 'writeragent-python 3.10.9'", r"is Python 3\.10\.9; 3\.11 is needed"),
        ("echo broken >&2; exit 1", "is no working Python"),
        ("echo writeragent-python x.y.z", "is no working Python"),
    ],
)
def test_a_python_that_is_too_old_or_broken_is_told(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(VenvMissing, match=message):
        find_interpreter(str(script(tmp_path / "python", text)), env={})


def test_what_a_start_up_file_prints_does_not_confuse_the_probe(tmp_path: Path) -> None:
    noisy = script(tmp_path / "python", f'echo "Welcome 1.2.3"\nexec {sys.executable} "$@"')

    assert probe(str(noisy)) == sys.version_info[:3]


def test_a_file_that_cannot_be_run_is_told(tmp_path: Path) -> None:
    plain = tmp_path / "python"
    plain.write_text("no program")
    os.chmod(plain, 0o644)  # noqa: PTH101

    with pytest.raises(VenvMissing, match="cannot be run"):
        find_interpreter(str(plain), env={})


def test_a_place_that_cannot_be_looked_at_is_told(tmp_path: Path) -> None:
    with pytest.raises(VenvMissing, match="cannot be looked at") as caught:
        find_interpreter(str(tmp_path / ("x" * 300)), env={})
    assert "python3 -m venv" in caught.value.hint


@pytest.mark.skipif(sys.platform == "win32", reason="rights are given by other means there")
def test_an_environment_that_may_not_be_entered_is_told(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o000)
    was_root = os.geteuid() == 0
    if was_root:
        os.seteuid(65534)  # root may enter everything
    try:
        with pytest.raises(VenvMissing, match="Permission denied"):
            find_interpreter(str(locked / "venv"), env={})
    finally:
        if was_root:
            os.seteuid(0)
