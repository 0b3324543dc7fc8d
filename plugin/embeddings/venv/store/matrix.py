"""The dense leg's resident matrix: a generation's vectors as int8, searched exactly.

Owns: loading, keeping up, scoring and rescoring. Does not own: which chunks have a text (lookup)
nor the encoder (embed). vec0 stays the file format; scanning it costs 14 times as much as a
resident int8 matrix at 100,000 vectors.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .int8 import INT8_MAX, quantise, query_scores, scale_of, top
from .sql import query, query_on_table, quote_identifier

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from ..types import Vectors
    from .connection import CorpusConnection
    from .generations import Generation
    from .int8 import Codes

    Ids = npt.NDArray[np.int64]
    _Block = tuple[Ids, Vectors]

RESCORE_SPARE = 50  # int8 moves a cosine by 0.005: few change places
_KNOWN_VEC0 = "v0.1."  # versions whose shadow tables are laid out as read here


@dataclass
class VectorMatrix:
    """Rows of int8 codes with their seq and text ids; code * scale is about the float32 value.

    One scale serves all rows, so that integer dot products compare across rows. Recall at 10
    against float32 is 0.99, and rescoring twice the wanted rows makes up for the rest.
    """

    generation: Generation
    codes: Codes
    seqs: Ids
    text_ids: Ids
    scale: float

    @property
    def n_rows(self) -> int:
        """Return the number of vectors held."""
        return len(self.seqs)


def load_matrix(connection: CorpusConnection, generation: Generation) -> VectorMatrix:
    """Return all live vectors of a generation, quantised with one scale (absolute maximum).

    Call inside a transaction, so that the log and the vectors are of one moment.
    """
    seqs, text_ids = _read_log(connection, generation, after_seq=0)
    # Twice over the blocks: all of them in float32 at once would be four times the matrix.
    largest = max(
        (float(np.abs(vectors).max(initial=0.0)) for _, vectors in _blocks(connection, generation)),
        default=0.0,
    )
    scale = scale_of(largest)
    codes = np.zeros((len(seqs), generation.fingerprint.dim), dtype=np.int8)
    for rowids, vectors in _blocks(connection, generation):
        places = np.searchsorted(seqs, rowids)
        logged = np.isin(rowids, seqs)
        codes[places[logged]] = quantise(vectors[logged], scale)
    return VectorMatrix(generation, codes, seqs, text_ids, scale)


def refresh_matrix(connection: CorpusConnection, matrix: VectorMatrix) -> VectorMatrix:
    """Return the matrix with what was added and without what was removed since it was loaded.

    Only the rows after the last seq are read; the rows of removed texts are dropped by the log.
    """
    generation = matrix.generation
    last_seq = int(matrix.seqs[-1]) if matrix.n_rows else 0
    seqs, text_ids = _read_log(connection, generation, after_seq=last_seq)
    n_live = connection.fetch_all(query("read_vectors.n_live"), (generation.generation_id,))
    n_new = len(seqs)
    if matrix.n_rows + n_new != int(n_live[0][0]):
        matrix = _without_removed(connection, matrix, last_seq)
    if not n_new:
        return matrix
    vectors = _vectors_one_by_one(connection, generation, seqs)
    if np.abs(vectors).max() > matrix.scale * INT8_MAX * 1.1:
        return load_matrix(connection, generation)
    return VectorMatrix(
        generation,
        np.concatenate([matrix.codes, quantise(vectors, matrix.scale)]),
        np.concatenate([matrix.seqs, seqs]),
        np.concatenate([matrix.text_ids, text_ids]),
        matrix.scale,
    )


def search_matrix(
    connection: CorpusConnection,
    matrix: VectorMatrix,
    query_vector: Vectors,
    *,
    allowed_text_ids: Ids | None,
    limit: int,
) -> list[tuple[int, float]]:
    """Return up to limit (text_id, cosine), best first, ties by text_id.

    query_vector has shape (1, dim), L2-normalised. The scan is exact among allowed_text_ids
    (None allows all); 50 more than the limit are rescored in float32 from the file.
    """
    rows = np.arange(matrix.n_rows)
    if allowed_text_ids is not None:
        rows = np.flatnonzero(np.isin(matrix.text_ids, allowed_text_ids))
    codes = matrix.codes if allowed_text_ids is None else matrix.codes[rows]
    if not len(rows):
        return []
    vector = query_vector[0]
    scores = query_scores(codes, vector)
    best = rows[top(scores, limit + RESCORE_SPARE)]
    cosines = _vectors_one_by_one(connection, matrix.generation, matrix.seqs[best]) @ vector
    scored = zip(matrix.text_ids[best].tolist(), cosines.tolist(), strict=True)
    return sorted(scored, key=lambda entry: (-entry[1], entry[0]))[:limit]


def vectors_of_texts(
    connection: CorpusConnection, matrix: VectorMatrix, text_ids: Sequence[int]
) -> dict[int, Vectors]:
    """Return text_id -> its float32 vector, shape (dim,), for those of text_ids that have one."""
    rows = np.flatnonzero(np.isin(matrix.text_ids, np.array(text_ids, dtype=np.int64)))
    vectors = _vectors_one_by_one(connection, matrix.generation, matrix.seqs[rows])
    return dict(zip(matrix.text_ids[rows].tolist(), vectors, strict=True))


def _read_log(
    connection: CorpusConnection, generation: Generation, *, after_seq: int
) -> tuple[Ids, Ids]:
    rows = connection.fetch_all(query("read_vectors.log"), (generation.generation_id, after_seq))
    table = np.array(rows, dtype=np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def _without_removed(
    connection: CorpusConnection, matrix: VectorMatrix, last_seq: int
) -> VectorMatrix:
    seqs, _ = _read_log(connection, matrix.generation, after_seq=0)
    live = np.isin(matrix.seqs, seqs[seqs <= last_seq])
    return VectorMatrix(
        matrix.generation,
        matrix.codes[live],
        matrix.seqs[live],
        matrix.text_ids[live],
        matrix.scale,
    )


def _blocks(connection: CorpusConnection, generation: Generation) -> Iterator[_Block]:
    """Return an iterator over (rowids, vectors), a block of live rows at a time."""
    known = _has_known_layout(connection, generation)
    return (_read_blocks if known else _read_rows)(connection, generation)


def _has_known_layout(connection: CorpusConnection, generation: Generation) -> bool:
    """Return True when vec0's shadow tables can be read as they are, in blocks of 1,024 rows."""
    shadow = f"{generation.table}_vector_chunks00"
    if connection.fetch_one(query("read_vectors.layout"), (shadow,)) is None:
        return False
    sql = query_on_table("read_vectors.info", f"{generation.table}_info")
    row = connection.fetch_one(sql, ("CREATE_VERSION",))
    return row is not None and str(row[0]).startswith(_KNOWN_VEC0)


