"""A first pass: what it makes and tells, and which files it reads first."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.contracts.errors import BadRequest
from plugin.contracts.maintain import Stage
from plugin.embeddings.venv.store.meta import read_meta
from tests.maintain_support import Folder

if TYPE_CHECKING:
    from pathlib import Path


def test_a_first_pass_makes_both_legs_and_says_so(folder: Folder) -> None:
    report = folder.maintain()
    assert (report.n_added, report.n_encoded) == (2, 10)
    assert report.coverage.ready
    assert report.coverage.n_chunks == 10
    assert report.corpus_path == str(folder.db_path)
    assert [(file.path, file.state) for file in report.files] == [
        ("a.txt", FileState.OK),
        ("sub/b.txt", FileState.OK),
    ]
    assert folder.matches("ginger") == ["sub/b.txt"]
    assert folder.problems() == []
    meta = read_meta(folder.db_path.with_name("corpus_meta.json"))
    assert meta is not None
    assert (meta.embedding_model, meta.dim, meta.chunk_count) == ("tests/word-hash", 16, 10)


def test_text_is_searchable_before_the_first_vector(folder: Folder) -> None:
    stages = []
    folder.maintain()
    for progress in folder.told:
        stages.append(progress.stage)
        assert progress.n_files_done <= progress.n_files
        assert progress.n_chunks_done <= progress.n_chunks
    assert stages == [Stage.SCAN, Stage.TEXT, Stage.TEXT, *[Stage.VECTORS] * 2]


def test_the_files_asked_for_first_come_first(folder: Folder) -> None:
    os.utime(folder.path / "a.txt", (1, 1))
    folder.maintain(first_paths=("a.txt",))
    assert folder.extractor.read == ["a.txt", "b.txt"]


def test_the_newest_files_come_first(folder: Folder) -> None:
    os.utime(folder.path / "a.txt", (1, 1))
    folder.maintain()
    assert folder.extractor.read == ["b.txt", "a.txt"]


def test_a_folder_without_documents_is_not_touched(tmp_path: Path) -> None:
    report = Folder(tmp_path).maintain()
    assert report.coverage.n_files == 0
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_a_bad_request(tmp_path: Path) -> None:
    with pytest.raises(BadRequest):
        Folder(tmp_path / "nowhere").maintain()
