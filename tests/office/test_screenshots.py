"""The pictures: they are small, and where they cannot be taken one sentence says so."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.office.harness import extensions

if TYPE_CHECKING:
    from pathlib import Path

PICTURES = extensions.ROOT / "docs" / "screenshots"
MAX_BYTES, MAX_ALL_BYTES = 120_000, 900_000
WHAT = "dialog dialog-dark dialog-de jump menu menu-de options-python options-search setup sidebar"


def test_every_picture_is_there_and_small() -> None:
    found = {path.stem: path.stat().st_size for path in PICTURES.glob("*")}
    assert sorted(found) == sorted(WHAT.split())
    assert all(size < MAX_BYTES for size in found.values()), found
    assert sum(found.values()) < MAX_ALL_BYTES


def test_without_a_screen_one_sentence_says_what_to_run(tmp_path: Path) -> None:
    places = [str(extensions.ROOT), str(extensions.ROOT / "scripts")]
    done = subprocess.run(
        [sys.executable, "-m", "tests.office.screenshots", "--to", str(tmp_path / "pictures")],
        env=os.environ | {"PATH": str(tmp_path), "PYTHONPATH": os.pathsep.join(places)},
        cwd=extensions.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr.startswith("No pictures were taken: Xvfb, openbox, ")
    assert "scripts/setup_office.py --screenshots" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "pictures").exists()
