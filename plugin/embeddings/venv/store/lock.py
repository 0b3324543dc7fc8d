"""One writer per corpus, across processes.

Owns: an OS lock on corpus.lock beside corpus.db. The kernel frees it when its process ends,
however it ends, so a crash never leaves a corpus locked. Readers take no lock.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ....contracts.errors import CorpusBusy, EmbeddingsError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


N_TRIES = 5
TRY_AGAIN_S = 0.05
"""A look whether somebody writes (is_being_written) holds the lock for an instant; outwait it."""


@contextmanager
def writer_lock(db_path: Path) -> Iterator[None]:
    """Hold the corpus's one writer's place for the block; the lock file stays behind, empty.

    Raises CorpusBusy when another process, or another pass of this one, has it.
    """
    handle = _open(db_path.with_suffix(".lock"))
    try:
        if not _lock_soon(handle):
            raise CorpusBusy(
                f"Another process is indexing {db_path.parent}.",
                hint="Wait until it has finished; a search works meanwhile.",
            )
        yield
    finally:
        # Closing frees the lock. The file is not removed: another waiter may hold it open.
        os.close(handle)


def is_being_written(db_path: Path) -> bool:
    """Return True while some process holds the writer's place; makes no file."""
    lock_path = db_path.with_suffix(".lock")
    try:
        handle = os.open(lock_path, os.O_RDWR)
    except OSError:
        return False
    try:
        return not _try_lock(handle)
    finally:
        os.close(handle)


def _lock_soon(handle: int) -> bool:
    for _ in range(N_TRIES - 1):
        if _try_lock(handle):
            return True
        time.sleep(TRY_AGAIN_S)
    return _try_lock(handle)


def _open(lock_path: Path) -> int:
    try:
        lock_path.parent.mkdir(parents=True, exist_ok=True)
        return os.open(lock_path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise EmbeddingsError(
            f"The index cannot be written in {lock_path.parent}: {error.strerror}.",
            hint="Check free disk space and the rights on that folder.",
            detail=str(error),
        ) from error


if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
