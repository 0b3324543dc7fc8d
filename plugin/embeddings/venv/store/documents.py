"""Documents with their sections and passages: publishing, moving and removing whole documents.

Owns: the rows of documents, sections and passages. Does not own: chunks and the keyword index
(chunks), vectors (vectors), transactions (the caller's atomic()).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ....contracts.corpus import FileState
from ....documents.sections import detect_sections
from .chunks import (
    PassageChunks,
    delete_index_rows,
    index_document,
    insert_chunks,
    never_stop,
)
from .sql import query

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ....documents.passages import ExtractedDocument, Location, Passage
    from ..types import Chunk
    from .connection import CorpusConnection


@dataclass(frozen=True)
class FileStamp:
    """What identified a file's content when it was read; path is relative to the folder."""

    path: str
    size_bytes: int
    mtime_ns: int
    sha256: bytes


@dataclass(frozen=True)
class Versions:
    """The versions of the code that made a document's rows; another one makes them again."""

    extractor: int
    chunker: int


@dataclass(frozen=True)
class StoredFile:
    """One file as the corpus knows it."""

    doc_id: int
    stamp: FileStamp
    state: FileState
    reason: str
    versions: Versions
    n_passages: int
    n_chunks: int


@dataclass(frozen=True)
class DocumentContent:
    """What is published of one file: its extraction and, for each passage, its chunks."""

    stamp: FileStamp
    versions: Versions
    extracted: ExtractedDocument
    chunks: Sequence[Sequence[Chunk]]


def stored_files(connection: CorpusConnection) -> list[StoredFile]:
    """Return every file the corpus knows, in path order."""
    return [
        StoredFile(
            doc_id,
            FileStamp(path, size_bytes, mtime_ns, sha256),
            FileState(state),
            reason,
            Versions(extractor, chunker),
            n_passages,
            n_chunks,
        )
        for (
            doc_id,
            path,
            size_bytes,
            mtime_ns,
            sha256,
            state,
            reason,
            extractor,
            chunker,
            n_passages,
            n_chunks,
        ) in connection.fetch_all(query("write_documents.files"))
    ]


def publish_document(
    connection: CorpusConnection,
    content: DocumentContent,
    *,
    check: Callable[[], None] = never_stop,
) -> int:
    """Replace all rows of one document with content; return its doc_id.

    A long document takes long: check is called all along and may raise to stop.

    Texts that no chunk uses any more stay until remove_orphaned_texts, so that a paragraph
    which moved to another file keeps its vector.
    """
    remove_document(connection, content.stamp.path)
    passages = [_storable(passage) for passage in content.extracted.passages]
    doc_id = _insert_document(connection, content, len(passages))
    section_ids = _insert_sections(connection, doc_id, passages)
    rows = []
    for passage, section_id, chunks in zip(passages, section_ids, content.chunks, strict=True):
        check()
        passage_id = _insert_passage(connection, (doc_id, section_id), passage)
        rows.append(PassageChunks(passage_id, passage.text, chunks))
    insert_chunks(connection, rows, check=check)
    index_document(connection, doc_id, check=check)
    return doc_id


def remove_document(connection: CorpusConnection, path: str) -> bool:
    """Remove all rows of the document at path; return False when there is none."""
    row = connection.fetch_one(query("write_documents.doc_id_of_path"), (path,))
    if row is None:
        return False
    delete_index_rows(connection, row[0])
    connection.execute(query("write_documents.delete_document"), row)
    return True


def rename_document(connection: CorpusConnection, doc_id: int, stamp: FileStamp) -> None:
    """Move a document to stamp.path without reading it again; its content must be the same.

    Its entries in the keyword index are made anew, as they hold the file's name. Another
    document that was stored under that path is removed first.
    """
    remove_document(connection, stamp.path)
    delete_index_rows(connection, doc_id)
    connection.execute(
        query("write_documents.move_document"),
        (stamp.path, stamp.size_bytes, stamp.mtime_ns, doc_id),
    )
    index_document(connection, doc_id)


def touch_document(connection: CorpusConnection, stamp: FileStamp) -> None:
    """Note a new size, time and hash of the document at stamp.path, whose text is unchanged."""
    connection.execute(
        query("write_documents.touch_document"),
        (stamp.size_bytes, stamp.mtime_ns, stamp.sha256, stamp.path),
    )


def location_json(location: Location) -> str:
    """Return the set parts of a location as a JSON object, as passages.location holds it."""
    parts = {name: value for name, value in vars(location).items() if value is not None}
    return json.dumps(parts, ensure_ascii=False)


def storable_text(text: str) -> str:
    """Return text of the same length that SQLite can hold: no NUL, no lone surrogates."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


def _storable(passage: Passage) -> Passage:
    headings = tuple(storable_text(heading) for heading in passage.heading_path)
    return replace(passage, text=storable_text(passage.text), heading_path=headings)


def _insert_document(
    connection: CorpusConnection, content: DocumentContent, n_passages: int
) -> int:
    stamp, extracted = content.stamp, content.extracted
    row = (
        stamp.path,
        stamp.size_bytes,
        stamp.mtime_ns,
        stamp.sha256,
        extracted.state.value,
        storable_text(extracted.reason),
        storable_text(extracted.title),
        extracted.language,
        content.versions.extractor,
        content.versions.chunker,
        n_passages,
        sum(len(chunks) for chunks in content.chunks),
    )
    return _returned_id(connection, "write_documents.insert_document", row)


def _insert_sections(
    connection: CorpusConnection, doc_id: int, passages: Sequence[Passage]
) -> list[int]:
    """Insert one section per run of passages under the same headings; return an id a passage."""
    section_ids: list[int] = []
    for ordinal, section in enumerate(detect_sections(passages)):
        row = (doc_id, ordinal, json.dumps(section.heading_path, ensure_ascii=False))
        section_id = _returned_id(connection, "write_documents.insert_section", row)
        section_ids += [section_id] * (section.end - section.start)
    return section_ids


def _insert_passage(connection: CorpusConnection, owner: tuple[int, int], passage: Passage) -> int:
    row = (
        *owner,
        passage.para_index,
        passage.kind.value,
        storable_text(location_json(passage.location)),
        passage.text,
    )
    return _returned_id(connection, "write_documents.insert_passage", row)


def _returned_id(connection: CorpusConnection, name: str, row: Sequence[object]) -> int:
    # All rows are fetched, because a RETURNING statement ends only when it is read out.
    return int(connection.fetch_all(query(name), row)[0][0])
