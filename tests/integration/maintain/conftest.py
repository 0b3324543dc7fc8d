"""A folder with two small files, not indexed yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.integration.maintain.plant_files import write_plants
from tests.maintain_support import Folder

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    made = Folder(tmp_path / "documents")
    write_plants(made)
    return made
