"""Where a folder's corpus lies.

Owns: the choice between the folder itself and the user's cache directory, and the sentence that
says why. Does not own: making the directory; only a writer does that. A live database on a
share or in a synced folder gets damaged, and a folder that cannot be written holds none. The
user may also want none beside the documents.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from ....contracts.corpus import (
    CACHE_FOLDER_NAME,
    CORPUS_FILE_NAME,
    META_FILE_NAME,
    IndexPlace,
)
from ....contracts.user_cache import corpora_dir
from .filesystem import is_network, is_writable, sync_client

_KEY_HEX_CHARS = 16


@dataclass(frozen=True)
class CorpusLocation:
    """One corpus's place; folder is the documents' folder, reason says why it lies there."""

    folder: Path
    db_path: Path
    reason: str

    @property
    def meta_path(self) -> Path:
        """Return the path of corpus_meta.json, beside corpus.db."""
        return self.db_path.with_name(META_FILE_NAME)


def corpus_location(folder: Path, place: IndexPlace = IndexPlace.AUTO) -> CorpusLocation:
    """Return where the corpus of folder is written; touches nothing.

    Beside the documents when that place is local, writable and not synced and the user leaves
    the choice, else in the user's cache directory, keyed by the folder's real path.
    """
    real = Path(os.path.realpath(folder))
    if place is IndexPlace.CACHE:
        return _in_user_cache(real, "The index lies in your cache directory, as the options say.")
    why_not = _why_not_beside(real)
    if not why_not:
        return _beside(real, "The index lies beside the documents.")
    return _in_user_cache(real, f"The index lies in your cache directory, because {why_not}.")


def search_location(folder: Path, place: IndexPlace = IndexPlace.AUTO) -> CorpusLocation:
    """Return where the corpus of folder is read: as corpus_location, else the other place if used.

    A read-only folder may carry an index that somebody else made beside the documents, and
    after a change of the options the index lies where it was until the next pass.
    """
    home = corpus_location(folder, place)
    # os.path's here and below, as Path's raises where a folder may be listed but not entered.
    if os.path.isfile(home.db_path):  # noqa: PTH113
        return home
    others = (
        _beside(home.folder, "The index beside the documents is used as it was found."),
        _in_user_cache(home.folder, "The index in your cache directory is used as it was found."),
    )
    found = (o for o in others if o.db_path != home.db_path and os.access(o.db_path, os.R_OK))
    return next(found, home)


def _why_not_beside(folder: Path) -> str:
    if is_network(folder):
        return "the folder is on a network share"
    client = sync_client(folder)
    if client:
        return f"the folder is synced by a cloud client ({client})"
    cache = folder / CACHE_FOLDER_NAME
    if not is_writable(cache if os.path.isdir(cache) else folder):  # noqa: PTH112
        return "the folder cannot be written to"
    return ""


def _beside(folder: Path, reason: str) -> CorpusLocation:
    return CorpusLocation(folder, folder / CACHE_FOLDER_NAME / CORPUS_FILE_NAME, reason)


def _in_user_cache(folder: Path, reason: str) -> CorpusLocation:
    spelled = os.path.normcase(str(folder)).encode("utf-8", "surrogateescape")
    key = hashlib.sha256(spelled).hexdigest()[:_KEY_HEX_CHARS]
    name = f"{folder.name[:40]}-{key}" if folder.name else key
    return CorpusLocation(folder, corpora_dir() / name / CORPUS_FILE_NAME, reason)
