"""The text leg of a pass: moves and removals, then each file to read in its own transaction."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from ....contracts.corpus import FileState
from ....contracts.maintain import Stage
from ....documents.passages import ExtractedDocument
from ....documents.size_limit import too_big_reason
from ..chunk.chunker import CHUNKER_VERSION, chunk_passage
from ..chunk.document_languages import with_languages
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
from ..store.index_totals import counts_removed_rows, rebuild_index
from ..store.sections import has_orphaned_texts, remove_orphaned_texts
from ..store.vectors import remove_texts
from .reading import read_ahead
from .section_stage import describe_document

if TYPE_CHECKING:
    from ....documents.listing import ListedFile
    from ....documents.passages import Passage
    from ..store.connection import CorpusConnection
    from ..types import Chunk
    from .context import MaintainPass
    from .reading import FileRead

_OPTIMIZE_MIN_FILES = 50

_IN_THE_CLOUD = "The file's content lies in the cloud; open it once to make it searchable."


def current_versions() -> Versions:
    """Return the versions of this program's extraction and chunking."""
    return Versions(EXTRACTOR_VERSION, CHUNKER_VERSION)


def apply_file_changes(run: MaintainPass) -> None:
    """Move, touch and remove rows as planned, and note what is not read, in one transaction.

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
            publish_document(run.connection, _unread(listed, FileState.PLACEHOLDER, _IN_THE_CLOUD))
        for file in run.plan.too_big:
            reason = too_big_reason(file.listed.size_bytes, run.request.rules.max_file_bytes)
            publish_document(run.connection, _unread(file.listed, FileState.TOO_BIG, reason))


def read_files(run: MaintainPass) -> None:
    """Extract, chunk and publish every file to read; the request's first paths come first."""
    first = set(run.first_paths)
    n_before = run.n_files_done
    newest_first = sorted(
        run.plan.to_read, key=lambda file: (file.listed.path not in first, -file.listed.mtime_ns)
    )
    # Closed at once on a cancel, so that no read outlives the pass and its extractor.
    with closing(read_ahead(run, newest_first)) as files:
        for file in files:
            run.ports.check()
            _publish_one(run, file)
            run.n_files_done += 1
            run.tell(Stage.TEXT, file.planned.listed.path)
    is_mostly_new = run.n_files_done - n_before >= max(_OPTIMIZE_MIN_FILES, run.plan.n_unchanged)
    if is_mostly_new and not counts_removed_rows(run.connection):
        optimize_index(run.connection)


def tidy_index(run: MaintainPass) -> None:
    """Make the keyword index anew where chunks that are gone still weigh on its words."""
    if counts_removed_rows(run.connection):
        rebuild_index(run.connection, check=run.ports.check)


def remove_orphans(connection: CorpusConnection) -> int:
    """Remove the texts that no chunk uses any more, with their vectors; return how many.

    Without sqlite-vec their vectors cannot be removed, so they wait for a pass that can. Sections'
    texts go in the same way; their vectors are plain rows.
    """
    if has_orphaned_texts(connection):
        with atomic(connection):
            remove_orphaned_texts(connection)
    text_ids = orphaned_text_ids(connection)
    if text_ids and (connection.vec_available or not all_generations(connection)):
        remove_texts(connection, text_ids)
        return len(text_ids)
    return 0


def _publish_one(run: MaintainPass, file: FileRead) -> None:
    if file.extracted is None:
        _leave_as_it_is(run, file)
        return
    listed, extracted = file.planned.listed, with_languages(file.extracted)
    content = DocumentContent(
        FileStamp(listed.path, listed.size_bytes, listed.mtime_ns, file.sha256 or b""),
        current_versions(),
        extracted,
        [_chunks(run, passage, extracted.language) for passage in extracted.passages],
    )
    with atomic(run.connection):
        doc_id = publish_document(run.connection, content, check=run.ports.check)
        describe_document(run, doc_id)
    if file.planned.stored is None:
        run.n_added += 1
    else:
        run.n_changed += 1


def _leave_as_it_is(run: MaintainPass, file: FileRead) -> None:
    """Note a file that is locked now; one that vanished is left to the next pass."""
    if file.planned.stored is not None and file.is_there:
        run.n_kept += 1
        path = file.planned.listed.path
        run.notes.append(f"{path} cannot be opened now; its last text is kept.")


def _chunks(run: MaintainPass, passage: Passage, language: str | None) -> list[Chunk]:
    run.ports.check()  # a long document has many
    return list(chunk_passage(passage, language))


def _unread(listed: ListedFile, state: FileState, reason: str) -> DocumentContent:
    return DocumentContent(
        FileStamp(listed.path, listed.size_bytes, listed.mtime_ns, b""),
        current_versions(),
        ExtractedDocument(state, reason),
        (),
    )
