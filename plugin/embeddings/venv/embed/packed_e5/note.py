"""What is written beside converted weights: where they come from, and in which format.

Owns the note's file, which is written last and makes a folder count, and the revision of its
vectors. Imports little: every search asks whether the folder is there.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ..model_folder.files import missing_parts, read_json, sampled_digest
from .published import PACKED_E5

if TYPE_CHECKING:
    from pathlib import Path

NOTE = "packed_source.json"
FORMAT = 1
"""Goes up when other vectors would come of the same file; folders of another format are made
anew."""


def write_note(folder: Path) -> None:
    """Write where the weights of a folder come from; nothing else may be missing by then."""
    note = {"format": FORMAT, "package": PACKED_E5.requirement, "sha256": PACKED_E5.member_sha256}
    (folder / NOTE).write_text(json.dumps(note, indent=2), encoding="utf-8")


def is_whole(folder: Path) -> bool:
    """Return whether a folder holds all that is written there, in today's format."""
    return read_json(folder / NOTE).get("format") == FORMAT and not missing_parts(folder)


def revision_of(folder: Path) -> str:
    """Return what tells these weights from the original's: that they are of 4 bits, and which."""
    return f"4bit.{FORMAT}-{sampled_digest(folder)}"
