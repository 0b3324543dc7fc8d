"""The SHA-256 of weights, computed once for as long as their file stays the same.

Owns what is remembered of it in the user's cache: 90 MB cost a tenth of a second of CPU, four
times that where the processor has no instruction for it, and each cold worker would pay it.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path

from .....contracts.user_cache import weight_digests_file
from .files import read_json

_computed: dict[str, str] = {}


def sha256_of(path: Path) -> str:
    """Return the file's SHA-256, read anew only after a change of its size or time."""
    found = path.stat()
    key = f"{path}|{found.st_size}|{found.st_mtime_ns}"
    if key in _computed:
        return _computed[key]
    kept = read_json(weight_digests_file()).get(key)
    if isinstance(kept, str):
        return kept
    with path.open("rb") as file:
        _computed[key] = hashlib.file_digest(file, "sha256").hexdigest()
    return _computed[key]


def keep_digests() -> None:
    """Write what this process has computed into the cache; for passes, as no search may write.

    A cache that cannot be written stays as it is.
    """
    place = weight_digests_file()
    kept = read_json(place)
    if not _computed.items() - kept.items():
        return
    still_there = {key: kept[key] for key in kept if Path(key.partition("|")[0]).is_file()}
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=place.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump({**still_there, **_computed}, file)
        Path(name).replace(place)
