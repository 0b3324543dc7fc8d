"""Sections in real passes: their facts, their vectors, and what a cancel or a rebuild leaves."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import BadRequest, Interrupted
from plugin.contracts.models import NO_MODEL_ID
from plugin.embeddings.venv.store.connection import open_corpus
from plugin.embeddings.venv.store.driver import sqlite_module
from plugin.embeddings.venv.store.migrations import latest_version, migrate, migrations
from tests.fakes_encoder import OneEncoder
from tests.maintain_support import Folder, contents

if TYPE_CHECKING:
    from pathlib import Path

PREFACE = "Before anything a word of thanks to all readers of the apples chapter."
APPLES = "Apples keep best in a cool cellar, laid out on straw without touching."
PEARS = "Pears ripen from within and must be eaten on the very day."
NOTE = "A single note about plums, alone in its file."
MARKDOWN = f"{PREFACE}\n\n# Fruit\n\n{APPLES}\n\n{PEARS}\n\n## Pears\n\n{PEARS}\n\nAnd again.\n"
N_SECTIONS = 4


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    made = Folder(tmp_path / "documents")
    made.write("fruit.md", MARKDOWN)
    made.write("note.txt", NOTE)
    return made


def n_vectors(folder: Folder) -> tuple[object, ...]:
    return folder.rows(
        "SELECT (SELECT count(*) FROM section_vectors), (SELECT count(*) FROM document_vectors)"
    )[0]


def test_a_pass_gives_every_section_and_document_a_vector(folder: Folder) -> None:
    folder.maintain()
    paths = folder.rows("SELECT heading_path FROM sections ORDER BY doc_id, ordinal")
    assert sorted(json.loads(str(row[0])) for row in paths) == [
        [],
        [],
        ["Fruit"],
        ["Fruit", "Pears"],
    ]
    assert n_vectors(folder) == (N_SECTIONS, 2)
    assert folder.problems() == []


@pytest.mark.parametrize(
    ("strategy", "encoded"),
    [
        ("centroid", []),
        ("rawspan", [f"Fruit\n{APPLES}\n{PEARS}", f"Fruit\nPears\n{PEARS}\nAnd again."]),
    ],
)
def test_only_sections_of_several_chunks_are_encoded(
    folder: Folder, strategy: str, encoded: list[str]
) -> None:
    folder.maintain(section_strategy=strategy)
    texts = {str(row[0]) for row in folder.rows("SELECT text FROM passages")}
    again = [text for text in folder.encoded if text not in texts]
    assert sorted(again) == encoded


def test_chunks_and_their_vectors_do_not_depend_on_sections(folder: Folder, tmp_path: Path) -> None:
    folder.maintain(section_strategy="rawspan")
    with_sections = contents(folder.db_path)
    other = Folder(tmp_path / "documents")
    shutil.rmtree(other.db_path.parent)
    other.maintain(section_strategy="centroid")
    by_means = contents(other.db_path)
    assert by_means.section_vectors != with_sections.section_vectors
    assert (by_means.chunks, by_means.texts) == (with_sections.chunks, with_sections.texts)
    assert by_means.vectors == with_sections.vectors
    shutil.rmtree(other.db_path.parent)
    other.encoders = OneEncoder(encoder=None)  # no model, so no vector of any level
    other.maintain()
    assert contents(other.db_path).chunks == with_sections.chunks
    assert contents(other.db_path).texts == with_sections.texts


def test_facts_are_told_of_each_section_in_any_language(folder: Folder) -> None:
    folder.write("obst.txt", "Die Äpfel und die Birnen. Äpfel sind das Obst der Stadt. Äpfel.")
    folder.write("tokyo.txt", "東京は大きい。東京の駅は大きい。" * 4)
    folder.maintain()
    rows = folder.rows(
        "SELECT d.path, n_words, s.n_chars, keywords FROM sections s JOIN documents d"
        " USING (doc_id) WHERE d.path IN ('obst.txt', 'tokyo.txt') ORDER BY d.path"
    )
    german, japanese = ({"n": row[1], "words": json.loads(str(row[3]))} for row in rows)
    assert german["n"] == 12
    assert german["words"][:4] == ["äpfel", "birnen", "obst", "stadt"]
    assert "東京" in japanese["words"][:2]


def test_a_moved_file_and_an_edit_elsewhere_encode_no_section_again(folder: Folder) -> None:
    folder.maintain(section_strategy="rawspan")
    n_before = len(folder.encoded)
    (folder.path / "fruit.md").rename(folder.path / "moved.md")
    folder.maintain()
    assert len(folder.encoded) == n_before
    folder.write("moved.md", MARKDOWN.replace("And again.", "And once more."))
    folder.maintain()
    assert len(folder.encoded) == n_before + 2  # the new chunk, and the one section it is in
    assert n_vectors(folder) == (N_SECTIONS, 2)


def test_removed_sections_leave_no_text_and_no_vector(folder: Folder) -> None:
    folder.maintain()
    (folder.path / "fruit.md").unlink()
    folder.maintain()
    assert folder.rows("SELECT count(*) FROM section_texts") == [(1,)]
    assert n_vectors(folder) == (1, 1)
    assert folder.problems() == []


def test_a_pass_cancelled_among_the_sections_goes_on_where_it_was(folder: Folder) -> None:
    for number in range(30):
        folder.write(f"{number}.md", f"# Head {number}\n\nFirst {number}.\n\nSecond {number}.")
    n_chunks_known = 0

    def stop_in_the_sections() -> None:
        nonlocal n_chunks_known
        n_sections = sum("\n" in text for text in folder.encoded)
        if n_sections:
            n_chunks_known = len(folder.encoded) - n_sections
            raise Interrupted("Stopped.")

    with pytest.raises(Interrupted):
        folder.maintain(check=stop_in_the_sections, section_strategy="rawspan")
    assert 0 < int(str(n_vectors(folder)[0])) < 30
    assert folder.rows("SELECT count(*) FROM vector_log") == [(n_chunks_known,)]
    folder.maintain()
    assert len(set(folder.encoded)) == len(folder.encoded)  # nothing twice
    assert n_vectors(folder) == (30 + N_SECTIONS, 32)
    assert folder.problems() == []


def test_a_wrong_strategy_is_refused_before_anything_is_done(folder: Folder) -> None:
    with pytest.raises(BadRequest, match="must be 'centroid' or 'rawspan', not 'both'"):
        folder.maintain(section_strategy="both")
    assert not folder.db_path.exists()


def test_the_strategy_is_kept_until_a_rebuild_is_asked_for(folder: Folder) -> None:
    folder.maintain(section_strategy="centroid")
    n_before = len(folder.encoded)
    report = folder.maintain(section_strategy="rawspan")
    assert any("'centroid'" in note and "rebuild" in note for note in report.notes)
    assert len(folder.encoded) == n_before
    report = folder.maintain(rebuild_sections=True)
    assert (report.n_encoded, report.n_sections_encoded) == (0, 0)
    assert report.n_sections_averaged == N_SECTIONS
    report = folder.maintain(rebuild_sections=True, section_strategy="rawspan")
    assert (report.n_encoded, report.n_sections_encoded) == (0, 2)
    assert report.n_sections_averaged == N_SECTIONS - 2
    assert len(folder.encoded) == n_before + 2
    kept = folder.rows("SELECT value FROM settings WHERE name = 'section_strategy'")
    assert kept == [("rawspan",)]
    assert n_vectors(folder) == (N_SECTIONS, 2)
    assert folder.problems() == []


def test_a_rebuild_that_is_cancelled_leaves_the_old_vectors_and_is_gone_on_with(
    folder: Folder,
) -> None:
    folder.maintain(section_strategy="centroid")
    old = folder.rows("SELECT section_text_id, vector FROM section_vectors")

    def stop_in_the_sections() -> None:
        if any("\n" in text for text in folder.encoded):
            raise Interrupted("Stopped.")

    with pytest.raises(Interrupted):
        folder.maintain(
            check=stop_in_the_sections, rebuild_sections=True, section_strategy="rawspan"
        )
    strategy = "SELECT value FROM settings WHERE name = 'section_strategy'"
    assert folder.rows(strategy) == [("centroid",)]
    answering = "SELECT section_text_id, vector FROM section_vectors WHERE build = 1"
    assert folder.rows(answering) == old
    folder.maintain()
    assert folder.rows(strategy) == [("rawspan",)]
    assert folder.rows("SELECT DISTINCT build FROM section_vectors") == [(2,)]
    assert n_vectors(folder) == (N_SECTIONS, 2)


def test_a_rebuild_without_a_model_is_told_to_wait_for_one(folder: Folder) -> None:
    folder.maintain()
    encoders, folder.encoders = folder.encoders, OneEncoder(encoder=None)
    waits = "The vectors of sections are not made anew yet; the next pass with a model goes on."
    assert waits in folder.maintain(rebuild_sections=True).notes
    folder.encoders = encoders
    report = folder.maintain()
    assert waits not in report.notes
    assert report.n_sections_averaged == N_SECTIONS


def as_of_schema_3(folder: Folder) -> None:
    """Bring the corpus back to the schema before sections had texts and vectors."""
    rows = {}
    tables = ("documents", "sections", "passages", "texts", "chunks", "generations", "vector_log")
    new = folder.db_path.with_suffix(".old")
    db = sqlite_module().connect(str(new), isolation_level=None)
    migrate(db, migrations()[:3])
    with open_corpus(folder.db_path, read_only=False) as corpus:
        for table in tables:
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
            names = ", ".join(columns)
            rows[table] = corpus.fetch_all(f"SELECT {names} FROM {table}")  # noqa: S608
            marks = ", ".join("?" * len(columns))
            db.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows[table])  # noqa: S608
    db.close()
    new.replace(folder.db_path)


def test_a_corpus_of_schema_3_gets_its_sections_without_reading_a_file_again(
    folder: Folder,
) -> None:
    folder.encoders = OneEncoder(encoder=None)
    folder.maintain()
    as_of_schema_3(folder)
    folder.extractor.read.clear()
    folder.encoders = OneEncoder()
    folder.maintain()
    assert folder.rows("PRAGMA user_version") == [(latest_version(),)]
    assert folder.extractor.read == []
    assert folder.rows("SELECT count(*) FROM sections WHERE n_words IS NULL") == [(0,)]
    assert n_vectors(folder) == (N_SECTIONS, 2)
    folder.maintain(model_id=NO_MODEL_ID)  # there is nothing left to do
    assert folder.extractor.read == []
