"""A maintain pass from request to report.

Owns: finding out whether there is anything to do (without a lock, a model or a write), then
the writer's place and a damaged corpus. Does not own: the stages (graph), what is told at the
end (closing), the rows (store).
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ....contracts.errors import BadRequest, CorpusBusy, CorpusCorrupt, EmbeddingsError
from ....contracts.maintain import Stage
from ....contracts.models import NO_MODEL_ID
from ....documents.listing import scan_folder
from ..store.chunks import orphaned_text_ids
from ..store.connection import (
    empty_journal,
    open_corpus,
    open_resting_corpus,
    refuse_folder_in_place,
    rest_stamp,
)
from ..store.documents import stored_files
from ..store.files import move_aside, remove_corpus_files
from ..store.index_totals import counts_removed_rows
from ..store.location import corpus_location
from ..store.lock import writer_lock
from ..store.meta import read_meta
from ..store.sections import has_orphaned_texts, has_undescribed
from .closing import PassCounts, PassFrame, write_meta_now
from .context import MaintainPass
from .graph import run_stages
from .plan import make_plan
from .ports import Encoders, Extractor, PassPorts
from .reading import hash_file
from .section_stage import kept_strategy_notes, rebuild_notes, requested_strategy
from .text_stage import current_versions
from .tidying import needs_tidying
from .vector_stage import has_vector_work
from .wanted_model import WantedModel, wanted_model

if TYPE_CHECKING:
    from collections.abc import Callable

    from ....contracts.corpus import FolderRules, ModelChoice
    from ....contracts.maintain import MaintainProgress, MaintainReport, MaintainRequest
    from ....documents.listing import ListedFile
    from ..store.connection import CorpusConnection
    from .plan import Plan


def run_maintain(
    request: MaintainRequest,
    *,
    extractor: Extractor,
    encoders: Encoders,
    report: Callable[[MaintainProgress], None],
    check: Callable[[], None],
) -> MaintainReport:
    """Bring the corpus of request.folder up to date and return what was done.

    check is called between files and batches and may raise Interrupted; what was committed
    stays and the next pass goes on from there. Raises BadRequest for a folder that cannot be
    listed or rules without sense, CorpusBusy when another process is indexing it, SchemaTooNew
    for a later version's corpus. A damaged corpus is moved aside and built again. With nothing to
    do nothing is written, locked or loaded, except for a corpus_meta.json that got lost.
    """
    started_s = time.monotonic()
    check()
    rules = _usable(request.rules)
    requested_strategy(request.section_strategy)  # a wrong name is refused before anything is done
    frame = PassFrame(
        scan_folder(request.folder, exclude=rules.exclude),
        corpus_location(Path(request.folder), rules.index_place),
        encoders.choice(request.model_id, dim=request.dim),
        started_s,
        is_model_wanted=request.model_id != NO_MODEL_ID,
    )
    maintainer = _Maintainer(request, PassPorts(extractor, encoders, report, check), frame)
    asks_for_work = request.rebuild or request.rebuild_sections or request.section_extractors
    idle = None if asks_for_work else maintainer.report_if_idle()
    return idle or maintainer.write()


@dataclass
class _Maintainer:
    """One call of run_maintain: looks first, writes when there is a reason to."""

    request: MaintainRequest
    ports: PassPorts
    frame: PassFrame
    _asked: ModelChoice = field(init=False)
    notes: list[str] = field(default_factory=list)
    _hashes: dict[ListedFile, bytes | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._asked = self.frame.model

    @property
    def db_path(self) -> Path:
        """Return the path of corpus.db."""
        return self.frame.location.db_path

    def report_if_idle(self) -> MaintainReport | None:
        """Return the report of a pass that has nothing to do, or None when it has."""
        if not self.db_path.exists():
            return None if self.frame.listing.files else self.frame.report_on_nothing()
        try:
            before = rest_stamp(self.db_path)
            with open_resting_corpus(self.db_path) as connection:
                found = self._report_if_up_to_date(connection)
                if found is not None and rest_stamp(self.db_path) == before:
                    self._restore_meta(connection)
                    return found
        except (CorpusBusy, CorpusCorrupt, FileNotFoundError):
            pass  # the writing side waits, moves the damaged file aside, or builds what went away
        return None

    def write(self) -> MaintainReport:
        """Take the writer's place and run the stages; a damaged corpus is built again, once."""
        folder = self.frame.location.folder
        if not folder.is_dir():  # the lock would make it again
            raise BadRequest(
                f"The folder {folder} went away while it was being indexed.",
                hint="Index the folder again where it lies now.",
            )
        refuse_folder_in_place(self.db_path)
        with writer_lock(self.db_path):
            if self.request.rebuild:
                remove_corpus_files(self.db_path)
            try:
                return self._run_once()
            except CorpusCorrupt as error:
                aside = move_aside(self.db_path)
                self.notes.append(
                    f"The index was damaged ({error.detail}); it was moved to {aside.name} "
                    "and built again."
                )
                return self._run_once()

    def _report_if_up_to_date(self, connection: CorpusConnection) -> MaintainReport | None:
        plan = self._plan(connection)
        if not plan.is_empty or self._has_other_work(connection, self._wanted(connection)):
            return None
        counts = PassCounts(n_unchanged=plan.n_unchanged)
        return self.frame.report(connection, counts, self._closing_notes(connection))

    def _restore_meta(self, connection: CorpusConnection) -> None:
        """Write a lost or damaged corpus_meta.json again; what cannot be written stays missing."""
        location = self.frame.location
        if read_meta(location.meta_path) is not None:
            return
        # The corpus is whole without it, and who writes the corpus writes its meta too.
        with suppress(EmbeddingsError), writer_lock(self.db_path):
            write_meta_now(connection, location)

    def _run_once(self) -> MaintainReport:
        with open_corpus(self.db_path, read_only=False) as connection:
            run = MaintainPass(
                request=self.request,
                folder=self.frame.location.folder,
                connection=connection,
                plan=self._plan(connection),
                ports=self.ports,
                wanted=self._wanted(connection),
            )
            run.tell(Stage.SCAN)
            try:
                run_stages(run)
            finally:
                # Also after a cancel: the host then sees how far the corpus got.
                write_meta_now(connection, self.frame.location)
            empty_journal(connection)
            notes = (*self.notes, *run.notes, *self._closing_notes(connection))
            return self.frame.report(connection, _counts(run), notes)

    def _closing_notes(self, connection: CorpusConnection) -> tuple[str, ...]:
        kept = kept_strategy_notes(connection, self.request.section_strategy)
        return (*_degraded(connection), *kept, *rebuild_notes(connection))

    def _plan(self, connection: CorpusConnection) -> Plan:
        stored = stored_files(connection)
        max_file_bytes = self.request.rules.max_file_bytes
        return make_plan(
            self.frame.listing,
            stored,
            current_versions(),
            self._hash_of,
            max_file_bytes=max_file_bytes,
        )

    def _wanted(self, connection: CorpusConnection) -> WantedModel:
        """Return the model of the pass, which the corpus may know better; the report tells it."""
        wanted = wanted_model(connection, self.ports.encoders, self.request, self._asked)
        self.frame = replace(self.frame, model=wanted.choice)
        return wanted

    def _has_other_work(self, connection: CorpusConnection, wanted: WantedModel) -> bool:
        if has_vector_work(connection, wanted) or needs_tidying(connection, wanted):
            return True
        if has_undescribed(connection) or has_orphaned_texts(connection):
            return True
        if counts_removed_rows(connection):
            return True
        if not connection.vec_available:
            return False
        return bool(orphaned_text_ids(connection))

    def _hash_of(self, listed: ListedFile) -> bytes | None:
        """Return a listed file's hash, computed once a call."""
        if listed not in self._hashes:
            self.ports.check()
            path = self.frame.location.folder / listed.path
            self._hashes[listed] = hash_file(path, self.ports.check)
        return self._hashes[listed]


def _usable(rules: FolderRules) -> FolderRules:
    if rules.max_file_bytes <= 0:
        raise BadRequest(
            f"A size limit of {rules.max_file_bytes} bytes leaves no file to read.",
            hint="Set it in Tools > Options > WriterAgent > Vector Search.",
        )
    return rules


def _counts(run: MaintainPass) -> PassCounts:
    n_too_big_new = sum(file.stored is None for file in run.plan.too_big)
    return PassCounts(
        n_added=run.n_added + len(run.plan.placeholders) + n_too_big_new,
        n_changed=run.n_changed + len(run.plan.too_big) - n_too_big_new,
        n_moved=len(run.plan.moved),
        n_removed=len(run.plan.removed),
        n_unchanged=run.plan.n_unchanged + run.n_kept,
        n_encoded=run.n_encoded,
        n_sections_encoded=run.n_sections_encoded,
        n_sections_averaged=run.n_sections_averaged,
    )


def _degraded(connection: CorpusConnection) -> tuple[str, ...]:
    if connection.vec_available:
        return ()
    return (f"Keyword search only: {connection.vec_reason}",)
