#!/usr/bin/env python3
"""Measure how well a folder's search finds what is right, on sets of labelled questions.

DIR holds corpus.jsonl, queries.jsonl and qrels.tsv (BEIR; the corpus is written out as real
documents), or office files with queries*.jsonl and qrels*.tsv by file name; with --known-items any
folder of files will do. The real worker indexes and searches. Nothing is written into DIR:
documents and indexes go to your cache folder (writeragent/evaluation, writeragent/embeddings) and
are brought up to date by the next run. Told are nDCG, recall, MRR and success as trec_eval counts
them, with 95 % intervals; of negatives, questions that nothing answers, how many got "no match".
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cli import EXIT_OK, Failure, UsageParser, need_words, print_json, printable, run_cli
from evaluation.options import ALL, add_output_options, add_question_options, add_way_options
from session import worker_session
from worker_python import ensure_worker_python

from plugin.contracts.search import (
    DEFAULT_BACKEND,
    RerankChoice,
    SearchBackend,
    SearchLevel,
    SearchMode,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from evaluation.evaluate import Evaluation, Wanted

    from plugin.embeddings.client import EmbeddingsClient


def main(argv: list[str] | None = None) -> int:
    """Return 0 after printing the figures, however good they are."""
    options = _parser().parse_args(argv)
    if options.report:
        _refuse_unwritable(Path(options.report))
    ensure_worker_python(options.venv)
    with worker_session(options.venv) as client:
        if options.preset:
            return _compare(client, options)
        return _evaluate(client, options)


def _evaluate(client: EmbeddingsClient, options: argparse.Namespace) -> int:
    from evaluation.evaluate import evaluate
    from evaluation.per_query import per_query, write_runs
    from evaluation.report import write_report

    evaluations = []
    for data in options.data:
        evaluation = evaluate(client, _wanted(data, options))
        evaluations.append(evaluation)
        if options.runs:
            write_runs(Path(options.runs).expanduser(), evaluation)
        if options.json:
            print_json({**evaluation.summary.to_json(), "queries": per_query(evaluation)})
        else:
            _print_lines(_evaluation_lines(evaluation))
    if options.report:
        write_report(Path(options.report), evaluations)
    return EXIT_OK


def _evaluation_lines(evaluation: Evaluation) -> Iterable[str]:
    from evaluation.table import miss_lines, table_lines

    yield from table_lines(evaluation.summary)
    if evaluation.are_known_items:
        yield from miss_lines(evaluation)


def _wanted(data: str, options: argparse.Namespace) -> Wanted:
    from evaluation.evaluate import Wanted
    from evaluation.runs import Asking
    from evaluation.ways import WayChoices, make_ways

    return Wanted(
        data=Path(data).expanduser(),
        ways=make_ways(
            WayChoices(
                _modes(options.mode or SearchMode.HYBRID.value),
                tuple(options.model),
                _rerank(options),
                tuple(map(SearchLevel, options.level)),
                _backends(options.backend),
            )
        ),
        asking=Asking(
            options.k, not options.shallow, options.inside, bool(options.runs), options.sections
        ),
        queries=Path(options.queries).expanduser() if options.queries else None,
        n_known_items=options.known_items,
        max_queries=max(0, options.max_queries),
    )


def _compare(client: EmbeddingsClient, options: argparse.Namespace) -> int:
    from evaluation.comparison import Choices, compare_presets
    from evaluation.comparison_table import comparison_lines
    from evaluation.per_query import write_runs
    from evaluation.presets import DEFAULT_SHARED, preset_named
    from evaluation.report import write_report

    presets = [preset_named(name) for name in options.preset]
    choices = Choices(
        shared=Path(options.shared).expanduser() if options.shared else DEFAULT_SHARED,
        modes=_modes(options.mode) if options.mode else (),
        models=tuple(options.model),
        rerank=_rerank(options),
        levels=tuple(map(SearchLevel, options.level)),
        backends=_backends(options.backend),
        k=options.k,
        is_deep=not options.shallow,
        with_traces=bool(options.runs),
        max_queries=options.max_queries,
    )
    comparison = compare_presets(client, presets, choices, tell=_tell)
    for evaluation in comparison.evaluations if options.runs else ():
        write_runs(Path(options.runs).expanduser(), evaluation)
    if options.report:
        write_report(Path(options.report), comparison.evaluations, comparison)
    if options.json:
        print_json(comparison.to_json())
    else:
        _print_lines(comparison_lines(comparison))
    return EXIT_OK


def _tell(sentence: str) -> None:
    print(printable(sentence), file=sys.stderr, flush=True)


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(printable(line))


def _modes(name: str) -> tuple[SearchMode, ...]:
    return tuple(SearchMode) if name == ALL else (SearchMode(name),)


def _backends(names: list[str]) -> tuple[str, ...]:
    if ALL in names:
        return tuple(backend.value for backend in SearchBackend)
    return tuple(names) or (DEFAULT_BACKEND,)


def _rerank(options: argparse.Namespace) -> RerankChoice:
    return RerankChoice(options.rerank, options.rerank_budget_ms)


def _refuse_unwritable(report: Path) -> None:
    # Told before the minutes that the figures take.
    if not report.expanduser().absolute().parent.is_dir():
        raise Failure(
            f"There is no folder {report.parent} for the report.", hint="Make it, or name another."
        )


def _folder(text: str) -> str:
    return need_words(text, "folder of the set")


def _parser() -> argparse.ArgumentParser:
    parser = UsageParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--data", action="append", type=_folder, metavar="DIR", help="the folder of a set"
    )
    what.add_argument(
        "--preset",
        action="append",
        metavar="NAME",
        help="a named evaluation of several sets beside figures to beat:"
        " english, languages, cross-language, sections, office, known-items",
    )
    add_question_options(parser)
    add_way_options(parser)
    add_output_options(parser)
    parser.add_argument(
        "--venv", default="", help="the worker's Python environment (default: .venv)"
    )
    return parser


if __name__ == "__main__":
    sys.exit(run_cli(main))
