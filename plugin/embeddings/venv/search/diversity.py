"""Hits that differ: at most so many a file, and maximal marginal relevance among them.

Owns: both choices. Does not own: relevance (candidates, rerank) nor the vectors (store.matrix).
Source of MMR: Carbonell and Goldstein, "The Use of MMR, Diversity-Based Reranking for Reordering
Documents and Producing Summaries", SIGIR 1998.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ....contracts.search import ReturnType
from ..store.matrix import vectors_of_texts
from .levels import return_type_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..store.generations import Generation
    from ..types import Vectors
    from .candidates import RankedPassage, RankedPassages
    from .corpora import OpenCorpus
    from .running import RunningSearch

RELEVANCE_ALONE = 1.0


def limit_per_file(passages: Iterable[RankedPassage], n: int) -> list[RankedPassage]:
    """Return the first n passages of each file, in order."""
    n_kept: Counter[int] = Counter()
    kept = []
    for passage in passages:
        if n_kept[passage.doc_id] < n:
            n_kept[passage.doc_id] += 1
            kept.append(passage)
    return kept


def diversify(
    search: RunningSearch,
    corpus: OpenCorpus,
    generation: Generation | None,
    ranked: RankedPassages,
) -> RankedPassages:
    """Return at most n_per_file passages a file, ordered by MMR where the request weighs it.

    Where hits are sections, each section's passage stays: of one long document many may answer.
    Without vectors the order stays and a note says why. Call inside corpus.reading().
    """
    kept = list(ranked.passages)
    if return_type_of(search.request) is ReturnType.DOCUMENTS:
        kept = limit_per_file(kept, search.request.n_per_file)
    mmr_lambda = search.request.mmr_lambda
    if mmr_lambda < RELEVANCE_ALONE and len(kept) > 1:
        if generation is None or corpus.connection.vec_reason:
            search.notes.append("Like hits may stand together: the index has no vectors to tell.")
        else:
            vectors = _vectors(corpus, generation, kept)
            relevance = sorted((each.candidate.fused_score for each in kept), reverse=True)
            kept = [kept[index] for index in mmr_order(relevance, vectors, mmr_lambda)]
    return replace(ranked, passages=tuple(kept))


def mmr_order(relevance: Sequence[float], vectors: Vectors, mmr_lambda: float) -> list[int]:
    """Return all indices by maximal marginal relevance, best first.

    Each next one is the best for mmr_lambda * relevance - (1 - mmr_lambda) * its greatest
    likeness to those before it. relevance falls, >= 0; vectors has shape (n, dim), normalised, a
    row of zeros for what has none. Both measures are scaled to [0, 1] over these hits, as models
    differ in how small a cosine they give (E5: hardly below 0.67). Ties go to the first.
    """
    n = len(relevance)
    scaled = np.asarray(relevance, dtype=np.float64)
    scaled = scaled / scaled.max() if n and scaled.max() > 0 else scaled
    likeness = _scaled_likeness(vectors)
    order: list[int] = []
    nearest = np.zeros(n)
    rest = list(range(n))
    while rest:
        gains = mmr_lambda * scaled[rest] - (1 - mmr_lambda) * nearest[rest]
        chosen = rest.pop(int(np.argmax(gains)))
        order.append(chosen)
        nearest = np.maximum(nearest, likeness[chosen])
    return order


def _scaled_likeness(vectors: Vectors) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    cosines = (vectors @ vectors.T).astype(np.float64)
    known = np.any(vectors != 0, axis=1)
    pairs = cosines[np.ix_(known, known)]
    low = float(pairs.min()) if pairs.size else 0.0
    scaled: np.ndarray[tuple[int, int], np.dtype[np.float64]] = np.clip(
        (cosines - low) / max(1.0 - low, 1e-6), 0.0, 1.0
    )
    scaled[~known, :] = scaled[:, ~known] = 0.0
    return scaled


def _vectors(
    corpus: OpenCorpus, generation: Generation, passages: Sequence[RankedPassage]
) -> Vectors:
    text_ids = [passage.chunk.text_id for passage in passages]
    known = vectors_of_texts(corpus.connection, corpus.matrix(generation), text_ids)
    nothing = np.zeros(generation.fingerprint.dim, dtype=np.float32)
    return np.stack([known.get(text_id, nothing) for text_id in text_ids])
