"""Which vectors need not be encoded, because another generation of the corpus has them.

Owns: what a text's vector does not depend on. Does not own: the copying (store.vectors).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..store.generations import all_generations
from ..store.vectors import copy_vectors

if TYPE_CHECKING:
    from ..store.connection import CorpusConnection
    from ..store.generations import Generation
    from ..types import Fingerprint


def take_over_vectors(connection: CorpusConnection, generation: Generation) -> None:
    """Copy into generation what it lacks and others have that hold the same vectors."""
    for other in all_generations(connection):
        if other.generation_id != generation.generation_id and holds_same_vectors(
            other.fingerprint, generation.fingerprint
        ):
            copy_vectors(connection, other, generation)


def holds_same_vectors(source: Fingerprint, target: Fingerprint) -> bool:
    """Return True when a text has the same vector in both, or a wider one that is cut in source.

    It depends neither on how other texts were cut into chunks nor on the prompt of queries.
    Vectors of all widths of one model begin with the same numbers. A source from before
    pooling was kept is taken to have pooled as its weights' own files say.
    """
    alike = replace(
        source,
        chunker_version=target.chunker_version,
        query_prompt=target.query_prompt,
        dim=target.dim,
        native_dim=target.native_dim,
        pooling=source.pooling or target.pooling,
    )
    return source.dim >= target.dim and alike == target
