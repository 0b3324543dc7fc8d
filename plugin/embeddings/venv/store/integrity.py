"""Whether a corpus agrees with itself: file, keyword index and vectors, both ways.

Owns: the checks. Does not own: repair; the maintain pass builds a damaged corpus again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....contracts.errors import EmbeddingsError
from .chunks import indexed_columns, text_hash
from .connection import atomic
from .generations import all_generations
from .sql import query, query_on_table

if TYPE_CHECKING:
    from .connection import CorpusConnection

_N_SAMPLE = 50
_N_SHOWN = 5


def check_corpus(connection: CorpusConnection, *, n_sample: int = _N_SAMPLE) -> list[str]:
    """Return what is wrong with the corpus, a sentence each; none means it is whole.

    n_sample chunks have their text analysed again and looked up word by word. On a read-only
    connection FTS5's own check is left out, because it is spelled as an INSERT.
    """
    problems = _sqlite_problems(connection)
    if problems:
        return problems
    return [
        *_fts_problems(connection),
        *_count_problems(connection),
        *_sample_problems(connection, n_sample),
        *_vector_problems(connection),
    ]


def _sqlite_problems(connection: CorpusConnection) -> list[str]:
    try:
        rows = connection.fetch_all(query("integrity.sqlite_problems"))
        broken = connection.fetch_all(query("integrity.broken_references"))
    except EmbeddingsError as error:
        return [f"SQLite cannot read the file: {error.detail or error.message}"]
    problems = [f"SQLite: {row[0]}" for row in rows if row[0] != "ok"]
    return problems + [f"a row of {row[0]} refers to a missing row of {row[2]}" for row in broken]


def _fts_problems(connection: CorpusConnection) -> list[str]:
    problems = []
    if not connection.read_only:
        try:
            # rank = 1 also compares the index with the table's content, see FTS5 section 6.4.
            with atomic(connection):
                connection.execute(query("integrity.fts_integrity"))
        except EmbeddingsError as error:
            problems.append(f"FTS5: {error.detail or error.message}")
    problems += _unless_empty(
        connection, query("integrity.chunks_without_fts"), "chunks lack a keyword-index entry"
    )
    return problems + _unless_empty(
        connection, query("integrity.fts_without_chunk"), "keyword-index entries have no chunk"
    )


def _count_problems(connection: CorpusConnection) -> list[str]:
    return _unless_empty(
        connection, query("integrity.wrong_chunk_counts"), "documents have wrong counts"
    )


def _sample_problems(connection: CorpusConnection, n_sample: int) -> list[str]:
    problems = []
    for row in connection.fetch_all(query("integrity.sample_chunks"), (n_sample,)):
        chunk_id, title, path, heading_path, body, stored_hash = row
        if text_hash(body) != stored_hash:
            problems.append(f"chunk {chunk_id} of {path} has another text than was hashed")
        columns = indexed_columns((title, path), heading_path, body)
        for name, text in vars(columns).items():
            if not _is_indexed(connection, chunk_id, name, text):
                problems.append(f"the {name} of chunk {chunk_id} of {path} is not in the index")
    return problems


def _is_indexed(connection: CorpusConnection, chunk_id: int, column: str, text: str) -> bool:
    if not any(character.isalnum() for character in text):
        return True
    phrase = '"' + text.replace('"', '""') + '"'
    found = connection.fetch_all(query("integrity.matches_at"), (f"{column} : {phrase}", chunk_id))
    return bool(found[0][0])


def _vector_problems(connection: CorpusConnection) -> list[str]:
    if not connection.vec_available:
        return []
    problems = []
    for generation in all_generations(connection):
        for name, words in (
            ("log_without_vector", "logged vectors are missing in"),
            ("vector_without_log", "vectors are not logged of"),
        ):
            sql = query_on_table(f"integrity.{name}", generation.table)
            ids = connection.fetch_all(sql, (generation.generation_id,))
            if ids:
                problems.append(f"{len(ids)} {words} {generation.table}")
    return problems


def _unless_empty(connection: CorpusConnection, sql: str, words: str) -> list[str]:
    rows = connection.fetch_all(sql)
    if not rows:
        return []
    shown = ", ".join(str(row[0]) for row in rows[:_N_SHOWN])
    return [f"{len(rows)} {words}: {shown}"]
