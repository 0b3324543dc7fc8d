"""Digests of weights that are remembered: right, and only as long as the file is the same."""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.user_cache import MODELS_DIR_VARIABLE, weight_digests_file
from plugin.embeddings.venv.embed.model_folder import weight_digests
from plugin.embeddings.venv.embed.model_folder.weight_digests import keep_digests, sha256_of

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MODELS_DIR_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(weight_digests, "_computed", {})


def a_new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weight_digests, "_computed", {})


def test_a_kept_digest_is_not_computed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "weights"
    path.write_bytes(b"one")
    assert sha256_of(path) == hashlib.sha256(b"one").hexdigest()
    keep_digests()
    a_new_process(monkeypatch)
    stamps = path.stat()
    path.write_bytes(b"two")  # with the same size and time: only a kept digest says "one" now
    os.utime(path, ns=(stamps.st_atime_ns, stamps.st_mtime_ns))
    assert sha256_of(path) == hashlib.sha256(b"one").hexdigest()


def test_a_changed_file_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "weights"
    path.write_bytes(b"one")
    sha256_of(path)
    keep_digests()
    a_new_process(monkeypatch)
    path.write_bytes(b"three")
    assert sha256_of(path) == hashlib.sha256(b"three").hexdigest()


def test_asking_writes_nothing_and_files_that_are_gone_are_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, here = tmp_path / "gone", tmp_path / "here"
    gone.write_bytes(b"gone")
    sha256_of(gone)
    assert not weight_digests_file().exists()
    keep_digests()
    a_new_process(monkeypatch)
    gone.unlink()
    here.write_bytes(b"here")
    sha256_of(here)
    keep_digests()
    kept = json.loads(weight_digests_file().read_text())
    assert list(kept.values()) == [hashlib.sha256(b"here").hexdigest()]


def test_a_damaged_memory_and_a_cache_without_room_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "weights"
    path.write_bytes(b"one")
    (tmp_path / "cache").write_text("a file where the folder would be")
    sha256_of(path)
    keep_digests()
    (tmp_path / "cache").unlink()
    weight_digests_file().parent.mkdir()
    weight_digests_file().write_text("no json")
    assert sha256_of(path) == hashlib.sha256(b"one").hexdigest()
    keep_digests()
    assert json.loads(weight_digests_file().read_text())
