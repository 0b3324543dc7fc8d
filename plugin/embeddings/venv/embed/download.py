"""Fetching a model from its hub into the local cache, on an explicit yes.

Owns the order of the steps, what is told meanwhile, and the check of every file at the end. Does
not own deciding to download (the user does), one file's transfer (hub_blob), the words of
failures (hub_errors), nor the model that comes in a package (packed_download).

HF_ENDPOINT, HF_HOME, HF_TOKEN, HTTPS_PROXY and their kin are the hub's client's own and honoured;
its client sends the token to the hub alone, not to where it redirects to.
"""

from __future__ import annotations

import re
import shutil
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....contracts.errors import EmbeddingsError, Interrupted, ModelNotFound, PackageMissing
from ....contracts.methods import DownloadProgress
from ....contracts.models import NO_MODEL_ID
from .hub.blob import BlobOrder, fetch_blob, n_bytes_here
from .hub.cache import cache_folder
from .hub.errors import download_failure, is_forbidden_by_environment, no_name, no_room
from .hub.files import HubFile, wanted_files
from .locate import LocatedModel, full_model_id, locate_model
from .model_folder.cards import code_references
from .quiet import quiet_environment

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

POLL_S = 0.5
_STOP_S = 5.0
_PARTIAL = re.compile(r"[0-9a-f]{64}\.incomplete")


def download_model(model_id: str, on_progress: Callable[[DownloadProgress], None]) -> LocatedModel:
    """Fetch model_id ("" = the default) and return where it lies; on_progress hears of its bytes.

    on_progress is called in the caller's thread twice a second and may raise to stop; the next
    call goes on from there. Raises BadRequest for what cannot be a model's name at the hub,
    ModelNotFound when the hub cannot be reached or has no such model, or the files that came are
    not what the hub describes.
    """
    wanted = full_model_id(model_id)
    if is_forbidden_by_environment():
        raise ModelNotFound(
            f"{wanted} was not downloaded: HF_HUB_OFFLINE forbids it.",
            hint="Unset HF_HUB_OFFLINE, or set the model to a folder that holds one.",
        )
    fetch = _Fetch(wanted)
    fetch.start()
    try:
        while fetch.is_alive():
            fetch.join(POLL_S)
            on_progress(DownloadProgress(fetch.n_bytes_done, fetch.n_bytes))
    finally:
        fetch.stop()
    fetch.raise_failure()
    located = locate_model(wanted)
    if located.card.model_id != wanted:
        raise ModelNotFound(
            f"{wanted} was downloaded but is not a model that can be used: {located.reason}.",
            hint="Choose a sentence-transformers model.",
        )
    return located


@dataclass(frozen=True)
class _Repository:
    """A model's files at one commit, and the folder that the cache has for them."""

    model_id: str
    commit: str
    files: tuple[HubFile, ...]
    folder: Path

    def orders(self) -> list[BlobOrder]:
        """Return the large files, those in LFS: the cache names their blobs by their SHA-256."""
        from huggingface_hub import hf_hub_url
        from huggingface_hub.utils import build_hf_headers  # type: ignore[attr-defined]

        return [
            BlobOrder(
                hf_hub_url(self.model_id, file.name, revision=self.commit),
                file,
                self.folder / "blobs" / file.sha256,
                build_hf_headers(),
            )
            for file in self.files
            if file.sha256
        ]

    def drop_old_partials(self, orders: list[BlobOrder]) -> None:
        """Remove what was begun of files that the model has no longer."""
        wanted = {order.partial.name for order in orders}
        for path in (self.folder / "blobs").glob("*.incomplete"):
            if _PARTIAL.fullmatch(path.name) and path.name not in wanted:
                path.unlink(missing_ok=True)

    def remove_torn(self, snapshot: Path) -> list[str]:
        """Remove files that are not what the hub describes, and return their names."""
        torn = [file.name for file in self.files if not file.is_whole(snapshot / file.name)]
        for name in torn:
            path = snapshot / name
            with suppress(OSError):
                path.resolve().unlink()
            path.unlink(missing_ok=True)
        return torn


