"""Where LibreOffice is looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.scripting import office_installation as locate

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _bare_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(locate, "PLACES", ("C:/none/program", "/nowhere*/program"))
    monkeypatch.delenv(locate.PROGRAM_VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))


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
    found = locate.find_installation()
    assert found is not None
    assert found.program == program


def test_a_variable_that_names_no_libreoffice_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(locate.PROGRAM_VARIABLE, str(tmp_path))
    with pytest.raises(FileNotFoundError, match="no soffice"):
        locate.find_installation()


def test_a_start_script_on_the_path_leads_to_it(tmp_path: Path) -> None:
    program = make_program(tmp_path / "elsewhere/program")
    script = program / "soffice"
    script.touch(mode=0o755)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/soffice").symlink_to(script)
    found = locate.find_installation()
    assert found is not None
    assert found.program == program


def test_a_wrapper_without_a_program_beside_it_is_none(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/soffice").touch(mode=0o755)
    assert locate.find_installation() is None


def test_an_unpacked_copy_brings_its_libraries(tmp_path: Path) -> None:
    program = make_program(tmp_path / "usr/lib/libreoffice/program")
    variables = locate.Installation(program).variables()
    assert variables["LD_LIBRARY_PATH"].startswith(str(program))
    assert str(tmp_path / "usr/lib/python3/dist-packages") in variables["PYTHONPATH"]
    assert locate.Installation(make_program(tmp_path / "other")).variables() == {}
