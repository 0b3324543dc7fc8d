"""Several hits of one file, and hits that differ, in whole searches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.search import SearchMode, SearchRequest, SearchResult
from plugin.embeddings.venv.search.pipeline import run_search
from tests.fixtures_search import CorpusFolder

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def corpus(tmp_path: Path) -> CorpusFolder:
    made = CorpusFolder(tmp_path)
    made.write("a.txt", "lease rent\n\nlease rent and more of it\n\nrent of a lease, in the end")
    made.write("b.txt", "a lease that has a rent, and a lot of words that say little of both")
    return made


def ask(corpus: CorpusFolder, query: str, **changes: object) -> SearchResult:
    request = replace(SearchRequest(str(corpus.folder), query), **changes)  # type: ignore[arg-type]
    return run_search(request, corpora=corpus.corpora, encoders=corpus.provider, check=lambda: None)


def places(result: SearchResult) -> list[tuple[str, int]]:
    return [(hit.path, hit.para_index) for hit in result.hits]


def test_a_file_gives_its_best_passage_or_as_many_as_are_wanted(corpus: CorpusFolder) -> None:
    one = ask(corpus, "lease rent", mode=SearchMode.LEXICAL)
    assert [path for path, _ in places(one)] == ["a.txt", "b.txt"]
    assert one.hits[0].n_more_in_file == 2
    two = ask(corpus, "lease rent", mode=SearchMode.LEXICAL, n_per_file=2)
    assert sorted(path for path, _ in places(two)) == ["a.txt", "a.txt", "b.txt"]
    assert places(two)[0] == places(one)[0]
    assert {hit.n_more_in_file for hit in two.hits if hit.path == "a.txt"} == {1}
    assert len(set(places(two))) == 3
    assert len(ask(corpus, "lease rent", k=2, n_per_file=3).hits) == 2


def test_mmr_puts_what_is_different_before_what_is_alike(corpus: CorpusFolder) -> None:
    corpus.write("c.txt", "lease rent, lease rent, lease rent")
    corpus.write("d.txt", "lease rent, lease rent, lease rents")
    corpus.write("e.txt", "deposit and notice of a lease; no word on anything else")
    corpus.embed()
    plain = [path for path, _ in places(ask(corpus, "lease rent"))]
    diverse = [path for path, _ in places(ask(corpus, "lease rent", mmr_lambda=0.3))]
    assert sorted(plain) == sorted(diverse)
    assert diverse[0] == plain[0]
    assert plain.index("e.txt") > diverse.index("e.txt")
    assert diverse.index("e.txt") < diverse.index("d.txt")


def test_without_vectors_the_order_stays_and_a_note_says_why(corpus: CorpusFolder) -> None:
    result = ask(corpus, "lease rent", mode=SearchMode.LEXICAL, mmr_lambda=0.5)
    assert places(result) == places(ask(corpus, "lease rent", mode=SearchMode.LEXICAL))
    assert result.notes == ("Like hits may stand together: the index has no vectors to tell.",)
