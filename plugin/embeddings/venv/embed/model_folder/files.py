"""What a model's folder must hold, and whether its weights are what they should be.

Owns the names of the files and their checks. Does not own where folders are looked for (locate).
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

CONFIG = "config.json"
MODULES = "modules.json"
WEIGHTS = ("model.safetensors", "pytorch_model.bin")
WEIGHT_INDEXES = ("model.safetensors.index.json", "pytorch_model.bin.index.json")
TOKENIZERS = (
    "tokenizer.json",
    "vocab.txt",
    "sentencepiece.bpe.model",
    "spiece.model",
    "tokenizer.model",
    "vocab.json",
)
_MAX_HEADER_BYTES = 100_000_000  # the bound of the safetensors format
_PICKLE_STARTS = (b"PK", b"\x80")  # a zip archive, or a bare pickle
_SAMPLE_BYTES = 4096
_N_SAMPLES = 64


def missing_parts(folder: Path) -> tuple[str, ...]:
    """Return what keeps a folder from being a whole model, in words; empty when nothing does.

    Whole means config, tokenizer, sound weights with every shard, and every module that
    modules.json names, as sentence-transformers saves them.
    """
    missing = []
    if not (folder / CONFIG).is_file():
        missing.append(CONFIG)
    if not any((folder / name).is_file() for name in TOKENIZERS):
        missing.append("tokenizer")
    files = weight_files(folder)
    if not files or not all(_sound(path) for path in files):
        missing.append("weights")
    return (*missing, *_missing_modules(folder))


def weight_files(folder: Path) -> tuple[Path, ...]:
    """Return the files of the weights that would be loaded; empty when there are none."""
    for name in WEIGHTS:
        if (folder / name).is_file():
            return (folder / name,)
    for name in WEIGHT_INDEXES:
        shards = read_json(folder / name).get("weight_map")
        if isinstance(shards, dict):
            return tuple(folder / str(shard) for shard in sorted(set(shards.values())))
    return ()


def sampled_digest(folder: Path) -> str:
    """Return 16 hex digits that tell two weights apart, from 64 evenly spread samples of each file.

    Training moves every weight, so samples are enough; reading all would take seconds a gigabyte.
    """
    digest = hashlib.sha256()
    for path in weight_files(folder):
        n_bytes = path.stat().st_size
        digest.update(f"{path.name}:{n_bytes}:".encode())
        step_bytes = max(_SAMPLE_BYTES, n_bytes // _N_SAMPLES)
        with path.open("rb") as file:
            for offset in range(0, n_bytes, step_bytes):
                file.seek(offset)
                digest.update(file.read(_SAMPLE_BYTES))
    return digest.hexdigest()[:16]


def read_json(path: Path) -> dict[str, object]:
    """Return the JSON object in a file; empty when there is none or it is something else."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def read_modules(folder: Path) -> list[dict[str, str]]:
    """Return modules.json: the type and sub-folder ("path") of each module, in order."""
    try:
        value = json.loads((folder / MODULES).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    if not isinstance(value, list):
        return []
    return [{key: str(part[key]) for key in part} for part in value if isinstance(part, dict)]


def module_class(module: dict[str, str]) -> str:
    """Return a module's class name, such as Pooling, whichever package it is said to come from."""
    return module.get("type", "").rsplit(".", 1)[-1]


def _missing_modules(folder: Path) -> tuple[str, ...]:
    needed = [
        f"{module['path']}/{CONFIG}"
        for module in read_modules(folder)
        if module.get("path") and module_class(module) in ("Pooling", "Dense")
    ]
    return tuple(name for name in needed if not (folder / name).is_file())


def _sound(path: Path) -> bool:
    """Return False for what only looks like weights: cut short, or an HTML page of a proxy."""
    try:
        with path.open("rb") as file:
            start = file.read(8)
            if path.suffix != ".safetensors":
                return start.startswith(_PICKLE_STARTS)
            n_header_bytes = int.from_bytes(start, "little")
            if len(start) < 8 or n_header_bytes > _MAX_HEADER_BYTES:  # noqa: PLR2004 - a u64
                return False
            header = json.loads(file.read(n_header_bytes))
    except (OSError, ValueError):
        return False
    return 8 + n_header_bytes + _end_offset(header) == path.stat().st_size


def _end_offset(header: object) -> int:
    tensors = header.values() if isinstance(header, dict) else ()
    ends = [
        tensor["data_offsets"][1]
        for tensor in tensors
        if isinstance(tensor, dict) and "data_offsets" in tensor
    ]
    return max(ends, default=0)
