"""What has to be done so that the corpus matches the folder: a diff, decided without writing.

Owns: the identity of files. Equal path, size and mtime is unchanged; otherwise the content's
SHA-256 decides, so a restored older file is seen, a touched one is not read again, and a moved
one keeps its rows. Does not own: reading files; the hash is asked for through a function, and
only where it can change the answer.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from ....contracts.corpus import FileState
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
    """A file whose text has to be extracted; stored is what the corpus has of its path."""

    listed: ListedFile
    stored: StoredFile | None = None


@dataclass
class Plan:
    """What a pass does, in the order of its fields, and how many files need nothing."""

    removed: list[str] = field(default_factory=list)
    moved: list[Move] = field(default_factory=list)
    touched: list[FileStamp] = field(default_factory=list)
    placeholders: list[ListedFile] = field(default_factory=list)
    to_read: list[FileToRead] = field(default_factory=list)
    n_unchanged: int = 0

    @property
    def is_empty(self) -> bool:
        """Return True when every file's rows are as they should be."""
        return not (self.removed or self.moved or self.touched or self.placeholders or self.to_read)


def make_plan(
    listing: FolderListing,
    stored: Sequence[StoredFile],
    versions: Versions,
    hash_of: Callable[[ListedFile], bytes | None],
) -> Plan:
    """Return the plan for a folder's listing against what is stored.

    hash_of returns a file's SHA-256, or None when it cannot be read now. Files below a
    sub-folder that could not be listed are taken as unchanged: unseen is not gone.
    """
    return _Planner(listing, stored, versions, hash_of).plan()


class _Planner:
    """One diff under way; missing holds the stored documents whose path has no file, by size."""

    def __init__(
        self,
        listing: FolderListing,
        stored: Sequence[StoredFile],
        versions: Versions,
        hash_of: Callable[[ListedFile], bytes | None],
    ) -> None:
        self._files = listing.files
        self._versions = versions
        self._hash_of = hash_of
        self._stored = {file.stamp.path: file for file in stored}
        self._plan = Plan()
        self._missing: dict[int, list[StoredFile]] = defaultdict(list)
        unseen = tuple(f"{entry.path}/" for entry in listing.skipped)
        skipped = {entry.path for entry in listing.skipped}
        present = {file.path for file in listing.files}
        for path, file in self._stored.items():
            if path in present:
                continue
            if path in skipped or path.startswith(unseen):
                self._plan.n_unchanged += 1
            else:
                self._missing[file.stamp.size_bytes].append(file)

    def plan(self) -> Plan:
        for listed in self._files:
            self._place(listed)
        gone = [file.stamp.path for files in self._missing.values() for file in files]
        self._plan.removed = sorted(gone)
        return self._plan

    def _place(self, listed: ListedFile) -> None:
        stored = self._stored.get(listed.path)
        if listed.is_placeholder:
            self._place_placeholder(listed, stored)
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

    def _is_current(self, listed: ListedFile, stored: StoredFile) -> bool:
        stamp = stored.stamp
        if (listed.size_bytes, listed.mtime_ns) != (stamp.size_bytes, stamp.mtime_ns):
            return False
        if stored.versions != self._versions or stored.state is FileState.PLACEHOLDER:
            return False
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
