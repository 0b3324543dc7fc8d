"""A folder of sixty paragraphs and three models, whose corpus is sound when the test is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.integration.generations.model_desk import A, B, C, Desk, write_paragraphs
from tests.maintain_support import Folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    folder = Folder(tmp_path / "documents")
    write_paragraphs(folder)
    made = Desk(folder)
    made.encoders.add(A, 16)
    made.encoders.add(B, 32)
    made.encoders.add(C, 24)
    yield made
    made.corpora.close()
    assert folder.problems() == []
