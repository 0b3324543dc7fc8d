"""Chunks, the texts they share, and their entries in the keyword index.

Owns: the rows of chunks, texts and chunks_fts, which are always written together. What is
indexed of a chunk is made from the stored rows in one place, indexed_columns, so that
publishing, renaming and checking cannot differ.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from ..analysis.tokens import index_text
from .sql import query

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..types import Chunk
    from .connection import CorpusConnection


@dataclass(frozen=True)
class PassageChunks:
    """A stored passage's id and text, and the chunks it is cut into."""

    passage_id: int
    text: str
    chunks: Sequence[Chunk]


@dataclass(frozen=True)
class IndexedColumns:
    """What the keyword index holds of one chunk, analysed: file, headings above it, and text."""

    title: str
    heading: str
    body: str


def text_hash(text: str) -> bytes:
    """Return the SHA-256 of a chunk's text, the key of its vector in every generation."""
    return hashlib.sha256(text.encode("utf-8")).digest()


def never_stop() -> None:
    """Do nothing: the check of work that nobody wants to stop."""


def insert_chunks(
    connection: CorpusConnection,
    passages: Sequence[PassageChunks],
    *,
    check: Callable[[], None] = never_stop,
) -> None:
    """Insert the chunks of passages and those of their texts that are new.

    A chunk's text is the stored passage's characters [start, end): what a reader can cut out
    again is what is embedded. check is called for each passage and may raise to stop.
    """
    insert_text, find_text = (
        query("write_chunks.insert_text"),
        query("write_chunks.text_id_of_hash"),
    )
    rows = []
    for passage in passages:
        check()
        for chunk in passage.chunks:
            text = passage.text[chunk.start : chunk.end]
            digest = text_hash(text)
            connection.execute(insert_text, (digest, len(text)))
            found = connection.fetch_all(find_text, (digest,))
            rows.append((passage.passage_id, chunk.start, chunk.end, found[0][0]))
    connection.executemany(query("write_chunks.insert_chunk"), rows)


def index_document(
    connection: CorpusConnection, doc_id: int, *, check: Callable[[], None] = never_stop
) -> None:
    """Insert the keyword-index entries of all chunks of a stored document.

    check is called for each chunk and may raise to stop.
    """
    title, path = connection.fetch_all(query("write_documents.title_and_path"), (doc_id,))[0]
    chunks = connection.fetch_all(query("write_chunks.chunks_of_document"), (doc_id,))

    def rows() -> Iterator[tuple[int, str, str, str]]:
        for chunk_id, heading_path, body in chunks:
            check()
            columns = indexed_columns((title, path), heading_path, body)
            yield chunk_id, columns.title, columns.heading, columns.body

    connection.executemany(query("write_chunks.insert_fts"), rows())


def delete_index_rows(connection: CorpusConnection, doc_id: int) -> None:
    """Delete the keyword-index entries of all chunks of a stored document, by rowid."""
    ids = connection.fetch_all(query("write_chunks.chunk_ids_of_document"), (doc_id,))
    connection.executemany(query("write_chunks.delete_fts"), ids)


def indexed_columns(
    title_and_path: tuple[str, str], heading_path: str, body: str
) -> IndexedColumns:
    """Return what is indexed of a chunk; heading_path is the JSON of sections.heading_path.

    A heading's own chunk does not count its words as a heading above it once more: it would
    come before the text that it announces.
    """
    title, path = title_and_path
    return IndexedColumns(
        _analysed(f"{title} {PurePosixPath(path).stem}"),
        _analysed_headings(heading_path, body.strip()),
        index_text(body),
    )


def orphaned_text_ids(connection: CorpusConnection) -> list[int]:
    """Return the texts that no chunk uses any more."""
    return [row[0] for row in connection.fetch_all(query("write_chunks.orphaned_texts"))]


def optimize_index(connection: CorpusConnection) -> None:
    """Merge the keyword index into one segment, which also drops the terms of removed chunks."""
    connection.execute(query("write_chunks.optimize_fts"))


def release_free_pages(
    connection: CorpusConnection, check: Callable[[], None] = never_stop
) -> None:
    """Give pages that hold nothing back to the file system; run outside a transaction.

    A few at a time, each a transaction of its own: check is called between them and may raise to
    stop, and the journal does not grow by all that moves.
    """
    n_free = free_pages(connection)
    while n_free:
        check()
        connection.fetch_all(query("write_chunks.incremental_vacuum"))
        n_before, n_free = n_free, free_pages(connection)
        if n_free >= n_before:  # a file without room for its page map gives none back
            return


def free_pages(connection: CorpusConnection) -> int:
    """Return how many pages of the file hold nothing."""
    return int(connection.fetch_all(query("write_chunks.free_pages"))[0][0])


@lru_cache(maxsize=256)
def _analysed(text: str) -> str:
    return index_text(text)


def _analysed_headings(heading_path: str, body: str) -> str:
    headings = json.loads(heading_path)
    if headings and headings[-1].strip() == body:
        headings.pop()
    return _analysed(" ".join(headings))
