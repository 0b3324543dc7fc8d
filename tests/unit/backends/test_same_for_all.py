"""Whatever finds and ranks chunks: filters, notes, copies, levels and an empty answer stay."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import BadRequest, Interrupted
from plugin.contracts.search import (
    AnswerStatus,
    Leg,
    ReturnType,
    SearchBackend,
    SearchLevel,
    SearchMode,
    SearchRequest,
)
from plugin.embeddings.venv.backends import backend_named
from plugin.embeddings.venv.search.hybrid import HYBRID
from plugin.embeddings.venv.search.pipeline import run_search

if TYPE_CHECKING:
    from tests.fixtures_search import CorpusFolder


def test_the_own_way_is_what_a_request_takes_and_others_are_named() -> None:
    assert backend_named(SearchRequest("/x", "y").backend) is HYBRID
    with pytest.raises(BadRequest, match='no search backend "zvec"') as told:
        backend_named("zvec")
    for backend in SearchBackend:
        assert backend.value in told.value.hint


@pytest.mark.parametrize(
    ("query", "first", "left_out"),
    [
        ("when is the rent due", "rent.txt", None),
        ("rent ext:md", "lease.md", "rent.txt"),
        ("rent file:lease", "lease.md", "rent.txt"),
        ("rent heading:costs", "rent.txt", "lease.md"),
        ("rent -transfer -first", "lease.md", "rent.txt"),
        ('"garden house"', "lease.md", "rent.txt"),
        ("RE-2025-0181", "invoice.txt", None),
        ("ext:md", None, "rent.txt"),
        ("ovember -boats", None, "copy.md"),
    ],
)
def test_the_query_language_holds(
    corpus: CorpusFolder, query: str, first: str | None, left_out: str | None
) -> None:
    result = corpus.search(query)
    paths = [hit.path for hit in result.hits]
    assert paths
    assert first in (None, paths[0])
    assert left_out not in paths


@pytest.mark.parametrize("query", ["rent", "boats pier", "RE-2025-0181", "moorings"])
@pytest.mark.parametrize("mode", list(SearchMode))
def test_hits_say_which_legs_found_them_and_explain_says_by_what(
    corpus: CorpusFolder, query: str, mode: SearchMode
) -> None:
    result = corpus.search(query, mode=mode, explain=True)
    wanted = {SearchMode.LEXICAL: (Leg.LEXICAL,), SearchMode.DENSE: (Leg.DENSE,)}
    assert result.legs == wanted.get(mode, (Leg.LEXICAL, Leg.DENSE))
    assert result.explanation is not None
    assert result.explanation.backend == corpus.tools.backend.name
    assert sum(leg.weight for leg in result.explanation.legs) == pytest.approx(1.0)
    for hit in result.hits:
        assert hit.trace
        assert {trace.leg for trace in hit.trace} == set(hit.matched_by) <= set(result.legs)
    scores = [hit.score for hit in result.hits]
    assert scores == sorted(scores, reverse=True)


def test_the_same_is_noted(corpus: CorpusFolder) -> None:
    assert corpus.search("rennt").notes[0].startswith('No file has "rennt"; words spelled alike')
    absent = corpus.search("RE-2025-0999").notes
    assert any('"RE-2025-0999" as it stands' in note for note in absent)


def test_copies_make_one_hit(corpus: CorpusFolder) -> None:
    corpus.write("copy of boats.txt", "Boats lie at the pier until October.\n\nNine moorings.")
    corpus.write("boats.txt", "Boats lie at the pier until October.\n\nNine moorings.")
    corpus.embed()
    hits = corpus.search("boats pier october").hits
    named = [{hit.path, *(other.path for other in hit.also_in)} for hit in hits]
    assert {"boats.txt", "copy of boats.txt"} <= named[0] | named[1]
    assert sum("boats.txt" in names for names in named) == 1


def test_without_vectors_keywords_answer_and_meaning_alone_says_why(corpus: CorpusFolder) -> None:
    corpus.provider.encoder = None
    result = corpus.search("rent")
    assert result.legs == (Leg.LEXICAL,)
    assert result.hits
    assert "Search by meaning is off" in " ".join(result.notes)
    alone = corpus.search("rent", mode=SearchMode.DENSE)
    assert alone.hits == ()
    assert "Search by meaning is off" in alone.message


def test_nothing_is_found_where_the_filter_lets_nothing_pass(corpus: CorpusFolder) -> None:
    result = corpus.search("rent ext:pdf")
    assert result.status is AnswerStatus.NO_MATCH
    assert result.message == "No file that is indexed passes the query's filter."


def test_every_level_answers(corpus: CorpusFolder) -> None:
    request = SearchRequest(str(corpus.folder), "rent transfer")
    for level in SearchLevel:
        assert corpus.answer(replace(request, level=level)).hits[0].path == "rent.txt", level
    sections = replace(request, return_type=ReturnType.SECTIONS)
    assert corpus.answer(sections).hits[0].type == "section"


def test_a_cancel_goes_through(corpus: CorpusFolder) -> None:
    n_asked = 0

    def stop() -> None:
        nonlocal n_asked
        n_asked += 1
        if n_asked > 1:  # the second is before the dense leg
            raise Interrupted("Stopped.")

    with pytest.raises(Interrupted):
        run_search(
            SearchRequest(str(corpus.folder), "rent"),
            corpora=corpus.corpora,
            encoders=corpus.provider,
            check=stop,
            tools=corpus.tools,
        )
    assert corpus.search("rent").hits
