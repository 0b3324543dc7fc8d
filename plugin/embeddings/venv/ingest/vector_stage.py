"""The dense leg of a pass: every text without a vector is encoded once and published by batch.

Owns: filling the wanted model's generation and letting it answer when it is whole. Does not own:
which model is wanted (wanted_model), generations' lives (store.generations).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ....contracts.corpus import ModelBuild
from ....contracts.errors import BadVectors, ModelNotFound, PackageMissing
from ....contracts.maintain import Stage
from ..chunk.chunker import CHUNKER_VERSION
from ..store.connection import atomic
from ..store.generations import (
    active_generation,
    all_generations,
    builds_under_way,
    flip_to,
    note_problem,
    open_generation,
)
from ..store.section_builds import finish_rebuild
from ..store.vectors import (
    add_vectors,
    n_pending,
    n_vectors,
    pending_text_ids,
    texts_by_id,
)
from ..types import Fingerprint
from .section_stage import encode_sections, lacks_sections
from .server_vectors import empty_if_changed, take_over_from_other_server
from .take_over import take_over_vectors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..store.connection import CorpusConnection
    from ..store.generations import Generation
    from ..types import Encoder, Vectors
    from .context import MaintainPass
    from .wanted_model import WantedModel

WINDOW_TEXTS = 256  # wide enough for the encoder to sort by length, small enough to hold in memory


def has_vector_work(connection: CorpusConnection, wanted: WantedModel) -> bool:
    """Return True when the model's vectors are not there, not complete, or not the answering ones.

    Loads no model: other weights under the same name are told by their revision.
    """
    if not wanted.choice.model_id or not connection.vec_available:
        return False
    active = active_generation(connection)
    if active is None or not wanted.made(active.fingerprint):
        return True
    if any(wanted.made(build.fingerprint) for build in builds_under_way(connection)):
        return True  # it differs in what only the loaded model tells, and was begun
    is_cut_so = active.fingerprint.chunker_version == CHUNKER_VERSION
    return not is_cut_so or n_pending(connection, active) > 0 or lacks_sections(connection, active)


def encode_pending(run: MaintainPass) -> None:
    """Encode what lacks a vector, then let the generation answer.

    A generation that lacks nothing, as after a switch back, answers without its model being loaded.
    A model that cannot be had, or whose vectors are bad, leaves the text leg alone and a note.
    """
    complete = _complete_generation(run.connection, run.wanted)
    if complete is not None:
        flip_to(run.connection, complete, time.time())
        return
    try:
        encoder = run.ports.encoders.get(run.wanted.name, dim=run.wanted.dim)
        generation = open_generation(run.connection, fingerprint_of(encoder), time.time())
        run.notes += empty_if_changed(run.connection, generation, encoder)
        take_over_vectors(run.connection, generation)
        take_over_from_other_server(run.connection, generation, encoder)
        _encode_all(run, encoder, generation)
        encode_sections(run, encoder, generation)
    except (ModelNotFound, BadVectors, PackageMissing) as error:
        run.notes.append(f"Meaning search is not up to date: {error}")
        note_problem(run.connection, run.wanted.choice.model_id, str(error))
        return
    note_problem(run.connection, run.wanted.choice.model_id, "")
    with atomic(run.connection):  # else a search between them would find no section of either
        finish_rebuild(run.connection)
        flip_to(run.connection, generation, time.time())


def _complete_generation(connection: CorpusConnection, wanted: WantedModel) -> Generation | None:
    """Return the wanted model's newest generation that lacks nothing and does not answer yet."""
    active = active_generation(connection)
    if active is not None and wanted.made(active.fingerprint):
        return None
    complete = [
        generation
        for generation in all_generations(connection)
        if wanted.made(generation.fingerprint)
        and generation.fingerprint.chunker_version == CHUNKER_VERSION
        and not n_pending(connection, generation)
        and not lacks_sections(connection, generation)
    ]
    return max(complete, key=lambda generation: generation.changed_at, default=None)


def fingerprint_of(encoder: Encoder) -> Fingerprint:
    """Return what makes this encoder's vectors comparable with each other."""
    card = encoder.card
    return Fingerprint(
        model_id=card.model_id,
        revision=encoder.revision,
        dim=card.dim,
        document_prompt=card.document_prompt,
        query_prompt=card.query_prompt,
        max_tokens=card.max_tokens,
        chunker_version=CHUNKER_VERSION,
        pooling=card.pooling,
        normalisation=card.normalisation,
        native_dim=card.native_dim,
    )


def _encode_all(run: MaintainPass, encoder: Encoder, generation: Generation) -> None:
    pending = pending_text_ids(run.connection, generation, run.first_paths)
    run.n_to_encode = run.n_encoded + len(pending)
    run.build = _build(run, generation)
    for start in range(0, len(pending), WINDOW_TEXTS):
        run.ports.check()
        _encode_window(run, encoder, generation, pending[start : start + WINDOW_TEXTS])


def _build(run: MaintainPass, generation: Generation) -> ModelBuild:
    """Return whose vectors are made, and who answers until they are complete."""
    active = active_generation(run.connection)
    answering = active if active and active.generation_id != generation.generation_id else None
    n_before = n_vectors(run.connection, generation) if answering else 0
    return ModelBuild(
        generation.fingerprint.model_id,
        answering.fingerprint.model_id if answering else "",
        n_done=n_before,
        n=n_before + run.n_to_encode - run.n_encoded,
    )


def _encode_window(
    run: MaintainPass, encoder: Encoder, generation: Generation, window: Sequence[int]
) -> None:
    texts = texts_by_id(run.connection, window)
    text_ids = [text_id for text_id in window if text_id in texts]

    def publish(indices: Sequence[int], vectors: Vectors) -> None:
        batch = [text_ids[index] for index in indices]
        run.n_encoded += add_vectors(run.connection, generation, batch, vectors)
        run.tell(Stage.VECTORS)
        run.ports.check()

    encoder.encode_documents([texts[text_id] for text_id in text_ids], publish)
