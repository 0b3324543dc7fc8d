"""The vectors of a generation: which texts lack one, adding, copying, removing, compacting.

Owns: the rows of vector_log and of the vec0 tables, always written together. Does not own:
generations' states (generations) and search over vectors. Every write needs a connection
whose vec_available is True.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from ..vectors import check_vectors, cut
from .chunks import never_stop
from .connection import atomic
from .generations import all_generations, create_vec_table
from .sql import query, query_on_table, quote_identifier

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..types import Vectors
    from .connection import CorpusConnection
    from .generations import Generation

MIN_LIVE_SHARE = 0.7
_VEC0_CHUNK_ROWS = 1024
_FLOAT_BYTES = 4
_COPY_TABLE = "vectors_copy"


def pending_text_ids(
    connection: CorpusConnection, generation: Generation, first_paths: Sequence[str] = ()
) -> list[int]:
    """Return the texts without a vector: those of first_paths, then of the newest files first."""
    rows = connection.fetch_all(
        query("write_vectors.pending_text_ids"),
        (generation.generation_id, json.dumps(list(first_paths))),
    )
    return [row[0] for row in rows]


def n_pending(connection: CorpusConnection, generation: Generation) -> int:
    """Return how many texts have no vector in the generation."""
    return int(
        connection.fetch_all(query("write_vectors.n_pending"), (generation.generation_id,))[0][0]
    )


def n_vectors(connection: CorpusConnection, generation: Generation) -> int:
    """Return how many texts have their vector in the generation."""
    return _count(connection, query("write_vectors.n_live"), (generation.generation_id,))


def n_texts(connection: CorpusConnection) -> int:
    """Return how many different texts there are to embed."""
    return _count(connection, query("write_vectors.n_texts"), ())


def n_bytes(connection: CorpusConnection, generation: Generation) -> int:
    """Return what the generation's vectors take in the file, holes included."""
    blocks = query_on_table("write_vectors.n_allocated", f"{generation.table}_chunks")
    return _count(connection, blocks, ()) * generation.fingerprint.dim * _FLOAT_BYTES


def texts_by_id(connection: CorpusConnection, text_ids: Sequence[int]) -> dict[int, str]:
    """Return the texts of text_ids, cut out of their passages; ids no chunk uses are left out."""
    rows = connection.fetch_all(query("write_vectors.texts_by_id"), (json.dumps(list(text_ids)),))
    return dict(rows)


def add_vectors(
    connection: CorpusConnection,
    generation: Generation,
    text_ids: Sequence[int],
    vectors: Vectors,
) -> int:
    """Add one vector a text in one transaction; return how many were new.

    vectors has shape (len(text_ids), dim). Texts that have a vector already, or are gone, are
    passed over. Raises BadVectors before any write on a wrong shape, a zero or a non-finite row:
    vec0 would take a NaN and answer with no distance ever after.
    """
    check_vectors(vectors, len(text_ids), generation.fingerprint.dim)
    with atomic(connection):
        wanted = _without_vector(connection, generation, text_ids)
        first_seq = int(connection.fetch_all(query("write_vectors.last_seq"))[0][0]) + 1
        log, rows = [], []
        for seq, (text_id, index) in enumerate(wanted.items(), first_seq):
            log.append((seq, generation.generation_id, text_id))
            rows.append((seq, np.ascontiguousarray(vectors[index], dtype="<f4").tobytes()))
        connection.executemany(query("write_vectors.insert_log"), log)
        connection.executemany(
            query_on_table("write_vectors.insert_vector", generation.table), rows
        )
    return len(rows)


def copy_vectors(connection: CorpusConnection, source: Generation, target: Generation) -> int:
    """Copy what target lacks and source has, text by text; return how many vectors were copied.

    Only right when both were made by the same model with the same prompt and length. A wider
    source's vectors are cut; source must not be narrower.
    """
    dim = target.fingerprint.dim
    rows = connection.fetch_all(
        query("write_vectors.copyable_log"), (source.generation_id, target.generation_id)
    )
    select = query_on_table("write_vectors.vector", source.table)
    with atomic(connection):
        for start in range(0, len(rows), _VEC0_CHUNK_ROWS):
            part = rows[start : start + _VEC0_CHUNK_ROWS]
            blobs = b"".join(connection.fetch_all(select, (seq,))[0][0] for seq, _ in part)
            stored = np.frombuffer(blobs, dtype="<f4").reshape(len(part), -1)
            vectors = stored if stored.shape[1] == dim else cut(stored, dim)
            add_vectors(connection, target, [text_id for _, text_id in part], vectors)
    return len(rows)


