"""What is known of a folder's corpus, told without a model and without a write.

Owns: a folder's status, and the words for an answer without hits. Does not own: the counting
(store.coverage).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ....contracts.corpus import (
    DEFAULT_RULES,
    CorpusStatus,
    Coverage,
    FileReport,
    FolderRules,
    ModelChoice,
    SectionReport,
)
from ....contracts.errors import CorpusBusy, CorpusCorrupt, CorpusOutdated
from ....contracts.search import AnswerStatus
from ..store.connection import read_at_rest
from ..store.coverage import coverage_of_folder, file_reports, read_coverage, read_stamps
from ..store.generations import active_generation
from ..store.location import search_location
from ..store.lock import is_being_written
from ..store.meta import read_meta
from ..store.section_reports import kept_strategy, section_reports
from .listings import list_folder

if TYPE_CHECKING:
    from ....documents.listing import FolderListing
    from ..store.connection import CorpusConnection
    from ..store.location import CorpusLocation
    from ..types import Encoder

_REBUILD_HINT = "Index again with --rebuild to make it anew."
NOTHING_COVERED = Coverage(0, 0, 0, 0, 0)


class Encoders(Protocol):
    """Finds embedding models; choice is cheap, get loads."""

    def choice(self, model_id: str, *, dim: int = 0) -> ModelChoice:
        """Return which model would be used for model_id ("" = the default), loading nothing."""

    def get(self, model_id: str, *, dim: int = 0, revision: str = "") -> Encoder:
        """Return the loaded encoder, cut to dim where that is not 0, in a revision where named.

        Raises ModelNotFound, or BadVectors where the model has no vectors of that width.
        """


@dataclass(frozen=True)
class _Known:
    """What the corpus says of the folder as it is listed now."""

    coverage: Coverage
    model: ModelChoice | None
    files: tuple[FileReport, ...]
    sections: tuple[SectionReport, ...] = ()
    section_strategy: str = ""


@dataclass(frozen=True)
class _Wanted:
    files: bool
    sections: bool


def read_status(
    folder: str,
    *,
    encoders: Encoders,
    with_files: bool,
    with_sections: bool = False,
    rules: FolderRules = DEFAULT_RULES,
) -> CorpusStatus:
    """Return what a folder's corpus covers, by its rows and a listing of the folder by its rules.

    files, with what could not be listed last, is filled when with_files is set, sections and their
    strategy when with_sections is. Raises BadRequest when folder cannot be listed, CorpusCorrupt
    for a damaged corpus and SchemaTooNew for a later version's.
    """
    listing = list_folder(folder, exclude=rules.exclude)
    location = search_location(Path(folder), rules.index_place)
    known, problem = None, ""
    try:
        known = _known(location, listing, _Wanted(files=with_files, sections=with_sections))
    except CorpusOutdated as error:
        problem = str(error)
    indexing = is_being_written(location.db_path)
    meta = read_meta(location.meta_path)
    coverage = known.coverage if known else Coverage(len(listing.files), 0, 0, 0, 0)
    return CorpusStatus(
        folder=folder,
        corpus_path=str(location.db_path),
        exists=known is not None,
        coverage=replace(coverage, indexing=indexing),
        model=_with_lane(known.model if known else None, encoders),
        files=(*(known.files if known else ()), *(_skipped(listing) if with_files else ())),
        updated_at=meta.updated_at if meta and known else None,
        sections=known.sections if known else (),
        section_strategy=known.section_strategy if known else "",
        problem=problem,
    )


def _with_lane(answering: ModelChoice | None, encoders: Encoders) -> ModelChoice:
    """Return the index's model, or the one that would answer, with what computes for it here."""
    if answering is None:
        return encoders.choice("")
    here = encoders.choice(answering.model_id)
    # Where its model is gone another would be chosen, which does not answer for this index.
    return replace(answering, lane=here.lane if here.model_id == answering.model_id else "")


