"""What a corpus knows, set against what lies in the folder."""

from __future__ import annotations

from plugin.contracts.corpus import Coverage, FileState
from plugin.documents.listing import FolderListing, ListedFile, SkippedEntry
from plugin.embeddings.venv.store.coverage import StoredStamp, coverage_of_folder

COUNTED = Coverage(9, 9, 0, 9, 9)


def _covered(
    rows: tuple[StoredStamp, ...],
    files: tuple[ListedFile, ...],
    skipped: tuple[SkippedEntry, ...] = (),
) -> tuple[int, int, int, int]:
    found = coverage_of_folder(COUNTED, rows, FolderListing(files, skipped))
    return found.n_files, found.n_text, found.n_failed, found.n_stale


def _row(path: str, state: FileState = FileState.OK) -> StoredStamp:
    return StoredStamp(path, 1, 2, state)


def test_each_kind_of_file_is_counted_once() -> None:
    rows = (_row("ok"), _row("empty", FileState.EMPTY), _row("changed"), _row("gone"))
    files = (
        ListedFile("changed", 1, 3),
        ListedFile("empty", 1, 2),
        ListedFile("new", 1, 2),
        ListedFile("ok", 1, 2),
    )
    assert _covered(rows, files) == (4, 1, 1, 3)


def test_what_a_pass_keeps_of_unreadable_folders_stays_counted() -> None:
    rows = (_row("closed/a"), _row("closed-not/b"))
    assert _covered(rows, (), (SkippedEntry("closed", "refused"),)) == (1, 1, 0, 1)


def test_a_file_that_went_to_the_cloud_keeps_its_text_and_one_that_came_back_is_news() -> None:
    rows = (_row("away"), _row("back", FileState.PLACEHOLDER))
    files = (ListedFile("away", 7, 7, is_placeholder=True), ListedFile("back", 1, 2))
    assert _covered(rows, files) == (2, 1, 0, 1)