def copyable_sample(
    connection: CorpusConnection, source: Generation, target: Generation, *, n: int
) -> dict[str, Vectors]:
    """Return up to n texts that target lacks, with their vectors in source, shape (1, dim)."""
    logged = connection.fetch_all(
        query("write_vectors.copyable_sample"), (source.generation_id, target.generation_id, n)
    )
    return _with_vectors(connection, source, logged)


def stored_sample(
    connection: CorpusConnection, generation: Generation, *, n: int
) -> dict[str, Vectors]:
    """Return the n texts that got their vectors last, with these, shape (1, dim)."""
    logged = connection.fetch_all(
        query("write_vectors.stored_sample"), (generation.generation_id, n)
    )
    return _with_vectors(connection, generation, logged)


def remove_texts(connection: CorpusConnection, text_ids: Sequence[int]) -> None:
    """Remove texts with their vectors in every generation, in one transaction."""
    tables = {g.generation_id: g.table for g in all_generations(connection)}
    with atomic(connection):
        logged = connection.fetch_all(
            query("write_vectors.logged_seqs_of_texts"), (json.dumps(list(text_ids)),)
        )
        for generation_id, table in tables.items():
            seqs = [(seq,) for owner, seq in logged if owner == generation_id]
            connection.executemany(query_on_table("write_vectors.delete_vector", table), seqs)
        # The log's rows go with their texts, by the foreign key.
        connection.executemany(
            query("write_chunks.delete_text"), [(text_id,) for text_id in text_ids]
        )


def needs_compaction(
    connection: CorpusConnection,
    generation: Generation,
    *,
    least_live_share: float = MIN_LIVE_SHARE,
) -> bool:
    """Return True when vec0 holds at least one block more than needed and too little is live.

    vec0 0.1.9 never uses a freed slot again (sqlite-vec issues 54, 185), so files only grow.
    """
    n_live = n_vectors(connection, generation)
    blocks = f"{generation.table}_chunks"
    n_allocated = _count(connection, query_on_table("write_vectors.n_allocated", blocks), ())
    spare = n_allocated - n_live >= _VEC0_CHUNK_ROWS
    return spare and n_live < least_live_share * n_allocated


def compact(
    connection: CorpusConnection,
    generation: Generation,
    check: Callable[[], None] = never_stop,
) -> None:
    """Write the generation's vectors into a fresh vec0 table of the same name; seqs stay.

    One transaction; check is called between its steps and may raise, which undoes it.
    """
    with atomic(connection):
        connection.execute(_between("write_vectors.copy_out", generation.table, _COPY_TABLE))
        check()
        connection.execute(query_on_table("write_vectors.drop_table", generation.table))
        create_vec_table(connection, generation)
        check()
        connection.execute(_between("write_vectors.copy_back", _COPY_TABLE, generation.table))
        check()
        connection.execute(query_on_table("write_vectors.drop_table", _COPY_TABLE))


def _with_vectors(
    connection: CorpusConnection, generation: Generation, logged: Sequence[tuple[int, int]]
) -> dict[str, Vectors]:
    texts = texts_by_id(connection, [text_id for _, text_id in logged])
    select = query_on_table("write_vectors.vector", generation.table)
    return {
        texts[text_id]: np.frombuffer(connection.fetch_all(select, (seq,))[0][0], dtype="<f4")[None]
        for seq, text_id in logged
        if text_id in texts
    }


def _between(name: str, source: str, table: str) -> str:
    return query_on_table(name, table).replace("{source}", quote_identifier(source))


def _without_vector(
    connection: CorpusConnection, generation: Generation, text_ids: Sequence[int]
) -> dict[int, int]:
    """Return text id -> its index, for the existing texts that lack a vector."""
    as_json = json.dumps(list(text_ids))
    known = connection.fetch_all(
        query("write_vectors.known_text_ids"), (generation.generation_id, as_json)
    )
    existing = connection.fetch_all(query("write_vectors.existing_text_ids"), (as_json,))
    wanted = {row[0] for row in existing} - {row[0] for row in known}
    return {text_id: index for index, text_id in enumerate(text_ids) if text_id in wanted}


def _count(connection: CorpusConnection, sql: str, parameters: Sequence[object]) -> int:
    return int(connection.fetch_all(sql, parameters)[0][0])
