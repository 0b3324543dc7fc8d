"""Generations: the vectors of one model, width, prompts and chunker, and which of them answers.

Owns: the rows of generations and the life of their vec0 tables: building -> active -> kept ->
dropped. Does not own: the vectors inside (vectors). A model change builds a new generation
while the old one answers, then flips; the old one is kept seven days for switching back.
Numbers are never given twice: people name a generation by its number, and searches hold its
vectors under it.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace
from typing import TYPE_CHECKING

from ....contracts.generations import GenerationState
from ..types import Fingerprint
from .connection import atomic
from .settings import read_setting, write_setting
from .sql import query, query_on_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from .connection import CorpusConnection

KEEP_S = 7 * 24 * 3600.0
_LAST_ID = "last_generation"
_PROBLEM = "vectors_problem"


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


def builds_under_way(connection: CorpusConnection) -> list[Generation]:
    """Return the generations that are begun and do not answer yet."""
    return [g for g in all_generations(connection) if g.state is GenerationState.BUILDING]


def note_problem(connection: CorpusConnection, model_id: str, sentence: str) -> None:
    """Keep why the last try to make a model's vectors failed, "" that it did not.

    Writes only what is new.
    """
    if sentence != last_problem(connection, model_id):
        with atomic(connection):
            kept = f"{model_id}\n{sentence}" if sentence else None
            write_setting(connection, _PROBLEM, kept)


def last_problem(connection: CorpusConnection, model_id: str) -> str:
    """Return why the last try to make a model's vectors failed, "" where it did not."""
    model, _, sentence = (read_setting(connection, _PROBLEM) or "").partition("\n")
    return sentence if model == model_id else ""


def open_generation(
    connection: CorpusConnection, fingerprint: Fingerprint, now_s: float
) -> Generation:
    """Return the generation of fingerprint, ready to be filled; made when there is none.

    The first of a corpus is active at once, since nothing better answers meanwhile; so is one
    beside an active one without any vector, which is dropped. A kept one is taken up where it
    was left. Other unfinished ones are put aside.
    """
    with atomic(connection):
        _complete_pooling(connection, fingerprint)
        give_up_builds(connection, now_s, but=lambda g: g.fingerprint == fingerprint)
        known = all_generations(connection)
        found = next((g for g in known if g.fingerprint == fingerprint), None)
        if found is not None and found.state is GenerationState.ACTIVE:
            return found
        active = next((g for g in known if g.state is GenerationState.ACTIVE), None)
        if active is not None and not has_vectors(connection, active):
            drop_generation(connection, active)
            active = None
        state = GenerationState.BUILDING if active else GenerationState.ACTIVE
        if found is None:
            return _create(connection, fingerprint, state, now_s)
        _set_state(connection, found, state, now_s)
        return Generation(found.generation_id, fingerprint, state, now_s)


def give_up_builds(
    connection: CorpusConnection, now_s: float, *, but: Callable[[Generation], bool]
) -> None:
    """Put unfinished generations aside, but for the one meant; they are kept, then dropped."""
    for generation in builds_under_way(connection):
        if not but(generation):
            _set_state(connection, generation, GenerationState.KEPT, now_s)


def take_up(connection: CorpusConnection, generation: Generation, now_s: float) -> None:
    """Have the next pass complete a generation that another one answers for."""
    _set_state(connection, generation, GenerationState.BUILDING, now_s)


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


def from_the_future(connection: CorpusConnection, now_s: float) -> list[Generation]:
    """Return the generations that changed after now: a clock was set back; writes nothing."""
    return [g for g in all_generations(connection) if g.changed_at > now_s]


def restart_clocks(connection: CorpusConnection, now_s: float) -> None:
    """Let those seven days begin anew that a clock set back would make last for years."""
    with atomic(connection):
        for generation in from_the_future(connection, now_s):
            _set_state(connection, generation, generation.state, now_s)


def has_vectors(connection: CorpusConnection, generation: Generation) -> bool:
    """Return True when at least one text has its vector in the generation."""
    row = (generation.generation_id,)
    return connection.fetch_one(query("write_vectors.any_vector"), row) is not None


def drop_generation(connection: CorpusConnection, generation: Generation) -> None:
    """Drop a generation with its vectors and its table, in one transaction."""
    with atomic(connection):
        connection.execute(query_on_table("write_vectors.drop_table", generation.table))
        connection.execute(query("write_vectors.delete_generation"), (generation.generation_id,))


def empty_generation(connection: CorpusConnection, generation: Generation) -> None:
    """Remove all vectors of a generation, of chunks and of what is above them, and keep its row.

    What is kept is the choice: the next pass fills it again by the same model and width.
    """
    row = (generation.generation_id,)
    with atomic(connection):
        connection.execute(query_on_table("write_vectors.drop_table", generation.table))
        create_vec_table(connection, generation)
        for name in ("forget_log", "forget_section_vectors", "forget_document_vectors"):
            connection.execute(query(f"write_vectors.{name}"), row)


def create_vec_table(connection: CorpusConnection, generation: Generation) -> None:
    """Create the generation's empty vec0 table with cosine distance and the model's width."""
    sql = query_on_table("write_vectors.create_table", generation.table)
    connection.execute(sql.replace("{dim}", str(int(generation.fingerprint.dim))))


def _create(
    connection: CorpusConnection, fingerprint: Fingerprint, state: GenerationState, now_s: float
) -> Generation:
    used = [g.generation_id for g in all_generations(connection)]
    generation_id = 1 + max(int(read_setting(connection, _LAST_ID) or 0), *used, 0)
    write_setting(connection, _LAST_ID, str(generation_id))
    row = (generation_id, *astuple(fingerprint), state.value, now_s)
    connection.execute(query("write_vectors.insert_generation"), row)
    generation = Generation(generation_id, fingerprint, state, now_s)
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


def _set_state(
    connection: CorpusConnection, generation: Generation, state: GenerationState, now_s: float
) -> None:
    connection.execute(
        query("write_vectors.set_state"), (state.value, now_s, generation.generation_id)
    )
