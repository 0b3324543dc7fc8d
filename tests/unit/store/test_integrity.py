"""Each kind of damage is made on purpose and has to be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from plugin.embeddings.venv.store.connection import CorpusConnection, open_corpus
from plugin.embeddings.venv.store.documents import publish_document
from plugin.embeddings.venv.store.files import move_aside, remove_corpus_files
from plugin.embeddings.venv.store.generations import open_generation
from plugin.embeddings.venv.store.integrity import check_corpus
from plugin.embeddings.venv.store.vectors import add_vectors
from plugin.embeddings.venv.types import Fingerprint
from tests.unit.store.test_documents import content, text_passage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[CorpusConnection]:
    with open_corpus(tmp_path / "corpus.db", read_only=False) as connection:
        for name in ("a", "b"):
            passage = text_passage(0, f"some words of {name} about cats", "Heading")
            publish_document(connection, content(f"{name}.odt", passage, title="Title"))
        generation = open_generation(connection, Fingerprint("m", "r", 4, "", "", 9, 1), 0.0)
        add_vectors(connection, generation, [1, 2], np.ones((2, 4), dtype=np.float32))
        yield connection


def test_a_sound_corpus_has_no_problems_for_readers_either(corpus: CorpusConnection) -> None:
    assert check_corpus(corpus) == []
    with open_corpus(corpus.path, read_only=True) as reader:
        assert check_corpus(reader) == []


@pytest.mark.parametrize(
    ("damage", "word"),
    [
        ("DELETE FROM chunks_fts WHERE rowid = 1", "lack a keyword-index entry"),
        ("INSERT INTO chunks_fts (rowid, body) VALUES (77, 'x')", "have no chunk"),
        ("UPDATE passages SET text = 'other words of a about dogs'", "another text"),
        ("UPDATE documents SET title = 'Changed'", "title of chunk"),
        ("UPDATE sections SET heading_path = '[\"Changed\"]'", "heading of chunk"),
        ("UPDATE documents SET n_chunks = 9", "wrong counts"),
        ("DELETE FROM vectors_1 WHERE rowid = 1", "logged vectors are missing"),
        ("DELETE FROM vector_log WHERE seq = 1", "not logged"),
        ("UPDATE chunks_fts_data SET block = x'00' WHERE id > 10", "corruption"),
    ],
)
def test_damage_is_seen(corpus: CorpusConnection, damage: str, word: str) -> None:
    corpus.execute(damage)
    assert any(word in problem for problem in check_corpus(corpus))


def test_a_row_without_its_parent_is_seen(corpus: CorpusConnection) -> None:
    corpus.execute("PRAGMA foreign_keys = OFF")
    corpus.execute("DELETE FROM sections WHERE section_id = 1")
    assert any("missing row of sections" in problem for problem in check_corpus(corpus))


def test_a_page_of_noise_is_seen(corpus: CorpusConnection) -> None:
    corpus.close()
    noise = bytearray(corpus.path.read_bytes())
    noise[8192 * 3 : 8192 * 5] = b"\xa5" * 8192 * 2
    corpus.path.write_bytes(noise)
    with open_corpus(corpus.path, read_only=True) as reader:
        assert check_corpus(reader)


def test_a_corpus_is_removed_or_moved_aside_with_its_journals(tmp_path: Path) -> None:
    path = tmp_path / "corpus.db"
    names = ["corpus.db", "corpus.db-shm", "corpus.db-wal"]
    for name in names:
        (tmp_path / name).write_text("x")
    assert move_aside(path) == tmp_path / "corpus.db.damaged"
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "corpus.db.damaged",
        "corpus.db.damaged-shm",
        "corpus.db.damaged-wal",
    ]
    for name in names:
        (tmp_path / name).write_text("y")
    remove_corpus_files(path)
    assert not [name for name in names if (tmp_path / name).exists()]
