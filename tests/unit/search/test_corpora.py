"""What open corpora notice: writes, replacement, deletion."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import CorpusCorrupt
from plugin.contracts.search import AnswerStatus, SearchMode
from plugin.embeddings.venv.search.corpora import MAX_OPEN
from plugin.embeddings.venv.store.connection import atomic
from plugin.embeddings.venv.store.documents import remove_document
from plugin.embeddings.venv.store.location import corpus_location
from tests.fixtures_search import CorpusFolder

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def corpus(tmp_path: Path) -> CorpusFolder:
    made = CorpusFolder(tmp_path / "docs")
    made.write("a.txt", "alpha text about apples")
    made.embed()
    return made


@pytest.mark.parametrize("mode", [SearchMode.LEXICAL, SearchMode.DENSE])
def test_new_and_removed_documents_are_seen_by_the_next_search(
    corpus: CorpusFolder, mode: SearchMode
) -> None:
    assert corpus.paths("apples", mode=mode) == ["a.txt"]
    corpus.write("b.txt", "beta text about apples")
    corpus.embed()
    assert sorted(corpus.paths("apples", mode=mode)) == ["a.txt", "b.txt"]
    with corpus.open_writer() as connection, atomic(connection):
        remove_document(connection, "a.txt")
    assert corpus.paths("apples", mode=mode) == ["b.txt"]


def test_a_search_in_the_middle_of_a_write_sees_the_last_commit(corpus: CorpusFolder) -> None:
    with corpus.open_writer() as connection, atomic(connection):
        remove_document(connection, "a.txt")
        assert corpus.paths("apples") == ["a.txt"]
    assert corpus.paths("apples") == []


@pytest.mark.parametrize("mode", [SearchMode.LEXICAL, SearchMode.DENSE])
def test_a_replaced_corpus_is_opened_anew(
    corpus: CorpusFolder, tmp_path: Path, mode: SearchMode
) -> None:
    assert corpus.paths("apples", mode=mode) == ["a.txt"]
    other = CorpusFolder(tmp_path / "other")
    other.write("c.txt", "gamma text about pears")
    other.embed()
    shutil.copy(other.folder / "c.txt", corpus.folder)
    ours, theirs = (corpus_location(made.folder).db_path.parent for made in (corpus, other))
    shutil.rmtree(ours)
    shutil.copytree(theirs, ours)
    assert corpus.paths("pears", mode=mode) == ["c.txt"]


def test_a_deleted_corpus_is_no_corpus(corpus: CorpusFolder) -> None:
    corpus.search("apples")
    shutil.rmtree(corpus_location(corpus.folder).db_path.parent)
    assert corpus.search("apples").status is AnswerStatus.NO_CORPUS


def test_a_damaged_corpus_is_told(corpus: CorpusFolder) -> None:
    path = corpus_location(corpus.folder).db_path
    path.write_bytes(b"no database" * 1000)
    with pytest.raises(CorpusCorrupt):
        corpus.search("apples")


def test_only_a_few_corpora_stay_open(tmp_path: Path) -> None:
    made = [CorpusFolder(tmp_path / str(number)) for number in range(MAX_OPEN + 2)]
    corpora = made[0].corpora
    for number, folder in enumerate(made):
        folder.corpora = corpora
        folder.write("a.txt", f"text number{number}")
        assert folder.paths(f"number{number}") == ["a.txt"]
    assert len(corpora._open) == MAX_OPEN
    assert made[0].paths("number0") == ["a.txt"]
