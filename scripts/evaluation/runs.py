"""Asking a labelled set's questions: what came back for each, and how long it took.

Owns: the index, the questions in each mode through the real client, their times. Does not own:
what the answers are worth (measures).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli import Failure, ProgressBar, Step
from session import maintain_with_bar

from plugin.contracts.maintain import MaintainRequest
from plugin.contracts.models import NO_MODEL_ID
from plugin.contracts.search import AnswerStatus, Leg, SearchMode, SearchRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evaluation.data import LabelledQuery
    from evaluation.documents import DocumentFolder
    from plugin.contracts.maintain import MaintainReport
    from plugin.contracts.search import LegTrace, SearchResult
    from plugin.embeddings.client import EmbeddingsClient

DEEP_K = 100
_ANSWERED = (AnswerStatus.READY, AnswerStatus.NO_MATCH)


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
class ModeRun:
    """The answers of one mode by query id."""

    mode: SearchMode
    answers: dict[str, Answer]


@dataclass(frozen=True)
class AskedWay:
    """How questions are asked: how many documents, whether 100 as well, by which model."""

    k: int
    is_deep: bool
    model_id: str


def indexed(
    client: EmbeddingsClient, documents: DocumentFolder, *, model_id: str, needs_vectors: bool
) -> MaintainReport:
    """Return the report of the pass that brought the documents' index up to date."""
    report = maintain_with_bar(
        client,
        MaintainRequest(
            str(documents.folder),
            model_id=model_id if needs_vectors else NO_MODEL_ID,
            rules=documents.rules,
        ),
    )
    if not report.coverage.n_text:
        raise Failure(f"No document in {documents.folder} has text.")
    if needs_vectors and not report.coverage.n_chunks_embedded:
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
    mode: SearchMode,
    way: AskedWay,
) -> ModeRun:
    """Return the answers of all questions in one mode, asked one after the other."""
    asker = _Asker(client, documents, mode, way)
    asker.ask(queries[0].text, k=way.k)  # what is loaded by the first question is no query's time
    bar = ProgressBar()
    answers = {}
    try:
        for n_done, query in enumerate(queries):
            bar.show(Step(mode.value, n_done, len(queries), "queries", query.text))
            answers[query.query_id] = asker.answer(query.text)
    finally:
        bar.close()
    return ModeRun(mode, answers)


@dataclass(frozen=True)
class _Asker:
    client: EmbeddingsClient
    documents: DocumentFolder
    mode: SearchMode
    way: AskedWay

    def answer(self, text: str) -> Answer:
        started_s = time.perf_counter()
        result = self.ask(text, k=self.way.k)
        elapsed_ms = (time.perf_counter() - started_s) * 1000
        found = self._found(result)
        is_deep = self.way.is_deep and self.way.k < DEEP_K
        deep = self._found(self.ask(text, k=DEEP_K)) if is_deep else found
        return Answer(
            ids=tuple(document.document_id for document in found),
            deep_ids=tuple(document.document_id for document in deep),
            said_no_match=result.status is AnswerStatus.NO_MATCH,
            elapsed_ms=elapsed_ms,
            found=deep,
        )

    def ask(self, text: str, *, k: int) -> SearchResult:
        by_keywords = self.mode is SearchMode.LEXICAL
        result = self.client.search(
            SearchRequest(
                str(self.documents.folder),
                text,
                k=k,
                mode=self.mode,
                explain=True,
                model_id="" if by_keywords else self.way.model_id,
                rules=self.documents.rules,
            )
        )
        if result.status not in _ANSWERED:
            raise Failure(f"The search is not ready: {result.message or result.status.value}.")
        if self.mode is SearchMode.DENSE and Leg.DENSE not in result.legs:
            raise Failure(f"Search by meaning is off: {' '.join(result.notes)}")
        return result

    def _found(self, result: SearchResult) -> tuple[FoundDocument, ...]:
        best: dict[str, FoundDocument] = {}
        for hit in result.hits:
            # Copies that a hit stands for are found as well, right behind it.
            for path in (hit.path, *(copy.path for copy in hit.also_in)):
                document_id = self.documents.id_of(path)
                best.setdefault(document_id, FoundDocument(document_id, hit.score, hit.trace))
        return tuple(best.values())
