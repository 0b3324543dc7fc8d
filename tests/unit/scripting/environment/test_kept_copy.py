"""An environment is put back byte for byte, whatever a failed change did to its files."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from plugin.scripting.environment.kept_copy import KeptCopy

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the folders are made of links")


@pytest.fixture
def venv(tmp_path: Path) -> Path:
    folder = tmp_path / "venv"
    packages = folder / "lib" / "python3.11" / "site-packages"
    (packages / "torch").mkdir(parents=True)
    (folder / "bin").mkdir()
    (packages / "torch" / "version.py").write_text("__version__ = '2.13.0+cpu'")
    (folder / "bin" / "tool").write_text("#!/bin/sh\necho old\n")
    (folder / "bin" / "python").symlink_to("/usr/bin/python3")
    (folder / "pyvenv.cfg").write_text("home = /usr/bin")
    return folder


def seen(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {
        str(path.relative_to(folder)): (
            path.lstat().st_mtime_ns,
            b"" if path.is_symlink() else path.read_bytes(),
        )
        for path in folder.rglob("*")
        if path.is_symlink() or path.is_file()
    }


def test_what_a_failed_change_did_is_undone(venv: Path, tmp_path: Path) -> None:
    before = seen(venv)
    kept = KeptCopy(venv, tmp_path / "kept")
    version = next(venv.rglob("version.py"))
    version.unlink()  # as pip and uv do it: the old file goes, a new one comes
    version.write_text("__version__ = '2.13.0+cu130'")
    (version.parent / "new.py").write_text("")
    (venv / "bin" / "tool").write_text("#!/bin/sh\necho new\n")

    kept.put_back()

    assert seen(venv) == before
    assert sorted(tmp_path.iterdir()) == [venv]


def test_a_good_change_leaves_no_copy(venv: Path, tmp_path: Path) -> None:
    kept = KeptCopy(venv, tmp_path / "kept")
    (venv / "bin" / "tool").unlink()
    kept.discard()
    assert sorted(tmp_path.iterdir()) == [venv]
    assert not (venv / "bin" / "tool").exists()


def test_a_copy_takes_no_second_set_of_bytes(venv: Path, tmp_path: Path) -> None:
    KeptCopy(venv, tmp_path / "kept")
    version = next(venv.rglob("version.py"))
    copied = tmp_path / "kept" / version.relative_to(venv)
    assert copied.stat().st_ino == version.stat().st_ino


def test_a_copy_that_cannot_be_made_is_not_left_in_half(venv: Path, tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    with pytest.raises(OSError, match="exists"):
        KeptCopy(venv, tmp_path / "kept")
    assert not (tmp_path / "kept").exists()
