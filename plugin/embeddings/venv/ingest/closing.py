"""The end of a pass: what is told to the caller and written into corpus_meta.json."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ....contracts.corpus import WORDS_ALONE, Coverage, FileReport, ModelChoice
from ....contracts.maintain import MaintainReport
from ..store.coverage import file_reports, read_coverage
from ..store.generations import active_generation
from ..store.meta import CorpusMeta, write_meta
from ..store.migrations import latest_version

if TYPE_CHECKING:
    from ....documents.listing import FolderListing
    from ..store.connection import CorpusConnection
    from ..store.location import CorpusLocation


@dataclass(frozen=True)
class PassCounts:
    """What a pass did, in files and encoded texts."""

    n_added: int = 0
    n_changed: int = 0
    n_moved: int = 0
    n_removed: int = 0
    n_unchanged: int = 0
    n_encoded: int = 0
    n_sections_encoded: int = 0
    n_sections_averaged: int = 0


@dataclass(frozen=True)
class PassFrame:
    """What stays the same during a pass; started_s is time.monotonic's."""

    listing: FolderListing
    location: CorpusLocation
    model: ModelChoice
    started_s: float
    is_model_wanted: bool = True

    def report(
        self, connection: CorpusConnection, counts: PassCounts, notes: tuple[str, ...] = ()
    ) -> MaintainReport:
        """Return the report on a corpus as it is now, every file with its state."""
        files = (*file_reports(connection), *self._skipped())
        report = self._filled(counts, coverage_now(connection), files, notes)
        return replace(report, model=self._answering(connection))

    def report_on_nothing(self) -> MaintainReport:
        """Return the report on a folder that has neither documents nor a corpus."""
        return self._filled(PassCounts(), Coverage(0, 0, 0, 0, 0), self._skipped(), ())

    def _answering(self, connection: CorpusConnection) -> ModelChoice:
        """Return the pass's model; where it could not be used, the one that goes on answering.

        The width is that of the stored vectors: before the model was loaded it was a guess.
        """
        active = active_generation(connection)
        if active is None or not self.is_model_wanted:
            return self.model
        has = active.fingerprint
        if self.model.model_id:
            is_it = has.model_id == self.model.model_id
            return replace(self.model, dim=has.dim) if is_it else self.model
        why = self.model.reason.removesuffix(WORDS_ALONE)
        return ModelChoice(has.model_id, f"{why} The index still answers with it.", has.dim)

    def _skipped(self) -> tuple[FileReport, ...]:
        return tuple(FileReport(e.path, e.state, e.reason) for e in self.listing.skipped)

    def _filled(
        self,
        counts: PassCounts,
        coverage: Coverage,
        files: tuple[FileReport, ...],
        notes: tuple[str, ...],
    ) -> MaintainReport:
        return MaintainReport(
            **vars(counts),
            coverage=coverage,
            model=self.model,
            files=files,
            elapsed_s=time.monotonic() - self.started_s,
            corpus_path=str(self.location.db_path),
            notes=(self.location.reason, *notes),
        )


def coverage_now(connection: CorpusConnection) -> Coverage:
    """Return the corpus's coverage by the generation that answers."""
    active = active_generation(connection)
    return read_coverage(connection, generation_id=active.generation_id if active else None)


def write_meta_now(connection: CorpusConnection, location: CorpusLocation) -> None:
    """Write corpus_meta.json for the corpus as it is now, with the answering model."""
    active = active_generation(connection)
    coverage = coverage_now(connection)
    meta = CorpusMeta(
        schema_version=latest_version(),
        folder=str(location.folder),
        embedding_model=active.fingerprint.model_id if active else "",
        dim=active.fingerprint.dim if active else 0,
        n_files=coverage.n_files,
        n_text=coverage.n_text,
        n_failed=coverage.n_failed,
        chunk_count=coverage.n_chunks,
        n_chunks_embedded=coverage.n_chunks_embedded,
        updated_at=time.time(),
    )
    write_meta(location.meta_path, meta)
