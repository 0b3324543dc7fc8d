"""Real files that may lie beside a checkout; tests that need them skip in plain sight else."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


def shared_path(name: str) -> Path:
    """Return ../shared/<name>, or skip the test and say what is missing."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"needs {path}, which is not part of this repository")
    return path
