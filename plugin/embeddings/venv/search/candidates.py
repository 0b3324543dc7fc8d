"""From the legs' chunks to ranked passages: collapse, limit per file, fuse.

Owns: what a passage's rank and score in a leg are. Does not own: the fusion formulas (fusion).
A passage stands for all its chunks, so that legs which found different sentences of one
paragraph agree.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....contracts.search import Leg
from ..store.lookup import read_chunks
from ..types import Candidate
from .fusion import (
    FusionMethod,
    keep_first,
    ranks,
    reciprocal_rank_fusion,
    relative_score_fusion,
)
from .pool import MAX_PASSAGES_PER_FILE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..store.connection import CorpusConnection
    from ..store.lookup import ChunkRow
    from .legs import LegResult

FUSION = FusionMethod.RELATIVE_SCORE
FIRST_LEXICAL_WITHIN = 5


@dataclass(frozen=True)
class RankedPassage:
    """A passage with the best of its chunks, and that chunk's ranks and scores in the legs."""

    passage_id: int
    doc_id: int
    chunk: ChunkRow
    candidate: Candidate


@dataclass(frozen=True)
class RankedPassages:
    """Passages best first, and how many passages of each file the legs found in all."""

    passages: tuple[RankedPassage, ...]
    n_found_in_file: Mapping[int, int]


def rank_passages(
    connection: CorpusConnection,
    results: Sequence[LegResult],
    weights: Mapping[Leg, float],
    *,
    pool: int,
) -> RankedPassages:
    """Return the passages of the legs' chunks, fused; each leg gives at most pool of them."""
    chunk_ids = dict.fromkeys(chunk_id for result in results for chunk_id, _ in result.ranking)
    chunks = read_chunks(connection, chunk_ids)
    pools = {result.leg: _pool(result, chunks, pool) for result in results}
    rankings = {
        leg: [(chunk.passage_id, score) for chunk, score in entries]
        for leg, entries in pools.items()
    }
    if FUSION is FusionMethod.RELATIVE_SCORE:
        # Only the keyword leg ends by itself; every chunk has a cosine.
        whole = {Leg.LEXICAL} if len(rankings.get(Leg.LEXICAL, ())) < pool else set()
        fused = relative_score_fusion(rankings, weights, whole=whole)
    else:
        fused = reciprocal_rank_fusion(rankings, weights)
    passages = _ranked(pools, fused)
    order = sorted(passages, key=lambda key: (-fused[key], passages[key].chunk.chunk_id))
    first = next((key for key, _ in rankings.get(Leg.LEXICAL, ())), None)
    order = keep_first(order, first, within=FIRST_LEXICAL_WITHIN)
    return RankedPassages(tuple(passages[key] for key in order), _count_in_files(chunks))


def _pool(
    result: LegResult, chunks: Mapping[int, ChunkRow], pool: int
) -> list[tuple[ChunkRow, float]]:
    """Return the best chunk of each passage, a few passages a file, best first."""
    kept: dict[int, tuple[ChunkRow, float]] = {}
    n_in_file: Counter[int] = Counter()
    for chunk_id, score in result.ranking:
        chunk = chunks.get(chunk_id)
        if chunk is None or chunk.passage_id in kept:
            continue
        if n_in_file[chunk.doc_id] >= MAX_PASSAGES_PER_FILE:
            continue
        n_in_file[chunk.doc_id] += 1
        kept[chunk.passage_id] = (chunk, score)
        if len(kept) >= pool:
            break
    return list(kept.values())


def _ranked(
    pools: Mapping[Leg, Sequence[tuple[ChunkRow, float]]], fused: Mapping[int, float]
) -> dict[int, RankedPassage]:
    passages: dict[int, RankedPassage] = {}
    for leg, entries in pools.items():
        places = ranks([(chunk.passage_id, score) for chunk, score in entries])
        for rank, (chunk, score) in zip(places, entries, strict=True):
            key = chunk.passage_id
            if key not in passages:
                candidate = Candidate(chunk.chunk_id, fused_score=fused[key])
                passages[key] = RankedPassage(key, chunk.doc_id, chunk, candidate)
            passages[key].candidate.ranks[leg] = rank
            passages[key].candidate.scores[leg] = score
    return passages


def _count_in_files(chunks: Mapping[int, ChunkRow]) -> Counter[int]:
    passages = {(chunk.doc_id, chunk.passage_id) for chunk in chunks.values()}
    return Counter(doc_id for doc_id, _ in passages)
