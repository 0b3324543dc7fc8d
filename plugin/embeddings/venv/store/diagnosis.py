"""Trying SQLite for real: which one is used, its vector extension, a keyword query.

Everything happens in memory; no file is touched.
"""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, cast

from ....contracts.errors import EmbeddingsError, PackageMissing
from .driver import database_errors, load_vec, sqlite_module

if TYPE_CHECKING:
    import sqlite3

_FTS5 = (
    "CREATE VIRTUAL TABLE tried USING fts5 (body, content = '', contentless_delete = 1,"
    ' tokenize = "porter unicode61 remove_diacritics 0")'
)


def sqlite_in_use() -> tuple[str, str]:
    """Return the version of the SQLite in use and the module it comes from.

    Raises PackageMissing when none will do.
    """
    module = sqlite_module()
    return str(module.sqlite_version), module.__name__


def try_vec() -> str:
    """Return the vector extension's own version, asked of it by SQL.

    Raises PackageMissing with the reason when it does not load.
    """
    with closing(_in_memory()) as db:
        reason = load_vec(db)
        if reason:
            raise PackageMissing(
                f"Vectors cannot be searched: {reason}", hint="Keyword search works without."
            )
        return str(db.execute("SELECT vec_version()").fetchone()[0])


def try_fts5() -> None:
    """Index one sentence and find it by a word of another form. Raises EmbeddingsError."""
    try:
        with closing(_in_memory()) as db:
            db.execute(_FTS5)
            db.execute("INSERT INTO tried (rowid, body) VALUES (7, 'two foxes jumped')")
            rows = db.execute("SELECT rowid FROM tried WHERE tried MATCH '\"jumps\"'").fetchall()
    except database_errors() as error:
        raise _unusable(str(error)) from error
    if rows != [(7,)]:
        raise _unusable(f"a query gave {rows!r}")


def _unusable(reason: str) -> EmbeddingsError:
    return EmbeddingsError(
        f"SQLite's full-text search does not work: {reason}.",
        hint="Install pysqlite3 into the worker's environment.",
    )


def _in_memory() -> sqlite3.Connection:
    return cast("sqlite3.Connection", sqlite_module().connect(":memory:"))