def empty_answer(
    coverage: Coverage, *, exists: bool, indexing: bool, why: str = ""
) -> tuple[AnswerStatus, str]:
    """Return the status and the sentence for an answer without hits.

    coverage.n_files is the folder's, with or without a corpus; why is a reason known beforehand.
    """
    n_files, n_read = coverage.n_files, coverage.n_text + coverage.n_failed
    if indexing:
        return (
            AnswerStatus.INDEXING,
            f"Nothing found yet: {n_read} of {n_files} files are read. Try again in a moment.",
        )
    if not n_files:
        return AnswerStatus.EMPTY_FOLDER, "The folder has no documents."
    if not exists:
        return (
            AnswerStatus.NO_CORPUS,
            why
            or f"The folder has {_counted(n_files, 'document')}, not indexed yet. Index it first.",
        )
    if not coverage.n_chunks:
        is_begun = n_read < n_files
        so_far = f"{n_read} of {n_files} files are read. Index again to read the rest."
        none = f"No text in {_counted(n_files, 'file')}."
        return AnswerStatus.NO_MATCH, f"No text yet: {so_far}" if is_begun else none
    if why:
        return AnswerStatus.NO_MATCH, why
    without = f"; {coverage.n_failed} more have no readable text" if coverage.n_failed else ""
    return (
        AnswerStatus.NO_MATCH,
        f"Nothing in {_counted(coverage.n_text, 'file')} matches{without}. Try other words.",
    )


def nothing_relevant(coverage: Coverage) -> tuple[AnswerStatus, str]:
    """Return the status and the sentence for an answer of which no hit is relevant."""
    files = _counted(coverage.n_text, "file")
    return (
        AnswerStatus.NOTHING_RELEVANT,
        f"Nothing relevant in {files}. Try other words, or look at what is nearest.",
    )


def stale_notes(coverage: Coverage) -> tuple[str, ...]:
    """Return what to tell of files that the index does not know as they are now."""
    n_unread = coverage.n_files - coverage.n_text - coverage.n_failed
    if n_unread <= 0 or coverage.indexing:
        return ()
    verb, them = ("is", "it") if n_unread == 1 else ("are", "them")
    news = f"{_counted(n_unread, 'file')} {verb} new or changed since the last indexing"
    return (f"{news}; index again to find what is in {them}.",)


def _counted(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def _skipped(listing: FolderListing) -> tuple[FileReport, ...]:
    return tuple(FileReport(e.path, e.state, e.reason) for e in listing.skipped)


def _known(location: CorpusLocation, listing: FolderListing, wanted: _Wanted) -> _Known | None:
    if not location.db_path.exists():
        return None
    try:
        return read_at_rest(
            location.db_path, lambda connection: _read_known(connection, listing, wanted)
        )
    except CorpusOutdated:
        raise
    except (CorpusBusy, FileNotFoundError):  # only being made, or just gone
        return None
    except CorpusCorrupt as error:
        raise CorpusCorrupt(
            error.message,
            hint=error.hint if location.db_path.is_dir() else _REBUILD_HINT,
            detail=error.detail,
        ) from error


def _read_known(connection: CorpusConnection, listing: FolderListing, wanted: _Wanted) -> _Known:
    active = active_generation(connection)
    counted = read_coverage(connection, generation_id=active.generation_id if active else None)
    coverage = coverage_of_folder(counted, read_stamps(connection), listing)
    model = None
    if active is not None:
        fingerprint = active.fingerprint
        model = ModelChoice(fingerprint.model_id, "The index was made with it.", fingerprint.dim)
    reports = file_reports(connection) if wanted.files else ()
    sections = section_reports(connection) if wanted.sections else ()
    return _Known(
        coverage,
        model,
        tuple(file for file in reports if not listing.leaves_out(file.path)),
        tuple(section for section in sections if not listing.leaves_out(section.path)),
        kept_strategy(connection) if wanted.sections else "",
    )
