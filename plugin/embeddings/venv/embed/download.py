"""Fetching a model from its hub into the local cache, on an explicit yes.

Owns the download and what it says. Does not own deciding to download (the user does), nor the
model that comes in a package (packed_download).
"""

from __future__ import annotations

import fnmatch
import os
import threading
from typing import TYPE_CHECKING

from ....contracts.errors import ModelNotFound, PackageMissing
from ....contracts.methods import DownloadProgress
from .error_line import first_line
from .hub_cache import cache_folder
from .locate import LocatedModel, full_model_id, locate_model
from .quiet import quiet_environment

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# What loading needs; a repository's ONNX, OpenVINO, TensorFlow and Rust copies are left there.
WANTED_FILES = ["*.json", "*.txt", "*.model", "*.safetensors"]
UNWANTED_FILES = ["onnx/*", "openvino/*", "*/onnx/*"]
PICKLED_WEIGHTS = "pytorch_model*.bin"
POLL_S = 0.5


def download_model(model_id: str, on_progress: Callable[[DownloadProgress], None]) -> LocatedModel:
    """Fetch model_id ("" = the default) and return where it lies; on_progress hears of its bytes.

    on_progress is called in the caller's thread twice a second and may raise to give up waiting.
    Raises ModelNotFound when the hub cannot be reached or has no such model.
    """
    wanted = full_model_id(model_id)
    if os.environ.get("HF_HUB_OFFLINE", "").upper() in ("1", "TRUE", "YES", "ON"):
        raise ModelNotFound(
            f"{wanted} was not downloaded: HF_HUB_OFFLINE forbids it.",
            hint="Unset HF_HUB_OFFLINE, or set the model to a folder that holds one.",
        )
    fetch = _Fetch(wanted)
    fetch.start()
    folder = cache_folder() / f"models--{wanted.replace('/', '--')}" / "blobs"
    while fetch.is_alive():
        fetch.join(POLL_S)
        on_progress(DownloadProgress(_n_bytes_in(folder), fetch.n_bytes))
    fetch.raise_failure()
    located = locate_model(wanted)
    if located.card.model_id != wanted:
        raise ModelNotFound(
            f"{wanted} was downloaded but is not a model that can be used: {located.reason}.",
            hint="Choose a sentence-transformers model.",
        )
    return located


class _Fetch(threading.Thread):
    """Runs the hub's client beside the caller, who goes on showing signs of life."""

    def __init__(self, model_id: str) -> None:
        super().__init__(name="model-download", daemon=True)
        self.n_bytes = 0
        self._model_id = model_id
        self._is_done = False
        self._failure: ModelNotFound | PackageMissing | None = None

    def run(self) -> None:
        """Fetch all files; a failure is kept for raise_failure."""
        quiet_environment()
        try:
            self._fetch()
        except ImportError as error:
            self._failure = PackageMissing(
                "The hub's client is not installed.",
                hint="Run scripts/setup_venv.py again.",
                detail=repr(error),
            )
        except ModelNotFound as error:
            self._failure = error

    def _fetch(self) -> None:
        from huggingface_hub.errors import HfHubHTTPError

        # The client lets its transport's errors through, and has changed its transport twice;
        # the bases of its own error are that transport's, whichever it is.
        of_transport = (kind for kind in HfHubHTTPError.__bases__ if issubclass(kind, Exception))
        expected: tuple[type[Exception], ...] = (OSError, ValueError, *of_transport)
        try:
            self._fetch_snapshot()
        except expected as error:
            raise ModelNotFound(
                f"{self._model_id} could not be downloaded: {first_line(error)}",
                hint=(
                    "Check the name, the network and HTTPS_PROXY; or copy the model's folder here"
                    " from another machine and set it as the model. A multilingual model comes"
                    " without the hub, too: scripts/fetch_model.py multilingual."
                ),
                detail=repr(error),
            ) from error

    def _fetch_snapshot(self) -> None:
        from huggingface_hub import HfApi, snapshot_download

        info = HfApi().model_info(self._model_id, files_metadata=True)
        names = {file.rfilename: file.size or 0 for file in info.siblings or ()}
        wanted = list(WANTED_FILES)
        if not any(name.endswith(".safetensors") for name in names):
            wanted.append(PICKLED_WEIGHTS)
        self.n_bytes = _n_bytes_wanted(names, wanted)
        snapshot_download(
            self._model_id,
            cache_dir=cache_folder(),
            allow_patterns=wanted,
            ignore_patterns=UNWANTED_FILES,
        )
        self._is_done = True

    def raise_failure(self) -> None:
        """Raise what went wrong, if anything did."""
        if self._failure is not None:
            raise self._failure
        if not self._is_done:
            raise ModelNotFound(
                f"The download of {self._model_id} broke off.", hint="See the log, and try again."
            )


def _n_bytes_wanted(names: dict[str, int], wanted: list[str]) -> int:
    return sum(
        n_bytes
        for name, n_bytes in names.items()
        if _matches(name, wanted) and not _matches(name, UNWANTED_FILES)
    )


def _matches(name: str, patterns: list[str]) -> bool:
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def _n_bytes_in(folder: Path) -> int:
    """Return the bytes of the cache's blobs, finished or not."""
    try:
        return sum(path.stat().st_size for path in folder.iterdir())
    except OSError:
        return 0
