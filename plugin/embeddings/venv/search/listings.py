"""The listings of folders that are searched: each kept for a few seconds.

Owns: when a folder is listed again, and the refusal of names that are no folder's. Does not own:
the listing itself (documents.listing), nor what it is compared with (store.coverage).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

from ....contracts.errors import BadRequest
from ....documents.listing import scan_folder

if TYPE_CHECKING:
    from ....documents.listing import FolderListing

RESCAN_S = 5.0
"""New and changed files are noticed this late at most; listing 1,000 files takes about 5 ms."""
MAX_KEPT = 4


@dataclass(frozen=True)
class TimedListing:
    """A listing and when it was begun, by time.monotonic()."""

    listing: FolderListing
    begun_s: float


class Listings:
    """The folders listed last."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, tuple[str, ...]], TimedListing] = {}
        self._lock = Lock()

    def get(
        self, folder: str, *, exclude: tuple[str, ...] = (), since_s: float | None = None
    ) -> FolderListing:
        """Return folder's listing: one begun at since_s or later, else at most 5 s old.

        Raises BadRequest as list_folder does.
        """
        now_s = time.monotonic()
        oldest_s = now_s - RESCAN_S if since_s is None else since_s
        with self._lock:
            kept = self._kept.get((folder, exclude))
        if kept is not None and kept.begun_s >= oldest_s:
            return kept.listing
        listing = list_folder(folder, exclude=exclude)
        with self._lock:
            self._kept.pop((folder, exclude), None)
            self._kept[folder, exclude] = TimedListing(listing, now_s)
            while len(self._kept) > MAX_KEPT:
                del self._kept[next(iter(self._kept))]
        return listing


def list_folder(folder: str, *, exclude: tuple[str, ...] = ()) -> FolderListing:
    """Return what lies in folder now, without what exclude names.

    Raises BadRequest for a blank name, one that no file system takes, and a folder that is
    missing, is a file or may not be read.
    """
    if not folder.strip():
        raise BadRequest("No folder is named.", hint="Name the folder of the documents.")
    try:
        return scan_folder(folder, exclude=exclude)
    except ValueError as error:  # a NUL, or half a character
        raise BadRequest(
            "The folder's name is not valid text.", hint="Check the path.", detail=str(error)
        ) from error
