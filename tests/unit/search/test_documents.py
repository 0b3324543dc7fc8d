"""What a leg says of whole documents joins what its best chunk says."""

from __future__ import annotations

import pytest

from plugin.contracts.search import Leg
from plugin.embeddings.venv.search.documents import (
    DENSE_SHARE,
    LEXICAL_SHARE,
    LEXICAL_SHARE_BESIDE,
    document_ranking,
)
from plugin.embeddings.venv.search.legs import LegResult

CHUNKS = [(1, 4.0), (2, 2.0), (1, 1.0)]


def ranking(
    leg: Leg, documents: dict[int, float], *, is_alone: bool = True
) -> list[tuple[int, float]]:
    return document_ranking(LegResult(leg, [], documents=documents), CHUNKS, is_alone=is_alone)


@pytest.mark.parametrize("leg", Leg)
def test_without_documents_the_best_chunk_counts(leg: Leg) -> None:
    assert ranking(leg, {}) == [(1, 4.0), (2, 2.0)]


def test_keyword_scores_are_mixed_on_the_scale_of_the_chunks() -> None:
    # Document 2 has the highest score as a whole: 10 stands for the chunks' best, 4.
    mixed = dict(ranking(Leg.LEXICAL, {1: 5.0, 2: 10.0, 3: 20.0}))
    assert mixed == {
        1: pytest.approx((1 - LEXICAL_SHARE) * 4.0 + LEXICAL_SHARE * 2.0),
        2: pytest.approx((1 - LEXICAL_SHARE) * 2.0 + LEXICAL_SHARE * 4.0),
    }


def test_beside_the_dense_leg_the_whole_counts_less() -> None:
    mixed = dict(ranking(Leg.LEXICAL, {1: 5.0, 2: 10.0}, is_alone=False))
    assert mixed[1] == pytest.approx(4.0 - LEXICAL_SHARE_BESIDE * 2.0)
    assert mixed[2] == pytest.approx(2.0 + LEXICAL_SHARE_BESIDE * 2.0)


def test_a_document_that_is_about_it_goes_before_one_like_sentence() -> None:
    chunks = [(1, 0.60), (2, 0.59)]
    result = LegResult(Leg.DENSE, [], documents={1: 0.1, 2: 0.5})
    assert [doc_id for doc_id, _ in document_ranking(result, chunks, is_alone=False)] == [2, 1]


def test_a_document_without_a_vector_lies_as_far_off_as_the_others() -> None:
    mixed = dict(ranking(Leg.DENSE, {1: 3.0}))
    assert mixed[1] == pytest.approx(4.0 - DENSE_SHARE)
    assert mixed[2] == pytest.approx(2.0 - DENSE_SHARE)


@pytest.mark.parametrize("leg", Leg)
def test_nothing_found_ranks_nothing(leg: Leg) -> None:
    assert document_ranking(LegResult(leg, [], documents={1: 1.0}), [], is_alone=True) == []
