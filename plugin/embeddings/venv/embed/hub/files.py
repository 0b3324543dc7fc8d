"""Which files of a model's repository are fetched, and what each must be once it is here.

Owns: the choice of names, sizes and digests. Does not own: the transfer (hub_blob, download).
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .....contracts.errors import ModelNotFound

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from huggingface_hub.hf_api import RepoSibling

# What loading reads: configurations, the tokenizer and safetensors, at the root and in the folders
# of sentence-transformers' modules ("1_Pooling"); and code of the model's own, which runs only
# where the user allows it (remote_code). The copies for ONNX, OpenVINO, TensorFlow or half
# precision, checkpoints and pictures are left where they are.
_MODULE_FOLDER = r"(?:\d+_\w+/)?"
_WANTED = re.compile(
    rf"{_MODULE_FOLDER}(?:[\w.-]+\.json|\w+\.py|[\w-]+\.txt|[\w.-]+\.model"
    r"|model(?:-\d+-of-\d+)?\.safetensors)",
    re.ASCII,
)
_PICKLED = re.compile(rf"{_MODULE_FOLDER}pytorch_model[\w.-]*\.bin", re.ASCII)
_READ_BYTES = 1 << 20


@dataclass(frozen=True)
class HubFile:
    """One file as the hub describes it; sha256 is "" where it does not lie in LFS, then git_id."""

    name: str
    n_bytes: int
    sha256: str = ""
    git_id: str = ""

    def is_whole(self, path: Path) -> bool:
        """Return whether the file at path has the size and the digest that the hub tells."""
        try:
            if path.stat().st_size != self.n_bytes:
                return False
            if self.sha256:
                return digest_of(path) == self.sha256
            return not self.git_id or _git_id_of(path, self.n_bytes) == self.git_id
        except OSError:
            return False


def wanted_files(model_id: str, siblings: Iterable[RepoSibling]) -> list[HubFile]:
    """Return the files that loading needs.

    Raises ModelNotFound where the weights are only there as pickles, which run code when they
    are loaded.
    """
    found = list(siblings)
    files = [_described(file) for file in found if _WANTED.fullmatch(file.rfilename)]
    if any(file.name.endswith(".safetensors") for file in files):
        return files
    if any(_PICKLED.fullmatch(file.rfilename) for file in found):
        raise ModelNotFound(
            f"{model_id} was not downloaded: its weights are pickles, which may hold code.",
            hint="Choose a model whose files list model.safetensors.",
        )
    raise ModelNotFound(
        f"{model_id} was not downloaded: its repository has no model.safetensors.",
        hint="Choose a sentence-transformers model.",
    )


def digest_of(path: Path) -> str:
    """Return the file's SHA-256 in hexadecimal. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _described(file: RepoSibling) -> HubFile:
    if file.lfs is not None:
        return HubFile(file.rfilename, file.lfs.size, sha256=file.lfs.sha256)
    return HubFile(file.rfilename, file.size or 0, git_id=file.blob_id or "")


def _git_id_of(path: Path, n_bytes: int) -> str:
    """Return git's name of a blob (https://git-scm.com/book/en/v2/Git-Internals-Git-Objects)."""
    digest = hashlib.sha1(b"blob %d\0" % n_bytes, usedforsecurity=False)
    with path.open("rb") as file:
        while block := file.read(_READ_BYTES):
            digest.update(block)
    return digest.hexdigest()
