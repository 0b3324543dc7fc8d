"""What answers are worth: measures of the field, their confidence, and what differs by chance.

Owns: which measures, their means with 95 % confidence intervals (bootstrap over queries), paired
tests between modes (randomisation). The measures themselves are trec_eval's, by ir-measures; the
statistics are SciPy's. Does not own: asking (runs), showing (table, report).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from cli import Failure

from evaluation.runs import DEEP_K

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from evaluation.data import LabelledQuery
    from evaluation.runs import Answer, Run

    Floats = NDArray[np.float64]

CONFIDENCE = 0.95
N_RESAMPLES = 5_000
SEED = 20_240_229
SUCCESS_RANKS = (1, 3)
_MIN_QUERIES_OF_INTERVAL = 2


@dataclass(frozen=True)
class Estimate:
    """A mean over queries with the bounds of its confidence interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Scores:
    """Each measure's value of each answerable query, in the order of queries."""

    queries: tuple[LabelledQuery, ...]
    by_measure: dict[str, Floats]


@dataclass(frozen=True)
class Comparison:
    """How much better the first mode is than the second; p is that of no difference at all."""

    better: str
    than: str
    measure: str
    difference: Estimate
    p: float


def measure_names(k: int, *, is_deep: bool) -> list[str]:
    """Return the measures in the order in which they are shown."""
    deep = [f"R@{DEEP_K}"] if is_deep and k < DEEP_K else []
    return [f"nDCG@{k}", f"R@{k}", *deep, f"RR@{k}", *(f"Success@{rank}" for rank in SUCCESS_RANKS)]


def known_item_measure_names(k: int) -> list[str]:
    """Return the measures of a search for one document that is known to be there."""
    return [f"Success@{k}", *(f"Success@{rank}" for rank in SUCCESS_RANKS), f"RR@{k}"]


def score(run: Run, queries: Iterable[LabelledQuery], names: Sequence[str]) -> Scores:
    """Return the measures of every answerable query; one without an answer counts as zero."""
    answerable = tuple(query for query in queries if not query.is_negative)
    deep = f"R@{DEEP_K}"
    values = _values(answerable, run, [n for n in names if n != deep], lambda a: a.ids)
    if deep in names:
        values |= _values(answerable, run, [deep], lambda a: a.deep_ids)
    return Scores(answerable, values)


def _values(
    queries: Sequence[LabelledQuery],
    run: Run,
    names: Sequence[str],
    ids_of: Callable[[Answer], Sequence[str]],
) -> dict[str, Floats]:
    try:
        from ir_measures import Qrel, ScoredDoc, iter_calc, parse_measure
    except ImportError as error:
        raise Failure(
            "The measures need the package ir-measures.", hint="Install it: make setup-dev"
        ) from error
    judged = [
        Qrel(query.query_id, document_id, grade)
        for query in queries
        for document_id, grade in query.grades.items()
    ]
    # A rank as score, as trec_eval sorts by score and would order ties by id.
    ranked = [
        ScoredDoc(query.query_id, document_id, -float(rank))
        for query in queries
        for rank, document_id in enumerate(ids_of(run.answers[query.query_id]))
    ]
    rows = {query.query_id: row for row, query in enumerate(queries)}
    values = {name: np.zeros(len(queries)) for name in names}
    for metric in iter_calc([parse_measure(name) for name in names], judged, ranked):
        values[str(metric.measure)][rows[metric.query_id]] = metric.value
    return values


def estimate(values: Floats) -> Estimate:
    """Return the mean with its interval by percentile bootstrap; of one value the value alone."""
    from scipy.stats import bootstrap

    mean = float(np.mean(values))
    if len(values) < _MIN_QUERIES_OF_INTERVAL:
        return Estimate(mean, mean, mean)
    interval = bootstrap(
        (values,),
        np.mean,
        n_resamples=N_RESAMPLES,
        batch=500,  # what is drawn at once stays small for thousands of queries
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(SEED),
    ).confidence_interval
    return Estimate(mean, float(interval.low), float(interval.high))


def compare(first: Floats, second: Floats) -> tuple[Estimate, float]:
    """Return the mean difference of paired values and p by the randomisation test."""
    from scipy.stats import permutation_test

    differences = first - second
    if not np.any(differences) or len(differences) < _MIN_QUERIES_OF_INTERVAL:
        return estimate(differences), 1.0
    # Only the pairs that differ: swapping equal ones changes nothing.
    differing = np.flatnonzero(differences)
    if len(differing) < _MIN_QUERIES_OF_INTERVAL:
        return estimate(differences), 1.0
    test = permutation_test(
        (first[differing], second[differing]),
        _mean_difference,
        permutation_type="samples",
        vectorized=True,
        n_resamples=N_RESAMPLES,
        batch=500,
        rng=np.random.default_rng(SEED),
    )
    return estimate(differences), float(test.pvalue)


def _mean_difference(first: Floats, second: Floats, axis: int) -> Floats:
    difference: Floats = np.mean(first, axis=axis) - np.mean(second, axis=axis)
    return difference


def groups(scores: Scores, of: Callable[[LabelledQuery], str]) -> dict[str, NDArray[np.intp]]:
    """Return the rows of each value of a query's property, in order; none where all are alike."""
    labels = [of(query) for query in scores.queries]
    names = sorted(set(labels))
    if len(names) <= 1:
        return {}
    rows = np.asarray(labels)
    return {name: np.flatnonzero(rows == name) for name in names}
