"""Evaluations as one HTML page that needs nothing else: tables, plots, and what went wrong.

Owns: what the page tells and in which order. Does not own: the figures (summary), drawing (svg).
"""

from __future__ import annotations

from datetime import datetime, timezone
from html import escape
from typing import TYPE_CHECKING

from evaluation.html_parts import legend, table
from evaluation.report_comparison import comparison_parts
from evaluation.style import STYLE
from evaluation.svg import (
    EstimateRow,
    ShareRow,
    curve_plot,
    estimate_plot,
    share_plot,
)
from evaluation.table import (
    comparison_line,
    fact_line,
    interval,
    negative_line,
    shown_in_groups,
    weakness_line,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from evaluation.comparison import Comparison
    from evaluation.data import LabelledQuery
    from evaluation.evaluate import Evaluation
    from evaluation.runs import Run
    from evaluation.summary import Summary

MAX_MISSES_SHOWN = 300
_RANK_NAMES = ("rank 1", "2 to 3", "4 to 10", "later", "not found")
_LAST_RANKS = (1, 3, 10)
_NAMES_SHOWN = 3


def write_report(
    path: Path, evaluations: Sequence[Evaluation], comparison: Comparison | None = None
) -> None:
    """Write the page, of presets with their comparison first; an older one is replaced."""
    lines = _page(evaluations, comparison)
    path.expanduser().write_text("\n".join(lines) + "\n", encoding="utf-8")


def _page(evaluations: Sequence[Evaluation], comparison: Comparison | None) -> Iterator[str]:
    names = ", ".join(dict.fromkeys(evaluation.summary.facts.name for evaluation in evaluations))
    title = escape(f"Search quality: {names}")
    yield '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title>"
    yield f"<style>{STYLE}</style></head><body>"
    yield f"<h1>{title}</h1>"
    now = datetime.now(tz=timezone.utc)
    yield f"<p>Measured {now:%Y-%m-%d %H:%M} UTC.</p>"
    if comparison is not None:
        yield from comparison_parts(comparison)
    for evaluation in evaluations:
        yield from _evaluation_parts(evaluation)
    yield "</body></html>"


def _evaluation_parts(evaluation: Evaluation) -> Iterator[str]:
    facts = evaluation.summary.facts
    yield f"<h1>{escape(facts.name)}</h1>"
    yield f"<p>{escape(fact_line(facts))}.</p>"
    yield from (f"<p>{escape(note)}</p>" for note in facts.notes)
    yield from _overall(evaluation.summary)
    yield from _grouped(evaluation.summary)
    yield from _ranks(evaluation)
    yield from _times(evaluation)
    yield from _misses(evaluation)


def _overall(summary: Summary) -> Iterator[str]:
    yield "<h2>Modes</h2>"
    yield legend([mode.mode for mode in summary.modes])
    rows = [
        EstimateRow(name, tuple(mode.measures[name] for mode in summary.modes))
        for name in summary.measure_names
    ]
    yield estimate_plot("Measures of each mode", rows, [mode.mode for mode in summary.modes])
    yield table(
        ("mode", *summary.measure_names, "p50", "p95"),
        (
            (
                mode.mode,
                *(interval(mode.measures[name]) for name in summary.measure_names),
                f"{mode.timing.p50_ms:.0f} ms",
                f"{mode.timing.p95_ms:.0f} ms",
            )
            for mode in summary.modes
        ),
    )
    yield "<p>In brackets: 95 % intervals by bootstrap over queries.</p>"
    if summary.comparisons:
        lines = "\n".join(comparison_line(comparison) for comparison in summary.comparisons)
        yield f"<h3>Paired differences (randomisation test)</h3><pre>{escape(lines)}</pre>"
    if summary.weaknesses:
        lines = "\n".join(weakness_line(weakness) for weakness in summary.weaknesses)
        yield f"<h3>Where a leg alone is better</h3><pre>{escape(lines)}</pre>"
    yield "<h3>Questions that nothing answers</h3>"
    n_negatives = summary.facts.n_negatives
    n_answerable = summary.facts.n_queries - n_negatives
    lines = "\n".join(
        negative_line(mode, n_negatives=n_negatives, n_answerable=n_answerable)
        for mode in summary.modes
    )
    yield f"<pre>{escape(lines)}</pre>"


def _grouped(summary: Summary) -> Iterator[str]:
    first = summary.measure_names[0]
    names = shown_in_groups(summary)
    for by in ("kind", "language"):
        numbers = [n for n, group in enumerate(summary.modes[0].groups) if group.by == by]
        if not numbers:
            continue
        yield f"<h2>By {by}: {escape(first)}</h2>"
        yield legend([mode.mode for mode in summary.modes])
        rows = [_group_row(summary, number, first) for number in numbers]
        title = f"{first} by {by}"
        yield estimate_plot(title, rows, [mode.mode for mode in summary.modes])
        yield table(
            (by, "n", "mode", *names),
            (
                (
                    mode.groups[number].name,
                    str(mode.groups[number].n_queries),
                    mode.mode,
                    *(interval(mode.groups[number].measures[name]) for name in names),
                )
                for number in numbers
                for mode in summary.modes
            ),
        )


def _group_row(summary: Summary, number: int, measure: str) -> EstimateRow:
    group = summary.modes[0].groups[number]
    return EstimateRow(
        f"{group.name} ({group.n_queries})",
        tuple(mode.groups[number].measures[measure] for mode in summary.modes),
    )


def _ranks(evaluation: Evaluation) -> Iterator[str]:
    yield "<h2>Where the first right document stands</h2>"
    shares = "".join(
        f'<span class="key share-{place}"></span> {name} &nbsp; '
        for place, name in enumerate(_RANK_NAMES)
    )
    yield f'<p class="legend">{shares}</p>'
    queries = answerable(evaluation)
    rows = []
    for run in evaluation.runs:
        counts = [0] * len(_RANK_NAMES)
        for query in queries:
            counts[_rank_class(first_rank(query, run))] += 1
        rows.append(ShareRow(run.name, tuple(counts)))
    yield share_plot("Rank of the first right document", rows, _RANK_NAMES)


def _rank_class(rank: int) -> int:
    if not rank:
        return len(_RANK_NAMES) - 1
    return sum(rank > last for last in _LAST_RANKS)


def answerable(evaluation: Evaluation) -> list[LabelledQuery]:
    """Return the queries that have an answer."""
    return [query for query in evaluation.labelled.queries if not query.is_negative]


def first_rank(query: LabelledQuery, run: Run) -> int:
    """Return the 1-based rank of the first right document, 0 where none was found."""
    answer = run.answers[query.query_id]
    for ids in (answer.ids, answer.deep_ids):
        for rank, document_id in enumerate(ids, start=1):
            if query.grades.get(document_id, 0) > 0:
                return rank
    return 0


def _times(evaluation: Evaluation) -> Iterator[str]:
    yield "<h2>Time a question takes</h2>"
    yield legend([mode.mode for mode in evaluation.summary.modes])
    times = [[answer.elapsed_ms for answer in run.answers.values()] for run in evaluation.runs]
    yield curve_plot("Share of questions answered within a time", times, "ms")


def _misses(evaluation: Evaluation) -> Iterator[str]:
    missed = [
        query
        for query in answerable(evaluation)
        if any(first_rank(query, run) != 1 for run in evaluation.runs)
    ]
    yield f"<h2>Questions whose first document is not right ({len(missed)})</h2>"
    if not missed:
        return
    modes = [run.name for run in evaluation.runs]
    heads = ("id", "question", "kind", "right", *(f"{mode}: rank, first" for mode in modes))
    yield table(heads, (_miss_cells(query, evaluation) for query in missed[:MAX_MISSES_SHOWN]))
    if len(missed) > MAX_MISSES_SHOWN:
        yield f"<p>And {len(missed) - MAX_MISSES_SHOWN} more.</p>"


def _miss_cells(query: LabelledQuery, evaluation: Evaluation) -> list[str]:
    right = sorted(
        (document_id for document_id, grade in query.grades.items() if grade > 0),
        key=lambda document_id: -query.grades[document_id],
    )
    more = f" and {len(right) - _NAMES_SHOWN} more" if len(right) > _NAMES_SHOWN else ""
    cells = [query.query_id, query.text, query.kind, ", ".join(right[:_NAMES_SHOWN]) + more]
    for run in evaluation.runs:
        rank = first_rank(query, run)
        ids = run.answers[query.query_id].ids
        first = ids[0] if ids else "nothing"
        cells.append("1" if rank == 1 else f"{rank or '-'}, {first}")
    return cells
