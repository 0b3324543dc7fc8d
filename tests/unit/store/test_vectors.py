from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from plugin.contracts.errors import BadVectors
from plugin.embeddings.venv.store.connection import CorpusConnection, open_corpus
from plugin.embeddings.venv.store.documents import publish_document, remove_document
from plugin.embeddings.venv.store.generations import open_generation
from plugin.embeddings.venv.store.integrity import check_corpus
from plugin.embeddings.venv.store.vectors import (
    add_vectors,
    compact,
    copy_vectors,
    n_pending,
    needs_compaction,
    pending_text_ids,
    remove_texts,
    texts_by_id,
)
from plugin.embeddings.venv.types import Fingerprint
from tests.fakes_encoder import word_hash_vector
from tests.unit.store.test_documents import content, text_passage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from plugin.embeddings.venv.store.generations import Generation

ONE = Fingerprint("one", "r", 4, "", "", 512, 1)
OTHER = Fingerprint("other", "r", 8, "", "", 512, 1)


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[CorpusConnection]:
    with open_corpus(tmp_path / "corpus.db", read_only=False) as connection:
        yield connection


def fill(corpus: CorpusConnection, generation: Generation) -> int:
    ids = pending_text_ids(corpus, generation)
    texts = texts_by_id(corpus, ids)
    dim = generation.fingerprint.dim
    return add_vectors(
        corpus, generation, ids, np.stack([word_hash_vector(texts[i], dim) for i in ids])
    )


def publish(corpus: CorpusConnection, path: str, *texts: str) -> None:
    publish_document(corpus, content(path, *(text_passage(i, t) for i, t in enumerate(texts))))


def test_vectors_are_kept_with_cosine_distance(corpus: CorpusConnection) -> None:
    publish(corpus, "a.odt", "first", "second", "third")
    generation = open_generation(corpus, ONE, 0.0)
    assert fill(corpus, generation) == 3
    assert n_pending(corpus, generation) == 0
    found = corpus.fetch_all(
        "SELECT rowid, distance FROM vectors_1 WHERE embedding MATCH ? AND k = 1",
        (5 * word_hash_vector("second", 4),),
    )
    texts = {text: text_id for text_id, text in texts_by_id(corpus, [1, 2, 3]).items()}
    seq = corpus.fetch_all("SELECT seq FROM vector_log WHERE text_id = ?", (texts["second"],))
    assert found == [(seq[0][0], pytest.approx(0, abs=1e-6))]
    assert check_corpus(corpus) == []


def test_texts_of_the_asked_files_come_first_then_the_newest(corpus: CorpusConnection) -> None:
    for path, mtime_ns in (("old", 1), ("new", 3), ("middle", 2)):
        made = content(path, text_passage(0, path))
        publish_document(corpus, replace(made, stamp=replace(made.stamp, mtime_ns=mtime_ns)))
    generation = open_generation(corpus, ONE, 0.0)
    for first, order in (((), ["new", "middle", "old"]), (("old",), ["old", "new", "middle"])):
        ids = pending_text_ids(corpus, generation, first)
        assert [texts_by_id(corpus, ids)[text_id] for text_id in ids] == order


def test_adding_twice_adds_once_and_gone_texts_are_passed_over(corpus: CorpusConnection) -> None:
    publish(corpus, "a.odt", "first")
    generation = open_generation(corpus, ONE, 0.0)
    ones = np.ones((2, 4), dtype=np.float32)
    assert add_vectors(corpus, generation, [1, 99], ones) == 1
    assert add_vectors(corpus, generation, [1, 99], ones) == 0
    assert check_corpus(corpus) == []


@pytest.mark.parametrize(
    "vectors",
    [
        np.ones((1, 3), dtype=np.float32),
        np.ones((2, 4), dtype=np.float32),
        np.zeros((1, 4), dtype=np.float32),
        np.full((1, 4), np.nan, dtype=np.float32),
        np.full((1, 4), np.inf, dtype=np.float32),
    ],
)
def test_bad_vectors_are_refused_before_any_write(
    corpus: CorpusConnection, vectors: np.ndarray[tuple[int, int], np.dtype[np.float32]]
) -> None:
    publish(corpus, "a.odt", "first")
    generation = open_generation(corpus, ONE, 0.0)
    with pytest.raises(BadVectors):
        add_vectors(corpus, generation, [1], vectors)
    assert n_pending(corpus, generation) == 1
    assert check_corpus(corpus) == []


def test_removed_texts_take_their_vectors_along_in_every_generation(
    corpus: CorpusConnection,
) -> None:
    publish(corpus, "a.odt", "first", "second")
    first = open_generation(corpus, ONE, 0.0)
    fill(corpus, first)
    second = open_generation(corpus, OTHER, 0.0)
    fill(corpus, second)
    remove_document(corpus, "a.odt")
    remove_texts(corpus, [1])
    for generation in (first, second):
        assert corpus.fetch_all(f"SELECT count(*) FROM {generation.table}") == [(1,)]  # noqa: S608
    assert check_corpus(corpus) == []


def test_vectors_are_copied_for_another_chunker(corpus: CorpusConnection) -> None:
    publish(corpus, "a.odt", *(f"text {number}" for number in range(30)))
    old = open_generation(corpus, ONE, 0.0)
    fill(corpus, old)
    new = open_generation(corpus, replace(ONE, chunker_version=2), 0.0)
    assert copy_vectors(corpus, old, new) == 30
    assert copy_vectors(corpus, old, new) == 0
    by_text = (
        "SELECT embedding FROM {} v JOIN vector_log l ON l.seq = v.rowid"
        " WHERE generation_id = ? ORDER BY text_id"
    )
    assert corpus.fetch_all(by_text.format(old.table), (1,)) == corpus.fetch_all(
        by_text.format(new.table), (2,)
    )
    assert check_corpus(corpus) == []


def test_wider_vectors_of_one_model_are_copied_cut(corpus: CorpusConnection) -> None:
    publish(corpus, "a.odt", *(f"text {number}" for number in range(30)))
    wide = open_generation(corpus, ONE, 0.0)
    fill(corpus, wide)
    narrow = open_generation(corpus, replace(ONE, dim=2, native_dim=4), 0.0)
    assert copy_vectors(corpus, wide, narrow) == 30
    in_order = "SELECT embedding FROM {} ORDER BY rowid"
    rows = [corpus.fetch_all(in_order.format(g.table)) for g in (wide, narrow)]
    whole, copied = (np.frombuffer(b"".join(row[0] for row in of), "<f4") for of in rows)
    copied, first = copied.reshape(30, 2), whole.reshape(30, 4)[:, :2]
    assert np.allclose(copied, first / np.linalg.norm(first, axis=1, keepdims=True))
    assert check_corpus(corpus) == []


def test_a_table_of_holes_is_written_anew_with_the_same_rows(corpus: CorpusConnection) -> None:
    publish(corpus, "a.odt", *(f"text {number}" for number in range(2100)))
    generation = open_generation(corpus, ONE, 0.0)
    fill(corpus, generation)
    assert not needs_compaction(corpus, generation)
    remove_document(corpus, "a.odt")
    remove_texts(corpus, list(range(1, 2001)))
    assert needs_compaction(corpus, generation)
    rows = corpus.fetch_all("SELECT rowid, embedding FROM vectors_1 ORDER BY rowid")
    compact(corpus, generation)
    assert corpus.fetch_all("SELECT rowid, embedding FROM vectors_1 ORDER BY rowid") == rows
    assert len(rows) == 100
    assert not needs_compaction(corpus, generation)
    assert check_corpus(corpus) == []
