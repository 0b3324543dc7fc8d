"""Asking a labelled set's questions: what came back for each, and how long it took.

Owns: the index, the questions in each way through the real client, their times. Does not own:
what the answers are worth (measures).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli import Failure, ProgressBar, Step
from session import maintain_with_bar

from evaluation.documents import readable_name
from evaluation.long_documents import section_id
from plugin.contracts.maintain import MaintainRequest
from plugin.contracts.models import NO_MODEL_ID
from plugin.contracts.search import AnswerStatus, Leg, ReturnType, SearchMode, SearchRequest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evaluation.data import LabelledQuery
    from evaluation.documents import DocumentFolder
    from evaluation.ways import Way
    from plugin.contracts.maintain import MaintainReport
    from plugin.contracts.search import Hit, LegTrace, SearchResult
    from plugin.embeddings.client import EmbeddingsClient

DEEP_K = 100
_WAIT_S = 1.0
_MAX_WAIT_S = 120.0
_NO_ANSWER = (AnswerStatus.NO_MATCH, AnswerStatus.NOTHING_RELEVANT)
_ANSWERED = (AnswerStatus.READY, *_NO_ANSWER)


@dataclass(frozen=True)
class FoundDocument:
    """A document of an answer: its id, what it was ordered by, its rank and score in each leg."""

    document_id: str
    score: float
    legs: tuple[LegTrace, ...] = ()


@dataclass(frozen=True)
class Answer:
    """What a question got: document ids, best first, and whether the search said "no match".

    ids are of an answer of the length that was asked for; deep_ids of one of 100, as a longer
    answer also has more candidates and so may begin otherwise. found is the longer of the two
    with its scores.
    """

    ids: tuple[str, ...]
    deep_ids: tuple[str, ...]
    said_no_match: bool
    elapsed_ms: float
    found: tuple[FoundDocument, ...] = ()


@dataclass(frozen=True)
class Run:
    """The answers that one way of searching gave, by query id."""

    way: Way
    answers: dict[str, Answer]

    @property
    def name(self) -> str:
        """Return what the way is called."""
        return self.way.name


@dataclass(frozen=True)
class Asking:
    """How questions are asked: for how many documents, whether for 100 as well, in which file.

    With are_sections the sections of documents are asked for and found, in place of documents.
    With is_inside each is asked of the one document that it names, by the filter "file:". Ranks
    and scores of the legs come with_traces, which takes the search some time.
    """

    k: int
    is_deep: bool
    is_inside: bool = False
    with_traces: bool = False
    are_sections: bool = False


def indexed(
    client: EmbeddingsClient, documents: DocumentFolder, *, model_id: str | None
) -> MaintainReport:
    """Return the report of the pass that brought the documents' index up to date.

    model_id "" takes the model that the search takes by itself, None makes no vectors.
    """
    report = maintain_with_bar(
        client,
        MaintainRequest(
            str(documents.folder),
            model_id=NO_MODEL_ID if model_id is None else model_id,
            rules=documents.rules,
        ),
    )
    if not report.coverage.n_text:
        raise Failure(f"No document in {documents.folder} has text.")
    if model_id is not None and not report.coverage.n_chunks_embedded:
        raise Failure(
            f"There is no embedding model here: {report.model.reason.rstrip('.')}.",
            hint="Name one with --model, or measure keywords alone: --mode fts",
        )
    return report


def ask_all(
    client: EmbeddingsClient,
    documents: DocumentFolder,
    queries: Sequence[LabelledQuery],
    *,
    way: Way,
    asking: Asking,
) -> Run:
    """Return the answers of all questions in one way, asked one after the other."""
    asker = _Asker(client, documents, way, asking)
    asker.begin(queries[0])
    bar = ProgressBar()
    answers = {}
    try:
        for n_done, query in enumerate(queries):
            bar.show(Step(way.name, n_done, len(queries), "queries", query.text))
            answers[query.query_id] = asker.answer(query)
    finally:
        bar.close()
    return Run(way, answers)


@dataclass(frozen=True)
class _Asker:
    client: EmbeddingsClient
    documents: DocumentFolder
    way: Way
    asking: Asking

    def begin(self, query: LabelledQuery) -> None:
        """Ask once: what is loaded by the first question is no query's time."""
        result = self.ask(self._line(query), k=self.asking.k)
        if not self.way.rerank.model_id:
            return
        result = self.ask(self._line(query), k=self.asking.k, explain=True)
        if all(hit.rerank_score is None for hit in result.hits):
            raise Failure(f"The reranker is not used: {' '.join(result.notes)}")

    def answer(self, query: LabelledQuery) -> Answer:
        text = self._line(query)
        started_s = time.perf_counter()
        result = self.ask(text, k=self.asking.k, explain=self.asking.with_traces)
        elapsed_ms = (time.perf_counter() - started_s) * 1000
        found = self._found(result)
        is_deep = self.asking.is_deep and self.asking.k < DEEP_K
        deep = found
        if is_deep:
            deep = self._found(self.ask(text, k=DEEP_K, explain=self.asking.with_traces))
        return Answer(
            ids=tuple(document.document_id for document in found),
            deep_ids=tuple(document.document_id for document in deep),
            said_no_match=result.status in _NO_ANSWER,
            elapsed_ms=elapsed_ms,
            found=deep,
        )

    def ask(self, text: str, *, k: int, explain: bool = False) -> SearchResult:
        by_keywords = self.way.mode is SearchMode.LEXICAL
        request = SearchRequest(
            str(self.documents.folder),
            text,
            k=k,
            mode=self.way.mode,
            explain=explain,
            rerank=self.way.rerank,
            level=self.way.level,
            return_type=(ReturnType.SECTIONS if self.asking.are_sections else ReturnType.DOCUMENTS),
            model_id="" if by_keywords else self.way.model_id,
            rules=self.documents.rules,
            backend=self.way.backend,
        )
        result = self._settled(request)
        if result.status not in _ANSWERED:
            raise Failure(f"The search is not ready: {result.message or result.status.value}.")
        if self.way.mode is SearchMode.DENSE and Leg.DENSE not in result.legs:
            raise Failure(f"Search by meaning is off: {' '.join(result.notes)}")
        return result

    def _settled(self, request: SearchRequest) -> SearchResult:
        """Return the answer; another process that writes to the index is waited for."""
        until_s = time.monotonic() + _MAX_WAIT_S
        result = self.client.search(request)
        while result.status is AnswerStatus.INDEXING and time.monotonic() < until_s:
            time.sleep(_WAIT_S)
            result = self.client.search(request)
        return result

    def _line(self, query: LabelledQuery) -> str:
        if not self.asking.is_inside:
            return query.text
        if not query.document:
            raise Failure(
                f"The query {query.query_id} names no document to be searched inside.",
                hint='Give each query a field "doc", or leave --inside out.',
            )
        return f"file:{readable_name(query.document)} {query.text}"

    def _found(self, result: SearchResult) -> tuple[FoundDocument, ...]:
        best: dict[str, FoundDocument] = {}
        for hit in result.hits:
            for document_id in self._ids(hit):
                best.setdefault(document_id, FoundDocument(document_id, hit.score, hit.trace))
        return tuple(best.values())

    def _ids(self, hit: Hit) -> Iterator[str]:
        document_id = self.documents.id_of(hit.path)
        if hit.section is not None and self.asking.are_sections:
            yield section_id(document_id, hit.section.index)
            return
        yield document_id
        # Copies that a hit stands for are found as well, right behind it.
        yield from (self.documents.id_of(copy.path) for copy in hit.also_in)
