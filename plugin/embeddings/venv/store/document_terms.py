"""How much of a query each document has, all its chunks together: BM25 with documents as units.

Owns: which chunks are whose, and the documents' scores. Does not own: which terms are looked up
(lexical) and how a document's score joins that of its best chunk (search). No second index: a
term's frequency in a document is the number of its chunks that have it, a document's length the
number of its chunks.

Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .sql import query

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from .connection import CorpusConnection

    Ids = npt.NDArray[np.int64]

K1 = 3.0
B = 0.9
"""Chosen on Cranfield, CISI and 462 office files. A chunk that has a term says more than one more
occurrence would, so frequency saturates later than BM25's usual 1.2."""


@dataclass(frozen=True)
class DocumentChunks:
    """The documents with chunks, by first chunk: its ids are first_ids[i] and the n_chunks[i] on.

    A document's chunks are inserted in one transaction, so their ids are consecutive.
    """

    doc_ids: Ids
    first_ids: Ids
    n_chunks: Ids

    def n_in_each(self, chunk_ids: Ids) -> Ids:
        """Return how many of chunk_ids lie in each document, shape as doc_ids."""
        places = np.searchsorted(self.first_ids, chunk_ids, side="right") - 1
        # Chunks that were added since the documents were read are nobody's yet.
        known = (places >= 0) & (chunk_ids < self.first_ids[places] + self.n_chunks[places])
        return np.bincount(places[known], minlength=len(self.doc_ids)).astype(np.int64)


def read_document_chunks(connection: CorpusConnection) -> DocumentChunks:
    """Return which chunks are whose; some 10 microseconds a document."""
    rows = connection.fetch_all(query("document_terms.first_chunks"))
    ids = np.array(rows, dtype=np.int64).reshape(-1, 3)
    ids = ids[np.argsort(ids[:, 1])]
    return DocumentChunks(ids[:, 0], ids[:, 1], ids[:, 2])


def document_scores(
    connection: CorpusConnection, matches: Sequence[str], documents: DocumentChunks
) -> dict[int, float]:
    """Return doc_id -> BM25 score of the documents that have any of the terms.

    matches are FTS5 match strings, one a term.
    """
    n_all = len(documents.doc_ids)
    if not n_all or not matches:
        return {}
    scores = np.zeros(n_all)
    length = documents.n_chunks / documents.n_chunks.mean()
    saturation = K1 * (1 - B + B * length)
    for match in matches:
        n_chunks = documents.n_in_each(_chunks_with(connection, match))
        n_documents = int(np.count_nonzero(n_chunks))
        idf = math.log1p((n_all - n_documents + 0.5) / (n_documents + 0.5))
        scores += idf * n_chunks * (K1 + 1) / (n_chunks + saturation)
    found = np.flatnonzero(scores)
    return dict(zip(documents.doc_ids[found].tolist(), scores[found].tolist(), strict=True))


def _chunks_with(connection: CorpusConnection, match: str) -> Ids:
    # One JSON array instead of a row a chunk: a third of the time.
    found = connection.fetch_all(query("document_terms.chunks_with"), (match,))
    return np.array(json.loads(found[0][0]), dtype=np.int64)
