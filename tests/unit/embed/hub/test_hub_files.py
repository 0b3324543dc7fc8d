"""Which files of a repository are fetched, and when one is whole."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest
from huggingface_hub.hf_api import BlobLfsInfo, RepoSibling

from plugin.contracts.errors import ModelNotFound
from plugin.embeddings.venv.embed.hub.files import HubFile, wanted_files

if TYPE_CHECKING:
    from pathlib import Path


def siblings(*names: str) -> list[RepoSibling]:
    lfs = BlobLfsInfo(size=9, sha256="ab" * 32, pointer_size=134)
    return [
        RepoSibling(name, size=9, blob_id="cd" * 20, lfs=lfs if "safetensors" in name else None)
        for name in names
    ]


def test_one_form_of_the_weights_and_what_goes_with_them() -> None:
    wanted = [
        "config.json",
        "modules.json",
        "tokenizer.json",
        "vocab.txt",
        "sentencepiece.bpe.model",
        "model-00001-of-00002.safetensors",
        "model-00002-of-00002.safetensors",
        "model.safetensors.index.json",
        "1_Pooling/config.json",
        "2_Dense/config.json",
        "2_Dense/model.safetensors",
    ]
    unwanted = [
        "README.md",
        ".gitattributes",
        "onnx/model.onnx",
        "onnx/config.json",
        "openvino/openvino_model.xml",
        "openvino/config.json",
        "tf_model.h5",
        "flax_model.msgpack",
        "pytorch_model.bin",
        "2_Dense/pytorch_model.bin",
        "model.fp16.safetensors",
        "original/consolidated.safetensors",
        "checkpoint-10/model.safetensors",
        "images/plot.png",
        "../config.json",
    ]
    files = wanted_files("a/b", siblings(*wanted, *unwanted))
    assert [file.name for file in files] == wanted
    assert files[5] == HubFile("model-00001-of-00002.safetensors", 9, sha256="ab" * 32)
    assert files[0] == HubFile("config.json", 9, git_id="cd" * 20)


@pytest.mark.parametrize(
    ("weights", "words"),
    [("pytorch_model.bin", "pickles"), ("tf_model.h5", "no model.safetensors")],
)
def test_other_weights_are_refused_in_a_sentence(weights: str, words: str) -> None:
    with pytest.raises(ModelNotFound, match=words):
        wanted_files("a/b", siblings("config.json", weights))


def test_a_file_is_whole_by_size_and_digest(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"hello\n")
    sha256 = hashlib.sha256(b"hello\n").hexdigest()
    git_id = "ce013625030ba8dba906f756967f9e9ca394464a"  # what git hash-object says of it
    assert HubFile("f", 6, sha256=sha256).is_whole(path)
    assert HubFile("f", 6, git_id=git_id).is_whole(path)
    assert not HubFile("f", 6, sha256="0" * 64).is_whole(path)
    assert not HubFile("f", 6, git_id="0" * 40).is_whole(path)
    assert not HubFile("f", 5).is_whole(path)
    assert not HubFile("f", 6).is_whole(tmp_path / "absent")
