"""Measures have the values that can be counted by hand; chance is told from a difference."""

from __future__ import annotations

import math

import numpy as np
import pytest
from evaluation.data import LabelledQuery
from evaluation.measures import Estimate, compare, estimate, measure_names, score
from evaluation.runs import Answer, Run
from evaluation.summary import Facts, Summary, summarize
from evaluation.table import detail_lines, short, table_lines
from evaluation.ways import Way

from plugin.contracts.search import SearchMode

QUERIES = (
    LabelledQuery("q1", "one", "keyword", "en", {"a": 2, "b": 1, "z": 0}, is_negative=False),
    LabelledQuery("q2", "two", "keyword", "de", {"c": 1}, is_negative=False),
    LabelledQuery("q3", "three", "table", "en", {"d": 1, "e": 1}, is_negative=False),
    LabelledQuery("q4", "four", "negative", "en", {}, is_negative=True),
)
NAMES = measure_names(3, is_deep=True)


def answer(*ids: str, deep: tuple[str, ...] = (), no_match: bool = False, ms: float = 10) -> Answer:
    return Answer(ids, deep or ids, said_no_match=no_match, elapsed_ms=ms)


HYBRID = Run(
    Way("hybrid", SearchMode.HYBRID),
    {
        "q1": answer("a", "b", "x"),
        "q2": answer("x", "c", "y", ms=30),
        "q3": answer("x", "y", "z", deep=("x", "y", "z", "e")),
        "q4": answer(no_match=True),
    },
)
LEXICAL = Run(
    Way("fts", SearchMode.LEXICAL),
    {
        "q1": answer("b", "z", "a"),
        "q2": answer(no_match=True),
        "q3": answer("d"),
        "q4": answer("x"),
    },
)


def test_measures_have_the_values_counted_by_hand() -> None:
    values = score(HYBRID, QUERIES, NAMES).by_measure
    assert list(values["nDCG@3"]) == pytest.approx([1, 1 / math.log2(3), 0])
    assert list(values["R@3"]) == [1, 1, 0]
    assert list(values["R@100"]) == [1, 1, 0.5]
    assert list(values["RR@3"]) == [1, 0.5, 0]
    assert list(values["Success@1"]) == [1, 0, 0]
    assert list(values["Success@3"]) == [1, 1, 0]


def test_grades_count_and_grade_zero_does_not() -> None:
    values = score(LEXICAL, QUERIES, NAMES).by_measure
    ideal = 2 + 1 / math.log2(3)
    assert list(values["nDCG@3"]) == pytest.approx(
        [(1 + 2 / math.log2(4)) / ideal, 0, 1 / (1 + 1 / math.log2(3))]
    )
    assert list(values["RR@3"]) == [1, 0, 1]


def test_an_interval_holds_the_mean_and_is_the_same_each_time() -> None:
    values = np.asarray([0.0, 1.0] * 50)
    first = estimate(values)
    assert first == estimate(values)
    assert first.mean == 0.5
    # Of 100 coins: 0.5 +- 1.96 * 0.05
    assert first.low == pytest.approx(0.4, abs=0.02)
    assert first.high == pytest.approx(0.6, abs=0.02)
    assert estimate(np.asarray([0.25])) == Estimate(0.25, 0.25, 0.25)


def test_chance_is_told_from_a_difference() -> None:
    rng = np.random.default_rng(1)
    low = rng.random(60)
    difference, p = compare(low + 0.1, low)
    assert difference.mean == pytest.approx(0.1)
    assert p < 0.001
    assert compare(low, low) == (Estimate(0, 0, 0), 1.0)
    # Three against one: as far apart are 10 of the 16 ways to swap four pairs.
    _, p = compare(np.asarray([1.0, 1, 1, 0, 0]), np.asarray([0.0, 0, 0, 1, 0]))
    assert p == pytest.approx(10 / 16)


@pytest.fixture(scope="module")
def summary() -> Summary:
    facts = Facts(
        name="tiny",
        n_documents=9,
        n_queries=4,
        n_negatives=1,
        n_unjudged=0,
        k=3,
        model_id="",
        index_s=1.0,
        notes=("1 of 4 judged documents are missing and count as not found.",),
    )
    return summarize(facts, QUERIES, (HYBRID, LEXICAL), NAMES)


def test_kinds_and_languages_are_told_apart(summary: Summary) -> None:
    told = [(group.by, group.name, group.n_queries) for group in summary.modes[0].groups]
    assert told == [
        ("kind", "keyword", 2),
        ("kind", "table", 1),
        ("language", "de", 1),
        ("language", "en", 2),
    ]
    keyword, table, *_ = summary.modes[0].groups
    assert keyword.measures["RR@3"].mean == 0.75
    assert table.measures["RR@3"].mean == 0


def test_negatives_and_lost_questions_are_counted(summary: Summary) -> None:
    counts = [(mode.n_negatives_told, mode.n_answerable_lost) for mode in summary.modes]
    assert counts == [(1, 0), (0, 1)]


def test_times_are_of_all_questions(summary: Summary) -> None:
    assert summary.modes[0].timing.p50_ms == 10
    assert summary.modes[0].timing.p95_ms == pytest.approx(27)


def test_both_legs_are_compared_with_each_alone(summary: Summary) -> None:
    compared = [(c.better, c.than, c.measure) for c in summary.comparisons]
    assert compared == [("hybrid", "fts", name) for name in NAMES]
    success = next(c for c in summary.comparisons if c.measure == "Success@3")
    assert success.difference.mean == pytest.approx(0)


def test_where_a_leg_alone_is_better_is_told(summary: Summary) -> None:
    told = [(w.by, w.name, w.leg, w.hybrid) for w in summary.weaknesses]
    assert told == [("kind", "table", "fts", 0.0), ("language", "en", "fts", 0.5)]


def test_the_table_fits_a_terminal_and_names_all(summary: Summary) -> None:
    lines = list(table_lines(summary))
    assert max(map(len, lines)) <= 120
    text = "\n".join(lines)
    for word in (
        *NAMES,
        "hybrid",
        "fts",
        "keyword",
        "language",
        "p = ",
        "nothing answers",
        "missing",
    ):
        assert word in text
    assert short(0.5) == ".500"
    assert short(-0.25) == "-.250"
    assert short(1) == "1.000"


def test_a_set_of_a_preset_tells_its_kinds_languages_and_negatives(summary: Summary) -> None:
    lines = list(detail_lines(summary))
    assert lines[0].startswith("tiny: 9 documents, 4 queries (1 negative)")
    named = [" ".join(line.split()[:2]) for line in lines if line.startswith(("kind", "language"))]
    assert named == ["kind keyword", "kind table", "language de", "language en"]
    assert any("hybrid  told that nothing answers: 1 of 1 negatives" in line for line in lines)
    assert lines[-1] == ""


def test_a_set_without_kinds_and_languages_has_no_more_to_tell() -> None:
    facts = Facts("tiny", 9, 1, 0, 0, 3, "", 1.0)
    assert not list(detail_lines(summarize(facts, QUERIES[:1], (HYBRID, LEXICAL), NAMES)))
