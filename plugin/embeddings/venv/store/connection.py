"""An open corpus.db: pragmas, transactions, and SQLite's errors made ours.

Owns: how the file is opened and how its errors are told. Does not own: its tables
(migrations) and its statements (the other modules). Modules of the store never commit: the
caller wraps them in atomic().
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from ....contracts.errors import BadRequest, CorpusBusy, CorpusCorrupt, EmbeddingsError
from .driver import database_errors, load_vec, sqlite_module
from .filesystem import is_network
from .migrations import migrate, refuse_newer, refuse_older

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

_T = TypeVar("_T")
Row = tuple[Any, ...]
TORN = (EmbeddingsError, LookupError, ValueError)
"""What reading may come to where a file is taken as unchanging and begins to be written to."""
_N_ATTEMPTS = 3
BUSY_TIMEOUT_S = 5.0
_PAGE_SIZE_BYTES = 8192
_CORRUPT_WORDS = ("malformed", "not a database", "corrupt", "disk image")
_BUSY_WORDS = ("locked", "busy")


@dataclass(frozen=True)
class CorpusConnection:
    """One connection to a corpus.db; usable from any thread, from one at a time.

    vec_reason says why vec0 tables cannot be used here; it is empty when they can.
    """

    db: sqlite3.Connection
    path: Path
    read_only: bool
    vec_reason: str = ""

    @property
    def vec_available(self) -> bool:
        """Return True when sqlite-vec is loaded in this connection."""
        return not self.vec_reason

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> sqlite3.Cursor:
        """Run one statement; return its cursor. Raises CorpusBusy or CorpusCorrupt."""
        with told_errors(self.path):
            return self.db.execute(sql, cast("Any", parameters))

    def executemany(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each of rows. Raises CorpusBusy or CorpusCorrupt."""
        with told_errors(self.path):
            self.db.executemany(sql, cast("Any", rows))

    def fetch_all(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """Return all rows of one statement. Raises CorpusBusy or CorpusCorrupt."""
        with told_errors(self.path):
            return self.db.execute(sql, cast("Any", parameters)).fetchall()

    def fetch_one(self, sql: str, parameters: Sequence[object] = ()) -> Row | None:
        """Return the first row of one statement, or None. Raises CorpusBusy or CorpusCorrupt."""
        with told_errors(self.path):
            return cast("Row | None", self.db.execute(sql, cast("Any", parameters)).fetchone())

    def close(self) -> None:
        """Close the connection; closing twice is harmless."""
        self.db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def sqlite_version() -> str:
    """Return the version of the SQLite in use, as "3.53.4". Raises PackageMissing without one."""
    return str(sqlite_module().sqlite_version)


def open_corpus(path: Path, *, read_only: bool) -> CorpusConnection:
    """Return a connection to the corpus.db at path; a writable one is made and migrated as needed.

    Raises PackageMissing without a usable SQLite, SchemaTooNew for a later version's file,
    CorpusBusy when a reader meets a file that is only being made, CorpusOutdated when it meets an
    earlier version's, CorpusCorrupt when it is no database. A missing sqlite-vec is no error: the
    connection's vec_reason says so.
    """
    refuse_folder_in_place(path)
    with told_errors(path):
        db = _connect_reader(path) if read_only else _connect_writer(path)
        try:
            return _prepare(db, path, read_only=read_only)
        except BaseException:
            db.close()
            raise


def open_resting_corpus(path: Path) -> CorpusConnection:
    """Return a read-only connection that makes no file, when path's journal is absent or empty.

    An ordinary reader of a WAL database leaves two journal files behind. When there is a journal
    to read, the ordinary reader is returned. A caller has to compare rest_stamp before and after
    its reads, as SQLite takes the file for unchanging meanwhile. Raises as open_corpus does.
    """
    refuse_folder_in_place(path)
    if _journal_bytes(path):
        return open_corpus(path, read_only=True)
    with told_errors(path):
        db = _connect_uri(f"{path.absolute().as_uri()}?mode=ro&immutable=1")
        try:
            return _prepare(db, path, read_only=True)
        except BaseException:
            db.close()
            raise


def read_at_rest(path: Path, read: Callable[[CorpusConnection], _T]) -> _T:
    """Return what read makes of the corpus at path, of one moment of it; makes no file.

    A file that begins to be written to meanwhile is read again. Raises as open_corpus does, and
    FileNotFoundError where there is none.
    """
    for attempt in range(1, _N_ATTEMPTS + 1):
        before = rest_stamp(path)
        try:
            with open_resting_corpus(path) as connection:
                result = read(connection)
        except TORN:
            if attempt == _N_ATTEMPTS or rest_stamp(path) == before:
                raise
            continue
        if attempt == _N_ATTEMPTS or before[-1] or rest_stamp(path) == before:
            break
    return result


def rest_stamp(path: Path) -> tuple[int, int, int]:
    """Return size in bytes, mtime in ns and the journal's bytes; changes with every write."""
    stat = path.stat()
    return stat.st_size, stat.st_mtime_ns, _journal_bytes(path)


def empty_journal(connection: CorpusConnection) -> None:
    """Write the journal's pages into corpus.db and cut it to nothing, if readers let it.

    Removed text would otherwise stay readable in the journal.
    """
    connection.fetch_all("PRAGMA wal_checkpoint(TRUNCATE)")


def n_bytes_of_pages(connection: CorpusConnection) -> int:
    """Return how large the file is, or will be once its journal is written into it."""
    (n_pages,), (page_bytes,) = (
        connection.fetch_all(f"PRAGMA {name}")[0] for name in ("page_count", "page_size")
    )
    return int(n_pages) * int(page_bytes)


@contextmanager
def atomic(connection: CorpusConnection) -> Iterator[None]:
    """Run the block in one transaction, or in a savepoint when one is open; roll back on any error.

    The transaction takes the write lock at once, so it never fails half way on a busy file.
    """
    nested = connection.db.in_transaction
    begin, commit, undo = (
        ("SAVEPOINT atomic", "RELEASE atomic", "ROLLBACK TO atomic")
        if nested
        else ("BEGIN IMMEDIATE", "COMMIT", "ROLLBACK")
    )
    connection.execute(begin)
    try:
        yield
        connection.execute(commit)
    except BaseException:
        if connection.db.in_transaction:
            connection.execute(undo)
            if nested:
                connection.execute(commit)
        raise


@contextmanager
def told_errors(path: Path) -> Iterator[None]:
    """Turn SQLite's errors inside the block into CorpusBusy, CorpusCorrupt or EmbeddingsError."""
    try:
        yield
    except database_errors() as error:
        raise _told(str(error), path) from error


def refuse_folder_in_place(path: Path) -> None:
    """Raise CorpusCorrupt when a folder lies at path, which nobody but its owner should move."""
    if path.is_dir():
        raise CorpusCorrupt(
            f"{path} is a folder, where the search index belongs.",
            hint="Move that folder away and index again.",
        )


def _told(text: str, path: Path) -> EmbeddingsError:
    lowered = text.casefold()
    if not path.parent.is_dir():
        return BadRequest(
            f"The folder {path.parent} went away while it was in use.",
            hint="Index the folder again where it lies now.",
            detail=text,
        )
    if any(word in lowered for word in _CORRUPT_WORDS):
        return CorpusCorrupt(
            f"The search index {path} is damaged.",
            hint="The next maintain pass moves it aside and builds it again.",
            detail=text,
        )
    if any(word in lowered for word in _BUSY_WORDS):
        return CorpusBusy(
            f"The search index {path} is in use by another process.",
            hint="Try again when the other pass has ended.",
            detail=text,
        )
    return EmbeddingsError(
        f"The search index {path} cannot be used: {text}.",
        hint="Check free disk space and the rights on its folder.",
        detail=text,
    )


def _journal_bytes(path: Path) -> int:
    try:
        return path.with_name(f"{path.name}-wal").stat().st_size
    except FileNotFoundError:
        return 0


def _connect_writer(path: Path) -> sqlite3.Connection:
    return cast("sqlite3.Connection", sqlite_module().connect(str(path), **_connect_options()))


def _connect_reader(path: Path) -> sqlite3.Connection:
    uri = path.absolute().as_uri()
    db = _connect_uri(f"{uri}?mode=ro")
    try:
        db.execute("PRAGMA schema_version").fetchone()
    except database_errors():
        # A WAL file in a folder that cannot be written has no place for its shared memory.
        db.close()
        db = _connect_uri(f"{uri}?mode=ro&immutable=1")
    return db


def _connect_uri(uri: str) -> sqlite3.Connection:
    return cast("sqlite3.Connection", sqlite_module().connect(uri, uri=True, **_connect_options()))


def _connect_options() -> dict[str, Any]:
    return {"timeout": BUSY_TIMEOUT_S, "isolation_level": None, "check_same_thread": False}


def _prepare(db: sqlite3.Connection, path: Path, *, read_only: bool) -> CorpusConnection:
    db.execute("PRAGMA temp_store = MEMORY")
    db.execute("PRAGMA foreign_keys = ON")
    if read_only:
        refuse_newer(db)
        refuse_older(db)
    else:
        _set_writer_pragmas(db, path)
    corpus = CorpusConnection(db, path, read_only=read_only, vec_reason=load_vec(db))
    if not read_only:
        migrate(db)
    return corpus


def _set_writer_pragmas(db: sqlite3.Connection, path: Path) -> None:
    refuse_newer(db)
    # These two only take effect while the file is empty.
    db.execute(f"PRAGMA page_size = {_PAGE_SIZE_BYTES}")
    db.execute("PRAGMA auto_vacuum = INCREMENTAL")
    db.execute(f"PRAGMA journal_mode = {'DELETE' if is_network(path.parent) else 'WAL'}")
    db.execute("PRAGMA synchronous = NORMAL")
    # What a user deletes from a document must not stay readable in the index's free pages.
    db.execute("PRAGMA secure_delete = ON")
