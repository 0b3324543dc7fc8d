"""One query from request to answer.

Owns: the order of the steps, which legs run, and what is told when one cannot. Does not own: the
steps themselves. Nothing waits for a maintain pass and nothing is written.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ....contracts.corpus import ModelChoice
from ....contracts.errors import CorpusBusy, CorpusCorrupt, CorpusOutdated
from ....contracts.models import NO_MODEL_ID
from ....contracts.search import AnswerStatus, Leg, ReturnType, SearchResult
from ..store.connection import TORN
from ..store.generations import active_generation
from ..store.lexical import telling_terms
from ..store.location import search_location
from ..store.lock import is_being_written
from .bounds import check_bounds
from .corpora import is_unchanged
from .coverage import NOTHING_COVERED, empty_answer, nothing_relevant, stale_notes
from .diversity import diversify
from .explaining import LegsRan, explain, explained_hits
from .floor import Asked, judge
from .hybrid import HYBRID
from .levels import at_level, return_type_of
from .passages import HitRequest, make_hits
from .query import parse_query
from .query_vector import dense_generation
from .rerank import rerank
from .retrieval import Question
from .running import RunningSearch
from .scope import resolve_scope
from .section_hits import make_section_hits
from .unit_evidence import FoundChunks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ....contracts.corpus import Coverage
    from ....contracts.explanation import Explanation
    from ....contracts.search import Hit, SearchRequest
    from ..analysis.terms import QueryTerm
    from ..store.connection import CorpusConnection
    from ..store.generations import Generation
    from ..store.location import CorpusLocation
    from ..types import Rerankers
    from .corpora import Corpora, OpenCorpus
    from .coverage import Encoders
    from .legs import LegResult
    from .retrieval import Backend

N_NEAREST = 3  # shown where nothing is relevant
_N_ATTEMPTS = 3


@dataclass(frozen=True)
class SearchTools:
    """What a search works with by choice: how chunks are found and ranked, what reads them again.

    backend is the one that the request names.
    """

    backend: Backend = HYBRID
    rerankers: Rerankers | None = None


OWN_TOOLS = SearchTools()


@dataclass(frozen=True)
class _Found:
    hits: tuple[Hit, ...]
    legs: tuple[Leg, ...]
    coverage: Coverage
    model: ModelChoice
    nearest: tuple[Hit, ...] = ()
    explanation: Explanation | None = None


def run_search(
    request: SearchRequest,
    *,
    corpora: Corpora,
    encoders: Encoders,
    check: Callable[[], None],
    tools: SearchTools = OWN_TOOLS,
) -> SearchResult:
    """Return the answer to one request; a query never fails because of what it contains.

    check is called between steps and may raise Interrupted. Raises BadRequest for a blank query,
    a number out of bounds or a folder that cannot be listed, CorpusCorrupt for a damaged corpus,
    SchemaTooNew for a later version's. A leg that cannot run is told in notes.
    """
    started_s = time.monotonic()
    check_bounds(request)
    return_type_of(request)  # a combination that makes no sense is refused before any work
    parsed = parse_query(request.query, within=request.extensions)
    corpora.listings.get(
        request.folder, exclude=request.rules.exclude
    )  # a folder that cannot be listed is refused first
    search = RunningSearch(
        request, parsed, encoders, check, corpora.listings, started_s, tools.rerankers
    )
    location = search_location(Path(request.folder), request.rules.index_place)
    found = _search_corpus(search, corpora, location, tools.backend)
    result = _answer(search, found, location.db_path)
    return replace(result, elapsed_ms=(time.monotonic() - started_s) * 1000)


def _search_corpus(
    search: RunningSearch, corpora: Corpora, location: CorpusLocation, backend: Backend
) -> _Found | None:
    """Return what is found, or None when there is no corpus that can be read.

    There may be one that is only being made, or an earlier version's, which why_nothing tells.
    One at rest that begins to be written to while it is read is read once more.
    """
    db_path = location.db_path
    for attempt in range(1, _N_ATTEMPTS + 1):
        search.check()
        search.begin()
        try:
            corpus = corpora.get(db_path)
        except CorpusOutdated as error:
            search.why_nothing = str(error)
            return None
        except CorpusBusy:
            return None
        if corpus is None:
            return None
        try:
            with corpus.reading():
                found = _find(search, corpus, location.folder, backend)
        except TORN as error:
            if attempt == _N_ATTEMPTS or is_unchanged(db_path, corpus):
                if isinstance(error, CorpusCorrupt):
                    corpora.drop(db_path)
                raise
            continue
        if is_unchanged(db_path, corpus):
            break
    return found


def _find(search: RunningSearch, corpus: OpenCorpus, folder: Path, backend: Backend) -> _Found:
    connection = corpus.connection
    active = active_generation(connection)
    scope, notes = resolve_scope(connection, search.parsed)
    search.notes += notes
    if frozenset() in (scope.documents, scope.sections):
        search.why_nothing = "No file that is indexed passes the query's filter."
    generation = dense_generation(search, connection, active)
    retrieved = backend.retrieve(Question(search, corpus, scope, generation))
    _note_unknown_words(search, retrieved.results)
    search.check()
    chunks = FoundChunks(
        corpus=corpus,
        scope=scope,
        generation=generation,
        vector=search.vector,
        results=retrieved.results,
        weights=retrieved.weights,
        pool=search.pool,
        n_rows=search.n_rows,
        notes=search.notes,
    )
    ranked = at_level(search.request, chunks, retrieved.ranked)
    ranked = rerank(search, connection, ranked, retrieved.results)
    ranked = diversify(search, corpus, active, ranked)
    is_by_section = return_type_of(search.request) is ReturnType.SECTIONS
    make = make_section_hits if is_by_section else make_hits
    hits = make(connection, ranked, _hit_request(search, connection, folder))
    legs = tuple(result.leg for result in retrieved.results)
    coverage = corpus.coverage(active, search.list_since, search.started_s)
    found = _Found(hits, legs, coverage, _model(search, active))
    model_id = generation.fingerprint.model_id if generation else ""
    asked = Asked(search.parsed, scope, model_id)
    return _judged(search, connection, found, LegsRan(asked, retrieved, backend.name))


def _judged(
    search: RunningSearch, connection: CorpusConnection, found: _Found, ran: LegsRan
) -> _Found:
    """Return what is found, with no hits but the nearest where none is relevant."""
    judgement = judge(connection, ran.asked, ran.retrieved.results)
    if search.request.explain:
        explanation = explain(connection, ran, judgement)
        found = replace(found, hits=explained_hits(found.hits), explanation=explanation)
    if judgement is None or judgement.is_relevant:
        return found
    return replace(found, hits=(), nearest=found.hits[:N_NEAREST])


def _note_unknown_words(search: RunningSearch, results: Iterable[LegResult]) -> None:
    by_leg = {result.leg: result.ranking for result in results}
    if not by_leg.get(Leg.LEXICAL, True) and by_leg.get(Leg.DENSE):
        search.notes.append("None of the words is in the folder; these are alike at best.")
    for result in results:
        search.respelled += [word for words in result.respelled.values() for word in words]
        if result.respelled:
            named = _named(search, result.respelled)
            search.notes.append(f"No file has {named}; words spelled alike were looked up, too.")
        if result.absent:
            search.notes.append(f"No file has {_named(search, result.absent)} as it stands.")


def _named(search: RunningSearch, terms: Iterable[QueryTerm]) -> str:
    text = search.parsed.text
    words = dict.fromkeys(text[term.source_start : term.source_end] for term in terms)
    return ", ".join(f'"{word}"' for word in words)


def _hit_request(search: RunningSearch, connection: CorpusConnection, folder: Path) -> HitRequest:
    parsed = search.parsed
    return HitRequest(
        folder=folder,
        k=search.request.k,
        literal=parsed.text,
        terms=(*parsed.phrases, *search.respelled, *telling_terms(connection, parsed.terms)),
        prefix_last=parsed.prefix_last,
        explain=search.request.explain,
        excluded=parsed.excluded,
        left_out=search.list_since(None).leaves_out,
        with_passage=search.request.with_passage,
        all_versions=search.request.all_versions,
        n_per_file=search.request.n_per_file,
    )


def _model(search: RunningSearch, active: Generation | None) -> ModelChoice:
    wanted = search.encoders.choice(search.request.model_id)
    if search.request.model_id == NO_MODEL_ID:
        return wanted
    fingerprint = active.fingerprint if active else None
    if fingerprint is None or fingerprint.model_id == wanted.model_id:
        return wanted  # with the reason why it is this one
    return ModelChoice(fingerprint.model_id, "The index was made with it.", fingerprint.dim)


def _answer(search: RunningSearch, found: _Found | None, db_path: Path) -> SearchResult:
    indexing = is_being_written(db_path)
    coverage = replace(found.coverage if found else _uncovered(search), indexing=indexing)
    notes = (*search.notes, *(stale_notes(coverage) if found else ()))
    if found is not None and found.hits:
        status = AnswerStatus.INDEXING if indexing else AnswerStatus.READY
        message = ""
    else:
        status, message = empty_answer(
            coverage, exists=found is not None, indexing=indexing, why=search.why_nothing
        )
        if found is not None and found.nearest and status is AnswerStatus.NO_MATCH:
            status, message = nothing_relevant(coverage)
    model = found.model if found else search.encoders.choice(search.request.model_id)
    return SearchResult(
        status=status,
        hits=found.hits if found else (),
        nearest=found.nearest if found else (),
        explanation=found.explanation if found else None,
        coverage=coverage,
        model=model,
        legs=found.legs if found else (),
        message=message,
        notes=notes,
        corpus_path=str(db_path) if found or search.why_nothing else None,
    )


def _uncovered(search: RunningSearch) -> Coverage:
    listing = search.list_since(search.started_s)
    return replace(NOTHING_COVERED, n_files=len(listing.files))
