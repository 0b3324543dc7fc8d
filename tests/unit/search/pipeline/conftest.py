"""A folder of two files that words and meaning are found in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.fixtures_search import CorpusFolder
from tests.unit.search.pipeline.handbook import GARDEN, POLICY

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def corpus(tmp_path: Path) -> CorpusFolder:
    made = CorpusFolder(tmp_path)
    made.write("policy.txt", POLICY, title="Staff handbook", heading="Remote work")
    made.write("notes/garden.md", f"{GARDEN}\n\nThe policy of the garden club is written down.")
    made.embed()
    return made
