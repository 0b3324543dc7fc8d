"""Several evaluations side by side as text of at most 120 columns, and as a Markdown table.

Owns: these two forms. Does not own: the figures (comparison).
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from evaluation.table import abbreviated, detail_lines, interval, short

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from evaluation.comparison import Comparison, Line, Verdict

MAX_COLUMNS = 120
_MARKS = {True: "ok", False: "BELOW", None: "(other questions)"}
_SET_CHARS, _WAY_CHARS = 21, 9
_LEFT_OUT = "R@100"
_WAY_WORDS = {"hybrid": "both legs", "fts": "keywords", "vec": "meaning"}


def comparison_lines(comparison: Comparison) -> Iterator[str]:
    """Yield a table a preset, a line a set and way, then kinds and what was not measured."""
    for name, lines in groupby(comparison.lines, key=lambda line: line.preset):
        yield f"{name}: {comparison.titles[name]}"
        yield from _preset_lines(list(lines))
        yield ""
    for evaluation in comparison.evaluations:
        yield from detail_lines(evaluation.summary)
    yield from (
        f"{gap.preset}: {gap.set_name} was not measured: {gap.reason}"
        for gap in comparison.not_measured
    )
    yield verdict_line(comparison)


def verdict_line(comparison: Comparison) -> str:
    """Return how many of the figures to beat were reached."""
    verdicts = [verdict.passed for line in comparison.lines for verdict in line.verdicts]
    n_bars = sum(passed is not None for passed in verdicts)
    return f"{sum(passed is True for passed in verdicts)} of {n_bars} figures to beat are reached."


def _preset_lines(lines: list[Line]) -> Iterator[str]:
    first, *others = (name for name in lines[0].measures if name != _LEFT_OUT)
    way_chars = max(_WAY_CHARS, *(len(line.way) + 1 for line in lines))
    heads = "".join(f"{abbreviated(name):>7}" for name in others)
    yield (
        f"{'set':<{_SET_CHARS}}{'n':>4} {'way':<{way_chars}}{abbreviated(first) + ' [95 %]':<18}"
        f"{heads}{'p50':>7}  to beat"
    )
    for line in lines:
        cells = "".join(f"{short(line.measures[name].mean):>7}" for name in others)
        row = (
            f"{line.set_name:<{_SET_CHARS}}{line.n_queries:>4} {line.way:<{way_chars}}"
            f"{interval(line.measures[first]):<18}{cells}{line.p50_ms:>4.0f} ms"
        )
        yield f"{row}  {_verdicts(line)}".rstrip()[:MAX_COLUMNS]


def _verdicts(line: Line) -> str:
    return "; ".join(f"{_bar(verdict)} {verdict.source}" for verdict in line.verdicts)


def _bar(verdict: Verdict) -> str:
    return f"{short(verdict.baseline)} {_MARKS[verdict.passed]}"


def markdown_lines(lines: Sequence[Line]) -> Iterator[str]:
    """Yield a Markdown table: a row a set, a column a way, in brackets the figure to beat.

    A figure that reaches the one to beat is bold. A set without one is told in the others' measure.
    """
    told_else = _barred_measure(lines) or next(iter(lines[0].measures))
    ways = list(dict.fromkeys(line.way for line in lines))
    heads = [_WAY_WORDS.get(way, way) for way in ways]
    yield "| set | questions | measure | " + " | ".join(heads) + " |"
    yield "|---" * (3 + len(ways)) + "|"
    for set_name, found in groupby(lines, key=lambda line: line.set_name):
        by_way = {line.way: line for line in found}
        measure = _barred_measure(by_way.values()) or told_else
        cells = [_cell(by_way[way], measure) if way in by_way else "" for way in ways]
        n_queries = str(next(iter(by_way.values())).n_queries)
        row = [set_name, n_queries, measure.replace("RR@", "MRR@"), *cells]
        yield "| " + " | ".join(row) + " |"


def _barred_measure(lines: Iterable[Line]) -> str:
    """Return the measure that the lines' figures to beat are in, "" where there are none."""
    return next((verdict.measure for line in lines for verdict in line.verdicts), "")


def _cell(line: Line, measure: str) -> str:
    figure = short(line.measures[measure].mean)
    bars = [verdict for verdict in line.verdicts if verdict.measure == measure]
    if not bars:
        return figure
    told = ", ".join(
        short(bar.baseline) + ("" if bar.passed is not None else " on other questions")
        for bar in bars
    )
    reached = all(bar.passed for bar in bars)
    return f"{f'**{figure}**' if reached else figure} ({told})"
