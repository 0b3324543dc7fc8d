"""The same model on another server: its vectors are kept where both compute the same.

Owns: how that is found out. A server's address is the revision of its vectors, because a name says
little: two servers may call different models alike, or the same one with other weights. So a few
stored texts are encoded by the new server and compared, instead of all of them being encoded anew.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ....contracts.http_model import HTTP_MODEL_PREFIX
from ..store.generations import all_generations
from ..store.vectors import copy_vectors, copyable_sample

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..store.connection import CorpusConnection
    from ..store.generations import Generation
    from ..types import Encoder, Fingerprint, Vectors

N_SAMPLES = 4
MIN_COSINE = 0.999
"""Servers repeat themselves to .9999; other weights of one model, such as 4 bits, stay below."""


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
        if sample and _computes_same(encoder, sample):
            copy_vectors(connection, other, generation)


def _is_elsewhere(other: Fingerprint, wanted: Fingerprint) -> bool:
    if not wanted.model_id.startswith(HTTP_MODEL_PREFIX) or other.revision == wanted.revision:
        return False
    alike = replace(other, revision=wanted.revision, chunker_version=wanted.chunker_version)
    return alike == wanted


def _computes_same(encoder: Encoder, sample: dict[str, Vectors]) -> bool:
    texts = list(sample)
    cosines: list[float] = []

    def compare(indices: Sequence[int], vectors: Vectors) -> None:
        stored = (sample[texts[index]][0] for index in indices)
        cosines.extend(float(new @ old) for new, old in zip(vectors, stored, strict=True))

    encoder.encode_documents(texts, compare)
    return min(cosines) >= MIN_COSINE
