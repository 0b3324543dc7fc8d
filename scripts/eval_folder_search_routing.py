#!/usr/bin/env python3
"""Measure how well a folder's search finds what is right, on a set of labelled questions.

DIR holds corpus.jsonl, queries.jsonl and qrels.tsv (BEIR; the corpus is written out as real
documents), or office files with queries*.jsonl and qrels*.tsv by file name. The real worker
indexes and searches. Nothing is written into DIR: documents and indexes go to your cache folder.
Told are nDCG, recall, MRR and success as trec_eval counts them, with 95 % intervals; of negatives,
questions that nothing answers, how many got "no match".
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cli import EXIT_OK, Failure, UsageParser, need_words, print_json, printable, run_cli
from session import add_worker_options, worker_session
from worker_python import ensure_worker_python

from plugin.contracts.search import DEFAULT_K, MAX_K, SearchMode

ALL_MODES = "all"
MIN_K = 3  # Success@3 needs as many


def main(argv: list[str] | None = None) -> int:
    """Return 0 after printing the figures, however good they are."""
    options = _parser().parse_args(argv)
    data = Path(need_words(options.data, "folder of the set")).expanduser()
    ensure_worker_python(options.venv)
    from evaluation.evaluate import Wanted, evaluate
    from evaluation.per_query import per_query, write_runs
    from evaluation.report import write_report
    from evaluation.table import table_lines

    if options.report:
        _refuse_unwritable(Path(options.report))
    wanted = Wanted(
        data=data,
        queries=Path(options.queries).expanduser() if options.queries else None,
        modes=_modes(options.mode),
        k=options.k,
        is_deep=not options.shallow,
        model_id=options.model,
    )
    with worker_session(options.venv) as client:
        evaluation = evaluate(client, wanted)
    if options.report:
        write_report(Path(options.report), evaluation)
    if options.runs:
        write_runs(Path(options.runs).expanduser(), evaluation)
    if options.json:
        print_json({**evaluation.summary.to_json(), "queries": per_query(evaluation)})
    else:
        print("\n".join(printable(line) for line in table_lines(evaluation.summary)))
    return EXIT_OK


def _modes(name: str) -> tuple[SearchMode, ...]:
    return tuple(SearchMode) if name == ALL_MODES else (SearchMode(name),)


def _refuse_unwritable(report: Path) -> None:
    # Told before the minutes that the figures take.
    if not report.expanduser().absolute().parent.is_dir():
        raise Failure(
            f"There is no folder {report.parent} for the report.", hint="Make it, or name another."
        )


def _number_of_documents(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if not MIN_K <= number <= MAX_K:
        raise argparse.ArgumentTypeError(f"{text} is not a number from {MIN_K} to {MAX_K}")
    return number


def _parser() -> argparse.ArgumentParser:
    parser = UsageParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, metavar="DIR", help="the folder of the set")
    parser.add_argument(
        "--queries",
        default="",
        metavar="DIR",
        help="take questions and judgements from another set with the same document ids",
    )
    parser.add_argument(
        "--mode",
        choices=[*(mode.value for mode in SearchMode), ALL_MODES],
        default=SearchMode.HYBRID.value,
        help="both legs, keywords, meaning, or all three compared (default: hybrid)",
    )
    parser.add_argument(
        "--k",
        type=_number_of_documents,
        default=DEFAULT_K,
        help="documents asked for a query (default: 10)",
    )
    parser.add_argument(
        "--shallow", action="store_true", help="do not ask again for 100 documents: no R@100"
    )
    parser.add_argument("--report", default="", metavar="FILE", help="write an HTML report too")
    parser.add_argument(
        "--runs",
        default="",
        metavar="DIR",
        help="write each mode's answers there: a TREC run file, and each leg's ranks and scores",
    )
    add_worker_options(parser)
    return parser


if __name__ == "__main__":
    sys.exit(run_cli(main))
