"""Whole passes on small real folders: what they write, keep, skip and say."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.contracts.errors import BadRequest, CorpusBusy, CorpusCorrupt, Interrupted
from plugin.contracts.maintain import Stage
from plugin.embeddings.venv.store.lock import writer_lock
from plugin.embeddings.venv.store.meta import read_meta
from tests.fakes_encoder import OneEncoder, WordHashEncoder
from tests.maintain_support import Folder, contents

if TYPE_CHECKING:
    from pathlib import Path

PLANTS = ("apple", "banana", "cherry", "dill", "elder", "fennel", "ginger", "hazel", "iris", "yew")
PARAGRAPHS = [
    f"Paragraph number {number} speaks of its own matter, {word}, at such a length that it is "
    f"one chunk by itself and {word} is found nowhere else in the whole text of the file."
    for number, word in enumerate(PLANTS)
]


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    made = Folder(tmp_path / "documents")
    made.write("a.txt", "\n\n".join(PARAGRAPHS[:5]))
    made.write("sub/b.txt", "\n\n".join(PARAGRAPHS[5:]))
    return made


def snapshot(path: Path) -> dict[str, tuple[int, int]]:
    return {
        str(file.relative_to(path)): (file.stat().st_mtime_ns, file.stat().st_size)
        for file in path.rglob("*")
    }


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


def test_a_pass_with_nothing_changed_reads_and_writes_nothing(folder: Folder) -> None:
    folder.maintain()
    before = snapshot(folder.path)
    folder.extractor.read.clear()
    report = folder.maintain()
    assert (report.n_unchanged, report.n_encoded, report.coverage.n_chunks) == (2, 0, 10)
    assert folder.extractor.read == []
    assert snapshot(folder.path) == before
    assert folder.encoders.n_loads == 1


def test_a_pass_with_nothing_changed_imports_no_heavy_package(folder: Folder) -> None:
    folder.maintain()
    script = (
        "import sys; from pathlib import Path; from tests.maintain_support import Folder;"
        f"report = Folder(Path({str(folder.path)!r})).maintain();"
        "assert report.n_unchanged == 2, report;"
        "print([name for name in ('langgraph', 'torch', 'langchain_core') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_a_folder_without_documents_is_not_touched(tmp_path: Path) -> None:
    report = Folder(tmp_path).maintain()
    assert report.coverage.n_files == 0
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_a_bad_request(tmp_path: Path) -> None:
    with pytest.raises(BadRequest):
        Folder(tmp_path / "nowhere").maintain()


def test_one_inserted_paragraph_costs_one_encode(folder: Folder) -> None:
    folder.maintain()
    new = "An inserted paragraph about kumquats stands before all the others in this one file, " * 2
    folder.write("a.txt", "\n\n".join([new, *PARAGRAPHS[:5]]))
    report = folder.maintain()
    assert (report.n_changed, report.n_encoded) == (1, 1)
    assert folder.matches("kumquats") == ["a.txt"]
    assert folder.problems() == []


def test_a_moved_file_is_neither_read_nor_encoded(folder: Folder) -> None:
    folder.maintain()
    folder.extractor.read.clear()
    (folder.path / "a.txt").rename(folder.path / "sub" / "umbrella.txt")
    report = folder.maintain()
    assert (report.n_moved, report.n_encoded, report.n_removed) == (1, 0, 0)
    assert folder.extractor.read == []
    assert folder.matches("title : umbrella") == ["sub/umbrella.txt"]
    assert folder.matches("banana") == ["sub/umbrella.txt"]
    assert folder.problems() == []


def test_a_copy_is_never_encoded_again(folder: Folder) -> None:
    folder.maintain()
    folder.write("copy.txt", (folder.path / "a.txt").read_text())
    report = folder.maintain()
    assert (report.n_added, report.n_encoded) == (1, 0)
    assert folder.matches("banana") == ["a.txt", "copy.txt"]


def test_a_renamed_folder_keeps_everything(folder: Folder) -> None:
    folder.maintain()
    folder.path = folder.path.rename(folder.path.with_name("renamed"))
    report = folder.maintain()
    assert (report.n_unchanged, report.n_encoded) == (2, 0)


def test_an_older_file_put_back_is_seen(folder: Folder) -> None:
    file = folder.write("a.txt", "\n\n".join(PARAGRAPHS[:5]))
    folder.maintain()
    file.write_text(PARAGRAPHS[0].replace("apple", "quince"))
    os.utime(file, (1, 1))
    folder.maintain()
    assert folder.matches("quince") == ["a.txt"]
    assert folder.matches("apple") == []


def test_a_deleted_file_leaves_no_text_and_no_vector(folder: Folder) -> None:
    folder.maintain()
    (folder.path / "a.txt").unlink()
    report = folder.maintain()
    assert report.n_removed == 1
    assert folder.matches("banana") == []
    assert folder.rows("SELECT count(*) FROM texts") == [(5,)]
    assert len(contents(folder.db_path).vectors) == 5
    assert folder.problems() == []


def test_a_file_that_became_empty_or_broken_loses_its_text(folder: Folder) -> None:
    folder.maintain()
    folder.write("a.txt", "")
    report = folder.maintain()
    assert report.files[0].state is FileState.EMPTY
    assert folder.matches("banana") == []
    assert report.coverage.n_failed == 1
    assert report.coverage.ready


def test_a_bad_file_stops_nothing_and_is_not_tried_again(folder: Folder) -> None:
    (folder.path / "bad.docx").write_bytes(b"PK\x03\x04 this is no archive")
    report = folder.maintain()
    states = {file.path: file for file in report.files}
    assert not states["bad.docx"].state.has_text
    assert states["bad.docx"].reason
    assert report.coverage.n_text == 2
    folder.extractor.read.clear()
    folder.maintain()
    assert folder.extractor.read == []


def test_a_cancelled_pass_keeps_what_it_had_and_the_next_goes_on(folder: Folder) -> None:
    def stop_in_the_vectors() -> None:
        if folder.encoded:
            raise Interrupted("Stopped.")

    with pytest.raises(Interrupted):
        folder.maintain(check=stop_in_the_vectors)
    assert folder.matches("ginger") == ["sub/b.txt"]
    n_first = len(folder.encoded)
    assert n_first == 8
    report = folder.maintain()
    assert report.n_encoded == 10 - n_first
    assert len(set(folder.encoded)) == len(folder.encoded) == 10
    assert folder.problems() == []


def test_a_pass_cancelled_among_the_files_keeps_the_read_ones(folder: Folder) -> None:
    def stop_after_the_first_file() -> None:
        if any(progress.stage is Stage.TEXT for progress in folder.told):
            raise Interrupted("Stopped.")

    with pytest.raises(Interrupted):
        folder.maintain(check=stop_after_the_first_file)
    assert folder.rows("SELECT count(*) FROM documents") == [(1,)]
    assert folder.problems() == []
    assert folder.maintain().n_added == 1
    assert folder.problems() == []


def test_a_file_that_is_locked_just_now_keeps_its_text(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.maintain()
    folder.write("a.txt", "Something else altogether.")
    monkeypatch.setattr("plugin.embeddings.venv.ingest.reading.hash_file", lambda *_: None)
    report = folder.maintain()
    assert any("a.txt cannot be opened now" in note for note in report.notes)
    assert folder.matches("banana") == ["a.txt"]
    monkeypatch.undo()
    folder.maintain()
    assert folder.matches("banana") == []


def test_without_a_model_keyword_search_is_complete(folder: Folder) -> None:
    folder.encoders = OneEncoder(encoder=None)
    report = folder.maintain()
    assert report.coverage.n_chunks == 10
    assert report.coverage.n_chunks_embedded == 0
    assert folder.matches("ginger") == ["sub/b.txt"]
    before = snapshot(folder.path)
    folder.maintain()
    assert snapshot(folder.path) == before


def test_a_model_that_fails_to_load_leaves_a_note(folder: Folder) -> None:
    class Broken(OneEncoder):
        def get(self, model_id: str, *, dim: int = 0, revision: str = "") -> WordHashEncoder:
            return OneEncoder(encoder=None).get(model_id, dim=dim, revision=revision)

    folder.encoders = Broken()
    report = folder.maintain()
    assert any("No model is installed" in note for note in report.notes)
    assert folder.matches("ginger") == ["sub/b.txt"]


def test_without_sqlite_vec_keyword_search_works_and_says_why(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.maintain()
    monkeypatch.setitem(sys.modules, "sqlite_vec", None)
    folder.write("c.txt", PARAGRAPHS[0].replace("apple", "quince"))
    (folder.path / "a.txt").unlink()
    report = folder.maintain()
    assert any("Keyword search only" in note for note in report.notes)
    assert folder.matches("quince") == ["c.txt"]
    monkeypatch.undo()
    assert folder.maintain().n_encoded == 1
    assert folder.problems() == []


def test_a_new_model_is_built_while_the_old_one_answers(folder: Folder) -> None:
    folder.maintain()
    old = folder.encoders.encoder
    wide = WordHashEncoder(model_id="tests/wide", dim=32)
    folder.encoders = OneEncoder(wide)

    def stop_in_the_vectors() -> None:
        if wide.encoded:
            raise Interrupted("Stopped.")

    with pytest.raises(Interrupted):
        folder.maintain(check=stop_in_the_vectors)
    answering = "SELECT model_id FROM generations WHERE state = 'active'"
    assert folder.rows(answering) == [("tests/word-hash",)]
    assert folder.maintain().n_encoded == 2
    assert folder.rows(answering) == [("tests/wide",)]
    assert len(contents(folder.db_path).vectors) == 10
    folder.encoders = OneEncoder(old)
    assert folder.maintain().n_encoded == 0
    assert folder.rows(answering) == [("tests/word-hash",)]
    assert folder.problems() == []


def test_a_kept_model_goes_after_seven_days(folder: Folder) -> None:
    folder.maintain()
    folder.encoders = OneEncoder(WordHashEncoder(model_id="tests/wide", dim=32))
    folder.maintain()
    from plugin.embeddings.venv.store.connection import open_corpus

    with open_corpus(folder.db_path, read_only=False) as connection:
        connection.execute("UPDATE generations SET changed_at = changed_at - 8 * 24 * 3600")
    folder.maintain()
    assert folder.rows("SELECT model_id, state FROM generations") == [("tests/wide", "active")]
    assert folder.rows("SELECT name FROM sqlite_master WHERE name = 'vectors_1'") == []
    assert folder.problems() == []


def test_a_damaged_corpus_is_moved_aside_and_built_again(folder: Folder) -> None:
    folder.maintain()
    folder.db_path.write_bytes(b"\0" * 100 + b"this is not a database any more" * 500)
    report = folder.maintain()
    assert any("damaged" in note for note in report.notes)
    assert folder.db_path.with_name("corpus.db.damaged").exists()
    assert folder.matches("ginger") == ["sub/b.txt"]
    assert folder.problems() == []


def test_a_torn_or_missing_meta_file_wipes_nothing(folder: Folder) -> None:
    folder.maintain()
    folder.db_path.with_name("corpus_meta.json").write_text("{")
    assert folder.maintain().n_unchanged == 2
    assert len(folder.encoded) == 10


def test_a_rebuild_starts_from_nothing(folder: Folder) -> None:
    folder.maintain()
    report = folder.maintain(rebuild=True)
    assert (report.n_added, report.n_encoded) == (2, 10)
    assert folder.problems() == []


def test_the_files_asked_for_first_come_first(folder: Folder) -> None:
    os.utime(folder.path / "a.txt", (1, 1))
    folder.maintain(first_paths=("a.txt",))
    assert folder.extractor.read == ["a.txt", "b.txt"]


def test_the_newest_files_come_first(folder: Folder) -> None:
    os.utime(folder.path / "a.txt", (1, 1))
    folder.maintain()
    assert folder.extractor.read == ["b.txt", "a.txt"]


def test_two_passes_at_once_are_one_and_a_clear_refusal(folder: Folder) -> None:
    with writer_lock(folder.db_path), pytest.raises(CorpusBusy):
        folder.maintain()


def test_concurrent_passes_never_damage_the_corpus(folder: Folder) -> None:
    outcomes: list[str] = []

    def run() -> None:
        try:
            Folder(folder.path).maintain()
            outcomes.append("done")
        except CorpusBusy:
            outcomes.append("busy")

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(outcomes) <= {"done", "busy"}
    assert "done" in outcomes
    assert folder.problems() == []


def test_twenty_rounds_of_edits_do_not_grow_the_file(folder: Folder) -> None:
    folder.maintain()
    sizes = []
    for number in range(20):
        folder.write("a.txt", "\n\n".join(PARAGRAPHS[:5]).replace("matter", f"matter{number}"))
        folder.maintain()
        sizes.append(folder.db_path.stat().st_size)
    assert sizes[-1] <= 1.25 * sizes[0]
    assert folder.problems() == []


def test_a_nul_and_half_a_surrogate_are_stored_as_text(folder: Folder) -> None:
    (folder.path / "odd.txt").write_bytes(b"nectarine \x00 and more " * 3)
    folder.maintain()
    assert folder.problems() == []


def test_a_folder_whose_name_is_not_utf8_is_indexed(tmp_path: Path) -> None:
    folder = Folder(tmp_path / os.fsdecode(b"bad\xff\xfe"))
    folder.write("a.txt", PARAGRAPHS[0])
    folder.maintain()
    assert folder.matches("apple") == ["a.txt"]
    meta = read_meta(folder.db_path.with_name("corpus_meta.json"))
    assert meta is not None
    assert meta.folder == str(folder.path)


def written(path: Path) -> tuple[int, int, int]:
    """Return what a write to the file changes; a look at it changes st_atime, too."""
    stat = path.stat()
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


@pytest.mark.parametrize("text", [None, "garbage"])
def test_a_lost_meta_file_is_all_that_an_idle_pass_writes(folder: Folder, text: str | None) -> None:
    folder.maintain()
    path = folder.db_path.with_name("corpus_meta.json")
    made = read_meta(path)
    assert made is not None
    database = written(folder.db_path)
    path.unlink() if text is None else path.write_text(text)
    assert folder.maintain().n_unchanged == 2
    restored = read_meta(path)
    assert restored is not None
    assert replace(restored, updated_at=made.updated_at) == made
    assert written(folder.db_path) == database


@pytest.mark.parametrize("gone", ["documents", "documents/writeragent_embeddings"])
def test_a_folder_removed_in_mid_pass_is_told_and_not_made_again(
    folder: Folder, tmp_path: Path, gone: str
) -> None:
    def remove_when_indexing() -> None:
        if folder.db_path.exists():
            shutil.rmtree(tmp_path / gone)

    with pytest.raises(BadRequest, match="went away") as caught:
        folder.maintain(check=remove_when_indexing)
    assert caught.value.hint
    assert not (tmp_path / gone).exists()


def test_a_folder_in_the_place_of_the_index_is_left_to_its_owner(folder: Folder) -> None:
    (folder.db_path / "mine").mkdir(parents=True)
    for rebuild in (False, True):
        with pytest.raises(CorpusCorrupt, match="is a folder") as caught:
            folder.maintain(rebuild=rebuild)
        assert "Move that folder away" in caught.value.hint
    assert (folder.db_path / "mine").is_dir()


def test_a_plain_text_gets_the_language_it_is_written_in(folder: Folder) -> None:
    folder.write(
        "brief.txt", "Wir haben den Vertrag gelesen und sind mit allen Punkten einverstanden."
    )
    folder.write("note.txt", "We have read the contract and agree with every point that it makes.")
    folder.maintain()
    languages = folder.rows(
        "SELECT path, language FROM documents WHERE path IN (?, ?)", "brief.txt", "note.txt"
    )
    assert sorted(languages) == [("brief.txt", "de"), ("note.txt", "en")]
