"""The dense leg of a pass: every text without a vector is encoded once and published by batch."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ....contracts.errors import BadVectors, ModelNotFound, PackageMissing
from ....contracts.maintain import Stage
from ..chunk.chunker import CHUNKER_VERSION
from ..store.generations import (
    active_generation,
    all_generations,
    drop_generation,
    expired_generations,
    flip_to,
    open_generation,
)
from ..store.vectors import (
    add_vectors,
    compact,
    n_pending,
    needs_compaction,
    pending_text_ids,
    texts_by_id,
)
from ..types import Fingerprint
from .section_stage import encode_sections, lacks_sections
from .take_over import take_over_vectors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..store.connection import CorpusConnection
    from ..store.generations import Generation
    from ..types import Encoder, Vectors
    from .context import MaintainPass

WINDOW_TEXTS = 256  # wide enough for the encoder to sort by length, small enough to hold in memory


def has_vector_work(connection: CorpusConnection, model_id: str, *, dim: int = 0) -> bool:
    """Return True when the model's vectors are not there, not complete, or not the answering ones.

    dim is the width that is asked for, 0 the model's own. Loads no model, so a new revision of
    the same model is noticed only by the next pass that has other work.
    """
    if not model_id or not connection.vec_available:
        return False
    active = active_generation(connection)
    if active is None:
        return True
    has = active.fingerprint
    wanted = (model_id, CHUNKER_VERSION, dim or has.native_dim or has.dim)
    if (has.model_id, has.chunker_version, has.dim) != wanted:
        return True
    return n_pending(connection, active) > 0 or lacks_sections(connection, active)


def encode_pending(run: MaintainPass) -> None:
    """Encode what lacks a vector, then let the generation answer.

    A model that cannot be had, or whose vectors are bad, leaves the text leg alone and a note.
    """
    try:
        encoder = run.ports.encoders.get(run.request.model_id, dim=run.request.dim)
        generation = open_generation(run.connection, fingerprint_of(encoder), time.time())
        take_over_vectors(run.connection, generation)
        _encode_all(run, encoder, generation)
        encode_sections(run, encoder, generation)
    except (ModelNotFound, BadVectors, PackageMissing) as error:
        run.notes.append(f"Meaning search is not up to date: {error}")
        return
    flip_to(run.connection, generation, time.time())


def tidy_vectors(connection: CorpusConnection) -> None:
    """Drop generations whose seven days are over and rewrite tables that are mostly holes."""
    if not connection.vec_available:
        return
    for generation in expired_generations(connection, time.time()):
        drop_generation(connection, generation)
    for generation in all_generations(connection):
        if needs_compaction(connection, generation):
            compact(connection, generation)


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
    for start in range(0, len(pending), WINDOW_TEXTS):
        run.ports.check()
        _encode_window(run, encoder, generation, pending[start : start + WINDOW_TEXTS])


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
