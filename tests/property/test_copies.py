"""Grouping copies loses no file and shows none twice, whatever files there are."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from plugin.contracts.search import SearchMode, SearchRequest
from plugin.embeddings.venv.search.pipeline import run_search
from tests.fixtures_copies import contract, edited, invoice, text_of
from tests.fixtures_search import CorpusFolder

if TYPE_CHECKING:
    from plugin.contracts.search import Hit

_LEASE = contract(n_clauses=8)
TEXTS = [
    text_of(_LEASE),
    text_of(edited(_LEASE, n_changed=2)),
    text_of(contract(seed=2, n_clauses=8)),
    text_of(invoice(1, "Meier", "900")),
    text_of(invoice(2, "Novak", "700")),
]
NAMES = ["lease.txt", "lease v2.txt", "lease.md", "old/lease.txt", "a.txt", "b (1).txt", "b.txt"]


@settings(max_examples=15, deadline=None)
@given(st.dictionaries(st.sampled_from(NAMES), st.sampled_from(TEXTS), min_size=1))
def test_every_found_file_is_in_just_one_hit(files: dict[str, str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        corpus = CorpusFolder(Path(folder))
        for name, text in files.items():
            corpus.write(name, text)
        asked = SearchRequest(folder, "agreed payment invoice", mode=SearchMode.LEXICAL, k=50)
        grouped, apart = (
            run_search(
                replace(asked, all_versions=each),
                corpora=corpus.corpora,
                encoders=corpus.provider,
                check=lambda: None,
            ).hits
            for each in (False, True)
        )
        corpus.corpora.close()
        shown = [path for hit in grouped for path in shown_in(hit)]
        assert sorted(shown) == sorted(hit.path for hit in apart)
        assert len(grouped) <= len(apart)


def shown_in(hit: Hit) -> list[str]:
    return [hit.path, *(copy.path for copy in hit.also_in)]
