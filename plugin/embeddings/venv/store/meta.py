"""corpus_meta.json: what the host may know of a corpus without SQLite.

Owns: the file's fields, its atomic replacement and its tolerant reading. It is a copy for
readers and never the truth: nothing is decided, rebuilt or deleted because of it.
"""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict, dataclass, fields
from pathlib import Path

STORAGE_BACKEND = "sqlite_vec"


@dataclass(frozen=True)
class CorpusMeta:
    """The fields of corpus_meta.json; updated_at in Unix seconds, counts of the last pass."""

    schema_version: int
    folder: str
    embedding_model: str
    dim: int
    n_files: int
    n_text: int
    n_failed: int
    chunk_count: int
    n_chunks_embedded: int
    updated_at: float
    storage_backend: str = STORAGE_BACKEND


def write_meta(path: Path, meta: CorpusMeta) -> None:
    """Replace the file at path in one step, so that no reader ever sees half of it."""
    handle, temporary = tempfile.mkstemp(prefix=".meta-", suffix=".json", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(asdict(meta), file, ensure_ascii=False, indent=1)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink()
        raise


def read_meta(path: Path) -> CorpusMeta | None:
    """Return what the file at path says, or None when it is absent, torn, or of another shape."""
    try:
        plain = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(plain, dict):
        return None
    known = {field.name: plain.get(field.name) for field in fields(CorpusMeta)}
    if not all(_fits(known[field.name], str(field.type)) for field in fields(CorpusMeta)):
        return None
    return CorpusMeta(**known)  # type: ignore[arg-type] # checked field by field above


def _fits(value: object, type_name: str) -> bool:
    if isinstance(value, bool):
        return False
    allowed = {"int": (int,), "float": (int, float), "str": (str,)}[type_name]
    return isinstance(value, allowed)
