"""The corpora that searches have open: a read connection and a resident matrix each.

Owns: opening, noticing that a corpus.db was replaced, deleted or written to, and closing. Does
not own: what is asked of them (pipeline). Nothing here makes a file or a folder: a corpus that
no one writes to is read without SQLite's journal files.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import RLock
from typing import TYPE_CHECKING

from ..store.connection import open_corpus, open_resting_corpus, rest_stamp
from ..store.coverage import coverage_of_folder, read_coverage, read_stamps
from ..store.document_terms import read_document_chunks
from ..store.matrix import VectorMatrix, load_matrix, refresh_matrix
from ..store.section_builds import current_build
from ..store.unit_matrix import Unit, UnitMatrix, UnitSource, load_units, refresh_units
from .listings import Listings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from ....contracts.corpus import Coverage
    from ....documents.listing import FolderListing
    from ..store.connection import CorpusConnection
    from ..store.coverage import StoredStamp
    from ..store.document_terms import DocumentChunks
    from ..store.generations import Generation

    ListSince = Callable[[float | None], FolderListing]

MAX_OPEN = 4
MAX_COVERAGE_AGE_S = 2.0
"""Counting is dear in a big corpus, so during a pass an answer may tell counts this old."""
MAX_READ_ANEW = 2000
"""Documents: which chunks are whose is read after each commit for so many (3 to 20 ms, by their
length), else once in two seconds. One that is not known yet falls behind those that are."""


@dataclass(frozen=True)
class _Mark:
    """What a path led to: file is (device, inode), rest the stamp of a file at rest, else None."""

    file: tuple[int, int]
    rest: tuple[int, int, int] | None


@dataclass(frozen=True)
class _Counts:
    """What the rows said at a moment, by the corpus's version then."""

    version: int
    generation_id: int | None
    counted_s: float
    coverage: Coverage
    stamps: tuple[StoredStamp, ...]


@dataclass
class OpenCorpus:
    """One open corpus.db, with what is kept of it between searches."""

    connection: CorpusConnection
    mark: _Mark
    lock: RLock = field(default_factory=RLock)
    _matrix: VectorMatrix | None = None
    _matrix_version: int = -1
    _units: dict[Unit, tuple[UnitMatrix, int]] = field(default_factory=dict)
    _document_chunks: tuple[DocumentChunks, int, float] | None = None
    _counts: _Counts | None = None
    _covered: tuple[_Counts, FolderListing, Coverage] | None = None

    @contextmanager
    def reading(self) -> Iterator[CorpusConnection]:
        """Hold one moment of the corpus for the block, whatever a pass commits meanwhile."""
        with self.lock:
            self.connection.execute("BEGIN")
            try:
                yield self.connection
            finally:
                if self.connection.db.in_transaction:
                    self.connection.execute("ROLLBACK")

    def matrix(self, generation: Generation) -> VectorMatrix:
        """Return the generation's vectors as of this moment; call inside reading()."""
        version = self._version()
        held = self._matrix
        if held is None or held.generation.generation_id != generation.generation_id:
            held = load_matrix(self.connection, generation)
        elif version != self._matrix_version:
            held = refresh_matrix(self.connection, held)
        self._matrix, self._matrix_version = held, version
        return held

    def units(self, unit: Unit, generation: Generation) -> UnitMatrix | None:
        """Return the sections' or documents' vectors as of this moment; call inside reading().

        None where a pass has made none yet.
        """
        build = current_build(self.connection)
        if build is None:
            return None
        version, source = self._version(), UnitSource(unit, generation, build)
        held, held_version = self._units.get(unit, (None, -1))
        if held is None or held.source.key != source.key:
            held = load_units(self.connection, source)
        elif version != held_version:
            held = refresh_units(self.connection, held)
        self._units[unit] = held, version
        return held if held.n_rows else None

    def document_chunks(self) -> DocumentChunks:
        """Return which chunks are whose, in a big corpus at most 2 s old; call inside reading()."""
        version, now_s, held = self._version(), time.monotonic(), self._document_chunks
        if held is not None:
            is_recent = now_s - held[2] < MAX_COVERAGE_AGE_S
            is_big = len(held[0].doc_ids) > MAX_READ_ANEW
            if held[1] == version or (is_recent and is_big):
                return held[0]
        chunks = read_document_chunks(self.connection)
        self._document_chunks = chunks, version, now_s
        return chunks

    def share_embedded(self, generation: Generation) -> float:
        """Return the share of chunks with a vector, 0 to 1, as of 2 s ago; inside reading()."""
        counts = self._counted(generation).coverage
        return min(counts.n_chunks_embedded / max(counts.n_chunks, 1), 1.0)

    def coverage(
        self, generation: Generation | None, list_since: ListSince, started_s: float
    ) -> Coverage:
        """Return the folder's counts; list_since gives its listing, begun then or, for None, kept.

        What the rows say is at most 2 s old while they change, the listing 5 s; rows that are
        new are set against a listing begun after started_s. Call inside reading().
        """
        covered, counts = self._covered, self._counted(generation)
        is_told = covered is not None and covered[0] is counts
        listing = list_since(None if is_told else started_s)
        if covered is not None and is_told and covered[1] is listing:
            return covered[2]
        coverage = coverage_of_folder(counts.coverage, counts.stamps, listing)
        self._covered = (counts, listing, coverage)
        return coverage

    def _counted(self, generation: Generation | None) -> _Counts:
        version, now_s, held = self._version(), time.monotonic(), self._counts
        generation_id = generation.generation_id if generation else None
        if held is not None and held.generation_id == generation_id:
            is_young = now_s - held.counted_s < MAX_COVERAGE_AGE_S
            if is_young or held.version == version:
                return held
        coverage = read_coverage(self.connection, generation_id=generation_id)
        stamps = read_stamps(self.connection)
        self._counts = _Counts(version, generation_id, now_s, coverage, stamps)
        return self._counts

    def keep_matrix_of(self, other: OpenCorpus) -> None:
        """Take over the matrices of an earlier opening of the file, to be brought up to date."""
        self._matrix = other._matrix
        self._units = {unit: (matrix, -1) for unit, (matrix, _) in other._units.items()}

    def _version(self) -> int:
        return int(self.connection.fetch_all("PRAGMA data_version")[0][0])


