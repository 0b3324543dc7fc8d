"""Switching to a kept generation, removing vectors, and making the file small.

Owns: what each of these writes and says. Does not own: how generations come about (vector_stage),
the passes that follow, which keep to a switch by its pin (wanted_model). Text and the keyword
index are never touched. Each is refused while a pass writes (store.lock).
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....contracts.errors import BadRequest, PackageMissing
from ....contracts.generations import (
    GenerationChange,
    GenerationState,
    ResetScope,
)
from ..chunk.chunker import CHUNKER_VERSION
from ..store.chunks import optimize_index
from ..store.connection import atomic, empty_journal, n_bytes_of_pages, open_corpus
from ..store.generations import (
    active_generation,
    all_generations,
    builds_under_way,
    drop_generation,
    empty_generation,
    flip_to,
    give_up_builds,
    take_up,
)
from ..store.lock import writer_lock
from ..store.model_pin import ModelPin, read_pin, write_pin
from ..store.vectors import n_pending
from .closing import write_meta_now
from .generation_list import corpus_of, generations_now, why_not_used
from .tidying import tidy_vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ....contracts.corpus import FolderRules
    from ....contracts.generations import CompactRequest, ResetRequest, UseGenerationRequest
    from ..store.connection import CorpusConnection
    from ..store.generations import Generation
    from ..store.location import CorpusLocation
    from .ports import Encoders

_ALL_LIVE = 1.0


def use_generation(request: UseGenerationRequest, encoders: Encoders) -> GenerationChange:
    """Let a generation answer, in one transaction; return what came of it. Encodes nothing.

    One that lacks vectors is left to the next pass to complete; until then the active one answers.
    Raises BadRequest where there is no such generation or its model cannot answer, CorpusBusy
    while a pass writes.
    """
    with _writing(request.folder, request.rules) as writing:
        connection = writing.connection
        target, active = _found(connection, request.generation_id), active_generation(connection)
        why_not = why_not_used(target, active, encoders)
        if why_not:
            raise BadRequest(f"Generation {target.generation_id} cannot answer. {why_not}")
        sentences = _switch(connection, target, active)
        return writing.change(encoders, sentences)


def reset_generations(
    request: ResetRequest, encoders: Encoders, check: Callable[[], None]
) -> GenerationChange:
    """Remove the vectors that request names and give their space back; return what came of it.

    The active generation keeps its row, and so its model and width: the next pass fills it again.
    check is called between steps and may raise; what was removed by then is. Raises BadRequest
    where there is no such generation, CorpusBusy while a pass writes.
    """
    with _writing(request.folder, request.rules) as writing:
        connection, sentences = writing.connection, []
        for generation in _named(connection, request):
            check()
            sentences.append(_reset(connection, generation))
        tidy_vectors(connection, check)
        kept = "All text stays; keyword search goes on."
        return writing.change(encoders, (*sentences, kept))


def compact_corpus(
    request: CompactRequest, encoders: Encoders, check: Callable[[], None]
) -> GenerationChange:
    """Drop generations whose time is over, close all holes and give the space back.

    check is called between steps and may raise; each step is whole. Raises CorpusBusy while a pass
    writes.
    """
    with _writing(request.folder, request.rules) as writing:
        check()
        optimize_index(writing.connection)
        tidy_vectors(writing.connection, check, least_live_share=_ALL_LIVE)
        return writing.change(encoders, ())


@dataclass(frozen=True)
class _Writing:
    """An open corpus whose writer's place is held, and how large it was."""

    connection: CorpusConnection
    location: CorpusLocation
    n_bytes_before: int

    def change(self, encoders: Encoders, sentences: tuple[str, ...]) -> GenerationChange:
        """Return what to tell of a change that is written; also tell it to the corpus's meta."""
        write_meta_now(self.connection, self.location)
        empty_journal(self.connection)
        n_bytes_freed = self.n_bytes_before - n_bytes_of_pages(self.connection)
        now = generations_now(self.connection, self.location, encoders)
        return GenerationChange(sentences, max(n_bytes_freed, 0), now)


@contextmanager
def _writing(folder: str, rules: FolderRules) -> Iterator[_Writing]:
    location = corpus_of(folder, rules)
    if not location.db_path.is_file():
        raise BadRequest(f"{folder} has no index yet.", hint="Index the folder first.")
    with (
        writer_lock(location.db_path),
        open_corpus(location.db_path, read_only=False) as connection,
    ):
        if not connection.vec_available:
            raise PackageMissing(f"The vectors cannot be changed: {connection.vec_reason}")
        yield _Writing(connection, location, n_bytes_of_pages(connection))


def _found(connection: CorpusConnection, generation_id: int) -> Generation:
    known = {generation.generation_id: generation for generation in all_generations(connection)}
    if generation_id not in known:
        numbers = ", ".join(map(str, known)) or "none"
        raise BadRequest(
            f"There is no generation {generation_id}.", hint=f"The index has: {numbers}."
        )
    return known[generation_id]


def _named(connection: CorpusConnection, request: ResetRequest) -> list[Generation]:
    if request.scope is ResetScope.ONE:
        return [_found(connection, request.generation_id)]
    known = all_generations(connection)
    if request.scope is ResetScope.ALL:
        return known
    return [generation for generation in known if generation.state is GenerationState.ACTIVE]


def _reset(connection: CorpusConnection, generation: Generation) -> str:
    name = f"{generation.generation_id} ({generation.fingerprint.model_id})"
    if generation.state is GenerationState.ACTIVE:
        empty_generation(connection, generation)
        return f"The vectors of generation {name} are removed; the next pass makes them again."
    drop_generation(connection, generation)
    return f"Generation {name} is removed."


def _switch(
    connection: CorpusConnection, target: Generation, active: Generation | None
) -> tuple[str, ...]:
    now_s, model = time.time(), target.fingerprint.model_id
    is_cut_so = target.fingerprint.chunker_version == CHUNKER_VERSION
    n_missing = n_pending(connection, target)
    with atomic(connection):
        pin = _pin_for(connection, target, active)
        write_pin(connection, pin)
        give_up_builds(connection, now_s, but=lambda g: g.generation_id == target.generation_id)
        if active is not None and active.generation_id == target.generation_id:
            sentence = f"{model} answers already."
        elif is_cut_so and not n_missing:
            flip_to(connection, target, now_s)
            sentence = f"{model} answers from now on; nothing had to be encoded."
        else:
            take_up(connection, target, now_s)
            lacking = "1 text has" if n_missing == 1 else f"{n_missing} texts have"
            sentence = (
                f"{lacking} no vector by {model} yet; the next pass makes them, then it answers."
            )
    return (sentence, *_told_pin(pin))


def _pin_for(
    connection: CorpusConnection, target: Generation, active: Generation | None
) -> ModelPin | None:
    """Return the pin that keeps passes to target, None where they ask for its model anyway.

    What they ask for is what an earlier pin was set against, else what is being built, else what
    answers.
    """
    held = read_pin(connection)
    builds = builds_under_way(connection)
    asked = next((g.fingerprint.model_id for g in (*builds, active) if g is not None), "")
    if held is not None:
        asked = held.instead_of
    model = target.fingerprint.model_id
    return None if asked == model else ModelPin(model, asked)


def _told_pin(pin: ModelPin | None) -> tuple[str, ...]:
    if pin is None:
        return ()
    keeps = f"This folder keeps to it while {pin.instead_of} is asked for."
    return keeps, f"Set the model to {pin.model_id} to have it everywhere."
