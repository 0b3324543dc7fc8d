"""The levels of a search: sections, documents, and chunks fused with sections.

Owns: what a level ranks and which combinations can be asked for. Does not own: the chunks'
ranking (candidates), what speaks for a unit (unit_evidence), what a hit says (passages,
section_hits). A unit above chunks is shown by its best passage.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from ....contracts.errors import BadRequest
from ....contracts.search import Leg, ReturnType, SearchLevel
from ..store.sections import read_sections, sections_of_passages
from ..store.unit_matrix import Unit
from ..types import Candidate
from .candidates import RankedPassage, RankedPassages, cut_legs, fuse_legs
from .fusion import ranks, shares_of
from .unit_evidence import document_rankings, section_rankings, shown_chunks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ....contracts.search import SearchRequest
    from .unit_evidence import FoundChunks, Ranking

SECTION_OVERFETCH = 5
"""Sections asked of a leg for each document that is wanted: many may lie in one."""

_RETURNS = {
    SearchLevel.AUTO: (ReturnType.DOCUMENTS, ReturnType.SECTIONS),
    SearchLevel.CHUNKS: (ReturnType.DOCUMENTS, ReturnType.SECTIONS),
    SearchLevel.SECTIONS: (ReturnType.SECTIONS, ReturnType.DOCUMENTS),
    SearchLevel.DOCUMENTS: (ReturnType.DOCUMENTS,),
    SearchLevel.FUSED: (ReturnType.DOCUMENTS, ReturnType.SECTIONS),
}


@dataclass(frozen=True)
class _Units:
    """Units best first with their scores, and what each leg said of them."""

    unit: Unit
    scores: dict[int, float]
    rankings: Mapping[Leg, Ranking]


def return_type_of(request: SearchRequest) -> ReturnType:
    """Return what a hit stands for: as asked, else the level's natural unit.

    Raises BadRequest for a combination that makes no sense and a weight outside 0 to 1.
    """
    if not 0.0 <= request.section_weight <= 1.0:
        raise BadRequest(
            f"The section weight must be 0 to 1, not {request.section_weight:g}.",
            hint="0 counts passages alone, 1 sections alone.",
        )
    possible = _RETURNS[request.level]
    wanted = request.return_type or possible[0]
    if wanted not in possible:
        names = " or ".join(kind.value for kind in possible)
        raise BadRequest(
            f"A search of {request.level.value} returns {names}, not {wanted.value}.",
            hint="Choose another level, or leave the return type out.",
        )
    return wanted


def at_level(request: SearchRequest, found: FoundChunks, ranked: RankedPassages) -> RankedPassages:
    """Return the passages in the order of the request's level.

    ranked are the passages that chunks make. Where hits are sections each section has one
    passage; where they are documents make_hits takes the first of each.
    """
    wanted, level = return_type_of(request), _chosen_level(request)
    if level is SearchLevel.CHUNKS:
        return ranked if wanted is ReturnType.DOCUMENTS else _first_of_sections(found, ranked)
    if level is SearchLevel.DOCUMENTS:
        rankings = document_rankings(found, limit=found.pool)
        return _shown(found, ranked, _Units(Unit.DOCUMENT, _fuse(found, rankings), rankings))
    limit = found.pool * (1 if wanted is ReturnType.SECTIONS else SECTION_OVERFETCH)
    rankings = section_rankings(found, limit=limit)
    scores = _fuse(found, rankings)
    if level is SearchLevel.FUSED:
        scores = _with_chunks(found, ranked, scores, request)
    elif wanted is ReturnType.DOCUMENTS:
        scores = _best_of_documents(found, scores)
    return _shown(found, ranked, _Units(Unit.SECTION, scores, rankings))


def _chosen_level(request: SearchRequest) -> SearchLevel:
    """Return the level to rank by, where it is left to the search the one that measures best.

    Documents are found best by their chunks, sections by chunks and sections together: alone,
    the vector of a long section says too little (nDCG@10 .46 against .80 on QMSum).
    """
    if request.level is not SearchLevel.AUTO:
        return request.level
    by_section = return_type_of(request) is ReturnType.SECTIONS
    return SearchLevel.FUSED if by_section else SearchLevel.CHUNKS


def _best_of_documents(found: FoundChunks, sections: Mapping[int, float]) -> dict[int, float]:
    """Return the best section of each document; sections are in order."""
    rows = read_sections(found.corpus.connection, sections)
    first: dict[int, int] = {}
    for section_id in sections:
        first.setdefault(rows[section_id].doc_id, section_id)
    return {section_id: sections[section_id] for section_id in first.values()}


def _fuse(found: FoundChunks, rankings: Mapping[Leg, Ranking]) -> dict[int, float]:
    cut = cut_legs(found.results, found.n_rows)
    return _sorted(fuse_legs(rankings, found.weights, cut))


def _with_chunks(
    found: FoundChunks,
    ranked: RankedPassages,
    sections: Mapping[int, float],
    request: SearchRequest,
) -> dict[int, float]:
    """Return sections scored by (1 - w) * best passage + w * section, each scaled by min-max.

    Where hits are documents both are first rolled up to documents, and the sum goes to the
    section of the document that is shown.
    """
    passages = shares_of([*_best_passages(found, ranked).items()])
    weight, by_section = request.section_weight, shares_of([*sections.items()])
    if return_type_of(request) is ReturnType.SECTIONS:
        keys = dict.fromkeys((*passages, *by_section))
        return _sorted(
            {
                key: (1 - weight) * passages.get(key, 0.0) + weight * by_section.get(key, 0.0)
                for key in keys
            }
        )
    rows = read_sections(found.corpus.connection, {*passages, *by_section})
    best: dict[int, tuple[float, float]] = {}
    shown: dict[int, tuple[float, int]] = {}
    for key, row in rows.items():
        mine = (passages.get(key, 0.0), by_section.get(key, 0.0))
        of_chunks, of_sections = best.get(row.doc_id, (0.0, 0.0))
        best[row.doc_id] = (max(of_chunks, mine[0]), max(of_sections, mine[1]))
        own = (1 - weight) * mine[0] + weight * mine[1]
        shown[row.doc_id] = max(shown.get(row.doc_id, (-1.0, 0)), (own, -key))
    return _sorted(
        {
            -shown[doc_id][1]: (1 - weight) * of_chunks + weight * of_sections
            for doc_id, (of_chunks, of_sections) in best.items()
        }
    )


def _best_passages(found: FoundChunks, ranked: RankedPassages) -> dict[int, float]:
    """Return section_id -> the score of its best passage."""
    sections = sections_of_passages(
        found.corpus.connection, [passage.passage_id for passage in ranked.passages]
    )
    best: dict[int, float] = {}
    for passage in ranked.passages:
        section_id = sections[passage.passage_id]
        best[section_id] = max(best.get(section_id, 0.0), passage.candidate.fused_score)
    return best


def _first_of_sections(found: FoundChunks, ranked: RankedPassages) -> RankedPassages:
    sections = sections_of_passages(
        found.corpus.connection, [passage.passage_id for passage in ranked.passages]
    )
    first: dict[int, RankedPassage] = {}
    for passage in ranked.passages:
        first.setdefault(sections[passage.passage_id], passage)
    return RankedPassages(tuple(first.values()), ranked.n_found_in_file)


def _shown(found: FoundChunks, ranked: RankedPassages, units: _Units) -> RankedPassages:
    """Return each unit's best passage, in the units' order, with the unit's score and ranks."""
    known = _known_passages(found, ranked, units.unit)
    kept = dict(islice(units.scores.items(), found.pool))
    known |= _looked_up(found, units.unit, [unit_id for unit_id in kept if unit_id not in known])
    traces = _traces(units.rankings)
    passages = []
    for unit_id, score in kept.items():
        passage = known.get(unit_id)
        if passage is None:
            continue
        own = traces.get(unit_id)
        ranks_of, scores_of = own or (passage.candidate.ranks, passage.candidate.scores)
        candidate = Candidate(passage.chunk.chunk_id, dict(ranks_of), dict(scores_of), score)
        passages.append(RankedPassage(passage.passage_id, passage.doc_id, passage.chunk, candidate))
    n_found = Counter(passage.doc_id for passage in passages)
    counted = {
        doc_id: max(n, ranked.n_found_in_file.get(doc_id, 0)) for doc_id, n in n_found.items()
    }
    return RankedPassages(tuple(passages), Counter(counted))


