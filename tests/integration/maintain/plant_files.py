"""Two files of five paragraphs, each about one plant, and what a write changes of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tests.maintain_support import Folder

PLANTS = ("apple", "banana", "cherry", "dill", "elder", "fennel", "ginger", "hazel", "iris", "yew")
PARAGRAPHS = [
    f"Paragraph number {number} speaks of its own matter, {word}, at such a length that it is "
    f"one chunk by itself and {word} is found nowhere else in the whole text of the file."
    for number, word in enumerate(PLANTS)
]


def write_plants(folder: Folder) -> None:
    """Write the two files, one of them in a folder below."""
    folder.write("a.txt", "\n\n".join(PARAGRAPHS[:5]))
    folder.write("sub/b.txt", "\n\n".join(PARAGRAPHS[5:]))


def snapshot(path: Path) -> dict[str, tuple[int, int]]:
    return {
        str(file.relative_to(path)): (file.stat().st_mtime_ns, file.stat().st_size)
        for file in path.rglob("*")
    }


def written(path: Path) -> tuple[int, int, int]:
    """Return what a write to the file changes; a look at it changes st_atime, too."""
    stat = path.stat()
    return stat.st_ino, stat.st_size, stat.st_mtime_ns
