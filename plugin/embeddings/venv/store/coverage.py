"""How much of a folder is searchable, counted in the corpus itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....contracts.corpus import Coverage, FileReport
from .documents import stored_files
from .sql import query

if TYPE_CHECKING:
    from .connection import CorpusConnection


def read_coverage(
    connection: CorpusConnection, *, generation_id: int | None, indexing: bool = False
) -> Coverage:
    """Return the counts of files and chunks; generation_id is the one that answers, if any.

    Files are counted as the last pass saw them; n_stale is left at 0, as no file is looked at.
    """
    n_files, n_text, n_chunks = connection.fetch_all(query("coverage.coverage"))[0]
    embedded = connection.fetch_all(query("coverage.n_chunks_embedded"), (generation_id,))
    return Coverage(
        n_files=n_files,
        n_text=n_text,
        n_failed=n_files - n_text,
        n_chunks=n_chunks,
        n_chunks_embedded=embedded[0][0],
        indexing=indexing,
    )


def file_reports(connection: CorpusConnection) -> tuple[FileReport, ...]:
    """Return every file with its state and reason, in path order."""
    return tuple(
        FileReport(file.stamp.path, file.state, file.reason, file.n_passages, file.n_chunks)
        for file in stored_files(connection)
    )
