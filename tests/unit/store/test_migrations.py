from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import SchemaTooNew
from plugin.embeddings.venv.store.connection import open_corpus
from plugin.embeddings.venv.store.driver import sqlite_module
from plugin.embeddings.venv.store.migrations import (
    Migration,
    latest_version,
    migrate,
    migrations,
    pending,
    user_version,
)

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
