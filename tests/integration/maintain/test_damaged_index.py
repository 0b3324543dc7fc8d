"""An index that is damaged, that is to be made anew, or whose place is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import CorpusCorrupt

if TYPE_CHECKING:
    from tests.maintain_support import Folder


def test_a_damaged_corpus_is_moved_aside_and_built_again(folder: Folder) -> None:
    folder.maintain()
    folder.db_path.write_bytes(b"\0" * 100 + b"this is not a database any more" * 500)
    report = folder.maintain()
    assert any("damaged" in note for note in report.notes)
    assert folder.db_path.with_name("corpus.db.damaged").exists()
    assert folder.matches("ginger") == ["sub/b.txt"]
    assert folder.problems() == []


def test_a_rebuild_starts_from_nothing(folder: Folder) -> None:
    folder.maintain()
    report = folder.maintain(rebuild=True)
    assert (report.n_added, report.n_encoded) == (2, 10)
    assert folder.problems() == []


def test_a_folder_in_the_place_of_the_index_is_left_to_its_owner(folder: Folder) -> None:
    (folder.db_path / "mine").mkdir(parents=True)
    for rebuild in (False, True):
        with pytest.raises(CorpusCorrupt, match="is a folder") as caught:
            folder.maintain(rebuild=rebuild)
        assert "Move that folder away" in caught.value.hint
    assert (folder.db_path / "mine").is_dir()
