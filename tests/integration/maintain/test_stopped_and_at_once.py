"""Passes that are stopped, that run at once, or whose folder goes away."""

from __future__ import annotations

import shutil
import threading
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import BadRequest, CorpusBusy, Interrupted
from plugin.contracts.maintain import Stage
from plugin.embeddings.venv.store.lock import writer_lock
from tests.maintain_support import Folder

if TYPE_CHECKING:
    from pathlib import Path


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
