"""The schema of corpus.db, version by version.

Owns: applying schema/NNNN_*.sql in order. PRAGMA user_version is the number of the last file
applied; it is raised in the same transaction as the file's statements, so a killed process
leaves a whole version. Does not own: what the tables hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ....contracts.errors import CorpusBusy, CorpusOutdated, SchemaTooNew

if TYPE_CHECKING:
    import sqlite3

SCHEMA_FOLDER = Path(__file__).parent / "schema"


@dataclass(frozen=True)
class Migration:
    """One step: version is the user_version after it, sql its statements."""

    version: int
    name: str
    sql: str


@cache
def migrations(folder: Path = SCHEMA_FOLDER) -> tuple[Migration, ...]:
    """Return the migrations in folder, oldest first."""
    return tuple(
        Migration(int(file.name.split("_")[0]), file.stem, file.read_text(encoding="utf-8"))
        for file in sorted(folder.glob("*.sql"))
    )


def latest_version() -> int:
    """Return the schema version this program writes."""
    return migrations()[-1].version


def user_version(db: sqlite3.Connection) -> int:
    """Return the schema version of the open file; 0 is an empty one."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def pending(db: sqlite3.Connection, steps: tuple[Migration, ...]) -> tuple[Migration, ...]:
    """Return those of steps that the open file still lacks; writes nothing."""
    at = user_version(db)
    return tuple(step for step in steps if step.version > at)


def migrate(db: sqlite3.Connection, steps: tuple[Migration, ...] | None = None) -> int:
    """Apply what the open file lacks of steps (default: all known); return how many that were.

    Raises SchemaTooNew for a later version's file. A step that fails is undone as a whole.
    """
    known = migrations() if steps is None else steps
    refuse_newer(db, known)
    todo = pending(db, known)
    for step in todo:
        _apply(db, step)
    return len(todo)


def refuse_newer(db: sqlite3.Connection, steps: tuple[Migration, ...] | None = None) -> None:
    """Raise SchemaTooNew when the open file was written by a later version; change nothing."""
    newest = (migrations() if steps is None else steps)[-1].version
    if user_version(db) > newest:
        raise SchemaTooNew(
            "The search index was written by a later version of this extension.",
            hint="Update the extension, or rebuild the index with this version.",
            detail=f"user_version {user_version(db)}, supported up to {newest}",
        )


def refuse_older(db: sqlite3.Connection) -> None:
    """Raise CorpusOutdated when the open file lacks migrations, CorpusBusy when it has none yet."""
    found, needed = user_version(db), latest_version()
    if found >= needed:
        return
    detail = f"user_version {found}, needed {needed}"
    if found:
        raise CorpusOutdated(
            "The search index was made by an earlier version of this extension.",
            hint="Index the folder again: that brings it up to date and keeps what is in it.",
            detail=detail,
        )
    raise CorpusBusy(
        "The search index is only being made.",
        hint="Try again in a moment, or index the folder once more.",
        detail=detail,
    )


def _apply(db: sqlite3.Connection, step: Migration) -> None:
    # executescript commits first and knows no parameters; the script carries its own transaction.
    script = f"BEGIN IMMEDIATE;\n{step.sql}\n;\nPRAGMA user_version = {step.version};\nCOMMIT;"
    # Dropping a table that is made anew would empty those that refer to it. Inside a transaction
    # the pragma does nothing, so it stands around it.
    guarded = bool(db.execute("PRAGMA foreign_keys").fetchone()[0])
    db.execute("PRAGMA foreign_keys = OFF")
    try:
        db.executescript(script)
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    finally:
        db.execute(f"PRAGMA foreign_keys = {int(guarded)}")
