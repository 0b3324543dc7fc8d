"""What a search may look at, as SQL that every leg puts into its own statement.

Owns: the scope's sets of ids and their where clause, so that filters work inside the legs and
never on what is left of a cut list. Does not own: which ids fit a query's filters (search).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .sql import query

if TYPE_CHECKING:
    import numpy.typing as npt

    from .connection import CorpusConnection


@dataclass(frozen=True)
class Scope:
    """Ids that are allowed (None allows all) and passages that are not."""

    documents: frozenset[int] | None = None
    sections: frozenset[int] | None = None
    passages: frozenset[int] | None = None
    excluded: frozenset[int] = frozenset()

    @property
    def everything(self) -> bool:
        """Return True when nothing is left out."""
        return self == Scope()

    def where(self) -> str:
        """Return the condition on passages p; ?1 of the statement must be parameter()."""
        allowed = ("documents", "sections", "passages")
        parts = [f"read_scope.in_{name}" for name in allowed if getattr(self, name) is not None]
        if self.excluded:
            parts.append("read_scope.in_no_excluded")
        return " AND ".join(map(query, parts or ["read_scope.everything"]))

    def parameter(self) -> str:
        """Return the scope's ids as the JSON object that where() reads."""
        sets = {name: sorted(ids) for name, ids in vars(self).items() if ids is not None}
        return json.dumps(sets)


def scoped_query(name: str, scope: Scope) -> str:
    """Return the SQL called name with {scope} replaced by the scope's condition."""
    return query(name).replace("{scope}", scope.where())


def scoped_text_ids(connection: CorpusConnection, scope: Scope) -> npt.NDArray[np.int64]:
    """Return the ids of all texts that have a chunk in scope, unsorted, shape (n,)."""
    rows = connection.fetch_all(scoped_query("read_scope.text_ids", scope), (scope.parameter(),))
    return np.array([row[0] for row in rows], dtype=np.int64)


def document_facts(connection: CorpusConnection) -> list[tuple[int, str, int]]:
    """Return (doc_id, path, mtime_ns) of every document."""
    return [(row[0], row[1], row[2]) for row in connection.fetch_all(query("read_scope.documents"))]


def documents_by_language(
    connection: CorpusConnection, language: str, *, same: bool
) -> frozenset[int]:
    """Return the documents in a language (BCP-47, such as "en"), or those known to be in others."""
    name = "documents_in_language" if same else "documents_in_other_languages"
    rows = connection.fetch_all(query(f"read_scope.{name}"), (language,))
    return frozenset(row[0] for row in rows)


def section_headings(connection: CorpusConnection) -> list[tuple[int, str]]:
    """Return (section_id, all its headings as one text) of every section under a heading."""
    rows = connection.fetch_all(query("read_scope.sections"))
    return [(section_id, " ".join(json.loads(path))) for section_id, path in rows]
