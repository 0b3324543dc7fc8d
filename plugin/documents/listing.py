"""Listing the documents of a folder and its sub-folders, without opening any of them.

Owns: which entries are looked at, their names as the file system spells them, and the cheap
facts of each file. Does not own: reading documents, or where their index lies.
"""

import errno
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import List, NoReturn, Tuple

from ..contracts.corpus import FileState
from ..contracts.errors import BadRequest
from .exclusion import IGNORE_FILE_NAME, Exclusion, exclusion_of, patterns_in
from .kinds import is_document_name, is_listed_folder_name

MAX_FOLDER_DEPTH = 16
"""Sub-folders further down than this are reported as skipped: no one files that deep by hand."""

_MAX_IGNORE_BYTES = 1 << 16
_MIN_PLACEHOLDER_BYTES = 4096  # smaller files can lie inside the directory entry, with no blocks
_MACOS_DATALESS = 0x40000000  # SF_DATALESS of <sys/stat.h>
# FILE_ATTRIBUTE_OFFLINE, _RECALL_ON_OPEN and _RECALL_ON_DATA_ACCESS of winnt.h
_WINDOWS_RECALL = 0x1000 | 0x40000 | 0x400000


@dataclass(frozen=True)
class ListedFile:
    """One document: path relative to the folder, joined by "/", and its stat at the listing.

    is_placeholder says that the content lies in a cloud only; opening it would fetch it.
    """

    path: str
    size_bytes: int
    mtime_ns: int
    is_placeholder: bool = False


@dataclass(frozen=True)
class SkippedEntry:
    """A sub-folder or file that could not be listed, and why, in one sentence."""

    path: str
    reason: str
    state: FileState = FileState.DENIED


@dataclass(frozen=True)
class FolderListing:
    """The documents of a folder in path order, what could not be looked at, what was left out.

    exclude are the patterns of the caller and of the folder's own ignore file.
    """

    files: Tuple[ListedFile, ...]
    skipped: Tuple[SkippedEntry, ...]
    exclude: Tuple[str, ...] = ()

    def leaves_out(self, path: str) -> bool:
        """Return whether the file at path is excluded by the folder's rules."""
        return exclusion_of(self.exclude).leaves_out(path)

    def may_hold(self, path: str) -> bool:
        """Return whether the file at path lies where nobody could look: unseen is not gone."""
        unseen = any(path == e.path or path.startswith(f"{e.path}/") for e in self.skipped)
        return unseen and not self.leaves_out(path)


@dataclass
class _Scan:
    """A listing under way; root is the real path that links must stay inside of."""

    folder: str
    root: str
    exclusion: Exclusion
    files: List[ListedFile] = field(default_factory=list)
    skipped: List[SkippedEntry] = field(default_factory=list)

    def skip(self, path: str, reason: str) -> None:
        """Note an entry that is left out; a name that is not text is shown with escapes."""
        shown = path.encode("utf-8", "backslashreplace").decode("utf-8")
        self.skipped.append(SkippedEntry(shown, reason))


def list_documents(folder: str) -> List[ListedFile]:
    """Return the documents in folder and its sub-folders, sorted by path.

    Names stay as the file system has them. Hidden folders, the cache folder, links to folders
    and links that leave the folder are not followed. Raises BadRequest as scan_folder does.
    """
    return list(scan_folder(folder).files)


def scan_folder(folder: str, *, exclude: Tuple[str, ...] = ()) -> FolderListing:
    """Return the documents of a folder and the entries that could not be looked at.

    What exclude and the folder's own .corpusignore name (see exclusion) is neither listed nor
    entered. Raises BadRequest when folder is missing, is a file or may not be read; what is
    unreadable further down is reported, never raised.
    """
    try:
        entries = _sorted_entries(folder)
    except OSError as error:
        _raise_bad_folder(folder, error)
    scan = _Scan(folder, os.path.realpath(folder), exclusion_of(exclude))
    exclude = (*exclude, *_own_patterns(scan))
    scan.exclusion = exclusion_of(exclude)
    pending: List[Tuple[str, int]] = []
    _take_entries(scan, entries, ("", 0), pending)
    while pending:
        relative, depth = pending.pop()
        try:
            entries = _sorted_entries(f"{folder}/{relative}")
        except OSError as error:
            scan.skip(relative, f"The sub-folder cannot be read: {_words(error)}.")
            continue
        _take_entries(scan, entries, (relative, depth), pending)
    scan.files.sort(key=lambda file: file.path)
    scan.skipped.sort(key=lambda entry: entry.path)
    return FolderListing(tuple(scan.files), tuple(scan.skipped), exclude)


