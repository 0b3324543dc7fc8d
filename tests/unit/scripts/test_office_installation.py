"""Where LibreOffice is looked for, and what becomes of the tests without it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import office_installation as locate
import pytest

from tests.office.harness.required import required_installation

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _bare_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locate, "PLACES", ("C:/none/program", "/nowhere*/program"))
    monkeypatch.delenv(locate.PROGRAM_VARIABLE, raising=False)
    monkeypatch.delenv("CI", raising=False)


def make_program(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "soffice.bin").touch()
    return folder


def test_the_newest_of_several_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("libreoffice7.6", "libreoffice24.8", "libreoffice25.2"):
        make_program(tmp_path / name / "program")
    monkeypatch.setattr(locate, "PLACES", (f"{tmp_path}/libreoffice*/program",))
    found = locate.find_installation()
    assert found is not None
    assert found.program == tmp_path / "libreoffice25.2/program"


def test_the_variable_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = make_program(tmp_path / "mine")
    monkeypatch.setenv(locate.PROGRAM_VARIABLE, str(program))
    assert required_installation().program == program


def test_a_variable_that_names_no_libreoffice_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(locate.PROGRAM_VARIABLE, str(tmp_path))
    with pytest.raises(FileNotFoundError, match="no soffice"):
        required_installation()


def test_without_it_tests_skip_and_say_what_to_run() -> None:
    with pytest.raises(pytest.skip.Exception, match=r"scripts/setup_office\.py"):
        required_installation()


def test_without_it_a_build_server_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=r"scripts/setup_office\.py"):
        required_installation()


def test_an_unpacked_copy_brings_its_libraries(tmp_path: Path) -> None:
    program = make_program(tmp_path / "usr/lib/libreoffice/program")
    variables = locate.Installation(program).variables()
    assert variables["LD_LIBRARY_PATH"].startswith(str(program))
    assert str(tmp_path / "usr/lib/python3/dist-packages") in variables["PYTHONPATH"]
    assert locate.Installation(make_program(tmp_path / "other")).variables() == {}
