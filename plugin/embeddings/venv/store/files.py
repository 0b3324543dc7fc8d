"""corpus.db's files as files: removing them all, or moving a damaged one aside.

Both are for the one who holds the writer's lock. On Windows a file that a reader has open
cannot be moved, which is told as CorpusBusy.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from ....contracts.errors import CorpusBusy

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_SUFFIXES = ("", "-wal", "-shm", "-journal")
DAMAGED_SUFFIX = ".damaged"


def remove_corpus_files(db_path: Path) -> None:
    """Remove corpus.db with its journals; what is not there is passed over. Raises CorpusBusy."""
    with _told_as_busy(db_path):
        for suffix in _SUFFIXES:
            _beside(db_path, suffix).unlink(missing_ok=True)


def move_aside(db_path: Path) -> Path:
    """Move a damaged corpus.db with its journals aside; return where it lies now.

    One damaged file is kept, the latest: it is for looking at, not for reading. Raises CorpusBusy.
    """
    aside = _beside(db_path, DAMAGED_SUFFIX)
    with _told_as_busy(db_path):
        for suffix in _SUFFIXES:
            _beside(aside, suffix).unlink(missing_ok=True)
            if _beside(db_path, suffix).exists():
                _beside(db_path, suffix).replace(_beside(aside, suffix))
    return aside


def _beside(db_path: Path, suffix: str) -> Path:
    return db_path.with_name(db_path.name + suffix)


@contextmanager
def _told_as_busy(db_path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CorpusBusy(
            f"The search index {db_path} cannot be replaced: {error.strerror}.",
            hint="Close searches of this folder, check the folder's rights and try again.",
            detail=str(error),
        ) from error
