"""A user without uv, or with one, whose packages come from a folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import venv as stdlib_venv
from pathlib import Path

import pytest

from tests.environment_site import Site


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    site = Site(tmp_path)
    without_uv = os.pathsep.join(
        folder for folder in os.environ["PATH"].split(os.pathsep) if not Path(folder, "uv").exists()
    )
    monkeypatch.setenv("PATH", without_uv)
    monkeypatch.setenv("HOME", str(tmp_path))
    # As a user does whose packages come from a folder: nothing here needs a network.
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(site.wheels))
    return site


@pytest.fixture(scope="module")
def uv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("uv")
    stdlib_venv.create(folder / "venv", with_pip=True, symlinks=True)
    argv = [str(folder / "venv/bin/python"), "-m", "pip", "install", "--quiet", "uv"]
    done = subprocess.run(argv, capture_output=True, text=True, check=False, timeout=100)
    if done.returncode != 0:
        pytest.skip(f"no uv can be installed here: {done.stderr[-300:]}")
    (folder / "bin").mkdir()
    shutil.copy2(folder / "venv/bin/uv", folder / "bin/uv")
    return folder / "bin"


@pytest.fixture
def with_uv(site: Site, uv: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Site:
    monkeypatch.setenv("PATH", f"{uv}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("UV_OFFLINE", "1")
    monkeypatch.setenv("UV_FIND_LINKS", str(site.wheels))
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "uv cache"))
    return site
