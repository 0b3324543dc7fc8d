"""An evaluation's figures as text of at most 120 columns; misses of known items in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evaluation.evaluate import Evaluation
    from evaluation.measures import Comparison, Estimate
    from evaluation.summary import Facts, ModeSummary, Summary, Weakness

GROUP_MEASURES = ("nDCG@", "Success@1", "Success@3", "RR@")
MAX_MISSES_SHOWN = 50
_N_FOUND_SHOWN = 3
_CHANCE_P = 0.05
_NAME_CHARS = 16


def miss_lines(evaluation: Evaluation) -> Iterator[str]:
    """Yield the known items that a way did not find, with what it found in their place."""
    for run in evaluation.runs:
        missed = [
            query
            for query in evaluation.labelled.queries
            if not query.grades.keys() & set(run.answers[query.query_id].ids)
        ]
        yield ""
        yield f"{run.name}: {len(missed)} of {len(evaluation.labelled.queries)} not found"
        for query in missed[:MAX_MISSES_SHOWN]:
            found = ", ".join(run.answers[query.query_id].ids[:_N_FOUND_SHOWN]) or "nothing"
            wanted = ", ".join(list(query.grades)[:_N_FOUND_SHOWN])
            yield f'  "{query.text}" of {wanted}; found: {found}'


def table_lines(summary: Summary) -> Iterator[str]:
    """Yield the whole table: the set, a row a mode, groups, comparisons, negatives, notes."""
    yield fact_line(summary.facts)
    yield ""
    yield from _mode_lines(summary)
    if summary.modes[0].groups:
        yield ""
        yield from _group_lines(summary)
    if summary.comparisons:
        yield ""
        yield from (comparison_line(comparison) for comparison in summary.comparisons)
    yield from (weakness_line(weakness) for weakness in summary.weaknesses)
    yield from _negative_lines(summary)
    yield from summary.facts.notes


def detail_lines(summary: Summary) -> Iterator[str]:
    """Yield the figures by kind and language, and of negatives; nothing of a set without labels."""
    if not summary.modes[0].groups:
        return
    yield fact_line(summary.facts)
    yield from _group_lines(summary)
    if summary.facts.n_negatives:
        yield from _negative_lines(summary)
    yield ""


def fact_line(facts: Facts) -> str:
    """Return one line that says what was measured."""
    unjudged = f", {facts.n_unjudged} unjudged left out" if facts.n_unjudged else ""
    return (
        f"{facts.name}: {facts.n_documents} documents, {facts.n_queries} queries"
        f" ({facts.n_negatives} negative{unjudged}), {facts.model_id or 'no model'};"
        f" indexed in {facts.index_s:.0f} s"
    )


def interval(estimate: Estimate) -> str:
    """Return a mean with its interval as ".430 [.395 .466]"."""
    return f"{short(estimate.mean)} [{short(estimate.low)} {short(estimate.high)}]"


def short(value: float) -> str:
    """Return a share to three places, without the zero before the point."""
    text = f"{value:.3f}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _mode_lines(summary: Summary) -> Iterator[str]:
    first, *others = summary.measure_names
    width = name_width(summary)
    yield (
        f"{'mode':<{width}}{first + ' [95 %]':<20}"
        + "".join(f"{name:>11}" for name in others)
        + f"{'p50 ms':>9}{'p95 ms':>9}"
    )
    for mode in summary.modes:
        yield (
            f"{mode.mode:<{width}}{interval(mode.measures[first]):<20}"
            + "".join(f"{short(mode.measures[name].mean):>11}" for name in others)
            + f"{mode.timing.p50_ms:>9.0f}{mode.timing.p95_ms:>9.0f}"
        )


def name_width(summary: Summary) -> int:
    """Return how wide a column of the ways' names is."""
    return max(8, *(len(mode.mode) + 1 for mode in summary.modes))


def shown_in_groups(summary: Summary) -> list[str]:
    """Return the measures that are told for each kind and language."""
    return [name for name in summary.measure_names if name.startswith(GROUP_MEASURES)]


def _group_lines(summary: Summary) -> Iterator[str]:
    names = shown_in_groups(summary)
    heads = [abbreviated(name) for name in names]
    widths = [max(7, len(head) + 1) for head in heads]
    yield (
        " " * (_NAME_CHARS + 14)
        + "".join(f"{mode.mode:<{sum(widths) + 2}}" for mode in summary.modes).rstrip()
    )
    yield f"{'group':<{_NAME_CHARS + 9}}{'n':>4} " + "  ".join(
        "".join(f"{head:>{width}}" for head, width in zip(heads, widths)) for _ in summary.modes
    )
    for row, group in enumerate(summary.modes[0].groups):
        cells = "  ".join(
            "".join(
                f"{short(mode.groups[row].measures[name].mean):>{width}}"
                for name, width in zip(names, widths)
            )
            for mode in summary.modes
        )
        name = group.name[:_NAME_CHARS]
        yield f"{group.by:<9}{name:<{_NAME_CHARS}}{group.n_queries:>4} {cells}"


def abbreviated(name: str) -> str:
    """Return a measure's name as narrow columns have it: S@1, MRR@10."""
    return name.replace("Success", "S").replace("RR", "MRR")


def comparison_line(comparison: Comparison) -> str:
    """Return how two modes compare in one measure, with what chance alone would do."""
    verdict = "" if comparison.p < _CHANCE_P else "  (may be chance)"
    sign = "+" if comparison.difference.mean >= 0 else ""
    return (
        f"{comparison.better} against {comparison.than:<5} {comparison.measure:<10}"
        f"{sign + interval(comparison.difference):<24} p = {comparison.p:.4f}{verdict}"
    )


def weakness_line(weakness: Weakness) -> str:
    """Return in which kind or language a leg alone does better than both."""
    return (
        f"hybrid below {weakness.leg} in {weakness.by} {weakness.name} ({weakness.n_queries}):"
        f" {weakness.measure} {short(weakness.hybrid)} against {short(weakness.alone)}"
    )


def _negative_lines(summary: Summary) -> Iterator[str]:
    n_answerable = summary.facts.n_queries - summary.facts.n_negatives
    yield ""
    for mode in summary.modes:
        yield negative_line(mode, n_negatives=summary.facts.n_negatives, n_answerable=n_answerable)


def negative_line(mode: ModeSummary, *, n_negatives: int, n_answerable: int) -> str:
    """Return how a mode told questions without an answer from the others."""
    return (
        f"{mode.mode:<7} told that nothing answers: {mode.n_negatives_told} of {n_negatives}"
        f" negatives, {mode.n_answerable_lost} of {n_answerable} answerable queries"
    )