def _read_blocks(connection: CorpusConnection, generation: Generation) -> Iterator[_Block]:
    sql = query_on_table("read_vectors.blocks", f"{generation.table}_chunks").replace(
        "{vectors}", quote_identifier(f"{generation.table}_vector_chunks00")
    )
    for rowids, validity, blob in connection.execute(sql):
        bits = np.unpackbits(np.frombuffer(validity, np.uint8), bitorder="little")
        live = bits.astype(np.bool_)
        vectors = np.frombuffer(blob, "<f4").reshape(-1, generation.fingerprint.dim)
        yield np.frombuffer(rowids, "<i8")[live], vectors[live]


def _read_rows(connection: CorpusConnection, generation: Generation) -> Iterator[_Block]:
    sql = query_on_table("read_vectors.all_vectors", generation.table)
    for rowid, blob in connection.execute(sql):
        yield np.array([rowid]), np.frombuffer(blob, "<f4")[np.newaxis]


def _vectors_one_by_one(connection: CorpusConnection, generation: Generation, seqs: Ids) -> Vectors:
    """Return the float32 vectors of a few seqs, shape (len(seqs), dim)."""
    sql = query_on_table("read_vectors.vector", generation.table)
    blobs = [connection.fetch_all(sql, (int(seq),))[0][0] for seq in seqs]
    return np.frombuffer(b"".join(blobs), "<f4").reshape(-1, generation.fingerprint.dim)
