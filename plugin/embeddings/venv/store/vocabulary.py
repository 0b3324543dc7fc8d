"""How frequent a query's tokens are in the keyword index.

Owns: stems and document frequencies. Does not own: which terms a search drops (lexical).
"""

from __future__ import annotations

import re
import threading
from functools import cache, lru_cache
from typing import TYPE_CHECKING, cast

from .driver import sqlite_module
from .migrations import migrations
from .sql import query

if TYPE_CHECKING:
    import sqlite3

    from .connection import CorpusConnection

_TOKENIZER = re.compile(r"tokenize\s*=\s*(\"[^\"]*\")")
_PROBE_LOCK = threading.Lock()
_LAST_CHARACTER = "\U0010ffff"
_MAX_PREFIX_TERMS = 2000
_ENDINGS = ("", "e", "s")


def n_chunks(connection: CorpusConnection) -> int:
    """Return how many chunks the corpus has."""
    return int(connection.fetch_all(query("read_vocabulary.n_chunks"))[0][0])


def phrase_frequency(connection: CorpusConnection, tokens: tuple[str, ...]) -> int:
    """Return an upper bound of the chunks that hold tokens in a row: its rarest token's count."""
    stems = [stem for token in tokens for stem in stems_of(token)]
    return min((_frequency(connection, stem) for stem in stems), default=0)


def prefix_frequency(connection: CorpusConnection, token: str) -> int:
    """Return an upper bound of the chunks with a word that begins as token does."""
    stem = "".join(stems_of(token)) or token
    bounds = (stem, stem + _LAST_CHARACTER, _MAX_PREFIX_TERMS)
    return int(connection.fetch_all(query("read_vocabulary.prefix_frequency"), bounds)[0][0])


def terms_with_substring(
    connection: CorpusConnection, part: str, *, limit: int
) -> list[tuple[str, int]]:
    """Return indexed terms that hold part, with their document frequencies, commonest first."""
    sql = query("read_vocabulary.terms_with_substring")
    return [(term, n) for term, n in connection.fetch_all(sql, (part, limit))]


@lru_cache(maxsize=4096)
def word_of(stem: str) -> str:
    """Return a word that the index's tokenizer makes stem of, to look an indexed stem up by.

    Stemming twice is not stemming once: "warehous", of warehouse, gives "wareh". Where the stem
    itself does not give stem, an ending does that was cut off.
    """
    words = (stem + ending for ending in _ENDINGS)
    return next((word for word in words if stems_of(word) == (stem,)), stem)


@lru_cache(maxsize=4096)
def stems_of(token: str) -> tuple[str, ...]:
    """Return what the index's tokenizer makes of a token: usually one stem; () when nothing.

    The tokenizer itself is asked, through an empty index in memory, as it has no other door.
    """
    with _PROBE_LOCK:
        db = _probe()
        db.execute(query("read_vocabulary.insert_probe"), (token,))
        rows = db.execute(query("read_vocabulary.probe_terms")).fetchall()
        db.execute(query("read_vocabulary.delete_probe"))
    return tuple(row[0] for row in rows)


@cache
def _probe() -> sqlite3.Connection:
    options = {"isolation_level": None, "check_same_thread": False}
    db = cast("sqlite3.Connection", sqlite_module().connect(":memory:", **options))
    create = query("read_vocabulary.create_probe").replace("{tokenizer}", _tokenizer())
    db.execute(create)
    db.execute(query("read_vocabulary.create_probe_terms"))
    return db


def _tokenizer() -> str:
    """Return the tokenizer that the schema gives chunks_fts, quotes included."""
    found = [match for step in migrations() for match in _TOKENIZER.findall(step.sql)]
    return str(found[-1])


def _frequency(connection: CorpusConnection, stem: str) -> int:
    row = connection.fetch_one(query("read_vocabulary.document_frequency"), (stem,))
    return 0 if row is None else int(row[0])
