"""Fixtures that any test may use."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Iterator

NOBODY = 65534

# Which model answers must not depend on what was fetched on this machine; workers inherit it.
_MODELS_DIR = str(Path(tempfile.gettempdir(), f"models-of-tests-{os.getpid()}"))
os.environ["WRITERAGENT_MODELS_DIR"] = _MODELS_DIR
atexit.register(shutil.rmtree, _MODELS_DIR, ignore_errors=True)

# On a shared machine any example may take long; what hangs is ended by pytest's own timeout.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


@pytest.fixture
def ordinary_user(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder of a user whom file rights bind; where tests run as root, become one."""
    if os.name == "nt":
        pytest.skip("POSIX rights")
    if os.geteuid() != 0:
        yield tmp_path
        return
    with tempfile.TemporaryDirectory() as name:
        os.chown(name, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, 0)
        try:
            yield Path(name)
        finally:
            os.setresuid(0, 0, 0)
