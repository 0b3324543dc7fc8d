"""How much of a folder is searchable, counted in the corpus itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ....contracts.corpus import Coverage, FileReport, FileState, ModelBuild
from .documents import stored_files
from .sql import query

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ....documents.listing import FolderListing, ListedFile
    from .connection import CorpusConnection


@dataclass(frozen=True)
class StoredStamp:
    """A file as its row was written: path relative to the folder, size, time and state."""

    path: str
    size_bytes: int
    mtime_ns: int
    state: FileState


def read_coverage(
    connection: CorpusConnection, *, generation_id: int | None, indexing: bool = False
) -> Coverage:
    """Return the counts of files and chunks; generation_id is the one that answers, if any.

    Files are counted as the last pass saw them; n_stale is left at 0, as no file is looked at.
    """
    n_files, n_text, n_chunks = connection.fetch_all(query("coverage.coverage"))[0]
    embedded = connection.fetch_all(query("coverage.n_chunks_embedded"), (generation_id,))
    building = connection.fetch_one(query("coverage.building"))
    return Coverage(
        n_files=n_files,
        n_text=n_text,
        n_failed=n_files - n_text,
        n_chunks=n_chunks,
        n_chunks_embedded=embedded[0][0],
        indexing=indexing,
        building=ModelBuild(*building) if building else None,
    )


def read_stamps(connection: CorpusConnection) -> tuple[StoredStamp, ...]:
    """Return the stamp of every file that has a row."""
    rows = connection.fetch_all(query("read_lookup.stamps"))
    return tuple(StoredStamp(row[0], row[1], row[2], FileState(row[3])) for row in rows)


def coverage_of_folder(
    counted: Coverage, stamps: Iterable[StoredStamp], listing: FolderListing
) -> Coverage:
    """Return counted with its files set against the folder's as they are listed.

    n_files are the documents there now, with those known in sub-folders that cannot be read.
    n_text and n_failed are those of them whose row is up to date; the rest are new or changed.
    n_stale counts these and the rows whose file is gone.
    """
    rows = {stamp.path: stamp for stamp in stamps}
    listed = {file.path for file in listing.files}
    unseen = [row for path, row in rows.items() if path not in listed and listing.may_hold(path)]
    n_gone = len(rows.keys() - listed) - len(unseen)
    current = [rows[f.path] for f in listing.files if _is_current(rows.get(f.path), f)]
    states = [row.state for row in (*current, *unseen)]
    n_text = sum(state.has_text for state in states)
    n_files = len(listed) + len(unseen)
    return replace(
        counted,
        n_files=n_files,
        n_text=n_text,
        n_failed=len(states) - n_text,
        n_stale=n_files - len(states) + n_gone,
    )


def _is_current(row: StoredStamp | None, file: ListedFile) -> bool:
    if row is None:
        return False
    if file.is_placeholder:  # a pass keeps what is known of a file whose content went to the cloud
        return True
    same = (row.size_bytes, row.mtime_ns) == (file.size_bytes, file.mtime_ns)
    return same and row.state is not FileState.PLACEHOLDER


def file_reports(connection: CorpusConnection) -> tuple[FileReport, ...]:
    """Return every file with its state and reason, in path order."""
    return tuple(
        FileReport(file.stamp.path, file.state, file.reason, file.n_passages, file.n_chunks)
        for file in stored_files(connection)
    )
