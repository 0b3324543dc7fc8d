"""Reading the rows behind candidates: their chunks, passages and documents.

Owns: these reads and the rows' types. Does not own: how they are shown (search).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....documents.passages import Location, PassageKind
from .scope import Scope, scoped_query
from .sql import query

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .connection import CorpusConnection

MAX_CHUNKS_OF_TEXTS = 2000


@dataclass(frozen=True)
class ChunkRow:
    """A chunk's place: characters [start, end) of its passage."""

    chunk_id: int
    passage_id: int
    doc_id: int
    start: int
    end: int
    text_id: int


@dataclass(frozen=True)
class PassageRow:
    """A stored passage; heading_path is outermost first."""

    passage_id: int
    doc_id: int
    para_index: int
    kind: PassageKind
    location: Location
    text: str
    heading_path: tuple[str, ...]


@dataclass(frozen=True)
class DocumentRow:
    """A stored document's facts; path is relative to the folder."""

    doc_id: int
    path: str
    title: str
    size_bytes: int
    mtime_ns: int


def read_chunks(connection: CorpusConnection, chunk_ids: Iterable[int]) -> dict[int, ChunkRow]:
    """Return chunk_id -> row for those of chunk_ids that are there."""
    rows = connection.fetch_all(query("read_lookup.chunks"), (json.dumps(list(chunk_ids)),))
    return {row[0]: ChunkRow(*row) for row in rows}


def chunks_of_texts(
    connection: CorpusConnection, text_ids: Sequence[int], scope: Scope
) -> dict[int, list[int]]:
    """Return text_id -> its chunks in scope, in chunk order; at most 2,000 chunks in all."""
    sql = scoped_query("read_lookup.chunks_of_texts", scope)
    found: dict[int, list[int]] = {}
    parameters = (scope.parameter(), json.dumps(list(text_ids)), MAX_CHUNKS_OF_TEXTS)
    for text_id, chunk_id in connection.fetch_all(sql, parameters):
        found.setdefault(text_id, []).append(chunk_id)
    return found


def read_passages(
    connection: CorpusConnection, passage_ids: Iterable[int]
) -> dict[int, PassageRow]:
    """Return passage_id -> row for those of passage_ids that are there."""
    rows = connection.fetch_all(query("read_lookup.passages"), (json.dumps(list(passage_ids)),))
    return {
        row[0]: PassageRow(
            row[0],
            row[1],
            row[2],
            PassageKind(row[3]),
            Location(**json.loads(row[4])),
            row[5],
            tuple(json.loads(row[6])),
        )
        for row in rows
    }


def text_after(connection: CorpusConnection, passage: PassageRow) -> str:
    """Return the text of the passage that follows, "" where a heading or the end does."""
    place = (passage.doc_id, passage.para_index + 1)
    row = connection.fetch_one(query("read_lookup.text_after"), place)
    return str(row[0]) if row else ""


def texts_of_files(connection: CorpusConnection) -> Iterator[tuple[str, str]]:
    """Yield path and text of every stored passage, in the order of files and their passages."""
    yield from connection.execute(query("read_lookup.texts_of_files"))


def read_documents(connection: CorpusConnection, doc_ids: Iterable[int]) -> dict[int, DocumentRow]:
    """Return doc_id -> row for those of doc_ids that are there."""
    rows = connection.fetch_all(query("read_lookup.documents"), (json.dumps(list(doc_ids)),))
    return {row[0]: DocumentRow(*row) for row in rows}


def read_languages(connection: CorpusConnection, doc_ids: Iterable[int]) -> dict[int, str]:
    """Return doc_id -> the document's language (BCP-47), "" where it is unknown."""
    rows = connection.fetch_all(query("read_lookup.languages"), (json.dumps(list(doc_ids)),))
    return {row[0]: row[1] or "" for row in rows}
