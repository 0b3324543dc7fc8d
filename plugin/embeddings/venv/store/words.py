"""Which words a few chunks have, as the keyword index has them.

Owns: these look-ups. Does not own: what they speak for (search.floor).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .lexical import quoted
from .sql import query

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .connection import CorpusConnection


def chunks_with(
    connection: CorpusConnection, tokens: Sequence[str], chunk_ids: Iterable[int]
) -> list[int]:
    """Return those of chunk_ids that have tokens in a row."""
    parameters = (quoted(tokens), json.dumps(list(chunk_ids)))
    return [row[0] for row in connection.fetch_all(query("read_words.chunks_with"), parameters)]


def is_title(connection: CorpusConnection, terms: Sequence[Sequence[str]]) -> bool:
    """Return whether one file has all of terms in its title or name."""
    match = "title : (" + " AND ".join(map(quoted, terms)) + ")"
    row = connection.fetch_one(query("read_words.is_in_titles"), (match,))
    return row is not None and bool(row[0])
