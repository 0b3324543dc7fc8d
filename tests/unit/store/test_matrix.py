"""The resident matrix against plain float32, and how it keeps up with its file."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
import pytest

from plugin.embeddings.venv.store import matrix as matrix_module
from plugin.embeddings.venv.store.chunks import text_hash
from plugin.embeddings.venv.store.connection import CorpusConnection, atomic, open_corpus
from plugin.embeddings.venv.store.generations import Generation, open_generation
from plugin.embeddings.venv.store.matrix import load_matrix, refresh_matrix, search_matrix
from plugin.embeddings.venv.store.vectors import add_vectors, remove_texts
from plugin.embeddings.venv.types import Fingerprint

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from plugin.embeddings.venv.types import Vectors

DIM = 48
N = 2500  # more than two of vec0's blocks


def unit_vectors(n: int, seed: int) -> Vectors:
    drawn = np.random.default_rng(seed).normal(size=(n, DIM)).astype(np.float32)
    normalised: Vectors = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
    return normalised


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[CorpusConnection]:
    with open_corpus(tmp_path / "corpus.db", read_only=False) as opened:
        yield opened


def fill(connection: CorpusConnection, vectors: Vectors, first_id: int = 1) -> Generation:
    fingerprint = Fingerprint("test/random", "1", DIM, "", "", 512, 1)
    generation = open_generation(connection, fingerprint, time.time())
    ids = list(range(first_id, first_id + len(vectors)))
    with atomic(connection):
        connection.executemany(
            "INSERT INTO texts (text_id, text_hash, n_chars) VALUES (?, ?, 1)",
            [(text_id, text_hash(str(text_id))) for text_id in ids],
        )
        add_vectors(connection, generation, ids, vectors)
    return generation


def exact(vectors: Vectors, query: Vectors, k: int) -> list[int]:
    order = np.argsort(-(vectors @ query[0]), kind="stable")
    return [int(row) + 1 for row in order[:k]]


def test_the_ten_nearest_are_those_of_float32(connection: CorpusConnection) -> None:
    vectors = unit_vectors(N, 1)
    matrix = load_matrix(connection, fill(connection, vectors))
    assert matrix.codes.dtype == np.int8
    assert matrix.n_rows == N
    for seed in range(20, 30):
        query = unit_vectors(1, seed)
        found = search_matrix(connection, matrix, query, allowed_text_ids=None, limit=10)
        assert [text_id for text_id, _ in found] == exact(vectors, query, 10)
        assert found[0][1] == pytest.approx(float((vectors @ query[0]).max()), abs=1e-5)


def test_a_scope_is_searched_exactly(connection: CorpusConnection) -> None:
    vectors = unit_vectors(N, 2)
    matrix = load_matrix(connection, fill(connection, vectors))
    query = unit_vectors(1, 99)
    allowed = np.array([7, 500, 1999, 2400, 9999])
    found = search_matrix(connection, matrix, query, allowed_text_ids=allowed, limit=10)
    wanted = sorted(
        [7, 500, 1999, 2400], key=lambda text_id: -float(vectors[text_id - 1] @ query[0])
    )
    assert [text_id for text_id, _ in found] == wanted
    nothing = np.array([], dtype=np.int64)
    assert search_matrix(connection, matrix, query, allowed_text_ids=nothing, limit=10) == []


def test_refreshing_equals_loading_anew(connection: CorpusConnection) -> None:
    generation = fill(connection, unit_vectors(1500, 3))
    matrix = load_matrix(connection, generation)
    fill(connection, unit_vectors(40, 4), first_id=5000)
    remove_texts(connection, [1, 2, 1200, 5003])
    refreshed, loaded = refresh_matrix(connection, matrix), load_matrix(connection, generation)
    assert refreshed.seqs.tolist() == loaded.seqs.tolist()
    assert refreshed.text_ids.tolist() == loaded.text_ids.tolist()
    assert refreshed.n_rows == 1500 + 40 - 4
    query = unit_vectors(1, 5)
    answers = [
        search_matrix(connection, held, query, allowed_text_ids=None, limit=10)
        for held in (refreshed, loaded)
    ]
    assert answers[0] == answers[1]


def test_nothing_changed_is_the_same_matrix(connection: CorpusConnection) -> None:
    matrix = load_matrix(connection, fill(connection, unit_vectors(10, 6)))
    assert refresh_matrix(connection, matrix) is matrix


def test_an_empty_generation_finds_nothing(connection: CorpusConnection) -> None:
    matrix = load_matrix(connection, fill(connection, unit_vectors(0, 7)))
    query = unit_vectors(1, 8)
    assert search_matrix(connection, matrix, query, allowed_text_ids=None, limit=5) == []


def test_an_unknown_layout_is_read_through_vec0(
    connection: CorpusConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    generation = fill(connection, unit_vectors(1100, 9))
    by_blocks = load_matrix(connection, generation)
    monkeypatch.setattr(matrix_module, "_KNOWN_VEC0", "v9.")
    by_rows = load_matrix(connection, generation)
    assert (by_blocks.codes == by_rows.codes).all()
    assert by_blocks.scale == by_rows.scale
