"""Which SQLite is used and whether it can load sqlite-vec.

Owns: the choice between pysqlite3 and the standard library's sqlite3. Many Pythons' own
SQLite is too old for what corpus.db needs or cannot load extensions, so pysqlite3 comes first.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, cast

from ....contracts.errors import PackageMissing

if TYPE_CHECKING:
    import sqlite3
    from types import ModuleType

MIN_SQLITE_VERSION = (3, 43, 0)  # FTS5's contentless_delete came with it
_INSTALL_HINT = "Install it into the worker's environment: pip install pysqlite3 sqlite-vec"


@lru_cache(maxsize=1)
def sqlite_module() -> ModuleType:
    """Return pysqlite3.dbapi2, else the standard sqlite3 when it is new enough.

    Raises PackageMissing when neither will do.
    """
    module = _pysqlite3() or _standard_sqlite3()
    if module is not None:
        return module
    raise PackageMissing(
        "No SQLite that can hold a corpus is installed: 3.43 or later is needed.",
        hint=_INSTALL_HINT,
    )


def load_vec(connection: sqlite3.Connection) -> str:
    """Load sqlite-vec into connection; return "" or the reason why vectors are unavailable."""
    if not hasattr(connection, "enable_load_extension"):
        return f"this Python's SQLite cannot load extensions. {_INSTALL_HINT}"
    try:
        import sqlite_vec
    except ImportError:
        return f"sqlite-vec is not installed. {_INSTALL_HINT}"
    connection.enable_load_extension(True)  # noqa: FBT003 - sqlite3's own signature
    try:
        sqlite_vec.load(connection)
    except database_errors() as error:
        return f"sqlite-vec does not load: {error}"
    finally:
        connection.enable_load_extension(False)  # noqa: FBT003 - sqlite3's own signature
    return ""


def database_errors() -> tuple[type[sqlite3.Error], ...]:
    """Return the exception classes of the SQLite in use, for except clauses."""
    return (cast("type[sqlite3.Error]", sqlite_module().Error),)


def _pysqlite3() -> ModuleType | None:
    try:
        from pysqlite3 import dbapi2
    except ImportError:
        return None
    return _if_new_enough(dbapi2)


def _standard_sqlite3() -> ModuleType | None:
    # A Python can be built without it.
    try:
        import sqlite3
    except ImportError:
        return None
    return _if_new_enough(sqlite3)


def _if_new_enough(module: ModuleType) -> ModuleType | None:
    version = cast("tuple[int, int, int]", module.sqlite_version_info)
    return module if version >= MIN_SQLITE_VERSION else None
