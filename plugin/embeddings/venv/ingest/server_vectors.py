"""Whether a model server still computes what an index has, found out by a few stored texts.

Owns: both comparisons. With the server's own earlier vectors: its operator may have put another
model behind the name. With those of the same model on another server, whose address is the
revision of its vectors because a name says little: what agrees is kept, not encoded anew.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ....contracts.http_model import HTTP_MODEL_PREFIX
from ..store.generations import all_generations, empty_generation
from ..store.vectors import copy_vectors, copyable_sample, stored_sample

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..store.connection import CorpusConnection
    from ..store.generations import Generation
    from ..types import Encoder, Fingerprint, Vectors

N_SAMPLES = 4
MIN_COSINE = 0.999
"""Servers repeat themselves to .9999; other weights of one model, such as 4 bits, stay below."""
MIN_OWN_COSINE = 0.99
"""A server that now rounds otherwise is still searched well by its earlier vectors."""


def empty_if_changed(
    connection: CorpusConnection, generation: Generation, encoder: Encoder
) -> tuple[str, ...]:
    """Remove a server's vectors where it computes others now, and return what to tell of it.

    They cannot be searched any more: queries are encoded by what the server computes now.
    Raises what the encoder raises.
    """
    if not generation.fingerprint.model_id.startswith(HTTP_MODEL_PREFIX):
        return ()
    sample = stored_sample(connection, generation, n=N_SAMPLES)
    if not sample or _least_cosine(encoder, sample) >= MIN_OWN_COSINE:
        return ()
    empty_generation(connection, generation)
    name = generation.fingerprint.model_id.removeprefix(HTTP_MODEL_PREFIX)
    return (f"The model server computes other vectors for {name} now; all were made anew.",)


def take_over_from_other_server(
    connection: CorpusConnection, generation: Generation, encoder: Encoder
) -> None:
    """Copy into generation what it lacks and the same model made on another server.

    Raises what the encoder raises.
    """
    for other in all_generations(connection):
        if not _is_elsewhere(other.fingerprint, generation.fingerprint):
            continue
        sample = copyable_sample(connection, other, generation, n=N_SAMPLES)
        if sample and _least_cosine(encoder, sample) >= MIN_COSINE:
            copy_vectors(connection, other, generation)


def _is_elsewhere(other: Fingerprint, wanted: Fingerprint) -> bool:
    if not wanted.model_id.startswith(HTTP_MODEL_PREFIX) or other.revision == wanted.revision:
        return False
    alike = replace(other, revision=wanted.revision, chunker_version=wanted.chunker_version)
    return alike == wanted


def _least_cosine(encoder: Encoder, sample: dict[str, Vectors]) -> float:
    texts = list(sample)
    cosines: list[float] = []

    def compare(indices: Sequence[int], vectors: Vectors) -> None:
        stored = (sample[texts[index]][0] for index in indices)
        cosines.extend(float(new @ old) for new, old in zip(vectors, stored, strict=True))

    encoder.encode_documents(texts, compare)
    return min(cosines)
