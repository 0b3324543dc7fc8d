"""The optional second look: a reranker reads the best hit of each file, for a short time.

Owns: what is scored, in which order and until when, and what is told. Does not own: who reads
(reranker_choice), how far its scores move a hit (blend), which hits are exact (exact_hits).
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING

from ....contracts.errors import BadVectors, ModelNotFound, PackageMissing
from ....contracts.models import OWN_RERANKER
from ....contracts.search import Leg, ReturnType
from ....documents.passages import PassageKind
from ..store.lookup import read_documents, read_languages, read_passages, text_after
from .blend import Judged, blended_order
from .exact_hits import HitText, exact_hits
from .language_fit import ENGLISH
from .levels import return_type_of
from .reranker_choice import chosen_reranker
from .snippets import window_around

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ....contracts.models import RerankerCard
    from ..store.connection import CorpusConnection
    from ..store.lookup import PassageRow
    from ..types import Reranker
    from .candidates import RankedPassage, RankedPassages
    from .legs import LegResult
    from .running import RunningSearch

    _Unit = Callable[[RankedPassage], int]

MIN_CANDIDATES = 10
MAX_CANDIDATES = 50
_CANDIDATES_PER_HIT = 2
MAX_TEXT_CHARS = 700
"""As much as a snippet shows: to a cross-encoder a short chunk is read with what is around it."""

MAX_BATCH = 8
_MS_PER_S = 1000
_MIN_TEXT_S = 1e-6  # a coarse clock may say 0


@dataclass(frozen=True)
class _Portion:
    """How much is read: the best hits, and at least so many characters of each's passage."""

    n_hits: int
    n_chars: int


_OWN_PORTION = _Portion(MIN_CANDIDATES, 0)
"""The search's own model reads the chunk that its vector was made of. With 700 characters it took
half as long again and lost .002 nDCG@10 on both sets of questions; 20 hits take twice as long and
gain .005 at most."""


@dataclass(frozen=True)
class _Candidate:
    """The best passage of a file or section, its place among all passages, what is read of it."""

    key: int
    place: int
    passage: RankedPassage
    text: str
    name: str


def rerank(
    search: RunningSearch,
    connection: CorpusConnection,
    ranked: RankedPassages,
    results: Sequence[LegResult],
) -> RankedPassages:
    """Return the passages with the best of each file in the order of the blend.

    Without a reranker, and where it cannot be used, they come back as they are; the reason goes
    to the notes. search.check is called between batches.
    """
    wanted = search.request.rerank.model_id and search.parsed.terms
    if not wanted or len(ranked.passages) < 2:  # noqa: PLR2004
        return ranked
    try:
        reranker = chosen_reranker(search)
        if reranker is None:
            return ranked
        unit = _unit_of(search)
        candidates = _candidates(connection, ranked.passages, unit, _portion_of(search))
        readable = _readable(connection, candidates, reranker.card)
        logits = _score(search, reranker, readable)
    except (ModelNotFound, PackageMissing, BadVectors) as error:
        search.notes.append(f"The hits are not reranked. {error}")
        return ranked
    of_key = {each.key: logits.get(each.text) for each in readable}
    judged = _judged(search, candidates, of_key, _surely_first(ranked, unit, results))
    for each, verdict in zip(candidates, judged, strict=True):
        each.passage.candidate.rerank_score = verdict.logit
    return _moved(ranked, unit, candidates, blended_order(judged))


def n_candidates(k: int) -> int:
    """Return how many files' hits are read for k hits: 2k within 10 to 50."""
    return max(min(_CANDIDATES_PER_HIT * k, MAX_CANDIDATES), MIN_CANDIDATES)


def _portion_of(search: RunningSearch) -> _Portion:
    if search.request.rerank.model_id == OWN_RERANKER:
        return _OWN_PORTION
    return _Portion(n_candidates(search.request.k), MAX_TEXT_CHARS)


def _score(
    search: RunningSearch, reranker: Reranker, candidates: Sequence[_Candidate]
) -> dict[str, float]:
    """Return text -> logit for as many texts as the budget allows, the best hits' first.

    Batches are as large as what is left of the time allows by the time of the last; the first is
    one text, which is always read.
    """
    texts = list(dict.fromkeys(each.text for each in candidates))
    budget_s = search.request.rerank.budget_ms / _MS_PER_S
    started_s = time.perf_counter()
    logits: dict[str, float] = {}
    n_next = 1
    while len(logits) < len(texts) and n_next:
        search.check()
        batch = texts[len(logits) : len(logits) + n_next]
        batch_started_s = time.perf_counter()
        scores = reranker.score(search.parsed.text, batch)
        now_s = time.perf_counter()
        logits.update(zip(batch, map(float, scores), strict=True))
        text_s = max((now_s - batch_started_s) / len(batch), _MIN_TEXT_S)
        left_s = budget_s - (now_s - started_s)
        n_next = min(int(left_s / text_s), MAX_BATCH) if left_s > 0 else 0
    if len(logits) < len(texts):
        search.notes.append(
            f"The reranker read the first {len(logits)} of {len(texts)} hits in its "
            f"{search.request.rerank.budget_ms} ms; the rest keep their order."
        )
    return logits


