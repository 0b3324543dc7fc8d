"""The part of an evaluation's page that compares: each preset's sets, ways and figures to beat."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from evaluation.comparison_table import verdict_line
from evaluation.html_parts import legend, table
from evaluation.svg import EstimateRow, estimate_plot
from evaluation.table import interval, short

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evaluation.comparison import Comparison, Line, Verdict

_MARKS = {True: "reached", False: "missed", None: "other questions"}


def comparison_parts(comparison: Comparison) -> Iterator[str]:
    """Yield a plot and a table a preset, and what was not measured."""
    yield f"<p>{escape(verdict_line(comparison))}</p>"
    for name, lines in groupby(comparison.lines, key=lambda line: line.preset):
        yield from _preset(comparison.titles[name], list(lines))
    yield from (
        f"<p>{escape(f'{gap.set_name} was not measured: {gap.reason}')}</p>"
        for gap in comparison.not_measured
    )


def _preset(title: str, lines: Sequence[Line]) -> Iterator[str]:
    names = list(lines[0].measures)
    ways = list(dict.fromkeys(line.way for line in lines))
    yield f"<h2>{escape(title)}: {escape(names[0])}</h2>"
    yield legend(ways)
    rows = []
    for set_name, found in groupby(lines, key=lambda line: line.set_name):
        by_way = {line.way: line.measures[names[0]] for line in found}
        rows.append(EstimateRow(set_name, tuple(by_way[way] for way in ways if way in by_way)))
    yield estimate_plot(f"{title}, {names[0]}", rows, ways)
    yield table(
        ("set", "n", "way", *names, "p50", "to beat"),
        (
            (
                line.set_name,
                str(line.n_queries),
                line.way,
                *(interval(line.measures[name]) for name in names),
                f"{line.p50_ms:.0f} ms",
                "; ".join(map(_told, line.verdicts)),
            )
            for line in lines
        ),
    )


def _told(verdict: Verdict) -> str:
    figure = f"{verdict.measure} {short(verdict.baseline)}"
    return f"{figure} {_MARKS[verdict.passed]} ({verdict.source})"
