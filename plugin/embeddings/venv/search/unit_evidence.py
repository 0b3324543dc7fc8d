"""What speaks for a section or a document: the legs' rankings above chunks, and the passage shown.

Owns: how the words and the meaning found in chunks count for what they lie in. Does not own: the
legs of chunks (legs), the vectors (store.unit_matrix), the order (levels).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ....contracts.search import Leg
from ..store.lookup import read_chunks
from ..store.matrix import search_matrix
from ..store.sections import chunks_of_document, chunks_of_section, sections_of_passages
from ..store.unit_matrix import Unit, nearest_units, section_leg

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..store.generations import Generation
    from ..store.lookup import ChunkRow
    from ..store.scope import Scope
    from ..store.unit_matrix import UnitMatrix
    from ..types import Vectors
    from .corpora import OpenCorpus
    from .legs import LegResult

Ranking = list[tuple[int, float]]


@dataclass(frozen=True)
class FoundChunks:
    """What a search has found in chunks, and with what it can look above them.

    vector, shape (1, dim), is None where the dense leg did not run; weights are those of the
    legs, pool how many sections or documents are wanted. What the user is to know goes to notes.
    """

    corpus: OpenCorpus
    scope: Scope
    generation: Generation | None
    vector: Vectors | None
    results: Sequence[LegResult]
    weights: Mapping[Leg, float]
    pool: int
    n_rows: int
    notes: list[str]


def section_rankings(found: FoundChunks, *, limit: int) -> dict[Leg, Ranking]:
    """Return (section_id, score) for each leg, best first: by vector, by its best chunk's words.

    A leg that did not run, or has no vectors of sections yet, is left out.
    """
    rankings = {}
    chunks = _lexical_chunks(found)
    if chunks is not None:
        rows = read_chunks(found.corpus.connection, [chunk_id for chunk_id, _ in chunks])
        sections = sections_of_passages(
            found.corpus.connection, {row.passage_id for row in rows.values()}
        )
        places = {chunk_id: sections[row.passage_id] for chunk_id, row in rows.items()}
        rankings[Leg.LEXICAL] = best_of(chunks, places)[:limit]
    if found.vector is not None and found.generation is not None:
        matrix = _vectors_of(found, Unit.SECTION, found.generation)
        if matrix is not None:
            nearest = section_leg(
                found.corpus.connection, matrix, found.vector, found.scope, limit=limit
            )
            rankings[Leg.DENSE] = nearest[:limit]
    return rankings


def document_rankings(found: FoundChunks, *, limit: int) -> dict[Leg, Ranking]:
    """Return (doc_id, score) for each leg, as section_rankings does for sections."""
    rankings = {}
    chunks = _lexical_chunks(found)
    if chunks is not None:
        rows = read_chunks(found.corpus.connection, [chunk_id for chunk_id, _ in chunks])
        places = {chunk_id: row.doc_id for chunk_id, row in rows.items()}
        rankings[Leg.LEXICAL] = best_of(chunks, places)[:limit]
    if found.vector is not None and found.generation is not None:
        matrix = _vectors_of(found, Unit.DOCUMENT, found.generation)
        if matrix is not None:
            rankings[Leg.DENSE] = nearest_units(
                found.corpus.connection, matrix, found.vector, found.scope, limit=limit
            )
    return rankings


def best_of(ranking: Iterable[tuple[int, float]], places: Mapping[int, int]) -> Ranking:
    """Return (place, best score) in the order of a ranking that is best first."""
    best: dict[int, float] = {}
    for key, score in ranking:
        if key in places:
            best.setdefault(places[key], score)
    return list(best.items())


def shown_chunks(found: FoundChunks, unit: Unit, unit_ids: Sequence[int]) -> dict[int, ChunkRow]:
    """Return the chunk to show of sections or documents that no found chunk lies in.

    The nearest to the query, or the first that is no heading; nothing where nothing is in scope.
    """
    read = chunks_of_section if unit is Unit.SECTION else chunks_of_document
    connection = found.corpus.connection
    chunks = {unit_id: read(connection, unit_id, found.scope) for unit_id in unit_ids}
    nearness = _nearness(found, {chunk.text_id for of_unit in chunks.values() for chunk in of_unit})
    return {
        unit_id: max(of_unit, key=lambda chunk: nearness.get(chunk.text_id, -1.0))
        for unit_id, of_unit in chunks.items()
        if of_unit
    }


def _nearness(found: FoundChunks, text_ids: set[int]) -> dict[int, float]:
    if found.vector is None or found.generation is None or not text_ids:
        return {}
    matrix = found.corpus.matrix(found.generation)
    allowed = np.array(sorted(text_ids))
    return dict(
        search_matrix(
            found.corpus.connection,
            matrix,
            found.vector,
            allowed_text_ids=allowed,
            limit=len(allowed),
        )
    )


def _vectors_of(found: FoundChunks, unit: Unit, generation: Generation) -> UnitMatrix | None:
    matrix = found.corpus.units(unit, generation)
    if matrix is None:
        found.notes.append("Sections are found by their words alone until the next indexing.")
    return matrix


def _lexical_chunks(found: FoundChunks) -> Ranking | None:
    for result in found.results:
        if result.leg is Leg.LEXICAL:
            return list(result.ranking)
    return None
