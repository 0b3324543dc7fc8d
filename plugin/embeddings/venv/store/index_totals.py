"""What the keyword index takes for the number of its rows, and how it is put right.

Owns: noticing that the totals behind BM25 have drifted, and making the index anew from the stored
chunks. Does not own: what is indexed of a chunk (chunks).

A contentless FTS5 table (contentless_delete = 1) does not take deleted rows off the totals that
bm25() computes with: a folder whose files were all read twice has twice its rows there, and every
word seems rarer than it is. With SQLite 3.53.4 such an index of CISI has .437 nDCG@10, not .448.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .chunks import index_document, never_stop, optimize_index
from .connection import atomic
from .sql import query
from .vocabulary import n_chunks

if TYPE_CHECKING:
    from collections.abc import Callable

    from .connection import CorpusConnection

MAX_DRIFT_SHARE = 0.2
"""Of removed rows to those that are there; a fifth changes the weight of a word by 0.18 at most."""
MIN_REMOVED = 200
"""Fewer are not worth the work: one file that is being written is read again and again."""


def counts_removed_rows(connection: CorpusConnection) -> bool:
    """Return whether the index's totals count too many chunks that are gone; reads one row."""
    n_rows = n_chunks(connection)
    n_removed = _n_counted(connection) - n_rows
    return n_removed >= max(MIN_REMOVED, MAX_DRIFT_SHARE * n_rows)


def rebuild_index(connection: CorpusConnection, *, check: Callable[[], None] = never_stop) -> None:
    """Make the keyword index anew from the stored chunks, in one transaction; readers never wait.

    check is called for each chunk and may raise to stop: then the index stays as it was.
    """
    with atomic(connection):
        connection.execute(query("write_chunks.empty_fts"))
        for (doc_id,) in connection.fetch_all(query("write_chunks.documents_with_chunks")):
            index_document(connection, doc_id, check=check)
        optimize_index(connection)


def _n_counted(connection: CorpusConnection) -> int:
    """Return the rows that the index counts: the first number of FTS5's averages record.

    Its integers are SQLite's variable-length ones (file format, section 1.6).
    """
    row = connection.fetch_one(query("write_chunks.fts_averages"))
    return _first_varint(bytes(row[0])) if row and row[0] else 0


def _first_varint(block: bytes) -> int:
    number = 0
    for byte in block[:8]:
        number = number << 7 | byte & 0x7F
        if byte < 0x80:  # noqa: PLR2004 - the high bit says that more follow
            break
    return number
