from __future__ import annotations

import sqlite3
import sys
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import (
    CorpusBusy,
    CorpusCorrupt,
    CorpusOutdated,
    EmbeddingsError,
    PackageMissing,
)
from plugin.embeddings.venv.store import driver
from plugin.embeddings.venv.store.connection import (
    CorpusConnection,
    atomic,
    open_corpus,
    open_resting_corpus,
    read_at_rest,
    rest_stamp,
)
from plugin.embeddings.venv.store.migrations import latest_version

if TYPE_CHECKING:
    from pathlib import Path

INSERT_TEXT = "INSERT INTO texts (text_hash, n_chars) VALUES (?, 1)"
COUNT_TEXTS = "SELECT count(*) FROM texts"


def test_a_new_corpus_has_the_latest_schema_and_safe_settings(tmp_path: Path) -> None:
    with open_corpus(tmp_path / "corpus.db", read_only=False) as corpus:
        pragmas = {
            name: corpus.fetch_all(f"PRAGMA {name}")[0][0]
            for name in ("user_version", "journal_mode", "page_size", "foreign_keys")
        }
        assert corpus.vec_available
        assert corpus.fetch_all("PRAGMA secure_delete")[0][0] == 1
    assert pragmas == {
        "user_version": latest_version(),
        "journal_mode": "wal",
        "page_size": 8192,
        "foreign_keys": 1,
    }


def test_removed_text_leaves_no_trace_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "corpus.db"
    secret = b"the merger is off" * 2000
    with open_corpus(path, read_only=False) as corpus:
        corpus.execute(INSERT_TEXT, (secret,))
        corpus.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert b"merger" in path.read_bytes()
        corpus.execute("DELETE FROM texts")
    assert b"merger" not in path.read_bytes()


def test_a_reader_cannot_write_and_sees_what_was_committed(tmp_path: Path) -> None:
    path = tmp_path / "corpus.db"
    with open_corpus(path, read_only=False) as writer, open_corpus(path, read_only=True) as reader:
        writer.execute(INSERT_TEXT, (b"a",))
        assert reader.fetch_all(COUNT_TEXTS) == [(1,)]
        with pytest.raises(EmbeddingsError):
            reader.execute(INSERT_TEXT, (b"b",))


def test_readers_go_on_while_a_write_is_open(tmp_path: Path) -> None:
    path = tmp_path / "corpus.db"
    with open_corpus(path, read_only=False) as writer, open_corpus(path, read_only=True) as reader:
        with atomic(writer):
            writer.execute(INSERT_TEXT, (b"a",))
            assert reader.fetch_all(COUNT_TEXTS) == [(0,)]
        assert reader.fetch_all(COUNT_TEXTS) == [(1,)]


def test_atomic_commits_all_or_nothing(tmp_path: Path) -> None:
    with open_corpus(tmp_path / "corpus.db", read_only=False) as corpus:
        with pytest.raises(ZeroDivisionError), atomic(corpus):
            corpus.execute(INSERT_TEXT, (b"a",))
            raise ZeroDivisionError
        assert corpus.fetch_all(COUNT_TEXTS) == [(0,)]


def test_atomic_nests_and_undoes_the_inner_part_alone(tmp_path: Path) -> None:
    with open_corpus(tmp_path / "corpus.db", read_only=False) as corpus:
        with atomic(corpus):
            corpus.execute(INSERT_TEXT, (b"a",))
            with pytest.raises(ZeroDivisionError), atomic(corpus):
                corpus.execute(INSERT_TEXT, (b"b",))
                raise ZeroDivisionError
            with atomic(corpus):
                corpus.execute(INSERT_TEXT, (b"c",))
        rows = corpus.fetch_all("SELECT text_hash FROM texts ORDER BY text_hash")
    assert rows == [(b"a",), (b"c",)]


def test_a_file_that_is_no_database_is_corrupt_with_a_hint(tmp_path: Path) -> None:
    path = tmp_path / "corpus.db"
    path.write_bytes(b"not a database at all, but long enough to be looked at" * 40)
    for read_only in (True, False):
        with pytest.raises(CorpusCorrupt) as caught:
            open_corpus(path, read_only=read_only)
        assert caught.value.hint


