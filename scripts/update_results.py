#!/usr/bin/env python3
"""Measure the presets and put their figures into the README.

Each preset is a named evaluation of several labelled sets (scripts/evaluation/presets.toml). The
figures go to docs/results.json and, as tables, between two marks of the README; presets that are
not measured this time keep theirs. Making the indexes of all sets takes an hour and more on two
cores; they are kept in your cache folder (writeragent/evaluation), so that the next run only asks.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import time
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from cli import EXIT_FAILURE, EXIT_OK, ROOT, UsageParser, count, printable, run_cli
from session import worker_session
from worker_python import ensure_worker_python

if TYPE_CHECKING:
    from evaluation.comparison import Comparison
    from evaluation.presets import Preset
    from evaluation.results import PresetResult

    from plugin.embeddings.client import EmbeddingsClient

RESULTS_PATH = ROOT / "docs" / "results.json"
README_PATH = ROOT / "README.md"


def main(argv: list[str] | None = None) -> int:
    """Return 0 after the figures are in their places, 2 where nothing could be measured."""
    options = _parser().parse_args(argv)
    ensure_worker_python(options.venv)
    from evaluation.presets import preset_named, read_presets

    presets = [preset_named(name) for name in options.preset or read_presets()]
    results_path, readme_path = Path(options.results), Path(options.readme)
    _publish([], results_path, readme_path)  # a README without marks is told before the work
    n_measured = 0
    with worker_session(options.venv) as client:
        for preset in presets:
            result = _measure(client, preset, options)
            # After each, so that what was measured is kept whatever becomes of the next.
            _publish([result], results_path, readme_path)
            n_measured += bool(result.lines)
    return EXIT_OK if n_measured else EXIT_FAILURE


def _measure(client: EmbeddingsClient, preset: Preset, options: argparse.Namespace) -> PresetResult:
    from evaluation.comparison import Choices, compare_presets
    from evaluation.comparison_table import comparison_lines
    from evaluation.presets import DEFAULT_SHARED

    choices = Choices(
        shared=Path(options.shared).expanduser() if options.shared else DEFAULT_SHARED,
        models=tuple(options.model),
        is_deep=not options.shallow,
        max_queries=options.max_queries,
    )
    started_s = time.monotonic()
    comparison = compare_presets(client, [preset], choices, tell=_tell)
    for line in comparison_lines(comparison):
        _tell(line)
    _tell(f"{preset.name} took {time.monotonic() - started_s:.0f} s.\n")
    return _result(client, preset, comparison, options)


def _result(
    client: EmbeddingsClient, preset: Preset, comparison: Comparison, options: argparse.Namespace
) -> PresetResult:
    from evaluation.results import PresetResult, machine_name

    return PresetResult(
        preset=preset.name,
        title=preset.title,
        measured_on=f"{datetime.now(tz=timezone.utc):%Y-%m-%d}",
        command=_command(preset, options),
        machine=machine_name(os.cpu_count() or 1, client.describe().device),
        lines=comparison.lines,
    )


def _command(preset: Preset, options: argparse.Namespace) -> str:
    """Return the command that measures the same again, without this machine's folders."""
    words = ["eval_folder_search_routing.py", "--preset", preset.name]
    words += ["--shallow"] if options.shallow else []
    words += ["--max-queries", str(options.max_queries)] if options.max_queries >= 0 else []
    for model in options.model:
        words += ["--model", model.rstrip("/").rpartition("/")[2] if model[0] in "/~." else model]
    return shlex.join(words)


def _publish(new: list[PresetResult], results_path: Path, readme_path: Path) -> None:
    from evaluation.presets import read_presets
    from evaluation.results import merged, read_results, table_block, with_block, write_results

    results = merged(read_results(results_path), new, list(read_presets()))
    before = readme_path.read_text(encoding="utf-8")
    with_block(before, table_block(results))
    if not new:
        return
    write_results(results_path, results)
    # From the file, where they are rounded: the README says what the file does, to the last digit.
    after = with_block(before, table_block(read_results(results_path)))
    if after != before:
        readme_path.write_text(after, encoding="utf-8")


def _tell(sentence: str) -> None:
    print("\n".join(map(printable, sentence.split("\n"))), flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = UsageParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--preset", action="append", default=[], metavar="NAME", help="measure this one (all)"
    )
    parser.add_argument(
        "--model", action="append", default=[], help="in place of the presets' own models"
    )
    parser.add_argument(
        "--shared", default="", metavar="DIR", help="where the sets are (default: ../shared)"
    )
    parser.add_argument(
        "--max-queries",
        type=count,
        default=-1,
        metavar="N",
        help="ask N of the questions of each set (default: as the preset says; 0: all)",
    )
    parser.add_argument(
        "--shallow", action="store_true", help="do not ask again for 100 documents: half the time"
    )
    parser.add_argument("--results", default=str(RESULTS_PATH), metavar="FILE", help="the figures")
    parser.add_argument("--readme", default=str(README_PATH), metavar="FILE", help="the document")
    parser.add_argument(
        "--venv", default="", help="the worker's Python environment (default: .venv)"
    )
    return parser


if __name__ == "__main__":
    sys.exit(run_cli(main))
