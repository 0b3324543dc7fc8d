"""What has to be done so that the corpus matches the folder: a diff, decided without writing.

Owns: the identity of files. Equal path, size and mtime is unchanged; otherwise the content's
SHA-256 decides, so a restored older file is seen, a touched one is not read again, and a moved
one keeps its rows. Does not own: reading files; the hash is asked for through a function, and
only where it can change the answer. A file above the size limit is neither read nor hashed: a
row that says TOO_BIG without a hash is one that a higher limit sets free.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from ....contracts.corpus import DEFAULT_MAX_FILE_BYTES, FileState
from ....documents.size_limit import too_big_reason
from ..store.documents import FileStamp

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ....documents.listing import FolderListing, ListedFile
    from ..store.documents import StoredFile, Versions


@dataclass(frozen=True)
class Move:
    """A stored document whose file is now at stamp.path with the same content."""

    doc_id: int
    stamp: FileStamp


@dataclass(frozen=True)
class FileToRead:
    """A file whose rows have to be made; stored is what the corpus has of its path."""

    listed: ListedFile
    stored: StoredFile | None = None


@dataclass
class Plan:
    """What a pass does, in the order of its fields, and how many files need nothing."""

    removed: list[str] = field(default_factory=list)
    moved: list[Move] = field(default_factory=list)
    touched: list[FileStamp] = field(default_factory=list)
    placeholders: list[ListedFile] = field(default_factory=list)
    too_big: list[FileToRead] = field(default_factory=list)
    to_read: list[FileToRead] = field(default_factory=list)
    n_unchanged: int = 0

    @property
    def is_empty(self) -> bool:
        """Return True when every file's rows are as they should be."""
        changes = (self.removed, self.moved, self.touched, self.placeholders, self.too_big)
        return not (any(changes) or self.to_read)


def make_plan(
    listing: FolderListing,
    stored: Sequence[StoredFile],
    versions: Versions,
    hash_of: Callable[[ListedFile], bytes | None],
    *,
    max_file_bytes: int = DEFAULT_MAX_FILE_BYTES,
) -> Plan:
    """Return the plan for a folder's listing against what is stored.

    hash_of returns a file's SHA-256, or None when it cannot be read now. Files below a
    sub-folder that could not be listed are taken as unchanged: unseen is not gone.
    """
    planner = _Planner(listing, versions, hash_of, max_file_bytes=max_file_bytes)
    return planner.plan(stored)


class _Planner:
    """One diff under way; missing holds the stored documents whose path has no file, by size."""

    def __init__(
        self,
        listing: FolderListing,
        versions: Versions,
        hash_of: Callable[[ListedFile], bytes | None],
        *,
        max_file_bytes: int,
    ) -> None:
        self._listing = listing
        self._versions = versions
        self._hash_of = hash_of
        self._max_file_bytes = max_file_bytes
        self._stored: dict[str, StoredFile] = {}
        self._plan = Plan()
        self._missing: dict[int, list[StoredFile]] = defaultdict(list)

    def plan(self, stored: Sequence[StoredFile]) -> Plan:
        self._stored = {file.stamp.path: file for file in stored}
        present = {file.path for file in self._listing.files}
        for path in self._stored.keys() - present:
            self._note_absent(self._stored[path])
        for listed in self._listing.files:
            self._place(listed)
        gone = [file.stamp.path for files in self._missing.values() for file in files]
        self._plan.removed = sorted(gone)
        return self._plan

    def _note_absent(self, stored: StoredFile) -> None:
        if self._listing.may_hold(stored.stamp.path):
            self._plan.n_unchanged += 1
        else:
            self._missing[stored.stamp.size_bytes].append(stored)

    def _place(self, listed: ListedFile) -> None:
        stored = self._stored.get(listed.path)
        if listed.is_placeholder:
            self._place_placeholder(listed, stored)
        elif listed.size_bytes > self._max_file_bytes:
            self._place_too_big(listed, stored)
        elif stored is not None and self._is_current(listed, stored):
            self._plan.n_unchanged += 1
        elif not self._place_by_hash(listed, stored):
            self._plan.to_read.append(FileToRead(listed, stored))

    def _place_placeholder(self, listed: ListedFile, stored: StoredFile | None) -> None:
        """Keep what is known of a file whose content went to the cloud."""
        if stored is None:
            self._plan.placeholders.append(listed)
        else:
            self._plan.n_unchanged += 1

    def _place_too_big(self, listed: ListedFile, stored: StoredFile | None) -> None:
        """Note that the file is not read, unless that is what the corpus says of it already."""
        reason = too_big_reason(listed.size_bytes, self._max_file_bytes)
        known = stored is not None and (
            (stored.stamp.size_bytes, stored.stamp.mtime_ns, stored.state, stored.reason)
            == (listed.size_bytes, listed.mtime_ns, FileState.TOO_BIG, reason)
        )
        if known:
            self._plan.n_unchanged += 1
        else:
            self._plan.too_big.append(FileToRead(listed, stored))

    def _is_current(self, listed: ListedFile, stored: StoredFile) -> bool:
        stamp = stored.stamp
        if (listed.size_bytes, listed.mtime_ns) != (stamp.size_bytes, stamp.mtime_ns):
            return False
        if stored.versions != self._versions or stored.state is FileState.PLACEHOLDER:
            return False
        if stored.state is FileState.TOO_BIG and not stamp.sha256:
            return False  # only its size was looked at, and the limit is higher now
        # Rights change without a trace in size and time, so a refused file is tried again.
        return stored.state is not FileState.DENIED or self._hash_of(listed) is None

    def _place_by_hash(self, listed: ListedFile, stored: StoredFile | None) -> bool:
        """Place a file whose content is known already; return False when it has to be read."""
        may_be_touched = stored is not None and stored.stamp.size_bytes == listed.size_bytes
        may_be_moved = bool(self._missing.get(listed.size_bytes))
        if not may_be_touched and not may_be_moved:
            return False
        digest = self._hash_of(listed)
        if digest is None:
            return False
        stamp = FileStamp(listed.path, listed.size_bytes, listed.mtime_ns, digest)
        if stored is not None and self._holds(stored, digest):
            self._plan.touched.append(stamp)
            self._plan.n_unchanged += 1
            return True
        source = self._take_missing(stamp)
        if source is None:
            return False
        self._plan.moved.append(Move(source.doc_id, stamp))
        return True

    def _holds(self, stored: StoredFile, digest: bytes) -> bool:
        kept = stored.state not in (FileState.DENIED, FileState.PLACEHOLDER)
        return kept and stored.stamp.sha256 == digest and stored.versions == self._versions

    def _take_missing(self, stamp: FileStamp) -> StoredFile | None:
        """Return a vanished document with this content, one of the same name before others."""
        same_size = self._missing[stamp.size_bytes]
        same = [file for file in same_size if self._holds(file, stamp.sha256)]
        if not same:
            return None
        name = PurePosixPath(stamp.path).name
        same.sort(key=lambda file: PurePosixPath(file.stamp.path).name != name)
        same_size.remove(same[0])
        return same[0]
