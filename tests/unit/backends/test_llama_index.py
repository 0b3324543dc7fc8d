"""LlamaIndex's fusion over our legs: reciprocal ranks of chunks, each told apart by its id."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.search import Leg, SearchMode

if TYPE_CHECKING:
    from tests.fixtures_search import CorpusFolder

RRF_K = 60  # LlamaIndex counts ranks from 0


def test_a_hit_has_the_sum_of_its_reciprocal_ranks(llama_corpus: CorpusFolder) -> None:
    hits = llama_corpus.search("RE-2025-0181 paint", explain=True).hits
    assert hits[0].path == "invoice.txt"
    assert {trace.leg: trace.rank for trace in hits[0].trace} == {Leg.LEXICAL: 1, Leg.DENSE: 1}
    assert hits[0].score == pytest.approx(2 / RRF_K)
    by_meaning = [hit.score for hit in hits if hit.matched_by == (Leg.DENSE,)]
    assert by_meaning
    places = [1 / score - RRF_K for score in by_meaning]
    assert places == pytest.approx([round(place) for place in places])
    assert places == sorted(places)
    assert places[0] >= 1


def test_one_leg_alone_keeps_its_order(llama_corpus: CorpusFolder) -> None:
    for mode in (SearchMode.LEXICAL, SearchMode.DENSE):
        hits = llama_corpus.search("boats at the pier", mode=mode, explain=True).hits
        ranks = [hit.trace[0].rank for hit in hits]
        assert ranks == sorted(ranks)


def test_equal_texts_of_two_files_are_two_candidates(llama_corpus: CorpusFolder) -> None:
    llama_corpus.write("one.txt", "Moss grows on the north wall.\n\nOne reason is shade.")
    llama_corpus.write("two.txt", "Moss grows on the north wall.\n\nAnother cause is rain, often.")
    llama_corpus.embed()
    found = {hit.path for hit in llama_corpus.search("moss north wall").hits}
    assert {"one.txt", "two.txt"} <= found
