"""The levels above chunks in a pass: sections are described, then get vectors, then documents.

Owns: which sections are encoded. Does not own: encoding, the rows (store), the chunks' vectors,
which come first (vector_stage). Each batch is committed as it is done, so a pass that ends early
loses one batch at most.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ....contracts.errors import BadRequest
from ....contracts.maintain import SectionStrategy, Stage
from ..store.connection import atomic
from ..store.section_builds import (
    begin_rebuild,
    current_build,
    open_build,
    rebuild_under_way,
)
from ..store.section_vectors import (
    add_document_vectors,
    add_section_vectors,
    chunk_centroid,
    count_chunks,
    has_pending,
    pending_texts,
)
from ..store.sections import (
    describe_section,
    embedded_texts,
    forget_descriptions,
    has_undescribed,
    sections_of_document,
    undescribed_documents,
)
from ..store.settings import read_setting, write_setting
from .section_facts import describe, find_extractors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..store.connection import CorpusConnection
    from ..store.generations import Generation
    from ..store.section_builds import SectionBuild
    from ..store.section_vectors import PendingText
    from ..types import Encoder, Vectors
    from .context import MaintainPass

WINDOW_SECTIONS = 64  # their whole texts are held in memory
_EXTRACTORS = "section_extractors"


def requested_strategy(name: str) -> SectionStrategy | None:
    """Return the strategy called name, None for "". Raises BadRequest for any other name."""
    if not name:
        return None
    try:
        return SectionStrategy(name)
    except ValueError as error:
        raise BadRequest(
            f"The section strategy must be 'centroid' or 'rawspan', not '{name}'.",
            hint="Leave it out for what the index has.",
        ) from error


def lacks_sections(connection: CorpusConnection, generation: Generation) -> bool:
    """Return True when a section lacks its facts or its vector, or a rebuild is not finished."""
    if has_undescribed(connection):
        return True
    build = current_build(connection)
    if build is None or rebuild_under_way(connection) is not None:
        return True
    return has_pending(connection, generation, build)


def kept_strategy_notes(connection: CorpusConnection, name: str) -> tuple[str, ...]:
    """Return what to tell where the corpus keeps another strategy than the one called name."""
    requested = requested_strategy(name)
    build = rebuild_under_way(connection) or current_build(connection)
    if requested is None or build is None or build.strategy is requested:
        return ()
    kept, asked = build.strategy.value, requested.value
    by = f"a rebuild of its sections makes them by '{asked}'"
    return (f"The index keeps its section strategy '{kept}'; {by}.",)


def rebuild_notes(connection: CorpusConnection) -> tuple[str, ...]:
    """Return what to tell of a rebuild of the sections that is not finished."""
    if rebuild_under_way(connection) is None:
        return ()
    return ("The vectors of sections are not made anew yet; the next pass with a model goes on.",)


def prepare_sections(run: MaintainPass) -> None:
    """Take over what the request asks of sections, and describe those that are not yet."""
    if run.request.rebuild_sections:
        begin_rebuild(run.connection, requested_strategy(run.request.section_strategy))
        with atomic(run.connection):
            forget_descriptions(run.connection)
    _keep_extractors(run)
    for doc_id in undescribed_documents(run.connection):
        run.ports.check()
        with atomic(run.connection):
            describe_document(run, doc_id)


def describe_document(run: MaintainPass, doc_id: int) -> None:
    """Write the facts of a document's sections; the caller has a transaction open."""
    for source in sections_of_document(run.connection, doc_id):
        describe_section(run.connection, source, describe(source, run.extractors))


def encode_sections(run: MaintainPass, encoder: Encoder, generation: Generation) -> None:
    """Give every section and document that lacks one its vector in the generation.

    A rebuild of the sections is whole then; the caller lets it answer (finish_rebuild).
    """
    requested = requested_strategy(run.request.section_strategy)
    build = open_build(run.connection, requested)
    pending = pending_texts(run.connection, generation, build, run.first_paths)
    for start in range(0, len(pending), WINDOW_SECTIONS):
        run.ports.check()
        _make_window(run, encoder, (generation, build), pending[start : start + WINDOW_SECTIONS])
    add_document_vectors(run.connection, generation, build)


def _make_window(
    run: MaintainPass,
    encoder: Encoder,
    into: tuple[Generation, SectionBuild],
    window: Sequence[PendingText],
) -> None:
    generation, build = into
    by_means, to_encode = _parted(run.connection, build, window)
    run.n_sections_averaged += _add_centroids(run.connection, generation, build, by_means)
    if not to_encode:
        return
    texts = embedded_texts(run.connection, [pending.section_id for pending in to_encode])

    def publish(indices: Sequence[int], vectors: Vectors) -> None:
        ids = [to_encode[index].section_text_id for index in indices]
        add_section_vectors(run.connection, generation, build, ids, vectors)
        run.n_sections_encoded += len(ids)
        run.tell(Stage.VECTORS)
        run.ports.check()

    encoder.encode_documents([texts[pending.section_id] for pending in to_encode], publish)


def _parted(
    connection: CorpusConnection, build: SectionBuild, window: Sequence[PendingText]
) -> tuple[list[PendingText], list[PendingText]]:
    """Return what is made of chunks' vectors, and what is encoded.

    A section of one chunk has that chunk's vector: the same text is not encoded twice.
    """
    if build.strategy is SectionStrategy.CENTROID:
        return list(window), []
    n_chunks = count_chunks(connection, [pending.section_id for pending in window])
    is_single = [n_chunks.get(pending.section_id, 0) <= 1 for pending in window]
    return (
        [pending for pending, single in zip(window, is_single, strict=True) if single],
        [pending for pending, single in zip(window, is_single, strict=True) if not single],
    )


def _add_centroids(
    connection: CorpusConnection,
    generation: Generation,
    build: SectionBuild,
    sections: Sequence[PendingText],
) -> int:
    """Give sections the mean of their chunks' vectors; return how many have those."""
    import numpy as np

    made = [(p, chunk_centroid(connection, generation, p.section_id)) for p in sections]
    rows = [(pending.section_text_id, vector) for pending, vector in made if vector is not None]
    if rows:
        ids = [text_id for text_id, _ in rows]
        add_section_vectors(
            connection, generation, build, ids, np.concatenate([vector for _, vector in rows])
        )
    return len(rows)


def _keep_extractors(run: MaintainPass) -> None:
    """Find the plug-ins that describe this corpus; newly asked for ones describe all of it."""
    kept = tuple(json.loads(read_setting(run.connection, _EXTRACTORS) or "[]"))
    wanted = run.request.section_extractors or kept
    try:
        run.extractors = find_extractors(wanted)
    except BadRequest as error:
        if run.request.section_extractors:
            raise
        run.notes.append(str(error))  # it was there when the index was made
        return
    if wanted != kept:
        with atomic(run.connection):
            write_setting(run.connection, _EXTRACTORS, json.dumps(wanted))
            forget_descriptions(run.connection)
