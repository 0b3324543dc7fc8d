"""Passes and searches by a folder's rules: what is left out, what is too big, where it lies."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState, FolderRules, IndexPlace
from plugin.contracts.errors import BadRequest
from plugin.contracts.maintain import MaintainReport, MaintainRequest
from plugin.contracts.methods import StatusRequest
from plugin.contracts.models import NO_MODEL_ID
from plugin.contracts.search import AnswerStatus, SearchRequest
from plugin.embeddings.client import EmbeddingsClient, start_client
from tests.maintain_support import Folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    made = Folder(tmp_path / "documents")
    made.write("a.txt", "Apples are red.")
    made.write("drafts/b.txt", "Bananas are yellow.")
    made.write("big.txt", "Cherries " * 200)
    return made


def snapshot(path: Path) -> dict[str, tuple[int, int]]:
    return {
        str(file.relative_to(path)): (file.stat().st_mtime_ns, file.stat().st_size)
        for file in path.rglob("*")
    }


def states(report: MaintainReport) -> dict[str, FileState]:
    return {file.path: file.state for file in report.files}


def test_an_excluded_document_leaves_the_corpus_and_comes_back(folder: Folder) -> None:
    folder.maintain()
    rules = FolderRules(exclude=("Drafts/", " "))
    without = folder.maintain(rules=rules)
    assert without.n_removed == 1
    assert states(without).keys() == {"a.txt", "big.txt"}
    assert without.coverage.n_files == 2
    assert folder.matches("bananas") == []
    before = snapshot(folder.path)
    again = folder.maintain(rules=rules)
    assert (again.n_removed, again.n_unchanged) == (0, 2)
    assert snapshot(folder.path) == before
    assert folder.maintain().n_added == 1
    assert folder.matches("bananas") == ["drafts/b.txt"]
    assert folder.problems() == []


def test_what_the_folders_own_ignore_file_names_is_not_found_from_then_on(folder: Folder) -> None:
    folder.maintain()
    assert folder.matches("bananas") == ["drafts/b.txt"]
    folder.write(".corpusignore", "drafts/")
    assert folder.maintain().n_removed == 1
    assert folder.matches("bananas") == []
    assert folder.problems() == []


def test_an_excluded_folder_that_cannot_be_read_is_no_trouble(ordinary_user: Path) -> None:
    folder = Folder(ordinary_user / "documents")
    folder.write("a.txt", "Apples are red.")
    folder.write("drafts/b.txt", "Bananas are yellow.")
    folder.maintain()
    (folder.path / "drafts").chmod(0)
    try:
        kept = folder.maintain()
        assert [file.path for file in kept.files if file.state is FileState.DENIED] == ["drafts"]
        assert folder.matches("bananas") == ["drafts/b.txt"]
        left_out = folder.maintain(rules=FolderRules(exclude=("drafts",)))
    finally:
        (folder.path / "drafts").chmod(0o700)
    assert states(left_out) == {"a.txt": FileState.OK}
    assert folder.matches("bananas") == []


def test_a_file_above_the_limit_is_told_and_read_when_the_limit_is_raised(folder: Folder) -> None:
    rules = FolderRules(max_file_bytes=1000)
    report = folder.maintain(rules=rules)
    assert report.n_added == 3
    (big,) = (file for file in report.files if file.path == "big.txt")
    assert big.state is FileState.TOO_BIG
    assert "1,000 bytes" in big.reason
    assert "Tools > Options > WriterAgent > Vector Search" in big.reason
    assert "big.txt" not in folder.extractor.read
    before = snapshot(folder.path)
    assert folder.maintain(rules=rules).n_unchanged == 3
    assert snapshot(folder.path) == before

    lower = folder.maintain(rules=FolderRules(max_file_bytes=900))
    assert lower.n_changed == 1  # the reason names the limit of the day
    assert "900 bytes" in next(file.reason for file in lower.files if file.path == "big.txt")

    raised = folder.maintain()
    assert (raised.n_changed, raised.n_unchanged) == (1, 2)
    assert states(raised)["big.txt"] is FileState.OK
    assert folder.matches("cherries") == ["big.txt"]

    lowered = folder.maintain(rules=rules)
    assert states(lowered)["big.txt"] is FileState.TOO_BIG
    assert folder.matches("cherries") == []
    assert folder.problems() == []


def test_a_file_above_the_limit_is_not_even_hashed(folder: Folder) -> None:
    rules = FolderRules(max_file_bytes=1000)
    folder.maintain(rules=rules)
    os.utime(folder.path / "big.txt", ns=(1, 1))
    assert folder.maintain(rules=rules).n_changed == 1
    hashed = folder.rows("SELECT path, length(sha256) FROM documents ORDER BY path")
    assert hashed == [("a.txt", 32), ("big.txt", 0), ("drafts/b.txt", 32)]


def test_a_limit_without_sense_is_refused(folder: Folder) -> None:
    with pytest.raises(BadRequest, match="0 bytes"):
        folder.maintain(rules=FolderRules(max_file_bytes=0))


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EmbeddingsClient]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    client = start_client(venv=sys.prefix)
    yield client
    client.close()


def test_the_rules_reach_the_real_worker(
    client: EmbeddingsClient, folder: Folder, tmp_path: Path
) -> None:
    name = str(folder.path)
    rules = FolderRules(IndexPlace.CACHE, ("drafts/",), 1000)
    request = MaintainRequest(name, model_id=NO_MODEL_ID, rules=rules)

    report = client.maintain(request)

    assert states(report) == {"a.txt": FileState.OK, "big.txt": FileState.TOO_BIG}
    assert report.corpus_path.startswith(str(tmp_path / "cache"))
    assert "as the options say" in report.notes[0]
    assert not (folder.path / "writeragent_embeddings").exists()

    status = client.status(StatusRequest(name, with_files=True, rules=rules))
    assert status.corpus_path == report.corpus_path
    assert (status.coverage.n_files, status.coverage.n_text, status.coverage.n_failed) == (2, 1, 1)
    assert [file.path for file in status.files] == ["a.txt", "big.txt"]
    found = client.search(SearchRequest(name, "apples", model_id=NO_MODEL_ID, rules=rules))
    assert [hit.path for hit in found.hits] == ["a.txt"]
    # The index is found in the other place too, as long as only that one exists.
    by_default = client.search(SearchRequest(name, "apples", model_id=NO_MODEL_ID))
    assert by_default.corpus_path == report.corpus_path

    beside = client.maintain(MaintainRequest(name, model_id=NO_MODEL_ID))
    assert beside.corpus_path == str(folder.db_path)
    by_default = client.search(SearchRequest(name, "bananas", model_id=NO_MODEL_ID))
    assert (by_default.corpus_path, len(by_default.hits)) == (str(folder.db_path), 1)


def test_a_search_shows_nothing_of_what_is_excluded_before_the_next_pass(
    client: EmbeddingsClient, folder: Folder
) -> None:
    name = str(folder.path)
    client.maintain(MaintainRequest(name, model_id=NO_MODEL_ID))
    rules = FolderRules(exclude=("drafts",))

    found = client.search(SearchRequest(name, "bananas", model_id=NO_MODEL_ID, rules=rules))

    assert (found.hits, found.status) == ((), AnswerStatus.NO_MATCH)
    assert found.coverage.n_files == 2
    status = client.status(StatusRequest(name, with_files=True, rules=rules))
    assert [file.path for file in status.files] == ["a.txt", "big.txt"]
    assert not status.coverage.ready  # a pass has something to do


def test_a_hit_carries_its_whole_passage_when_asked_for(
    client: EmbeddingsClient, folder: Folder
) -> None:
    filler = " ".join(f"word{number}" for number in range(5000))
    between = " ".join(f"other{number}" for number in range(300))
    folder.write("long.md", f"# Of Cats\n\n{filler} lynx {between} lynx cub {filler}\n")
    name = str(folder.path)
    client.maintain(MaintainRequest(name, model_id=NO_MODEL_ID))
    request = SearchRequest(name, "lynx", model_id=NO_MODEL_ID)

    lean = client.search(request).hits[0]
    full = client.search(replace(request, with_passage=True)).hits[0]

    assert (lean.passage, lean.passage_spans, lean.kind, lean.heading_level) == ("", (), "", 0)
    assert full.snippet == lean.snippet
    assert full.snippet in full.passage
    assert len(lean.snippet) < len(full.passage) <= 20_000
    shown = [full.passage[span.start : span.end] for span in full.passage_spans]
    assert shown == ["lynx", "lynx"]
    assert full.kind == "text"
