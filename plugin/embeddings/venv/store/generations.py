"""Generations: the vectors of one model, width, prompts and chunker, and which of them answers.

Owns: the rows of generations and the life of their vec0 tables: building -> active -> kept ->
dropped. Does not own: the vectors inside (vectors). A model change builds a new generation
while the old one answers, then flips; the old one is kept seven days for switching back.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from ..types import Fingerprint
from .connection import atomic
from .sql import query, query_on_table

if TYPE_CHECKING:
    from .connection import CorpusConnection

KEEP_S = 7 * 24 * 3600.0


class GenerationState(str, Enum):
    """Where a generation is in its life; at most one is active."""

    BUILDING = "building"
    ACTIVE = "active"
    KEPT = "kept"


@dataclass(frozen=True)
class Generation:
    """One row of generations; changed_at is in Unix seconds."""

    generation_id: int
    fingerprint: Fingerprint
    state: GenerationState
    changed_at: float

    @property
    def table(self) -> str:
        """Return the name of the vec0 table that holds this generation's vectors."""
        return f"vectors_{self.generation_id}"


def all_generations(connection: CorpusConnection) -> list[Generation]:
    """Return every generation, oldest first."""
    return [
        Generation(row[0], Fingerprint(*row[1:12]), GenerationState(row[12]), row[13])
        for row in connection.fetch_all(query("write_vectors.generations"))
    ]


def active_generation(connection: CorpusConnection) -> Generation | None:
    """Return the generation that answers, or None before the first vector."""
    found = [g for g in all_generations(connection) if g.state is GenerationState.ACTIVE]
    return found[0] if found else None


def open_generation(
    connection: CorpusConnection, fingerprint: Fingerprint, now_s: float
) -> Generation:
    """Return the generation of fingerprint, ready to be filled; made when there is none.

    The first of a corpus is active at once, since nothing better answers meanwhile. A kept one
    is taken up where it was left. Other unfinished ones are put aside.
    """
    with atomic(connection):
        _complete_pooling(connection, fingerprint)
        known = all_generations(connection)
        _put_aside_unfinished(connection, known, fingerprint, now_s)
        found = [g for g in known if g.fingerprint == fingerprint]
        has_active = any(g.state is GenerationState.ACTIVE for g in known)
        state = GenerationState.BUILDING if has_active else GenerationState.ACTIVE
        if not found:
            return _create(connection, fingerprint, state, now_s)
        if found[0].state is GenerationState.ACTIVE:
            return found[0]
        _set_state(connection, found[0], state, now_s)
        return Generation(found[0].generation_id, fingerprint, state, now_s)


def flip_to(connection: CorpusConnection, generation: Generation, now_s: float) -> bool:
    """Make a complete generation the one that answers; return False when it was already."""
    with atomic(connection):
        known = all_generations(connection)
        if any(g.state is GenerationState.ACTIVE and g.table == generation.table for g in known):
            return False
        for other in known:
            if other.state is GenerationState.ACTIVE:
                _set_state(connection, other, GenerationState.KEPT, now_s)
        _set_state(connection, generation, GenerationState.ACTIVE, now_s)
    return True


def expired_generations(connection: CorpusConnection, now_s: float) -> list[Generation]:
    """Return the kept generations whose seven days are over; writes nothing."""
    return [
        g
        for g in all_generations(connection)
        if g.state is GenerationState.KEPT and now_s - g.changed_at > KEEP_S
    ]


def drop_generation(connection: CorpusConnection, generation: Generation) -> None:
    """Drop a generation with its vectors and its table, in one transaction."""
    with atomic(connection):
        connection.execute(query_on_table("write_vectors.drop_table", generation.table))
        connection.execute(query("write_vectors.delete_generation"), (generation.generation_id,))


def create_vec_table(connection: CorpusConnection, generation: Generation) -> None:
    """Create the generation's empty vec0 table with cosine distance and the model's width."""
    sql = query_on_table("write_vectors.create_table", generation.table)
    connection.execute(sql.replace("{dim}", str(int(generation.fingerprint.dim))))


def _create(
    connection: CorpusConnection, fingerprint: Fingerprint, state: GenerationState, now_s: float
) -> Generation:
    row = (*astuple(fingerprint), state.value, now_s)
    returned = connection.fetch_all(query("write_vectors.insert_generation"), row)
    generation = Generation(returned[0][0], fingerprint, state, now_s)
    create_vec_table(connection, generation)
    return generation


def _complete_pooling(connection: CorpusConnection, wanted: Fingerprint) -> None:
    """Give a generation from before pooling was kept the one that its model has now.

    Its revision says that the weights are the same, so its vectors are taken to be.
    """
    known = all_generations(connection)
    if any(g.fingerprint == wanted for g in known):
        return
    for older in known:
        if older.fingerprint == replace(wanted, pooling=""):
            connection.execute(
                query("write_vectors.set_pooling"), (wanted.pooling, older.generation_id)
            )


def _put_aside_unfinished(
    connection: CorpusConnection, known: list[Generation], wanted: Fingerprint, now_s: float
) -> None:
    for other in known:
        if other.state is GenerationState.BUILDING and other.fingerprint != wanted:
            _set_state(connection, other, GenerationState.KEPT, now_s)


def _set_state(
    connection: CorpusConnection, generation: Generation, state: GenerationState, now_s: float
) -> None:
    connection.execute(
        query("write_vectors.set_state"), (state.value, now_s, generation.generation_id)
    )
