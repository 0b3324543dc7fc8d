"""What holds of fusion, snippets and queries whatever they are given."""

from __future__ import annotations

from itertools import pairwise

import hypothesis.strategies as st
from hypothesis import given, settings

from plugin.contracts.errors import BadRequest
from plugin.contracts.search import Leg
from plugin.embeddings.venv.search.fusion import (
    Scale,
    keep_first,
    leg_shares,
    ranks,
    reciprocal_rank_fusion,
    weighted_sum,
)
from plugin.embeddings.venv.search.query import parse_query
from plugin.embeddings.venv.search.snippets import make_snippet

Ranking = list[tuple[int, float]]
WEIGHTS = {Leg.LEXICAL: 1.0, Leg.DENSE: 1.0}


def relative_score_fusion(
    rankings: dict[Leg, Ranking],
    weights: dict[Leg, float],
    scales: dict[Leg, Scale] | None = None,
) -> dict[int, float]:
    return weighted_sum(leg_shares(rankings, scales or {}), weights)


def _best_first(scores: dict[int, float]) -> Ranking:
    return sorted(scores.items(), key=lambda entry: (-entry[1], entry[0]))


rankings = st.dictionaries(st.integers(0, 30), st.floats(-5, 50, allow_nan=False), max_size=20).map(
    _best_first
)


@given(rankings, rankings)
def test_every_candidate_is_kept_once(lexical: Ranking, dense: Ranking) -> None:
    keys = {key for key, _ in (*lexical, *dense)}
    both = {Leg.LEXICAL: lexical, Leg.DENSE: dense}
    assert reciprocal_rank_fusion(both, WEIGHTS).keys() == keys
    assert relative_score_fusion(both, WEIGHTS).keys() == keys


@given(rankings)
def test_one_leg_alone_keeps_its_order(lexical: Ranking) -> None:
    for fuse in (reciprocal_rank_fusion, relative_score_fusion):
        fused = fuse({Leg.LEXICAL: lexical}, WEIGHTS)
        scores = [fused[key] for key, _ in lexical]
        assert scores == sorted(scores, reverse=True)


@given(rankings, rankings)
def test_a_leg_without_weight_changes_nothing(lexical: Ranking, dense: Ranking) -> None:
    weights = {Leg.LEXICAL: 1.0, Leg.DENSE: 0.0}
    for fuse in (reciprocal_rank_fusion, relative_score_fusion):
        fused = fuse({Leg.LEXICAL: lexical, Leg.DENSE: dense}, weights)
        alone = fuse({Leg.LEXICAL: lexical}, weights)
        assert {key: fused[key] for key in alone} == alone
        assert all(fused[key] == 0 for key in fused.keys() - alone.keys())


@given(rankings, rankings)
def test_first_in_both_legs_is_first(lexical: Ranking, dense: Ranking) -> None:
    both = {
        Leg.LEXICAL: [(-1, 60.0), *lexical],
        Leg.DENSE: [(-1, 60.0), *dense],
    }
    for fuse in (reciprocal_rank_fusion, relative_score_fusion):
        fused = fuse(both, WEIGHTS)
        assert fused[-1] == max(fused.values())


@given(rankings, rankings)
def test_relative_scores_stay_within_the_weights(lexical: Ranking, dense: Ranking) -> None:
    fused = relative_score_fusion({Leg.LEXICAL: lexical, Leg.DENSE: dense}, WEIGHTS)
    assert all(0 <= score <= 2 for score in fused.values())


@given(rankings, st.floats(0, 1))
def test_where_zero_lies_lower_the_last_still_counts(lexical: Ranking, part: float) -> None:
    positive = [(key, score + 6.0) for key, score in lexical]
    zero = part * positive[-1][1] if positive else 0.0
    scales = {Leg.LEXICAL: Scale(zero)}
    fused = relative_score_fusion({Leg.LEXICAL: positive}, WEIGHTS, scales=scales)
    for key, score in positive:
        assert 0 <= fused[key] <= 1
        assert fused[key] > 0 or score == zero


@given(rankings, st.floats(0, 1), st.floats(0.3, 1.5))
def test_a_zero_inside_the_list_keeps_its_order(dense: Ranking, part: float, power: float) -> None:
    if not dense:
        return
    low, high = dense[-1][1], dense[0][1]
    scales = {Leg.DENSE: Scale(low + part * (high - low), power)}
    fused = relative_score_fusion({Leg.DENSE: dense}, WEIGHTS, scales=scales)
    assert all(0 <= score <= 1 for score in fused.values())
    for (better, score), (worse, other) in pairwise(dense):
        # Scores that differ by less than a float can tell after scaling may tie.
        assert fused[better] >= fused[worse]
        assert fused[better] > fused[worse] or score - other <= 1e-9 * (high - low)


@given(rankings)
def test_ranks_start_at_one_and_ties_share(ranking: Ranking) -> None:
    found = ranks(ranking)
    assert found[:1] == [1] * bool(ranking)
    for (_, left), (_, right), a, b in zip(ranking, ranking[1:], found, found[1:], strict=False):
        assert (a == b) == (left == right)


@given(st.lists(st.integers(0, 99), unique=True), st.integers(0, 99), st.integers(1, 5))
def test_the_kept_first_is_within_its_place(order: list[int], first: int, within: int) -> None:
    kept = keep_first(order, first, within=within)
    assert sorted(kept) == sorted(order)
    if first in order:
        assert kept.index(first) < within or kept == order
        assert kept.index(first) <= order.index(first)
    else:
        assert kept == order


@given(st.text(max_size=2000), st.data())
def test_a_snippet_is_a_piece_of_the_text(text: str, data: st.DataObject) -> None:
    place = st.integers(0, len(text))
    start, end = sorted((data.draw(place), data.draw(place)))
    spans = [(start, end)] if start < end else []
    snippet = make_snippet(text, spans, (start, end), max_chars=120)
    assert snippet.text in text
    assert len(snippet.text) <= max(120, 0)
    for span in snippet.spans:
        assert 0 <= span.start < span.end <= len(snippet.text)
        assert snippet.text[span.start : span.end] in text[start:end]


@settings(max_examples=300)
@given(st.text())
def test_no_line_fails_to_parse(line: str) -> None:
    try:
        parsed = parse_query(line)
    except BadRequest:
        assert not line.replace("\0", " ").strip()
        return
    assert parsed.text or parsed.filters.any
    for term in parsed.terms:
        assert 0 <= term.source_start < term.source_end <= len(parsed.text)