def test_a_second_writer_is_told_that_the_corpus_is_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plugin.embeddings.venv.store.connection.BUSY_TIMEOUT_S", 0.05)
    path = tmp_path / "corpus.db"
    with open_corpus(path, read_only=False) as one, open_corpus(path, read_only=False) as two:
        with atomic(one):
            with pytest.raises(CorpusBusy), atomic(two):
                two.execute(INSERT_TEXT, (b"a",))


def test_a_reader_of_an_unfinished_file_is_told_to_wait(tmp_path: Path) -> None:
    path = tmp_path / "corpus.db"
    sqlite3.connect(path).execute("CREATE TABLE t (x)").connection.close()
    with pytest.raises(CorpusBusy):
        open_corpus(path, read_only=True)


def test_a_reader_of_an_earlier_versions_file_is_told_to_index(tmp_path: Path) -> None:
    path = tmp_path / "corpus.db"
    with open_corpus(path, read_only=False) as corpus:
        corpus.execute("PRAGMA user_version = 1")
    with pytest.raises(CorpusOutdated, match="earlier version") as caught:
        open_corpus(path, read_only=True)
    assert "Index the folder again" in caught.value.hint


def test_reading_a_resting_corpus_makes_no_file(tmp_path: Path) -> None:
    path = tmp_path / "corpus.db"
    open_corpus(path, read_only=False).close()
    before = rest_stamp(path)
    with open_resting_corpus(path) as corpus:
        assert corpus.fetch_all(COUNT_TEXTS) == [(0,)]
    assert [file.name for file in tmp_path.iterdir()] == ["corpus.db"]
    assert rest_stamp(path) == before


def test_a_write_changes_the_rest_stamp(tmp_path: Path) -> None:
    path = tmp_path / "corpus.db"
    with open_corpus(path, read_only=False) as corpus:
        corpus.execute(INSERT_TEXT, (b"a",))
        during = rest_stamp(path)
        with open_resting_corpus(path) as reader:
            assert reader.fetch_all(COUNT_TEXTS) == [(1,)]
    assert during != rest_stamp(path)


def test_a_corpus_in_a_read_only_folder_is_readable(ordinary_user: Path) -> None:
    path = ordinary_user / "corpus.db"
    with open_corpus(path, read_only=False) as corpus:
        corpus.execute(INSERT_TEXT, (b"a",))
    ordinary_user.chmod(0o500)
    try:
        with open_corpus(path, read_only=True) as corpus:
            assert corpus.fetch_all(COUNT_TEXTS) == [(1,)]
    finally:
        ordinary_user.chmod(0o700)


def test_without_sqlite_vec_the_corpus_opens_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sqlite_vec", None)
    with open_corpus(tmp_path / "corpus.db", read_only=False) as corpus:
        assert not corpus.vec_available
        assert "pip install" in corpus.vec_reason
        assert corpus.fetch_all("SELECT count(*) FROM chunks_fts") == [(0,)]


def test_without_a_usable_sqlite_the_install_line_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysqlite3.dbapi2", None)
    monkeypatch.setattr(driver, "MIN_SQLITE_VERSION", (99, 0, 0))
    driver.sqlite_module.cache_clear()
    try:
        with pytest.raises(PackageMissing, match="pip install pysqlite3"):
            driver.sqlite_module()
    finally:
        driver.sqlite_module.cache_clear()


def test_a_file_that_is_written_to_while_it_is_read_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "corpus.db"
    open_corpus(path, read_only=False).close()
    n_reads = 0

    def read(corpus: CorpusConnection) -> int:
        nonlocal n_reads
        n_reads += 1
        if n_reads == 1:
            with open_corpus(path, read_only=False) as writer:
                writer.execute(INSERT_TEXT, (b"1",))
            raise LookupError("what was read was torn")
        return int(corpus.fetch_all(COUNT_TEXTS)[0][0])

    assert read_at_rest(path, read) == 1
    assert n_reads == 2
    with pytest.raises(FileNotFoundError):
        read_at_rest(tmp_path / "none.db", read)


def test_what_is_wrong_with_a_file_at_rest_is_raised_at_once(tmp_path: Path) -> None:
    path = tmp_path / "corpus.db"
    open_corpus(path, read_only=False).close()
    n_reads = 0

    def read(_corpus: CorpusConnection) -> int:
        nonlocal n_reads
        n_reads += 1
        raise LookupError("a mistake")

    with pytest.raises(LookupError):
        read_at_rest(path, read)
    assert n_reads == 1
