"""A folder that both backends search, and its backend by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.search import SearchBackend
from plugin.embeddings.venv.backends import backend_named
from plugin.embeddings.venv.search.pipeline import SearchTools
from tests.fixtures_search import CorpusFolder
from tests.llama_index_package import need_llama_index

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = {
    "rent.txt": "The rent is due on the first of March.\n\nTenants pay the rent by transfer.",
    "lease.md": "A lease of the garden house ends in autumn.\n\nNo rent is asked of members.",
    "boats.txt": "Boats lie at the pier until October.\n\nThe pier has nine moorings.",
    "copy.md": "Boats lie at the pier until October.",
    "invoice.txt": "Invoice RE-2025-0181 for paint and brushes.",
}


@pytest.fixture(params=[backend.value for backend in SearchBackend])
def corpus(request: pytest.FixtureRequest, tmp_path: Path) -> CorpusFolder:
    """The folder, searched by each backend in turn."""
    return made_folder(tmp_path, request.param)


@pytest.fixture
def llama_corpus(tmp_path: Path) -> CorpusFolder:
    return made_folder(tmp_path, SearchBackend.LLAMA_INDEX.value)


def made_folder(folder: Path, backend: str) -> CorpusFolder:
    if backend == SearchBackend.LLAMA_INDEX.value:
        need_llama_index()
    made = CorpusFolder(folder, tools=SearchTools(backend_named(backend)))
    for name, text in TEXTS.items():
        made.write(name, text, heading="Costs" if name == "rent.txt" else "")
    made.embed()
    return made
