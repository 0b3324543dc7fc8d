"""The host's code runs on a bare Python 3.9: no packages, no sqlite3, no uno."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOST_SCRIPT = Path(__file__).with_name("bare_host.py")
PREFERRED = ("3.9", "3.10", "3.11", "3.12", "3.13")


def find_bare_pythons() -> list[Path]:
    """Return the first of PREFERRED that this machine has, and the one running this."""
    pyenv = Path.home() / ".pyenv" / "versions"
    for version in PREFERRED:
        on_path = shutil.which(f"python{version}", path="/usr/bin:/usr/local/bin")
        candidates = sorted(pyenv.glob(f"{version}.*/bin/python"))
        for candidate in [*candidates, *([Path(on_path)] if on_path else [])]:
            if runs(candidate):
                return [candidate, Path(sys.executable)]
    return [Path(sys.executable)]


def runs(python: Path) -> bool:
    return subprocess.run([python, "-I", "-S", "-c", ""], check=False).returncode == 0


def version_of(python: Path) -> str:
    code = "import sys; print('python%d.%d.%d' % sys.version_info[:3])"
    argv = [str(python), "-I", "-S", "-c", code]
    return subprocess.run(argv, check=True, capture_output=True, text=True).stdout.strip()


@pytest.mark.parametrize("python", find_bare_pythons(), ids=version_of)
def test_a_bare_python_imports_all_host_code_and_gets_real_answers(
    python: Path, tmp_path: Path
) -> None:
    (tmp_path / "keys.txt").write_text("The alarm code changes on Mondays.", encoding="utf-8")
    options = ["-I", "-S", "-W", "error"]
    argv = [str(python), *options, str(HOST_SCRIPT), str(ROOT), sys.executable, str(tmp_path)]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=60, check=False)

    assert done.returncode == 0, done.stderr
    elsewhere = {ROOT / "plugin/embeddings/venv", ROOT / "plugin/office"}  # packages, uno
    host_files = [
        path for path in (ROOT / "plugin").rglob("*.py") if elsewhere.isdisjoint(path.parents)
    ]
    assert f"imported {len(host_files)}" in done.stdout.splitlines()
    assert "echoed grüße, numbers 3" in done.stdout.splitlines()
    assert "found keys.txt: The alarm code changes on Mondays." in done.stdout.splitlines()
