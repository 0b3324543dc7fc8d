from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import SchemaTooNew
from plugin.embeddings.venv.store.connection import open_corpus
from plugin.embeddings.venv.store.driver import sqlite_module
from plugin.embeddings.venv.store.generations import all_generations
from plugin.embeddings.venv.store.migrations import (
    Migration,
    latest_version,
    migrate,
    migrations,
    pending,
    user_version,
)
from plugin.embeddings.venv.types import Fingerprint

if TYPE_CHECKING:
    from pathlib import Path

ONE = Migration(1, "one", "CREATE TABLE a (x)")
TWO = Migration(2, "two", "CREATE TABLE b (x); INSERT INTO b VALUES (1)")
BROKEN = Migration(2, "broken", "CREATE TABLE b (x); INSERT INTO nowhere VALUES (1)")


def tables(path: Path) -> list[str]:
    db = sqlite_module().connect(str(path))
    names = [row[0] for row in db.execute("SELECT name FROM sqlite_master ORDER BY name")]
    db.close()
    return names


def test_the_shipped_migrations_are_numbered_without_gaps() -> None:
    assert [step.version for step in migrations()] == list(range(1, latest_version() + 1))


@pytest.mark.parametrize("version", range(1, latest_version() + 1))
def test_each_shipped_migration_takes_the_file_one_version_up(tmp_path: Path, version: int) -> None:
    db = sqlite_module().connect(str(tmp_path / "corpus.db"), isolation_level=None)
    assert migrate(db, migrations()[:version]) == version
    assert user_version(db) == version
    assert [step.version for step in pending(db, migrations())] == list(
        range(version + 1, latest_version() + 1)
    )
    migrate(db)
    assert user_version(db) == latest_version()
    db.close()


def test_migrating_twice_changes_nothing(tmp_path: Path) -> None:
    db = sqlite_module().connect(str(tmp_path / "m.db"), isolation_level=None)
    assert migrate(db, (ONE, TWO)) == 2
    assert migrate(db, (ONE, TWO)) == 0
    assert db.execute("SELECT count(*) FROM b").fetchone() == (1,)
    db.close()


def test_a_failing_migration_is_undone_with_its_version(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    db = sqlite_module().connect(str(path), isolation_level=None)
    with pytest.raises(sqlite_module().Error):
        migrate(db, (ONE, BROKEN))
    assert user_version(db) == 1
    db.close()
    assert tables(path) == ["a"]


def test_a_later_versions_file_is_refused_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "corpus.db"
    with open_corpus(path, read_only=False) as corpus:
        corpus.execute(f"PRAGMA user_version = {latest_version() + 1}")
    before = path.read_bytes()
    for read_only in (True, False):
        with pytest.raises(SchemaTooNew, match="later version"):
            open_corpus(path, read_only=read_only)
    assert path.read_bytes() == before


def test_the_wider_fingerprint_keeps_generations_and_their_vectors(tmp_path: Path) -> None:
    """Everything that refers to a generation survives the table's being made anew."""
    path = tmp_path / "corpus.db"
    db = sqlite_module().connect(str(path), isolation_level=None)
    db.execute("PRAGMA foreign_keys = ON")
    migrate(db, migrations()[:4])
    db.executescript(
        """
        INSERT INTO generations VALUES (7, 'm', 'r', 4, 'd: ', 'q: ', 512, 1, 'active', 3.0);
        INSERT INTO texts (text_id, text_hash, n_chars) VALUES (1, x'00', 5);
        INSERT INTO vector_log (seq, generation_id, text_id) VALUES (9, 7, 1);
        INSERT INTO section_texts (section_text_id, text_hash) VALUES (1, x'00');
        INSERT INTO section_vectors (generation_id, build, section_text_id, vector)
        VALUES (7, 1, 1, x'00');
        """
    )
    db.close()
    with open_corpus(path, read_only=False) as corpus:
        kept = all_generations(corpus)
        assert [(g.generation_id, g.state.value, g.changed_at) for g in kept] == [
            (7, "active", 3.0)
        ]
        assert kept[0].fingerprint == Fingerprint("m", "r", 4, "d: ", "q: ", 512, 1)
        assert corpus.fetch_all("SELECT seq, generation_id FROM vector_log") == [(9, 7)]
        assert len(corpus.fetch_all("SELECT * FROM section_vectors")) == 1
        assert corpus.fetch_all("PRAGMA foreign_key_check") == []
        assert corpus.fetch_all("PRAGMA foreign_keys") == [(1,)]
        corpus.execute("DELETE FROM generations")  # foreign keys still point to the table
        assert corpus.fetch_all("SELECT count(*) FROM vector_log") == [(0,)]
