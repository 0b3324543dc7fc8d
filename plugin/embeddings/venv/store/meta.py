"""corpus_meta.json: what the host may know of a corpus without SQLite.

Owns: the file's fields, its atomic replacement and its tolerant reading. It is a copy for
readers and never the truth: nothing is decided, rebuilt or deleted because of it.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING

from ....contracts.errors import BadRequest, EmbeddingsError

if TYPE_CHECKING:
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
    """Replace the file at path in one step, so that no reader ever sees half of it.

    Raises BadRequest when its folder went away, EmbeddingsError when it cannot be written.
    """
    # Escaped, because a folder's name need not be UTF-8 and its bytes then are lone surrogates.
    text = json.dumps(asdict(meta), ensure_ascii=True, indent=1)
    # Not tempfile's: its files are for their owner alone, this one is for whoever may read others.
    temporary = path.with_name(f".meta-{secrets.token_hex(8)}.json")
    try:
        _replace(path, temporary, text)
    except OSError as error:
        raise _told(error, path) from error


def _replace(path: Path, temporary: Path, text: str) -> None:
    with temporary.open("x", encoding="ascii") as file:
        try:
            file.write(text)
            file.close()
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def _told(error: OSError, path: Path) -> EmbeddingsError:
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        return BadRequest(
            f"The folder {path.parent} went away while it was being indexed.",
            hint="Index the folder again where it lies now.",
            detail=str(error),
        )
    return EmbeddingsError(
        f"{path} cannot be written: {error.strerror}.",
        hint="Check free disk space and the rights on that folder.",
        detail=str(error),
    )


def read_meta(path: Path) -> CorpusMeta | None:
    """Return what the file at path says, or None when it is absent, torn, or of another shape."""
    try:
        plain = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
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
