"""Files are edited, moved, copied, removed or locked: what a pass reads and encodes of them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from plugin.contracts.corpus import FileState
from tests.integration.maintain.plant_files import PARAGRAPHS
from tests.maintain_support import Folder, contents

if TYPE_CHECKING:
    import pytest


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


def test_twenty_rounds_of_edits_do_not_grow_the_file(folder: Folder) -> None:
    folder.maintain()
    sizes = []
    for number in range(20):
        folder.write("a.txt", "\n\n".join(PARAGRAPHS[:5]).replace("matter", f"matter{number}"))
        folder.maintain()
        sizes.append(folder.db_path.stat().st_size)
    assert sizes[-1] <= 1.25 * sizes[0]
    assert folder.problems() == []
