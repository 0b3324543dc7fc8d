"""Passes without a model, without sqlite-vec, and with another model than before."""

from __future__ import annotations

import sys

import pytest

from plugin.contracts.errors import Interrupted
from tests.fakes_encoder import OneEncoder, WordHashEncoder
from tests.integration.maintain.plant_files import PARAGRAPHS, snapshot
from tests.maintain_support import Folder, contents


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
