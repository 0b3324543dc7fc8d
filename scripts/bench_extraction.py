"""How fast the documents of a folder are read, by format.

Owns: reading each listed document once in the real extraction child, and the sums. Does not own:
the command line (bench_embeddings).
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cli import Failure, ProgressBar, Step

from plugin.documents.kinds import extension_of
from plugin.documents.listing import list_documents

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from plugin.documents.listing import ListedFile
    from plugin.documents.passages import ExtractedDocument

_BYTES_PER_MB = 1e6
_COLUMNS = ("format", "files", "MB", "files/s", "MB/s", "passages", "slowest")


@dataclass
class FormatSpeed:
    """What the files of one extension took together; states counts how each ended."""

    extension: str
    n_files: int = 0
    n_bytes: int = 0
    n_passages: int = 0
    seconds: float = 0.0
    slowest_s: float = 0.0
    slowest_path: str = ""
    states: Counter[str] = field(default_factory=Counter)

    def add(self, file: ListedFile, document: ExtractedDocument, seconds: float) -> None:
        """Count a file that was read."""
        self.n_files += 1
        self.n_bytes += file.size_bytes
        self.n_passages += len(document.passages)
        self.seconds += seconds
        self.states[document.state.value] += 1
        if seconds > self.slowest_s:
            self.slowest_s, self.slowest_path = seconds, file.path

    @property
    def files_per_s(self) -> float:
        """Return how many files of this kind are read in a second."""
        return self.n_files / self.seconds if self.seconds else 0.0

    @property
    def mb_per_s(self) -> float:
        """Return how many megabytes of files are read in a second."""
        return self.n_bytes / _BYTES_PER_MB / self.seconds if self.seconds else 0.0

    def to_json(self) -> dict[str, object]:
        """Return the figures as plain values."""
        return {
            "extension": self.extension,
            "n_files": self.n_files,
            "mb": round(self.n_bytes / _BYTES_PER_MB, 3),
            "files_per_s": round(self.files_per_s, 1),
            "mb_per_s": round(self.mb_per_s, 2),
            "n_passages": self.n_passages,
            "slowest_s": round(self.slowest_s, 3),
            "slowest_path": self.slowest_path,
            "states": dict(self.states),
        }


def extraction_speeds(folder: str) -> list[FormatSpeed]:
    """Return the speeds of a folder's formats, most files first; raises Failure for no files."""
    from plugin.embeddings.venv.extract.isolation import IsolatedExtractor

    files = list_documents(folder)
    if not files:
        raise Failure(f"There is no document in {folder}.", hint="Name another folder.")
    speeds: dict[str, FormatSpeed] = {}
    bar = ProgressBar()
    with IsolatedExtractor() as extractor:
        extractor.extract(Path(__file__))  # the child's start is no file's time
        for n_done, file in enumerate(files):
            bar.show(Step("files", n_done, len(files), "files", file.path))
            started_s = time.perf_counter()
            document = extractor.extract(Path(folder) / file.path)
            seconds = time.perf_counter() - started_s
            extension = extension_of(file.path)
            speeds.setdefault(extension, FormatSpeed(extension)).add(file, document, seconds)
    bar.close()
    return sorted(speeds.values(), key=lambda speed: -speed.n_files)


def speed_lines(speeds: Sequence[FormatSpeed]) -> Iterator[str]:
    """Yield a table of the speeds, and how the files that gave no text ended."""
    yield "{:<8}{:>6}{:>9}{:>9}{:>8}{:>10}  {}".format(*_COLUMNS)
    for speed in speeds:
        yield (
            f"{speed.extension:<8}{speed.n_files:>6}{speed.n_bytes / _BYTES_PER_MB:>9.1f}"
            f"{speed.files_per_s:>9.1f}{speed.mb_per_s:>8.2f}{speed.n_passages:>10}"
            f"  {speed.slowest_s:.2f} s {speed.slowest_path}"
        )
    n_files = sum(speed.n_files for speed in speeds)
    seconds = sum(speed.seconds for speed in speeds)
    states = sum((speed.states for speed in speeds), Counter())
    yield f"{n_files} files in {seconds:.1f} s; " + ", ".join(
        f"{n} {state}" for state, n in states.most_common()
    )
