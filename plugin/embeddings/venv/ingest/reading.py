"""Files become extracted documents, one ahead of what is being published.

Owns: hashing, extraction and their overlap with the database's work. The extractor mostly waits
for its child process, so one thread is enough to keep two cores busy; at most two documents
are in memory. A pass that waits for a file looks for its cancel meanwhile, and a cancelled pass
ends the reading.
"""

from __future__ import annotations

import hashlib
import threading
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....contracts.errors import Interrupted

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from pathlib import Path

    from ....documents.passages import ExtractedDocument
    from .context import MaintainPass
    from .plan import FileToRead

_READ_BYTES = 1 << 20
_POLL_S = 0.1


@dataclass(frozen=True)
class FileRead:
    """One file as it was read; extracted is None when what is stored of it should stay.

    sha256 is None for a file that cannot be opened; is_there is False for one that vanished.
    """

    planned: FileToRead
    sha256: bytes | None
    extracted: ExtractedDocument | None
    is_there: bool = True


def read_ahead(run: MaintainPass, files: Sequence[FileToRead]) -> Generator[FileRead]:
    """Yield each of files, read; the next one is being read while the caller has one.

    Raises Interrupted soon after a cancel. Closed or left early, it ends the reading under way.
    """
    stop = threading.Event()
    with ThreadPoolExecutor(1, thread_name_prefix="read-ahead") as pool:
        try:
            ahead = None
            for file in files:
                following = pool.submit(_read, run, file, stop)
                if ahead is not None:
                    yield _awaited(run, ahead)
                ahead = following
            if ahead is not None:
                yield _awaited(run, ahead)
        finally:
            stop.set()  # before the pool waits for its thread


def hash_file(path: Path, check: Callable[[], None] = lambda: None) -> bytes | None:
    """Return the SHA-256 of a file's content, or None when it cannot be read.

    check is called in between and may raise to stop: a large file on a slow disk takes long.
    """
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(_READ_BYTES):
                check()
                digest.update(block)
    except OSError:
        return None
    return digest.digest()


def _awaited(run: MaintainPass, reading: Future[FileRead]) -> FileRead:
    while not wait((reading,), timeout=_POLL_S).done:
        run.ports.check()
    return reading.result()


def _read(run: MaintainPass, file: FileToRead, stop: threading.Event) -> FileRead:
    def check() -> None:
        if stop.is_set():
            raise Interrupted("The pass was stopped.")

    path = run.folder / file.listed.path
    # The stat is the listing's and the hash comes before the extraction, so an edit in between
    # leaves an outdated stamp and the next pass reads the file again.
    digest = hash_file(path, check)
    if digest is None and not path.exists():
        return FileRead(file, None, None, is_there=False)
    if digest is None and file.stored is not None and file.stored.state.has_text:
        # Most likely its application has it locked, which must not take it out of the search.
        return FileRead(file, None, None)
    return FileRead(file, digest, run.ports.extractor.extract(path, cancel=stop))