class _Fetch(threading.Thread):
    """Works with the hub beside the caller, who goes on showing signs of life."""

    def __init__(self, model_id: str) -> None:
        super().__init__(name="model-download", daemon=True)
        self.n_bytes = 0
        self.n_bytes_done = 0
        self._model_id = model_id
        self._stopping = threading.Event()
        self._is_done = False
        self._failure: EmbeddingsError | None = None

    def run(self) -> None:
        """Fetch all files; a failure is kept for raise_failure."""
        quiet_environment()
        try:
            self._fetch_or_tell()
        except ImportError as error:
            self._failure = PackageMissing(
                "The hub's client is not installed.",
                hint="Run scripts/setup_venv.py again.",
                detail=repr(error),
            )
        except EmbeddingsError as error:
            self._failure = error

    def stop(self) -> None:
        """Let it end at the next block of bytes, and wait a moment for that."""
        self._stopping.set()
        self.join(_STOP_S)

    def raise_failure(self) -> None:
        """Raise what went wrong, if anything did."""
        if self._failure is not None:
            raise self._failure
        if not self._is_done:
            raise ModelNotFound(
                f"The download of {self._model_id} broke off.", hint="See the log, and try again."
            )

    def _fetch_or_tell(self) -> None:
        from httpx2 import HTTPError

        try:
            self._fetch()
        except (OSError, ValueError, HTTPError) as error:
            raise download_failure(error, self._model_id, cache_folder()) from error

    def _fetch(self) -> None:
        repository = self._look_up()
        self.n_bytes = sum(file.n_bytes for file in repository.files)
        orders = repository.orders()
        repository.drop_old_partials(orders)
        _need_room(repository, sum(file.n_bytes for file in repository.files) - _n_here(orders))
        for order in orders:
            self._fetch_blob(order)
        snapshot = self._take_rest(repository)
        torn = repository.remove_torn(snapshot)
        if torn:
            raise ModelNotFound(
                f"{self._model_id} arrived damaged: {', '.join(torn)} is not what the hub has.",
                hint="Try again: only that is fetched anew.",
            )
        _fetch_code(snapshot)
        self.n_bytes_done = self.n_bytes
        self._is_done = True

    def _look_up(self) -> _Repository:
        from huggingface_hub import HfApi

        if self._model_id == NO_MODEL_ID:
            raise no_name(self._model_id)
        info = HfApi().model_info(self._model_id, files_metadata=True)
        return _Repository(
            self._model_id,
            info.sha or "main",
            tuple(wanted_files(self._model_id, info.siblings or ())),
            cache_folder() / f"models--{self._model_id.replace('/', '--')}",
        )

    def _fetch_blob(self, order: BlobOrder) -> None:
        from huggingface_hub.utils import WeakFileLock  # type: ignore[attr-defined]

        n_before = self.n_bytes_done

        def count(n_bytes: int) -> None:
            self.n_bytes_done = n_before + n_bytes
            if self._stopping.is_set():
                raise Interrupted("The download was stopped.")

        # The hub's client takes the same lock for the same file.
        lock = cache_folder() / ".locks" / order.blob.parents[1].name / f"{order.blob.name}.lock"
        lock.parent.mkdir(parents=True, exist_ok=True)
        with WeakFileLock(lock):
            fetch_blob(order, count)

    def _take_rest(self, repository: _Repository) -> Path:
        """Let the hub's client fetch the small files and lay out the snapshot; return its folder.

        It takes the large ones, which are in the cache, from there.
        """
        from pathlib import Path

        from huggingface_hub import snapshot_download

        names = [file.name for file in repository.files]
        return Path(
            snapshot_download(repository.model_id, cache_dir=cache_folder(), allow_patterns=names)
        )


def _fetch_code(snapshot: Path) -> None:
    """Fetch the code that a model's files name in other repositories; running it is not ours."""
    from huggingface_hub import snapshot_download

    elsewhere = {ref.split("--")[0] for ref in code_references(snapshot) if "--" in ref}
    for repository_id in sorted(elsewhere):
        snapshot_download(repository_id, cache_dir=cache_folder(), allow_patterns="*.py")


def _need_room(repository: _Repository, n_bytes: int) -> None:
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    if shutil.disk_usage(folder).free < n_bytes:
        raise no_room(repository.model_id, folder, n_bytes=n_bytes)


def _n_here(orders: list[BlobOrder]) -> int:
    return sum(n_bytes_here(order) for order in orders)
