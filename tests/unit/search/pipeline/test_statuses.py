"""Folders without an index, without a match, or in a pass; a search that is stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import BadRequest, Interrupted
from plugin.contracts.search import AnswerStatus, SearchMode, SearchRequest
from plugin.embeddings.venv.search.coverage import read_status
from plugin.embeddings.venv.search.pipeline import run_search
from plugin.embeddings.venv.store.location import corpus_location
from plugin.embeddings.venv.store.lock import writer_lock
from tests.fixtures_search import CorpusFolder

if TYPE_CHECKING:
    from pathlib import Path


def test_a_folder_without_a_corpus_says_so_and_stays_untouched(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("text", encoding="utf-8")
    result = CorpusFolder(tmp_path).search("text")
    assert result.status is AnswerStatus.NO_CORPUS
    assert "1 document, not indexed yet. Index it first." in result.message
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_an_index_that_was_only_begun_is_not_told_as_files_without_text(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("text", encoding="utf-8")
    begun = CorpusFolder(tmp_path)
    begun.open_writer().close()
    result = begun.search("text")
    assert result.status is AnswerStatus.NO_MATCH
    assert result.message == "No text yet: 0 of 1 files are read. Index again to read the rest."


def test_an_empty_folder_and_a_missing_one(tmp_path: Path) -> None:
    assert CorpusFolder(tmp_path).search("text").status is AnswerStatus.EMPTY_FOLDER
    with pytest.raises(BadRequest):
        CorpusFolder(tmp_path / "nowhere").search("text")


def test_no_match_says_how_many_files_were_searched(corpus: CorpusFolder) -> None:
    result = corpus.search("zzyzx", mode=SearchMode.LEXICAL)
    assert result.status is AnswerStatus.NO_MATCH
    assert "2 files" in result.message


def test_while_a_pass_runs_the_status_is_indexing(corpus: CorpusFolder) -> None:
    (corpus.folder / "new.txt").write_text("not read yet", encoding="utf-8")
    with writer_lock(corpus_location(corpus.folder).db_path):
        found, missing = corpus.search("policy"), corpus.search("zz", mode=SearchMode.LEXICAL)
    assert found.status is AnswerStatus.INDEXING
    assert found.hits
    assert found.coverage.indexing
    assert missing.status is AnswerStatus.INDEXING
    assert "2 of 3 files" in missing.message


def test_a_search_writes_nothing(corpus: CorpusFolder) -> None:
    cache = corpus_location(corpus.folder).db_path.parent

    def state() -> list[tuple[str, int, int]]:
        stats = [(path.name, path.stat()) for path in sorted(cache.iterdir())]
        return [(name, stat.st_size, stat.st_mtime_ns) for name, stat in stats]

    before = state()
    for mode in SearchMode:
        corpus.search("policy", mode=mode)
    assert state() == before


def test_the_caller_can_stop_a_search(corpus: CorpusFolder) -> None:
    def stop() -> None:
        raise Interrupted("stopped")

    request = SearchRequest(str(corpus.folder), "policy")
    with pytest.raises(Interrupted):
        run_search(request, corpora=corpus.corpora, encoders=corpus.provider, check=stop)


@pytest.mark.parametrize("name", ["", "  ", "n" * 300, "a\0b", "\ud800"])
def test_a_name_that_is_no_folders_is_a_bad_request(corpus: CorpusFolder, name: str) -> None:
    with pytest.raises(BadRequest):
        corpus.answer(SearchRequest(name, "policy"))
    with pytest.raises(BadRequest):
        read_status(name, encoders=corpus.provider, with_files=False)
