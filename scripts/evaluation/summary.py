"""One evaluation as figures: by mode, by kind and language, compared, timed.

Owns: putting measures, groups, negatives and times together, and their JSON form. Does not own:
how measures are taken (measures), how figures are shown (table, report).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import numpy as np

from evaluation.measures import Comparison, Estimate, Scores, compare, estimate, groups, score
from plugin.contracts.search import SearchMode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evaluation.data import LabelledQuery
    from evaluation.runs import Run
    from evaluation.ways import Way

UNNAMED = "(none)"
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Group:
    """The queries of one kind or language, and each measure's mean in one mode."""

    by: str
    name: str
    n_queries: int
    measures: dict[str, Estimate]


@dataclass(frozen=True)
class Timing:
    """How long a question took: half of them at most p50_ms, 95 of 100 at most p95_ms."""

    p50_ms: float
    p95_ms: float


@dataclass(frozen=True)
class ModeSummary:
    """One mode's figures.

    n_negatives_told of the negatives were answered "no match"; of the answerable queries
    n_answerable_lost were.
    """

    mode: str
    measures: dict[str, Estimate]
    groups: tuple[Group, ...]
    timing: Timing
    n_negatives_told: int
    n_answerable_lost: int


@dataclass(frozen=True)
class Facts:
    """What was measured: the set, its sizes, the model, what is to be known of the figures."""

    name: str
    n_documents: int
    n_queries: int
    n_negatives: int
    n_unjudged: int
    k: int
    model_id: str
    index_s: float
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Weakness:
    """A kind or language in which both legs together find less than one of them alone."""

    by: str
    name: str
    n_queries: int
    measure: str
    hybrid: float
    leg: str
    alone: float


@dataclass(frozen=True)
class Summary:
    """All figures of an evaluation."""

    facts: Facts
    measure_names: tuple[str, ...]
    modes: tuple[ModeSummary, ...]
    comparisons: tuple[Comparison, ...]
    weaknesses: tuple[Weakness, ...]

    def to_json(self) -> dict[str, object]:
        """Return the figures as plain values."""
        return asdict(self)


def summarize(
    facts: Facts,
    queries: Sequence[LabelledQuery],
    runs: Sequence[Run],
    measure_names: Sequence[str],
) -> Summary:
    """Return the figures of the answers that each mode gave."""
    scores = {run.way: score(run, queries, measure_names) for run in runs}
    modes = tuple(_mode(run, queries, scores[run.way]) for run in runs)
    return Summary(
        facts=facts,
        measure_names=tuple(measure_names),
        modes=modes,
        comparisons=tuple(_comparisons(scores, measure_names)),
        weaknesses=tuple(_weaknesses(runs, modes, measure_names[0])),
    )


def _mode(run: Run, queries: Sequence[LabelledQuery], scores: Scores) -> ModeSummary:
    times_ms = [answer.elapsed_ms for answer in run.answers.values()]
    told = [query for query in queries if run.answers[query.query_id].said_no_match]
    return ModeSummary(
        mode=run.name,
        measures={name: estimate(values) for name, values in scores.by_measure.items()},
        groups=tuple(_groups(scores)),
        timing=Timing(*(float(ms) for ms in np.percentile(times_ms, (50, 95)))),
        n_negatives_told=sum(query.is_negative for query in told),
        n_answerable_lost=sum(not query.is_negative for query in told),
    )


def _groups(scores: Scores) -> Iterator[Group]:
    by_kind = groups(scores, lambda query: query.kind)
    by_lang = groups(scores, lambda query: query.lang)
    for by, found in (("kind", by_kind), ("language", by_lang)):
        for name, rows in found.items():
            measures = {
                measure: estimate(values[rows]) for measure, values in scores.by_measure.items()
            }
            yield Group(by, name or UNNAMED, len(rows), measures)


def _comparisons(scores: dict[Way, Scores], measure_names: Sequence[str]) -> Iterator[Comparison]:
    """Yield how the first way with both legs compares with each other way."""
    both = next((way for way in scores if way.mode is SearchMode.HYBRID), None)
    if both is None:
        return
    for way, other in scores.items():
        if way is both:
            continue
        for name in measure_names:
            difference, p = compare(scores[both].by_measure[name], other.by_measure[name])
            yield Comparison(both.name, way.name, name, difference, p)


def _weaknesses(
    runs: Sequence[Run], modes: Sequence[ModeSummary], measure: str
) -> Iterator[Weakness]:
    """Yield the groups in which a leg alone does better than the first way with both."""
    is_hybrid = [run.way.mode is SearchMode.HYBRID for run in runs]
    if not any(is_hybrid):
        return
    both = modes[is_hybrid.index(True)]
    legs = [both, *(mode for mode, hybrid in zip(modes, is_hybrid) if not hybrid)]
    for number, group in enumerate(both.groups):
        leg, alone = max(
            ((mode.mode, mode.groups[number].measures[measure].mean) for mode in legs),
            key=lambda named: named[1],
        )
        hybrid = group.measures[measure].mean
        if alone - hybrid > _ROUNDING:
            yield Weakness(
                by=group.by,
                name=group.name,
                n_queries=group.n_queries,
                measure=measure,
                hybrid=hybrid,
                leg=leg,
                alone=alone,
            )
