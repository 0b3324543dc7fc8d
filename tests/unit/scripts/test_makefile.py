"""`make search` hands the user's words to the scripts as they are, and to nothing else."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

MAKEFILE = Path(__file__).resolve().parents[3] / "Makefile"
RECORDER = "import json, sys; print(json.dumps(sys.argv[1:]))"  # stands where Python would run

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


# Set when these tests run under `make test`: they would make this make talk of folders.
OF_OUTER_MAKE = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES")


def make_search(cwd: Path, *words: str) -> subprocess.CompletedProcess[str]:
    recorder = f"PYTHON={shlex.quote(sys.executable)} -c '{RECORDER}'"
    return subprocess.run(
        ["make", "-f", str(MAKEFILE), "search", recorder, *words],  # noqa: S607 - the user's make
        env={name: value for name, value in os.environ.items() if name not in OF_OUTER_MAKE},
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
    )


@pytest.mark.parametrize(
    "query",
    [
        '"travel costs"',
        "`touch made`",
        "$(shell touch made)",
        "$$(touch made)",
        "'; touch made; '",
        "-draft budget",
        "it's 5 # o'clock",
    ],
)
def test_a_query_is_words_not_code(tmp_path: Path, query: str) -> None:
    done = make_search(tmp_path, "DIR=my `touch made` files", f"Q={query}")
    assert done.returncode == 0, done.stderr
    setup, index, search = (json.loads(line) for line in done.stdout.splitlines())
    assert setup[0] == "scripts/setup_venv.py"
    assert index[-1] == "my `touch made` files"
    assert search[1:] == ["--folder=my `touch made` files", "--k=5", "--", query]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [(), ("DIR=here",), ("Q=what",), ("DIR=", "Q=")])
def test_missing_words_are_told_before_anything_is_installed(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    done = make_search(tmp_path, *words)
    assert done.returncode != 0
    assert done.stdout == ""
    assert "Say where and what" in done.stderr
