"""Texts and names that are not plain UTF-8, and the language a text is written in."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from plugin.embeddings.venv.store.meta import read_meta
from tests.integration.maintain.plant_files import PARAGRAPHS
from tests.maintain_support import Folder

if TYPE_CHECKING:
    from pathlib import Path


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
