"""Where the local Hugging Face cache keeps a model; read by its layout, never by network.

Owns the environment variables and the folder layout of the cache
(https://huggingface.co/docs/huggingface_hub/guides/manage-cache), so that asking for a model
need not import the hub's client, which takes half a second.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from .....contracts.models import MODEL_CARDS
from ..model_folder.files import MODULES, missing_parts

_MODEL_ID = re.compile(r"[\w.-]+(/[\w.-]+)?", re.ASCII)


@dataclass(frozen=True)
class CachedModel:
    """What the cache has of one model: the folder of a whole snapshot, or what is missing."""

    folder: Path | None
    revision: str = ""
    missing: tuple[str, ...] = ()


def cache_folder() -> Path:
    """Return the cache's folder, from HF_HUB_CACHE, HUGGINGFACE_HUB_CACHE, HF_HOME or the home."""
    for name in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"):
        if os.environ.get(name):
            return _expanded(os.environ[name])
    return hub_home() / "hub"


def hub_home() -> Path:
    """Return HF_HOME, or the place it has by default."""
    if os.environ.get("HF_HOME"):
        return _expanded(os.environ["HF_HOME"])
    cache = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return _expanded(cache) / "huggingface"


def find_in_cache(model_id: str) -> CachedModel:
    """Return the newest whole snapshot of a model: the one main points to, else the last written.

    A snapshot without config, tokenizer, sound weights or a module's folder does not count.
    For a known model modules.json must be there too: without it another pooling would be used.
    """
    if not _MODEL_ID.fullmatch(model_id):
        return CachedModel(None)
    missing: tuple[str, ...] = ()
    for snapshot in _snapshots(cache_folder() / f"models--{model_id.replace('/', '--')}"):
        lacks = missing_parts(snapshot)
        if model_id in MODEL_CARDS and not (snapshot / MODULES).is_file():
            lacks = (*lacks, MODULES)
        if not lacks:
            return CachedModel(snapshot, snapshot.name)
        missing = missing or lacks
    return CachedModel(None, missing=missing)


def snapshot_of(model_id: str, revision: str) -> Path | None:
    """Return the folder of one whole snapshot of a model, or None where the cache has it not."""
    if not _MODEL_ID.fullmatch(model_id) or not _MODEL_ID.fullmatch(revision):
        return None
    repository = cache_folder() / f"models--{model_id.replace('/', '--')}"
    snapshot = repository / "snapshots" / revision
    is_whole = snapshot.is_dir() and not missing_parts(snapshot)
    return snapshot if is_whole else None


def _snapshots(repository: Path) -> list[Path]:
    try:
        found = [path for path in (repository / "snapshots").iterdir() if path.is_dir()]
        found.sort(key=lambda path: path.stat().st_mtime_ns, reverse=True)
    except OSError:
        return []
    try:
        main = (repository / "refs" / "main").read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return found
    return sorted(found, key=lambda path: path.name != main)


def _expanded(path: str) -> Path:
    return Path(os.path.expandvars(path)).expanduser()
