"""The seam between a search and the way in which its chunks are found and ranked.

Owns: what such a way is asked and gives back, and the two legs that any of them can run. Does not
own: the ways (hybrid, and venv.backends); what comes before them (query, scope, which vectors
count) and after (levels, rerank, diversity, hits, the floor, notes), which is the same for all.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

from ....contracts.search import Leg, SearchMode
from .legs import dense_leg, lexical_leg
from .query_vector import encode_query, wait_for_vector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from concurrent.futures import Future

    from ..store.generations import Generation
    from ..store.scope import Scope
    from ..types import Vectors
    from .candidates import RankedPassages
    from .corpora import OpenCorpus
    from .legs import LegResult
    from .running import RunningSearch

    RunLeg = Callable[[], LegResult | None]


@dataclass(frozen=True)
class Question:
    """What is to be found: the parsed query of a search, where, and by which vectors, if any."""

    search: RunningSearch
    corpus: OpenCorpus
    scope: Scope
    generation: Generation | None


@dataclass(frozen=True)
class Retrieved:
    """The legs as they ran, each one's weight (together 1), and the passages, best first."""

    results: tuple[LegResult, ...]
    weights: Mapping[Leg, float]
    ranked: RankedPassages


class Backend(Protocol):
    """Finds and ranks chunks; nothing outside the question's scope may be among them."""

    @property
    def name(self) -> str:
        """The name that requests choose it by: a value of contracts.search.SearchBackend."""

    def retrieve(self, question: Question) -> Retrieved:
        """Return what is found; called inside corpus.reading(), search.check may raise."""


@contextmanager
def legs_of(question: Question) -> Iterator[Mapping[Leg, RunLeg]]:
    """Yield the legs that take part, each as a call that runs it; in this order.

    The query is encoded on a thread of its own from here on. The dense leg is None, with a note,
    where the model cannot encode it.
    """
    search, generation = question.search, question.generation
    executor = ThreadPoolExecutor(1, thread_name_prefix="encode-query")
    try:
        legs: dict[Leg, RunLeg] = {}
        if search.request.mode is not SearchMode.DENSE or not search.parsed.terms:
            legs[Leg.LEXICAL] = partial(_run_lexical, question)
        if generation is not None:
            encoding = executor.submit(encode_query, search, generation)
            legs[Leg.DENSE] = partial(_run_dense, question, generation, encoding)
        yield legs
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def _run_lexical(question: Question) -> LegResult:
    search = question.search
    return lexical_leg(question.corpus, search.parsed, question.scope, limit=search.n_rows)


def _run_dense(
    question: Question, generation: Generation, encoding: Future[Vectors]
) -> LegResult | None:
    search = question.search
    search.check()
    vector = search.vector = wait_for_vector(search, encoding)
    if vector is None:
        return None
    return dense_leg(question.corpus, generation, vector, question.scope, limit=search.n_rows)
