"""BM25 with documents as units, from the index of chunks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from plugin.embeddings.venv.store.document_terms import (
    DocumentChunks,
    document_scores,
    read_document_chunks,
)
from plugin.embeddings.venv.store.lexical import LexicalQuery, telling_matches
from tests.fixtures_search import CorpusFolder

if TYPE_CHECKING:
    from pathlib import Path

    from plugin.embeddings.venv.store.connection import CorpusConnection


@pytest.fixture
def corpus(tmp_path: Path) -> CorpusFolder:
    made = CorpusFolder(tmp_path)
    made.write("apples.txt", "apples grow\n\napples fall\n\nthe cellar is cold")
    made.write("mixed.txt", "apples once\n\nthe rest is on pears\n\nand on plums")
    made.write("ships.txt", "ships sail\n\nthe harbour is full\n\nropes")
    return made


def scores(connection: CorpusConnection, *words: str) -> dict[str, float]:
    matches = telling_matches(connection, LexicalQuery(tuple((word,) for word in words)))
    found = document_scores(connection, matches, read_document_chunks(connection))
    names: dict[int, str] = dict(connection.fetch_all("SELECT doc_id, path FROM documents"))
    return {names[doc_id]: score for doc_id, score in found.items()}


def test_more_chunks_with_a_term_score_higher(corpus: CorpusFolder) -> None:
    with corpus.open_writer() as connection:
        found = scores(connection, "apples")
    assert found.keys() == {"apples.txt", "mixed.txt"}
    assert found["apples.txt"] > found["mixed.txt"] > 0


def test_terms_in_different_paragraphs_add_up(corpus: CorpusFolder) -> None:
    with corpus.open_writer() as connection:
        both = scores(connection, "apples", "plums")
        one = scores(connection, "apples")
    assert both["mixed.txt"] > both["apples.txt"] == one["apples.txt"]


def test_nothing_asked_and_an_empty_corpus_score_nothing(tmp_path: Path) -> None:
    with CorpusFolder(tmp_path).open_writer() as connection:
        assert scores(connection, "apples") == {}
        assert document_scores(connection, (), read_document_chunks(connection)) == {}


def test_every_chunk_lies_in_its_document(corpus: CorpusFolder) -> None:
    corpus.write("mixed.txt", "written anew\n\nin two paragraphs")
    with corpus.open_writer() as connection:
        documents = read_document_chunks(connection)
        rows = connection.fetch_all(
            "SELECT c.chunk_id, p.doc_id FROM chunks c JOIN passages p USING (passage_id)"
        )
    for chunk_id, doc_id in rows:
        n_in_each = documents.n_in_each(np.array([chunk_id]))
        assert documents.doc_ids[np.flatnonzero(n_in_each)].tolist() == [doc_id]


def test_chunks_of_later_documents_are_nobodys() -> None:
    documents = DocumentChunks(np.array([7, 9]), np.array([1, 4]), np.array([3, 2]))
    assert documents.n_in_each(np.array([0, 1, 3, 4, 5, 6, 99])).tolist() == [2, 2]