class Corpora:
    """The few corpora used last, kept open between searches."""

    def __init__(self) -> None:
        self.listings = Listings()
        self._open: dict[Path, OpenCorpus] = {}
        self._lock = RLock()

    def get(self, path: Path) -> OpenCorpus | None:
        """Return the open corpus.db at path, or None when there is none there.

        Raises CorpusBusy, CorpusCorrupt and SchemaTooNew as open_corpus does.
        """
        with self._lock:
            held = self._open.get(path)
            if held is not None and is_unchanged(path, held):
                self._open[path] = self._open.pop(path)  # the last in the dictionary is the newest
                return held
            self.drop(path)
            opened = _open(path)
            if opened is None:
                return None
            if held is not None and held.mark.file == opened.mark.file:
                opened.keep_matrix_of(held)
            self._open[path] = opened
            while len(self._open) > MAX_OPEN:
                self.drop(next(iter(self._open)))
            return opened

    def drop(self, path: Path) -> None:
        """Close the corpus at path if it is open, so that it is opened anew."""
        with self._lock:
            held = self._open.pop(path, None)
        if held is not None:
            with held.lock:
                held.connection.close()

    def close(self) -> None:
        """Close all connections."""
        for path in list(self._open):
            self.drop(path)


def is_unchanged(path: Path, held: OpenCorpus) -> bool:
    """Return True when what held reads is still what lies at path.

    A file that was at rest is read as unchanging, so every write to it makes this False.
    """
    try:
        now = _Mark(_file_id(path), rest_stamp(path) if held.mark.rest else None)
    except OSError:
        return False
    return now == held.mark


def _open(path: Path) -> OpenCorpus | None:
    try:
        file_id, rest = _file_id(path), rest_stamp(path)
    except OSError:
        return None
    journal_bytes = rest[-1]
    if journal_bytes:
        return OpenCorpus(open_corpus(path, read_only=True), _Mark(file_id, None))
    return OpenCorpus(open_resting_corpus(path), _Mark(file_id, rest))


def _file_id(path: Path) -> tuple[int, int]:
    stat = path.stat()
    return stat.st_dev, stat.st_ino