def _unit_of(search: RunningSearch) -> _Unit:
    """Return what tells hits apart: their files, or where hits are sections, their passages."""
    if return_type_of(search.request) is ReturnType.SECTIONS:
        return attrgetter("passage_id")
    return attrgetter("doc_id")


def _candidates(
    connection: CorpusConnection,
    passages: Sequence[RankedPassage],
    unit: _Unit,
    portion: _Portion,
) -> list[_Candidate]:
    """Return the best passages of the first units; all of them are readable."""
    best: dict[int, int] = {}
    for place, passage in enumerate(passages):
        best.setdefault(unit(passage), place)
    places = dict(list(best.items())[: portion.n_hits])
    rows = read_passages(connection, [passages[place].passage_id for place in places.values()])
    documents = read_documents(connection, {passages[place].doc_id for place in places.values()})
    found = []
    for key, place in places.items():
        passage = passages[place]
        document = documents[passage.doc_id]
        text = _text_of(connection, rows[passage.passage_id], passage, portion)
        found.append(_Candidate(key, place, passage, text, f"{document.path} {document.title}"))
    return found


def _readable(
    connection: CorpusConnection, candidates: Sequence[_Candidate], card: RerankerCard
) -> list[_Candidate]:
    """Return those whose document is in a language that the reranker knows, or in none known."""
    if card.languages != ENGLISH:
        return list(candidates)
    languages = read_languages(connection, {each.passage.doc_id for each in candidates})
    return [
        each
        for each in candidates
        if languages[each.passage.doc_id].partition("-")[0] in ("", "en")
    ]


def _text_of(
    connection: CorpusConnection, row: PassageRow, passage: RankedPassage, portion: _Portion
) -> str:
    """Return what is read of a passage: the headings above it, and its text around the chunk."""
    if row.kind is PassageKind.HEADING:
        text = f"{row.text}\n{text_after(connection, row)}"[:MAX_TEXT_CHARS]
        return "\n".join((*row.heading_path[:-1], text))
    chunk = (passage.chunk.start, passage.chunk.end)
    start, end = window_around(row.text, chunk, max(portion.n_chars, chunk[1] - chunk[0]))
    return "\n".join((*row.heading_path, row.text[start:end]))


def _judged(
    search: RunningSearch,
    candidates: Sequence[_Candidate],
    logits: Mapping[int, float | None],
    first: frozenset[int],
) -> list[Judged]:
    hits = [HitText(each.key, each.text, each.name) for each in candidates]
    exact = exact_hits(search.parsed, hits, first)
    return [
        Judged(each.passage.candidate.fused_score, logits.get(each.key), each.key in exact)
        for each in candidates
    ]


def _surely_first(
    ranked: RankedPassages, unit: _Unit, results: Sequence[LegResult]
) -> frozenset[int]:
    """Return the unit that the keyword leg has first and trusts fully, or that both legs have."""
    trusted = any(each.leg is Leg.LEXICAL and each.confidence >= 1 for each in results)
    by_keywords, by_meaning = (
        frozenset(unit(each) for each in ranked.passages if each.candidate.ranks.get(leg) == 1)
        for leg in (Leg.LEXICAL, Leg.DENSE)
    )
    return by_keywords if trusted else by_keywords & by_meaning


def _moved(
    ranked: RankedPassages, unit: _Unit, candidates: Sequence[_Candidate], order: Sequence[int]
) -> RankedPassages:
    """Return the passages with each unit's best at its new place, its others never before it."""
    places = {candidates[index].key: candidates[slot].place for slot, index in enumerate(order)}
    firsts = {each.place for each in candidates}

    def key(entry: tuple[int, RankedPassage]) -> tuple[int, bool]:
        place, passage = entry
        new_place = places.get(unit(passage), place)
        is_first = place in firsts
        return (new_place if is_first else max(place, new_place), not is_first)

    moved = sorted(enumerate(ranked.passages), key=key)
    return replace(ranked, passages=tuple(passage for _, passage in moved))
