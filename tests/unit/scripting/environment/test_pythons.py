"""Finding Pythons and uv in real folders: links to real Pythons, shims, old and broken ones."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from plugin.contracts.errors import VenvMissing
from plugin.scripting.environment.pythons import Surroundings, base_pythons, find_uv

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the folders are made of links")

BASE = getattr(sys, "_base_executable", sys.executable)


def in_path(folder: Path) -> Surroundings:
    return Surroundings(env={"PATH": str(folder), "HOME": str(folder)}, patterns=())


def script(path: Path, text: str) -> Path:
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)
    return path


def claiming(path: Path, version: str, *, usable: str = "true", whole: str = "true") -> Path:
    """Make a program that answers the probe as a Python of that version would."""
    numbers = version.replace(".", ", ")
    return script(path, f"echo 'writeragent-base [[{numbers}], \"{path}\", {usable}, {whole}]'\n")


def test_a_real_python_is_found_behind_links_and_shims_once(tmp_path: Path) -> None:
    (tmp_path / "python3.11").symlink_to(BASE)
    script(tmp_path / "python3", f'echo Welcome\nexec {BASE} "$@"\n')

    (found,) = base_pythons(around=in_path(tmp_path))

    assert found.version == sys.version_info[:3]
    assert found.can_make_venv
    assert Path(found.path).resolve() == Path(BASE).resolve()


def test_a_short_path_is_made_up_for_by_the_usual_places(tmp_path: Path) -> None:
    (tmp_path / "python3.11").symlink_to(BASE)
    around = Surroundings(env={"PATH": ""}, patterns=(f"{tmp_path}/python3.1[1-9]",))

    assert [found.version for found in base_pythons(around=around)] == [sys.version_info[:3]]
    assert base_pythons(around=Surroundings(env={}, patterns=())) == ()


def test_here_looks_in_the_usual_places_of_this_machine() -> None:
    here = Surroundings.here()
    assert here.patterns
    nowhere = Surroundings(env={**here.env, "PATH": "/nonexistent"}, patterns=here.patterns)
    for found in base_pythons(around=nowhere):
        assert found.version >= (3, 11)
        assert Path(found.path).is_file()


def test_what_is_too_old_broken_or_of_32_bit_is_passed_over(tmp_path: Path) -> None:
    claiming(tmp_path / "python3", "3.9.18")
    claiming(tmp_path / "python3.12", "3.12.1", usable="false")
    script(tmp_path / "python3.13", "echo 'pyenv: python3.13: command not found' >&2; exit 127\n")
    (tmp_path / "python3.11").symlink_to("/nonexistent/python3.11")

    assert base_pythons(around=in_path(tmp_path)) == ()


def test_the_order_is_the_locks_own_version_then_the_newest_with_wheels(tmp_path: Path) -> None:
    for minor in (11, 12, 13):
        claiming(tmp_path / f"python3.{minor}", f"3.{minor}.1")
    claiming(tmp_path / "python3", "3.14.0")
    around = in_path(tmp_path)

    def order(prefer: tuple[int, int]) -> list[int]:
        return [found.version[1] for found in base_pythons(prefer=prefer, around=around)]

    assert order((3, 11)) == [11, 13, 12, 14]
    assert order((3, 12)) == [12, 13, 11, 14]
    claiming(tmp_path / "python3.11", "3.11.1", whole="false")
    assert order((3, 11)) == [13, 12, 14, 11]


def test_a_named_python_is_used_or_told(tmp_path: Path) -> None:
    claiming(tmp_path / "python3.13", "3.13.1")
    old = claiming(tmp_path / "old", "3.9.18")
    around = in_path(tmp_path)

    (by_path,) = base_pythons(str(BASE), around=around)
    assert by_path.version == sys.version_info[:3]
    (by_name,) = base_pythons("python3.13", around=around)
    assert by_name.version == (3, 13, 1)
    with pytest.raises(VenvMissing, match=r"is 3\.9\.18; a 64-bit Python 3\.11 or later is needed"):
        base_pythons(str(old), around=around)
    with pytest.raises(VenvMissing, match="is no usable Python"):
        base_pythons("/nonexistent/python", around=around)


def test_uv_is_found_on_the_path_and_at_home_if_it_runs(tmp_path: Path) -> None:
    assert find_uv(in_path(tmp_path)) == ""
    at_home = tmp_path / ".local" / "bin"
    at_home.mkdir(parents=True)
    own = script(at_home / "uv", "echo uv 0.9\n")
    assert find_uv(in_path(tmp_path)) == str(own)
    on_path = script(tmp_path / "uv", "exit 127\n")  # as a shim without a version set
    assert find_uv(in_path(tmp_path)) == str(own)
    script(on_path, "echo uv 0.9\n")
    assert find_uv(in_path(tmp_path)) == str(on_path)
