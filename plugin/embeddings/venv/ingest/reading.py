"""Files become extracted documents, one ahead of what is being published.

Owns: hashing, extraction and their overlap with the database's work. The extractor mostly waits
for its child process, so one thread is enough to keep two cores busy; at most two documents
are in memory.
"""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from pathlib import Path

    from ....documents.passages import ExtractedDocument
    from .context import MaintainPass
    from .plan import FileToRead

_READ_BYTES = 1 << 20


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
    """Yield each of files, read; the next one is being read while the caller has one."""
    with ThreadPoolExecutor(1, thread_name_prefix="read-ahead") as pool:
        ahead = None
        for file in files:
            following = pool.submit(_read, run, file)
            if ahead is not None:
                yield ahead.result()
            ahead = following
        if ahead is not None:
            yield ahead.result()


def hash_file(path: Path) -> bytes | None:
    """Return the SHA-256 of a file's content, or None when it cannot be read."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(_READ_BYTES):
                digest.update(block)
    except OSError:
        return None
    return digest.digest()


def _read(run: MaintainPass, file: FileToRead) -> FileRead:
    path = run.folder / file.listed.path
    # The stat is the listing's and the hash comes before the extraction, so an edit in between
    # leaves an outdated stamp and the next pass reads the file again.
    digest = hash_file(path)
    if digest is None and not path.exists():
        return FileRead(file, None, None, is_there=False)
    if digest is None and file.stored is not None and file.stored.state.has_text:
        # Most likely its application has it locked, which must not take it out of the search.
        return FileRead(file, None, None)
    return FileRead(file, digest, run.ports.extractor.extract(path))
