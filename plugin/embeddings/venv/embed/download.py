"""Fetching a model into the local Hugging Face cache; called only after the user's yes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ....contracts.errors import ModelNotFound, PackageMissing

if TYPE_CHECKING:
    from collections.abc import Callable

FILE_PATTERNS = ("*.json", "*.txt", "*.model", "model.safetensors", "model-*.safetensors")


def download_model(model_id: str, on_progress: Callable[[int, int], None]) -> Path:
    """Return the snapshot's folder after fetching what is missing of it.

    on_progress(n_bytes_done, n_bytes) is called after each file. What was fetched before is not
    fetched again. Raises ModelNotFound when the hub cannot be reached or has no such model.
    """
    if os.environ.get("HF_HUB_OFFLINE", "") not in ("", "0"):
        raise ModelNotFound(
            f"{model_id} was not downloaded: HF_HUB_OFFLINE is set.",
            hint="Unset it and try again. The embedded model and keyword search work meanwhile.",
        )
    try:
        from huggingface_hub import hf_hub_download, snapshot_download
        from huggingface_hub.errors import HfHubHTTPError, HFValidationError
    except ImportError as error:
        raise PackageMissing(
            "The package huggingface_hub is missing in the worker's environment.",
            hint="Run make setup.",
        ) from error
    from httpx import HTTPError

    try:
        files = snapshot_download(model_id, allow_patterns=list(FILE_PATTERNS), dry_run=True)
        sizes = {file.filename: file.file_size or 0 for file in files}
        n_bytes, n_bytes_done = sum(sizes.values()), 0
        for name, size_bytes in sizes.items():
            on_progress(n_bytes_done, n_bytes)
            hf_hub_download(model_id, name)
            n_bytes_done += size_bytes
        on_progress(n_bytes_done, n_bytes)
        return Path(snapshot_download(model_id, allow_patterns=list(FILE_PATTERNS)))
    except (HfHubHTTPError, HFValidationError, HTTPError, OSError) as error:
        raise ModelNotFound(
            f"{model_id} could not be downloaded.",
            hint="Check the name and the network (HTTPS_PROXY and HF_HOME are honoured). "
            "The embedded model and keyword search work meanwhile.",
            detail=str(error),
        ) from error
