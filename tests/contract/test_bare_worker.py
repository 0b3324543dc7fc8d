"""A worker whose environment has no packages starts, says what lacks, and refuses in words."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import PackageMissing
from plugin.contracts.maintain import MaintainRequest
from plugin.contracts.methods import METHODS, CheckResult, DiagnoseRequest, StatusRequest
from plugin.contracts.search import SearchRequest
from plugin.embeddings.client import EmbeddingsClient, worker_spec
from plugin.embeddings.venv.handlers.packages import OPTIONAL_PACKAGES, PACKAGES
from plugin.scripting.worker_process import WorkerProcess

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def bare_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of a fresh virtual environment into which nothing was installed."""
    folder = tmp_path_factory.mktemp("bare") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    name = "Scripts/python.exe" if sys.platform == "win32" else "bin/python"
    return folder / name


@pytest.fixture(scope="module")
def bare(bare_python: Path) -> Iterator[EmbeddingsClient]:
    worker = WorkerProcess(worker_spec(str(bare_python)), METHODS)
    worker.start()
    yield EmbeddingsClient(worker)
    worker.stop()


def test_a_bare_environment_is_diagnosed_package_by_package(
    bare: EmbeddingsClient, bare_python: Path
) -> None:
    told: list[CheckResult] = []

    found = bare.diagnose(DiagnoseRequest(), on_progress=told.append)

    assert found.executable == str(bare_python)
    assert found.checks == tuple(told)
    by_name = {check.name: check for check in told}
    assert by_name["python"].ok
    for package in PACKAGES:
        check = by_name[package.name]
        assert (check.ok, check.message) == (False, f"{package.name} is not installed.")
        assert f'"{bare_python}" -m pip install {package.name}' in check.hint
    for package in OPTIONAL_PACKAGES:
        check = by_name[package.name]
        assert (check.ok, check.version) == (True, "")
        assert f'"{bare_python}" -m pip install {package.name}' in check.message
    for name in ("vec0", "device", "model"):
        assert not by_name[name].ok
        assert by_name[name].message
        assert by_name[name].hint


def test_what_needs_a_package_is_refused_with_the_way_to_get_it(
    bare: EmbeddingsClient, bare_python: Path, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("Some text.")
    folder = str(tmp_path)
    for ask in (
        lambda: bare.search(SearchRequest(folder, "text")),
        lambda: bare.status(StatusRequest(folder)),
        lambda: bare.maintain(MaintainRequest(folder)),
    ):
        with pytest.raises(
            PackageMissing, match=r"^This Python lacks the package \w+\. "
        ) as caught:
            ask()
        assert f'"{bare_python}" -m pip install' in caught.value.hint
        assert "--venv" in caught.value.hint
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_a_bare_environment_is_described(bare: EmbeddingsClient) -> None:
    described = bare.describe()

    packages = (*PACKAGES, *OPTIONAL_PACKAGES)
    assert described.packages == tuple((package.name, "") for package in packages)
    assert described.device == ""
    assert "torch" in described.device_reason
