"""The text leg of a pass: moves and removals, then each file to read in its own transaction."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from ....contracts.corpus import FileState
from ....contracts.maintain import Stage
from ....documents.passages import ExtractedDocument
from ..chunk.chunker import CHUNKER_VERSION, chunk_passage
from ..extract import EXTRACTOR_VERSION
from ..store.chunks import optimize_index, orphaned_text_ids
from ..store.connection import atomic
from ..store.documents import (
    DocumentContent,
    FileStamp,
    Versions,
    publish_document,
    remove_document,
    rename_document,
    touch_document,
)
from ..store.generations import all_generations
from ..store.vectors import remove_texts

if TYPE_CHECKING:
    from pathlib import Path

    from ....documents.listing import ListedFile
    from ....documents.passages import Passage
    from ..store.connection import CorpusConnection
    from ..types import Chunk
    from .context import MaintainPass
    from .plan import FileToRead

_READ_BYTES = 1 << 20
_OPTIMIZE_MIN_FILES = 50


def current_versions() -> Versions:
    """Return the versions of this program's extraction and chunking."""
    return Versions(EXTRACTOR_VERSION, CHUNKER_VERSION)


def hash_file(path: Path) -> bytes | None:
    """Return the SHA-256 of a file's content, or None when it cannot be read."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(_READ_BYTES):
                digest.update(block)
    except OSError:
        return None
    return digest.digest()


def apply_file_changes(run: MaintainPass) -> None:
    """Move, touch and remove rows as planned, and note new placeholders, in one transaction.

    Moves come before removals of other documents, and both before any text is published.
    """
    with atomic(run.connection):
        for path in run.plan.removed:
            remove_document(run.connection, path)
        for move in run.plan.moved:
            rename_document(run.connection, move.doc_id, move.stamp)
        for stamp in run.plan.touched:
            touch_document(run.connection, stamp)
        for listed in run.plan.placeholders:
            publish_document(run.connection, _placeholder(listed))


def read_files(run: MaintainPass) -> None:
    """Extract, chunk and publish every file to read; the request's first paths come first."""
    first = set(run.first_paths)
    n_before = run.n_files_done
    newest_first = sorted(
        run.plan.to_read, key=lambda file: (file.listed.path not in first, -file.listed.mtime_ns)
    )
    for file in newest_first:
        run.ports.check()
        _read_one(run, file)
        run.n_files_done += 1
        run.tell(Stage.TEXT, file.listed.path)
    if run.n_files_done - n_before >= max(_OPTIMIZE_MIN_FILES, run.plan.n_unchanged):
        optimize_index(run.connection)


def remove_orphans(connection: CorpusConnection) -> int:
    """Remove the texts that no chunk uses any more, with their vectors; return how many.

    Without sqlite-vec their vectors cannot be removed, so they wait for a pass that can.
    """
    text_ids = orphaned_text_ids(connection)
    if text_ids and (connection.vec_available or not all_generations(connection)):
        remove_texts(connection, text_ids)
        return len(text_ids)
    return 0


def _read_one(run: MaintainPass, file: FileToRead) -> None:
    path = run.folder / file.listed.path
    # The stat is the listing's and the hash comes before the extraction, so an edit in between
    # leaves an outdated stamp and the next pass reads the file again.
    digest = hash_file(path)
    if digest is None and not path.exists():
        return  # gone since the listing; the next pass removes it
    if digest is None and file.stored is not None and file.stored.state.has_text:
        # Most likely its application has it locked, which must not take it out of the search.
        run.n_kept += 1
        run.notes.append(f"{file.listed.path} cannot be opened now; its last text is kept.")
        return
    extracted = run.ports.extractor.extract(path)
    content = DocumentContent(
        FileStamp(file.listed.path, file.listed.size_bytes, file.listed.mtime_ns, digest or b""),
        current_versions(),
        extracted,
        [_chunks(passage, extracted.language) for passage in extracted.passages],
    )
    with atomic(run.connection):
        publish_document(run.connection, content)
    if file.stored is None:
        run.n_added += 1
    else:
        run.n_changed += 1


def _chunks(passage: Passage, language: str | None) -> list[Chunk]:
    return list(chunk_passage(passage, language))


def _placeholder(listed: ListedFile) -> DocumentContent:
    reason = "The file's content lies in the cloud; open it once to make it searchable."
    return DocumentContent(
        FileStamp(listed.path, listed.size_bytes, listed.mtime_ns, b""),
        current_versions(),
        ExtractedDocument(FileState.PLACEHOLDER, reason),
        (),
    )