def is_placeholder(stat: os.stat_result) -> bool:
    """Return whether a file's content is not on this machine, by what its stat says.

    Windows and macOS flag such files; on Linux they have a size but not one block.
    """
    attributes = getattr(stat, "st_file_attributes", None)
    if attributes is not None:
        return bool(attributes & _WINDOWS_RECALL)
    if getattr(stat, "st_flags", 0) & _MACOS_DATALESS:
        return True
    n_blocks = getattr(stat, "st_blocks", None)
    return n_blocks == 0 and stat.st_size >= _MIN_PLACEHOLDER_BYTES


def _own_patterns(scan: _Scan) -> Tuple[str, ...]:
    try:
        with Path(scan.folder, IGNORE_FILE_NAME).open("rb") as stream:
            data = stream.read(_MAX_IGNORE_BYTES)
    except FileNotFoundError:
        return ()
    except OSError as error:
        # Told, for what it wants left out is listed now.
        scan.skip(IGNORE_FILE_NAME, f"Its patterns cannot be read: {_words(error)}.")
        return ()
    return patterns_in(data.decode("utf-8", "replace"))


def _sorted_entries(folder: str) -> "List[os.DirEntry[str]]":
    with os.scandir(folder) as entries:
        return sorted(entries, key=lambda entry: entry.name)


def _take_entries(
    scan: _Scan,
    entries: "List[os.DirEntry[str]]",
    place: Tuple[str, int],
    pending: List[Tuple[str, int]],
) -> None:
    """List a folder's files and put its sub-folders on the pending ones; place is path, depth."""
    parent, depth = place
    for entry in entries:
        path = f"{parent}/{entry.name}" if parent else entry.name
        try:
            is_folder = entry.is_dir(follow_symlinks=False)
            if scan.exclusion.covers(path, is_folder=is_folder):
                continue
            if is_folder and is_listed_folder_name(entry.name):
                _take_folder(scan, path, depth + 1, pending)
            elif not is_folder and is_document_name(entry.name):
                _take_file(scan, entry, path)
        except OSError as error:
            scan.skip(path, f"The file cannot be looked at: {_words(error)}.")


def _take_folder(scan: _Scan, path: str, depth: int, pending: List[Tuple[str, int]]) -> None:
    if depth > MAX_FOLDER_DEPTH:
        scan.skip(path, f"The sub-folder lies more than {MAX_FOLDER_DEPTH} levels deep.")
        return
    pending.append((path, depth))


def _take_file(scan: _Scan, entry: "os.DirEntry[str]", path: str) -> None:
    if entry.is_symlink() and not _stays_inside(scan, entry.path):
        return
    if not entry.is_file():
        return
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        scan.skip(path, "The file's name is not valid text; rename it to make it searchable.")
        return
    # Not entry.stat(): on Windows that is the directory's copy, which can be out of date.
    stat = Path(entry.path).stat()
    scan.files.append(ListedFile(path, stat.st_size, stat.st_mtime_ns, is_placeholder(stat)))


def _stays_inside(scan: _Scan, path: str) -> bool:
    target = os.path.realpath(path)
    return target.startswith(scan.root.rstrip(os.sep) + os.sep)


def _words(error: OSError) -> str:
    if error.errno in (errno.EACCES, errno.EPERM):
        return "permission is denied"
    return error.strerror or "the system gives no reason"


def _raise_bad_folder(folder: str, error: OSError) -> NoReturn:
    if isinstance(error, FileNotFoundError):
        message, hint = f"There is no folder {folder}.", "Check the path."
    elif isinstance(error, NotADirectoryError):
        message, hint = f"{folder} is a file, not a folder.", "Name the folder it lies in."
    elif isinstance(error, PermissionError):
        message = f"The folder {folder} may not be read."
        hint = "Change its permissions or choose another folder."
    else:
        message, hint = f"The folder {folder} cannot be read: {_words(error)}.", "Try again."
    raise BadRequest(message, hint=hint, detail=str(error)) from error
