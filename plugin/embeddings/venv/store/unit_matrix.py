"""The resident matrix of a level above chunks: sections' or documents' vectors as int8.

Owns: loading, keeping up and searching one level of one build. Does not own: which build answers
(section_builds) and the chunks' matrix (matrix), whose rows lie in vec0. A few rows a file, so
what changed is found by comparing the log of seqs.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from .int8 import INT8_MAX, quantise, query_scores, scale_of, top
from .scope import scoped_query
from .sql import query_on_table, quote_identifier

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from ..types import Vectors
    from .connection import CorpusConnection
    from .generations import Generation
    from .int8 import Codes
    from .lexical import Ranking
    from .scope import Scope
    from .section_builds import SectionBuild

    Ids = npt.NDArray[np.int64]

RESCORE_SPARE = 50  # int8 moves a cosine by 0.005: few change places
MAX_SECTIONS_OF_TEXTS = 2000
_ROWS_AT_ONCE = 1024
_MAX_OVERSHOOT = 1.1


class Unit(str, Enum):
    """A level above chunks; the value is its table of vectors."""

    SECTION = "section_vectors"
    DOCUMENT = "document_vectors"

    @property
    def id_column(self) -> str:
        """Return the column that says whose the vector is."""
        return "section_text_id" if self is Unit.SECTION else "doc_id"


@dataclass(frozen=True)
class UnitSource:
    """Which vectors a matrix holds."""

    unit: Unit
    generation: Generation
    build: SectionBuild

    @property
    def key(self) -> tuple[Unit, int, int]:
        """Return what tells one matrix from another."""
        return self.unit, self.generation.generation_id, self.build.number


@dataclass(frozen=True)
class UnitMatrix:
    """Rows of int8 codes with their seqs and ids; ids are of section texts, or of documents."""

    source: UnitSource
    codes: Codes
    seqs: Ids
    ids: Ids
    scale: float

    @property
    def n_rows(self) -> int:
        """Return the number of vectors held."""
        return len(self.seqs)


def load_units(connection: CorpusConnection, source: UnitSource) -> UnitMatrix:
    """Return all vectors of a level, quantised with one scale; call inside a transaction."""
    seqs, ids = _read_log(connection, source, after_seq=0)
    largest = max((float(np.abs(part).max()) for part in _parts(connection, source, 0)), default=0)
    scale = scale_of(largest)
    parts = [quantise(part, scale) for part in _parts(connection, source, 0)]
    dim = source.generation.fingerprint.dim
    codes = np.concatenate(parts) if parts else np.zeros((0, dim), np.int8)
    return UnitMatrix(source, codes, seqs, ids, scale)


def refresh_units(connection: CorpusConnection, matrix: UnitMatrix) -> UnitMatrix:
    """Return the matrix with what was added and without what was removed since it was loaded."""
    last_seq = int(matrix.seqs[-1]) if matrix.n_rows else 0
    seqs, ids = _read_log(connection, matrix.source, after_seq=last_seq)
    n_live = int(connection.fetch_all(_sql("n_live", matrix.source.unit), _of(matrix.source))[0][0])
    if matrix.n_rows + len(seqs) != n_live:
        live, _ = _read_log(connection, matrix.source, after_seq=0)
        matrix = _kept(matrix, np.isin(matrix.seqs, live))
    if not len(seqs):
        return matrix
    vectors = np.concatenate(list(_parts(connection, matrix.source, last_seq)))
    if np.abs(vectors).max() > matrix.scale * INT8_MAX * _MAX_OVERSHOOT:
        return load_units(connection, matrix.source)
    return replace(
        matrix,
        codes=np.concatenate([matrix.codes, quantise(vectors, matrix.scale)]),
        seqs=np.concatenate([matrix.seqs, seqs]),
        ids=np.concatenate([matrix.ids, ids]),
    )


def nearest_units(
    connection: CorpusConnection,
    matrix: UnitMatrix,
    query_vector: Vectors,
    scope: Scope,
    *,
    limit: int,
) -> Ranking:
    """Return up to limit (id, cosine), best first, ties by id; ids are the matrix's.

    query_vector has shape (1, dim), L2-normalised. The scan is exact among what is in scope;
    50 more than the limit are scored again in float32 from the file.
    """
    rows = np.arange(matrix.n_rows)
    if not scope.everything:
        rows = np.flatnonzero(np.isin(matrix.ids, _ids_in_scope(connection, matrix, scope)))
    if not len(rows):
        return []
    codes = matrix.codes if scope.everything else matrix.codes[rows]
    best = rows[top(query_scores(codes, query_vector[0]), limit + RESCORE_SPARE)]
    cosines = _vectors_of(connection, matrix, matrix.seqs[best]) @ query_vector[0]
    scored = zip(matrix.ids[best].tolist(), cosines.tolist(), strict=True)
    return sorted(scored, key=lambda entry: (-entry[1], entry[0]))[:limit]


def unit_cosines(matrix: UnitMatrix, query_vector: Vectors) -> dict[int, float]:
    """Return id -> cosine with query_vector, shape (1, dim), of every row, to about 0.005."""
    scale = matrix.scale * scale_of(float(np.abs(query_vector).max()))
    cosines = query_scores(matrix.codes, query_vector[0]) * scale
    return dict(zip(matrix.ids.tolist(), cosines.tolist(), strict=True))


def section_leg(
    connection: CorpusConnection,
    matrix: UnitMatrix,
    query_vector: Vectors,
    scope: Scope,
    *,
    limit: int,
) -> Ranking:
    """Return (section_id, cosine) of the sections nearest to query_vector, best first.

    matrix is of Unit.SECTION. At most limit different texts; all sections with one text share its
    score.
    """
    texts = nearest_units(connection, matrix, query_vector, scope, limit=limit)
    sections = _sections_of_texts(connection, [text_id for text_id, _ in texts], scope)
    return [
        (section_id, score) for text_id, score in texts for section_id in sections.get(text_id, ())
    ]


def _sections_of_texts(
    connection: CorpusConnection, text_ids: Sequence[int], scope: Scope
) -> dict[int, list[int]]:
    sql = scoped_query("section_vectors.sections_of_texts", scope)
    row = (scope.parameter(), json.dumps(list(text_ids)), MAX_SECTIONS_OF_TEXTS)
    found: dict[int, list[int]] = {}
    for text_id, section_id in connection.fetch_all(sql, row):
        found.setdefault(text_id, []).append(section_id)
    return found


def _ids_in_scope(connection: CorpusConnection, matrix: UnitMatrix, scope: Scope) -> Ids:
    is_section = matrix.source.unit is Unit.SECTION
    name = "section_texts_in_scope" if is_section else "documents_in_scope"
    sql = scoped_query(f"section_vectors.{name}", scope)
    rows = connection.fetch_all(sql, (scope.parameter(),))
    return np.array([row[0] for row in rows], dtype=np.int64)


def _kept(matrix: UnitMatrix, live: npt.NDArray[np.bool_]) -> UnitMatrix:
    return replace(matrix, codes=matrix.codes[live], seqs=matrix.seqs[live], ids=matrix.ids[live])


def _sql(name: str, unit: Unit) -> str:
    sql = query_on_table(f"section_vectors.{name}", unit.value)
    return sql.replace("{unit}", quote_identifier(unit.id_column))


def _of(source: UnitSource) -> tuple[int, int]:
    return source.generation.generation_id, source.build.number


def _read_log(
    connection: CorpusConnection, source: UnitSource, *, after_seq: int
) -> tuple[Ids, Ids]:
    rows = connection.fetch_all(_sql("log", source.unit), (*_of(source), after_seq))
    table = np.array(rows, dtype=np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def _parts(connection: CorpusConnection, source: UnitSource, after_seq: int) -> Iterator[Vectors]:
    """Yield the vectors after a seq, in order, in parts of 1,024 rows, each (n, dim) float32."""
    cursor = connection.execute(_sql("vectors", source.unit), (*_of(source), after_seq))
    dim = source.generation.fingerprint.dim
    while rows := cursor.fetchmany(_ROWS_AT_ONCE):
        yield np.frombuffer(b"".join(row[0] for row in rows), "<f4").reshape(-1, dim)


def _vectors_of(connection: CorpusConnection, matrix: UnitMatrix, seqs: Ids) -> Vectors:
    sql = _sql("vector", matrix.source.unit)
    blobs = [connection.fetch_all(sql, (int(seq),))[0][0] for seq in seqs]
    return np.frombuffer(b"".join(blobs), "<f4").reshape(
        -1, matrix.source.generation.fingerprint.dim
    )
