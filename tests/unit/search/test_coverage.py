from __future__ import annotations

import os
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.contracts.errors import BadRequest, CorpusCorrupt
from plugin.contracts.generations import GenerationsRequest
from plugin.contracts.search import AnswerStatus, SearchMode
from plugin.embeddings.venv.ingest.generation_list import list_generations
from plugin.embeddings.venv.search import listings
from plugin.embeddings.venv.search.coverage import read_status
from plugin.embeddings.venv.store.driver import sqlite_module
from plugin.embeddings.venv.store.location import corpus_location
from plugin.embeddings.venv.store.lock import writer_lock
from plugin.embeddings.venv.store.migrations import latest_version
from tests.fixtures_search import MODEL_ID, CorpusFolder

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def corpus(tmp_path: Path) -> CorpusFolder:
    made = CorpusFolder(tmp_path)
    made.write("a.txt", "alpha")
    made.write("b.txt", "beta")
    return made


def test_status_counts_files_chunks_and_vectors(corpus: CorpusFolder) -> None:
    status = read_status(str(corpus.folder), encoders=corpus.provider, with_files=True)
    coverage = status.coverage
    assert (coverage.n_files, coverage.n_text, coverage.n_chunks) == (2, 2, 2)
    assert coverage.n_chunks_embedded == 0
    assert not coverage.ready
    assert [(file.path, file.state) for file in status.files] == [
        ("a.txt", FileState.OK),
        ("b.txt", FileState.OK),
    ]
    corpus.embed()
    status = read_status(str(corpus.folder), encoders=corpus.provider, with_files=False)
    assert status.coverage.ready
    assert status.files == ()
    assert status.model.model_id == MODEL_ID
    assert corpus.provider.encoder is not None
    assert corpus.provider.encoder.n_queries == 0


def test_changed_new_and_gone_files_are_counted(corpus: CorpusFolder) -> None:
    (corpus.folder / "a.txt").write_text("alpha and more", encoding="utf-8")
    (corpus.folder / "b.txt").unlink()
    (corpus.folder / "c.txt").write_text("new", encoding="utf-8")
    coverage = read_status(str(corpus.folder), encoders=corpus.provider, with_files=False).coverage
    assert (coverage.n_files, coverage.n_text, coverage.n_stale) == (2, 0, 3)
    assert not coverage.ready


def test_an_interrupted_index_is_told_by_status_and_search_alike(corpus: CorpusFolder) -> None:
    corpus.embed()
    for number in range(3):
        (corpus.folder / f"unread{number}.txt").write_text("alpha", encoding="utf-8")
    status = read_status(str(corpus.folder), encoders=corpus.provider, with_files=False)
    found, missing = corpus.search("alpha"), corpus.search("zz", mode=SearchMode.LEXICAL)
    for coverage in (status.coverage, found.coverage, missing.coverage):
        assert (coverage.n_files, coverage.n_text, coverage.n_stale) == (5, 2, 3)
        assert not coverage.ready
    assert (found.status, missing.status) == (AnswerStatus.READY, AnswerStatus.NO_MATCH)
    for result in (found, missing):
        assert result.notes[-1].startswith("3 files are new or changed since the last indexing")


def test_an_open_corpus_notices_new_files_after_a_while(
    corpus: CorpusFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert corpus.search("alpha").coverage.n_files == 2
    (corpus.folder / "c.txt").write_text("new", encoding="utf-8")
    assert corpus.search("alpha").coverage.n_files == 2
    monkeypatch.setattr(listings, "RESCAN_S", 0.0)
    assert corpus.search("alpha").coverage.n_files == 3


def test_a_file_indexed_between_two_searches_is_not_taken_for_gone(corpus: CorpusFolder) -> None:
    corpus.search("alpha")
    corpus.write("c.txt", "new")
    coverage = corpus.search("alpha").coverage
    assert (coverage.n_files, coverage.n_text, coverage.n_stale) == (3, 3, 0)


def test_a_folder_without_a_corpus_is_listed_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("alpha", encoding="utf-8")
    status = read_status(str(tmp_path), encoders=CorpusFolder(tmp_path).provider, with_files=True)
    assert not status.exists
    assert status.coverage.n_files == 1
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_an_index_of_an_earlier_version_is_told_as_such(corpus: CorpusFolder) -> None:
    path = corpus_location(corpus.folder).db_path
    with closing(sqlite_module().connect(str(path))) as db:
        db.execute(f"PRAGMA user_version = {latest_version() - 1}")
    status = read_status(str(corpus.folder), encoders=corpus.provider, with_files=False)
    listed = list_generations(
        GenerationsRequest(str(corpus.folder)),
        corpus.provider,
    )
    found = corpus.search("alpha")
    assert not status.exists
    assert not listed.exists
    assert found.status is AnswerStatus.NO_CORPUS
    for told in (status.problem, listed.problem, found.message):
        assert "made by an earlier version" in told
        assert "Index the folder again" in told
    assert found.corpus_path == status.corpus_path == str(path)
    with writer_lock(path):  # a pass brings it up to date right now
        assert corpus.search("alpha").status is AnswerStatus.INDEXING
    corpus.open_writer().close()
    assert [hit.path for hit in corpus.search("alpha").hits] == ["a.txt"]


def test_a_running_pass_shows(corpus: CorpusFolder) -> None:
    with writer_lock(corpus_location(corpus.folder).db_path):
        status = read_status(str(corpus.folder), encoders=corpus.provider, with_files=False)
    assert status.coverage.indexing


def test_a_missing_folder_is_a_bad_request(tmp_path: Path) -> None:
    with pytest.raises(BadRequest):
        read_status(
            str(tmp_path / "no"), encoders=CorpusFolder(tmp_path).provider, with_files=False
        )


def test_a_damaged_corpus_is_told_with_the_next_step(corpus: CorpusFolder) -> None:
    corpus_location(corpus.folder).db_path.write_bytes(b"no database" * 1000)
    with pytest.raises(CorpusCorrupt) as told:
        read_status(str(corpus.folder), encoders=corpus.provider, with_files=False)
    assert "--rebuild" in told.value.hint


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_what_cannot_be_listed_is_among_the_files(corpus: CorpusFolder) -> None:
    (corpus.folder / os.fsdecode(b"bad\xff.txt")).write_text("x", encoding="utf-8")
    status = read_status(str(corpus.folder), encoders=corpus.provider, with_files=True)
    assert status.files[-1].state is FileState.DENIED
    assert "not valid text" in status.files[-1].reason
