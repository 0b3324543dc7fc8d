"""What is kept of a fast lane in the user's cache: where, under which key, and whether it counts.

Owns the folder's name and its files: a graph of a few kilobytes, the tokenizer, and a note that is
written last. A lane that cannot be is a note alone, with the reason, so that it is not tried again.
"""

from __future__ import annotations

import functools
import hashlib
import json
import shutil
import time
from dataclasses import asdict, dataclass, field
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from .....contracts.user_cache import fast_lanes_dir
from ..model_folder.files import read_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..locate import LocatedModel

FORMAT = 3
"""Goes up when another graph would come of the same model; lanes of another format are not read."""

EMBEDDED, BIAS, HIDDEN = "embedded", "attention_bias", "hidden"
"""The graph's inputs, of which only relative models have the second, and its output."""
GRAPH, TOKENIZER, PIECES, NOTE = "graph.onnx", "tokenizer.json", "pieces.npz", "lane.json"
_PACKAGES = ("onnxruntime", "torch")  # another torch may have found a GPU
_KEY_DIGITS = 16
STAGING = ".making-"
"""What the names of folders begin with that are not finished."""
_ABANDONED_S = 24 * 3600


@dataclass(frozen=True)
class LaneNote:
    """What was found out about the model in a folder; without a problem the lane may be used.

    device names the GPU that computes instead, where that is the problem.

    max_tokens is the window of the reference, cosine_min how like its vectors these were, before
    and after the special tokens around a text, n_bytes the sizes of what is kept beside the note.
    """

    model_folder: str
    problem: str = ""
    device: str = ""
    max_tokens: int = 0
    cosine_min: float = 0.0
    tensor_names: Sequence[str] = ()
    before: Sequence[int] = ()
    after: Sequence[int] = ()
    n_bytes: Mapping[str, int] = field(default_factory=dict)


def lane_folder(located: LocatedModel) -> Path:
    """Return where the lane of a model is kept: another place after any change of its files."""
    key = json.dumps([FORMAT, *map(_version, _PACKAGES), located.revision, _stamps(located.folder)])
    return fast_lanes_dir() / f"{_digest(str(located.folder))[:8]}-{_digest(key)}"


def read_note(folder: Path) -> LaneNote | None:
    """Return the note of a lane's folder, or None where nothing is known yet."""
    found = read_json(folder / NOTE)
    try:
        note = LaneNote(**found)  # type: ignore[arg-type]
        sizes = {name: (folder / name).stat().st_size for name in note.n_bytes}
    except (TypeError, OSError):
        return None
    return note if sizes == note.n_bytes else None


def write_note(folder: Path, note: LaneNote) -> None:
    """Write the note, after which the folder counts."""
    (folder / NOTE).write_text(json.dumps(asdict(note)), encoding="utf-8")


def put_in_place(made: Path, folder: Path) -> None:
    """Move a finished folder to its place; lanes of older states, or of models now gone, go."""
    for other in folder.parent.iterdir():
        if other.name.startswith(STAGING):
            if time.time() - other.stat().st_mtime > _ABANDONED_S:
                shutil.rmtree(other, ignore_errors=True)
            continue
        note = read_note(other)
        is_older = other.name.partition("-")[0] == folder.name.partition("-")[0]
        if is_older or (note is not None and not Path(note.model_folder).is_dir()):
            shutil.rmtree(other, ignore_errors=True)
    made.replace(folder)


def _stamps(folder: Path) -> list[tuple[str, int, int]]:
    """Return name, size and time of change of the files that say how a model computes."""
    wanted = (".json", ".safetensors", ".txt", ".model")
    paths = sorted(path for path in folder.rglob("*") if path.suffix in wanted)
    stats = [(path, path.stat()) for path in paths]
    return [(str(path.relative_to(folder)), s.st_size, s.st_mtime_ns) for path, s in stats]


@functools.cache  # every search asks
def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_KEY_DIGITS]
