"""The texts of documents, for telling which documents are copies of one another.

Owns: these reads. Does not own: what counts as a copy (search.copies).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .sql import query

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .connection import CorpusConnection


def texts_of_documents(
    connection: CorpusConnection, doc_ids: Iterable[int]
) -> dict[int, dict[int, int]]:
    """Return doc_id -> its different texts as text_id -> length in characters."""
    found: dict[int, dict[int, int]] = {}
    parameters = (json.dumps(list(doc_ids)),)
    for doc_id, text_id, n_chars in connection.fetch_all(
        query("read_copies.texts_of_documents"), parameters
    ):
        found.setdefault(doc_id, {})[text_id] = n_chars
    return found


def texts_beyond(
    connection: CorpusConnection, doc_id: int, shared: Iterable[int], *, limit: int
) -> list[str]:
    """Return at most limit chunks' texts of a document, without those of the text_ids shared."""
    parameters = (doc_id, json.dumps(list(shared)), limit)
    return [row[0] for row in connection.fetch_all(query("read_copies.texts_beyond"), parameters)]
