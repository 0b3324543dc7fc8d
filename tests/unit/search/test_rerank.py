"""The second look in whole searches: what is read, for how long, what moves, what is told."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from plugin.contracts.errors import BadRequest, BadVectors, Interrupted, ModelNotFound
from plugin.contracts.models import OWN_RERANKER, RerankerCard
from plugin.contracts.search import (
    NO_RERANKER,
    RerankChoice,
    SearchMode,
    SearchRequest,
    SearchResult,
)
from plugin.embeddings.venv.search.pipeline import SearchTools, run_search
from plugin.embeddings.venv.search.rerank import n_candidates
from tests.fixtures_search import CorpusFolder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from plugin.embeddings.venv.types import Scores

WANTED = RerankChoice("test/words", budget_ms=10_000)


@dataclass
class WordReranker:
    """Gives ten logits for each different word of the query that a text has; counts what it read.

    text_s is how long it takes for a text.
    """

    languages: str = "English"
    text_s: float = 0.0
    read: list[str] = field(default_factory=list)

    @property
    def card(self) -> RerankerCard:
        return RerankerCard("test/words", 512, languages=self.languages)

    def score(self, query: str, texts: Sequence[str]) -> Scores:
        time.sleep(self.text_s * len(texts))
        self.read += texts
        words = set(query.lower().split())
        found = [len(words & set(text.lower().split())) for text in texts]
        return np.array(found, dtype=np.float32) * 10


@dataclass
class OneReranker:
    """Hands out one reranker, or fails as told."""

    reranker: WordReranker = field(default_factory=WordReranker)
    failure: Exception | None = None
    n_loads: int = 0

    def card(self, model_id: str) -> RerankerCard:
        if isinstance(self.failure, ModelNotFound):
            raise self.failure
        return replace(self.reranker.card, model_id=model_id)

    def get(self, model_id: str) -> WordReranker:  # noqa: ARG002 - the port's own name
        if self.failure is not None:
            raise self.failure
        self.n_loads += 1
        return self.reranker


@pytest.fixture
def corpus(tmp_path: Path) -> CorpusFolder:
    """Files whose order by keywords is that of their names: each is longer than the one before."""
    made = CorpusFolder(tmp_path)
    for number in range(1, 9):
        made.write(f"{number}.txt", "committee " * 2 + "other " * number)
    made.write("9.txt", "the committee met to agree what annual rents tenants pay " + "other " * 12)
    return made


def ask(
    corpus: CorpusFolder,
    query: str,
    rerankers: OneReranker | None,
    check: Callable[[], None] = lambda: None,
    **changes: object,
) -> SearchResult:
    request = SearchRequest(
        str(corpus.folder), query, mode=SearchMode.LEXICAL, explain=True, rerank=WANTED
    )
    return run_search(
        replace(request, **changes),  # type: ignore[arg-type]
        corpora=corpus.corpora,
        encoders=corpus.provider,
        check=check,
        tools=SearchTools(rerankers=rerankers),
    )


def paths(result: SearchResult) -> list[str]:
    return [hit.path.removesuffix(".txt") for hit in result.hits]


QUERY = "committee met to agree"


def test_what_the_reranker_prefers_comes_up_with_its_score(corpus: CorpusFolder) -> None:
    corpus.write("8.txt", "annual committee " * 3)
    plain = ask(corpus, "annual committee agree", None)
    result = ask(corpus, "annual committee agree", OneReranker())
    assert paths(plain).index("9") >= paths(result).index("9")
    scores = {hit.path: hit.rerank_score for hit in result.hits}
    assert scores["9.txt"] == 30.0
    assert all(hit.rerank_score is None for hit in plain.hits)
    assert sorted(paths(plain)) == sorted(paths(result))
    assert result.notes == ()


def test_scores_are_shown_only_where_they_are_asked_for(corpus: CorpusFolder) -> None:
    result = ask(corpus, QUERY, OneReranker(), explain=False)
    assert all(hit.rerank_score is None for hit in result.hits)


def test_each_files_best_passage_is_read_once_with_its_headings(corpus: CorpusFolder) -> None:
    corpus.write("a.txt", "committee business\n\nmore committee business", heading="Minutes")
    rerankers = OneReranker()
    ask(corpus, "committee", rerankers)
    read = rerankers.reranker.read
    assert len(read) == len(set(read)) == 10
    assert sum(text.startswith("Minutes\n") for text in read) == 1


def test_at_most_twice_the_hits_are_read(corpus: CorpusFolder) -> None:
    for number in range(20):
        corpus.write(f"more{number}.txt", f"committee {number}")
    rerankers = OneReranker()
    ask(corpus, "committee", rerankers, k=6)
    assert len(rerankers.reranker.read) == 12
    assert [n_candidates(k) for k in (1, 5, 10, 200)] == [10, 10, 20, 50]


def test_when_the_time_is_up_the_rest_keep_their_order_and_a_note_says_so(
    corpus: CorpusFolder,
) -> None:
    slow = OneReranker(WordReranker(text_s=0.02))
    plain = paths(ask(corpus, QUERY, None))
    started_s = time.monotonic()
    result = ask(corpus, QUERY, slow, rerank=replace(WANTED, budget_ms=60))
    assert time.monotonic() - started_s < 1
    n_read = len(slow.reranker.read)
    assert 1 <= n_read < 9
    assert paths(result)[n_read:] == plain[n_read:]
    assert result.notes == (
        f"The reranker read the first {n_read} of 9 hits in its 60 ms; the rest keep their order.",
    )


def test_the_smallest_budget_reads_one_text(corpus: CorpusFolder) -> None:
    slow = OneReranker(WordReranker(text_s=0.01))
    ask(corpus, QUERY, slow, rerank=replace(WANTED, budget_ms=1))
    assert len(slow.reranker.read) == 1


@pytest.mark.parametrize(
    "failure",
    [
        ModelNotFound("The reranker x is not in the local cache.", hint="Download it."),
        BadVectors("x could not compute.", hint="Choose a smaller one."),
    ],
)
def test_without_the_model_search_answers_and_says_what_to_do(
    corpus: CorpusFolder, failure: ModelNotFound | BadVectors
) -> None:
    result = ask(corpus, QUERY, OneReranker(failure=failure))
    assert paths(result) == paths(ask(corpus, QUERY, None))
    assert result.notes == (f"The hits are not reranked. {failure}",)


def test_a_question_in_another_language_is_left_to_the_legs(corpus: CorpusFolder) -> None:
    corpus.write("de.txt", "Was ist mit der Miete und dem Vertrag")
    rerankers = OneReranker()
    result = ask(corpus, "Was ist mit der Miete committee", rerankers)
    assert rerankers.n_loads == 0
    assert "knows English only" in result.notes[0]
    many = OneReranker(WordReranker(languages="100 languages"))
    assert ask(corpus, "Was ist mit der Miete committee", many).notes == ()
    assert many.reranker.read


def test_documents_in_another_language_keep_their_place(corpus: CorpusFolder) -> None:
    with corpus.open_writer() as connection:
        connection.execute("UPDATE documents SET language = 'de-DE' WHERE path = '1.txt'")
        connection.execute("UPDATE documents SET language = NULL WHERE path = '2.txt'")
        connection.db.commit()
    plain, rerankers = paths(ask(corpus, QUERY, None)), OneReranker()
    result = ask(corpus, QUERY, rerankers)
    assert paths(result).index("1") == plain.index("1")
    assert len(rerankers.reranker.read) == 8
    unread = [hit.path for hit in result.hits if hit.rerank_score is None]
    assert unread == ["1.txt"]


def test_an_identifier_is_not_pushed_down(corpus: CorpusFolder) -> None:
    corpus.write("code.txt", "committee committee CWE-384")
    corpus.write("words.txt", "committee annual report session fixation " * 2)
    query = "committee annual report session fixation CWE-384"
    plain = paths(ask(corpus, query, None))
    result = ask(corpus, query, OneReranker())
    assert paths(result).index("code") <= plain.index("code")


def test_nothing_is_loaded_for_a_filter_or_a_single_hit(corpus: CorpusFolder) -> None:
    rerankers = OneReranker()
    ask(corpus, "ext:txt", rerankers)
    ask(corpus, "tenants", rerankers)
    ask(corpus, QUERY, rerankers, rerank=RerankChoice())
    assert rerankers.n_loads == 0


def test_a_search_that_is_stopped_stops_between_batches(corpus: CorpusFolder) -> None:
    rerankers = OneReranker()

    def stop() -> None:
        if rerankers.reranker.read:
            raise Interrupted("Stopped.")

    with pytest.raises(Interrupted):
        ask(corpus, QUERY, rerankers, check=stop)
    assert len(rerankers.reranker.read) == 1


OWN = RerankChoice(OWN_RERANKER, budget_ms=10_000)


def test_the_searchs_own_model_reads_ten_chunks_however_many_hits_are_wanted(
    corpus: CorpusFolder,
) -> None:
    for number in range(20):
        corpus.write(f"more{number}.txt", f"committee {number}", heading="Minutes")
    corpus.embed()
    request = SearchRequest(str(corpus.folder), QUERY, k=20, explain=True, rerank=OWN)
    result = corpus.answer(request)
    assert result.notes == ()
    assert corpus.provider.encoder is not None
    read = corpus.provider.encoder.reread
    assert len(read) == len(set(read)) == 10
    assert sum(hit.rerank_score is not None for hit in result.hits) == 10
    assert paths(result)[10:] == paths(corpus.answer(replace(request, rerank=NO_RERANKER)))[10:]


def test_without_vectors_the_own_model_reads_nothing_and_a_note_says_so(
    corpus: CorpusFolder,
) -> None:
    result = ask(corpus, QUERY, OneReranker(), rerank=OWN)
    assert paths(result) == paths(ask(corpus, QUERY, None))
    assert result.notes == (
        "The hits are not reranked: the search's own model took no part in this search.",
    )


def test_the_own_model_reads_in_its_languages_alone(corpus: CorpusFolder) -> None:
    assert corpus.provider.encoder is not None
    corpus.provider.encoder.languages = "English"
    corpus.embed()
    request = SearchRequest(str(corpus.folder), "Was ist mit der Miete committee", rerank=OWN)
    assert "knows English only" in corpus.answer(request).notes[0]
    assert corpus.provider.encoder.reread == []


@pytest.mark.parametrize(
    "changes",
    [
        {"rerank": RerankChoice("m", 0)},
        {"mmr_lambda": 1.5},
        {"mmr_lambda": -0.1},
        {"mmr_lambda": float("nan")},
        {"n_per_file": 0},
        {"n_per_file": 5},
    ],
)
def test_numbers_out_of_bounds_are_refused(
    corpus: CorpusFolder, changes: dict[str, object]
) -> None:
    with pytest.raises(BadRequest):
        ask(corpus, QUERY, None, lambda: None, **changes)