def _known_passages(
    found: FoundChunks, ranked: RankedPassages, unit: Unit
) -> dict[int, RankedPassage]:
    sections: Mapping[int, int] = {}
    if unit is Unit.SECTION:
        sections = sections_of_passages(
            found.corpus.connection, [passage.passage_id for passage in ranked.passages]
        )
    known: dict[int, RankedPassage] = {}
    for passage in ranked.passages:
        key = sections[passage.passage_id] if unit is Unit.SECTION else passage.doc_id
        known.setdefault(key, passage)
    return known


def _looked_up(found: FoundChunks, unit: Unit, unit_ids: list[int]) -> dict[int, RankedPassage]:
    return {
        unit_id: RankedPassage(chunk.passage_id, chunk.doc_id, chunk, Candidate(chunk.chunk_id))
        for unit_id, chunk in shown_chunks(found, unit, unit_ids).items()
    }


def _traces(
    rankings: Mapping[Leg, Ranking],
) -> dict[int, tuple[dict[Leg, int], dict[Leg, float]]]:
    found: dict[int, tuple[dict[Leg, int], dict[Leg, float]]] = {}
    for leg, ranking in rankings.items():
        for rank, (key, score) in zip(ranks(ranking), ranking, strict=True):
            of_rank, of_score = found.setdefault(key, ({}, {}))
            of_rank[leg], of_score[leg] = rank, score
    return found


def _sorted(scores: Mapping[int, float]) -> dict[int, float]:
    return dict(sorted(scores.items(), key=lambda entry: (-entry[1], entry[0])))
