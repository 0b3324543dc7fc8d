"""Each import contract catches the breach it is meant for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WORKER = "plugin/embeddings/venv"

TYPE_CHECKING_BREACH = """
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from plugin.embeddings.venv.store import vectors
"""

BREACHES = [
    ("1 ", "plugin/embeddings/client.py", "def stray():\n    import numpy\n"),
    ("1 ", "plugin/embeddings/client.py", "import sqlite3\n"),
    ("2 ", "plugin/contracts/search.py", "from plugin.scripting import frames\n"),
    ("2 ", "plugin/documents/kinds.py", "from plugin.scripting import frames\n"),
    (
        "3 ",
        "plugin/embeddings/client.py",
        TYPE_CHECKING_BREACH,
    ),
    ("4 ", f"{WORKER}/handlers.py", "from plugin.scripting import worker_pool\n"),
    ("5 ", f"{WORKER}/store/vectors.py", "from plugin.embeddings.venv.search import fusion\n"),
    ("5 ", f"{WORKER}/embed/encoder.py", "from plugin.embeddings.venv.chunk import chunker\n"),
    ("5 ", f"{WORKER}/stray.py", "x = 1\n"),
    ("6 ", f"{WORKER}/search/fusion.py", "import sqlite_vec\n"),
    ("7 ", f"{WORKER}/search/fusion.py", "import torch\n"),
    ("8 ", f"{WORKER}/search/fusion.py", "import icu4py\n"),
    ("9 ", f"{WORKER}/store/vectors.py", "import openpyxl\n"),
    ("10 ", f"{WORKER}/search/fusion.py", "import langgraph\n"),
    ("12 ", "plugin/documents/kinds.py", "import subprocess\n"),
    ("13 ", "plugin/embeddings/settings.py", "import uno\n"),
    ("14 ", "plugin/embeddings/upkeep/triggers.py", "from ..search_window import screen\n"),
    ("14 ", "plugin/embeddings/texts.py", "from .client import POOL_NAME\n"),
    ("2 ", "plugin/embeddings/settings.py", "from plugin.office import localise\n"),
    ("3 ", "plugin/office/localise.py", "from plugin.embeddings.venv import types\n"),
]


@pytest.fixture(scope="module")
def copy_of_the_code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("code")
    for name in ("plugin", "scripts"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    return copy


def broken_contracts(folder: Path) -> list[str]:
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [program, "--no-cache"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Contracts" in done.stdout, done.stdout + done.stderr
    return [line for line in done.stdout.splitlines() if line.rstrip().endswith("BROKEN")]


def test_the_code_keeps_every_contract(copy_of_the_code: Path) -> None:
    assert broken_contracts(copy_of_the_code) == []


@pytest.mark.parametrize(("contract", "path", "breach"), BREACHES)
def test_a_breach_is_caught(copy_of_the_code: Path, contract: str, path: str, breach: str) -> None:
    target = copy_of_the_code / path
    before = target.read_text(encoding="utf-8") if target.exists() else None
    target.write_text((before or "") + "\n" + breach, encoding="utf-8")
    try:
        broken = broken_contracts(copy_of_the_code)
    finally:
        if before is None:
            target.unlink()
        else:
            target.write_text(before, encoding="utf-8")
    assert any(line.lstrip().startswith(contract) for line in broken), broken
