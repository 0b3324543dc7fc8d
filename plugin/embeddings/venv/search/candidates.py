"""From the legs' chunks to ranked passages: collapse, and fuse by document.

Owns: what a passage's rank and score in a leg are, and the order of files and of passages within
one. Does not own: the fusion formulas (fusion), what speaks for a whole document (documents).

The legs are fused by document: the words may stand in one paragraph and the meaning in another of
the same file, and both speak for it. Within a file its passages are fused in the same way, to
show the best of them.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from ....contracts.search import Leg
from ..store.lookup import read_chunks
from ..types import Candidate
from .documents import document_ranking
from .foreign import with_foreign_shares
from .fusion import (
    FusionMethod,
    Scale,
    keep_first,
    leg_shares,
    ranks,
    reciprocal_rank_fusion,
    weighted_sum,
)

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from ..store.connection import CorpusConnection
    from ..store.lookup import ChunkRow
    from .fusion import Ranking
    from .legs import LegResult

FUSION = FusionMethod.RELATIVE_SCORE
"""The better of the two on the labelled sets; figures in ARCHITECTURE.md."""
FIRST_LEXICAL_WITHIN = 5
ZERO_OF_CUT = 0.6
"""Of the last score of a keyword list that is cut: what it counts as nothing."""
NEARLY_ALONE = 0.7
"""The weight from which a leg ranks documents as it does where it is alone."""
DENSE_POWER = 0.7
"""Of a share in the dense leg: cosines of what answers lie close together, so the second counts
for nearly as much as the first. What lies below the middle of the leg's list counts as nothing."""


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


_Pool = list[tuple["ChunkRow", float]]
"""The best chunk of each passage that a leg found, with its score, best first."""


def rank_passages(
    connection: CorpusConnection,
    results: Sequence[LegResult],
    weights: Mapping[Leg, float],
    *,
    n_rows: int,
    foreign: Container[int] = frozenset(),
) -> RankedPassages:
    """Return the passages of the legs' chunks, best first; n_rows is where a leg's list is cut.

    foreign are the documents in another language than the question.

    A file's best passage has the file's score, its others their share of it.
    """
    chunk_ids = dict.fromkeys(chunk_id for result in results for chunk_id, _ in result.ranking)
    chunks = read_chunks(connection, chunk_ids)
    pools = {result.leg: _pool(result, chunks) for result in results}
    cut = cut_legs(results, n_rows)
    by_document = {
        result.leg: document_ranking(
            result,
            [(chunk.doc_id, score) for chunk, score in pools[result.leg]],
            is_alone=weights[result.leg] >= NEARLY_ALONE,
        )
        for result in results
    }
    fused = fuse_legs(by_document, weights, cut, foreign=foreign)
    documents = _with_first_kept(fused, by_document.get(Leg.LEXICAL, ()))
    by_passage = {
        leg: [(chunk.passage_id, score) for chunk, score in entries]
        for leg, entries in pools.items()
    }
    passages = _ranked(pools, fuse_legs(by_passage, weights, cut))
    _score_by_document(passages.values(), documents)
    for each in passages.values():
        each.candidate.is_kept_first = documents[each.doc_id] != fused[each.doc_id]
    return _best_first(passages, chunks)


def passages_by_chunk(
    connection: CorpusConnection, results: Sequence[LegResult], scores: Mapping[int, float]
) -> RankedPassages:
    """Return the passages of chunks that another fusion has scored, best first.

    scores are by chunk_id and > 0; a passage has its best chunk's, chunks without one are left
    out. What the legs said of a passage is as in rank_passages.
    """
    chunks = read_chunks(connection, scores)
    pools = {result.leg: _pool(result, chunks) for result in results}
    best: dict[int, float] = {}
    for chunk in chunks.values():
        best[chunk.passage_id] = max(best.get(chunk.passage_id, 0.0), scores[chunk.chunk_id])
    return _best_first(_ranked(pools, best), chunks)


def cut_legs(results: Sequence[LegResult], n_rows: int) -> set[Leg]:
    """Return the legs whose lists were cut at n_rows chunks."""
    return {result.leg for result in results if len(result.ranking) >= n_rows}


def fuse_legs(
    rankings: Mapping[Leg, Ranking[int]],
    weights: Mapping[Leg, float],
    cut: Container[Leg],
    *,
    foreign: Container[int] = frozenset(),
) -> dict[int, float]:
    """Return each key's fused score; cut holds the legs whose lists of chunks were cut.

    foreign are the keys of documents that cannot have the question's words.
    """
    if FUSION is FusionMethod.RECIPROCAL_RANK:
        return reciprocal_rank_fusion(rankings, weights)
    scales = {}
    lexical, dense = rankings.get(Leg.LEXICAL), rankings.get(Leg.DENSE)
    if lexical:
        # What has none of the words has score 0; every chunk has a cosine, and most mean nothing.
        scales[Leg.LEXICAL] = Scale(ZERO_OF_CUT * lexical[-1][1] if Leg.LEXICAL in cut else 0.0)
    if dense:
        scales[Leg.DENSE] = Scale(median(score for _, score in dense), DENSE_POWER)
    shares = leg_shares(rankings, scales)
    return weighted_sum(with_foreign_shares(shares, foreign), weights)


def _with_first_kept(documents: Mapping[int, float], lexical: Ranking[int]) -> dict[int, float]:
    """Return the documents' scores with the keyword leg's first among the first of all.

    It takes the score of the one whose place it gets, and comes before it.
    """
    order = sorted(documents, key=lambda key: (-documents[key], key))
    first = next((key for key, _ in lexical), None)
    kept = keep_first(order, first, within=FIRST_LEXICAL_WITHIN)
    scores = dict(documents)
    if first is not None and kept != order:
        scores[first] = math.nextafter(documents[order[FIRST_LEXICAL_WITHIN - 1]], math.inf)
    return scores


def _score_by_document(passages: Iterable[RankedPassage], documents: Mapping[int, float]) -> None:
    """Give each passage its share of its document's score, the best of a document all of it."""
    best: dict[int, float] = {}
    for each in passages:
        best[each.doc_id] = max(best.get(each.doc_id, 0.0), each.candidate.fused_score)
    for each in passages:
        of_best = best[each.doc_id]
        share = each.candidate.fused_score / of_best if of_best > 0 else 1.0
        each.candidate.fused_score = documents[each.doc_id] * share


def _pool(result: LegResult, chunks: Mapping[int, ChunkRow]) -> _Pool:
    """Return the best chunk of each passage."""
    kept: dict[int, tuple[ChunkRow, float]] = {}
    for chunk_id, score in result.ranking:
        chunk = chunks.get(chunk_id)
        if chunk is not None:
            kept.setdefault(chunk.passage_id, (chunk, score))
    return list(kept.values())


def _ranked(pools: Mapping[Leg, _Pool], fused: Mapping[int, float]) -> dict[int, RankedPassage]:
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


def _best_first(
    passages: Mapping[int, RankedPassage], chunks: Mapping[int, ChunkRow]
) -> RankedPassages:
    order = sorted(
        passages.values(),
        key=lambda each: (-each.candidate.fused_score, each.chunk.chunk_id),
    )
    return RankedPassages(tuple(order), _count_in_files(chunks))


def _count_in_files(chunks: Mapping[int, ChunkRow]) -> Counter[int]:
    passages = {(chunk.doc_id, chunk.passage_id) for chunk in chunks.values()}
    return Counter(doc_id for doc_id, _ in passages)
