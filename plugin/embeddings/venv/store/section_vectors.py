"""The vectors of sections and documents: what lacks one, adding, and the means they are made of.

Owns: the rows of section_vectors and document_vectors. Does not own: builds (section_builds),
encoding (ingest) and search over them (unit_matrix). They are plain rows, not vec0: a removed
section leaves no hole, and foreign keys take them along.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..vectors import check_vectors
from .connection import atomic
from .sql import query, query_on_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..types import Vectors
    from .connection import CorpusConnection
    from .generations import Generation
    from .section_builds import SectionBuild

_LEAST_LENGTH = 1e-6  # opposite vectors have a mean that points nowhere: the first stands for all


@dataclass(frozen=True)
class PendingText:
    """A section's text without a vector, and a section that has it."""

    section_text_id: int
    section_id: int


def has_pending(connection: CorpusConnection, generation: Generation, build: SectionBuild) -> bool:
    """Return True when a section's text or a document has no vector in the generation and build.

    A copied file has no new text, and yet is a document.
    """
    row = (generation.generation_id, build.number)
    return any(
        connection.fetch_one(query(f"section_vectors.{name}"), row) is not None
        for name in ("any_pending_text", "any_pending_document")
    )


def pending_texts(
    connection: CorpusConnection,
    generation: Generation,
    build: SectionBuild,
    first_paths: Sequence[str] = (),
) -> list[PendingText]:
    """Return the texts without a vector: those of first_paths, then of the newest files first."""
    row = (generation.generation_id, build.number, json.dumps(list(first_paths)))
    return [
        PendingText(*found)
        for found in connection.fetch_all(query("section_vectors.pending_texts"), row)
    ]


def count_chunks(connection: CorpusConnection, section_ids: Sequence[int]) -> dict[int, int]:
    """Return section_id -> how many chunks it has, for those that have any."""
    rows = connection.fetch_all(query("section_vectors.n_chunks"), (json.dumps(list(section_ids)),))
    return dict(rows)


def chunk_centroid(
    connection: CorpusConnection, generation: Generation, section_id: int
) -> Vectors | None:
    """Return the mean of a section's chunk vectors, shape (1, dim); of one chunk its own vector.

    None where its chunks have no vectors yet.
    """
    sql = query_on_table("section_vectors.chunk_vectors", generation.table)
    rows = connection.fetch_all(sql, (generation.generation_id, section_id))
    return _mean([(1.0, row[0]) for row in rows])


def add_section_vectors(
    connection: CorpusConnection,
    generation: Generation,
    build: SectionBuild,
    section_text_ids: Sequence[int],
    vectors: Vectors,
) -> None:
    """Add one vector a text, shape (n, dim), in one transaction; texts that are gone are left out.

    Raises BadVectors before any write on a wrong shape, a zero or a non-finite row.
    """
    check_vectors(vectors, len(section_text_ids), generation.fingerprint.dim)
    rows = [
        (generation.generation_id, build.number, text_id, _blob(vector))
        for text_id, vector in zip(section_text_ids, vectors, strict=True)
    ]
    with atomic(connection):
        connection.executemany(query("section_vectors.insert_section_vector"), rows)


def add_document_vectors(
    connection: CorpusConnection, generation: Generation, build: SectionBuild
) -> None:
    """Give each document that lacks one the mean of its sections' vectors, by their lengths.

    Run when the sections' vectors are complete: it is one transaction and encodes nothing.
    """
    of_build = (generation.generation_id, build.number)
    pending = connection.fetch_all(query("section_vectors.pending_documents"), of_build)
    with atomic(connection):
        for (doc_id,) in pending:
            sections = connection.fetch_all(
                query("section_vectors.section_vectors_of_document"), (*of_build, doc_id)
            )
            mean = _mean([(float(n_chars), vector) for n_chars, vector in sections])
            if mean is not None:
                check_vectors(mean, 1, generation.fingerprint.dim)
                connection.execute(
                    query("section_vectors.insert_document_vector"),
                    (*of_build, doc_id, _blob(mean[0])),
                )


def _mean(weighted: Sequence[tuple[float, bytes]]) -> Vectors | None:
    """Return the weighted mean of vectors, scaled to length 1, shape (1, dim); None of nothing."""
    if not weighted:
        return None
    weights = np.array([weight for weight, _ in weighted], dtype=np.float32)
    blobs = b"".join(vector for _, vector in weighted)
    vectors = np.frombuffer(blobs, "<f4").reshape(len(weighted), -1)
    if len(vectors) == 1:
        return np.array(vectors, dtype=np.float32)
    mean = weights @ vectors / max(float(weights.sum()), 1.0)
    length = float(np.linalg.norm(mean))
    if length < _LEAST_LENGTH:
        return np.array(vectors[:1], dtype=np.float32)
    return np.asarray(mean / length, dtype=np.float32)[np.newaxis]


def _blob(vector: Vectors) -> bytes:
    return np.ascontiguousarray(vector, dtype="<f4").tobytes()
