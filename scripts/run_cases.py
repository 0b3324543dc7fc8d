#!/usr/bin/env python3
"""Read every file of a table of cases and judge what was found; exit 1 where one is wrong.

FOLDER holds a manifest.tsv (see scripts/cases.py) and the files it names. Each file is read by a
process of its own, so that its time and its memory are its own; the time has the start in it.
LibreOffice, which converts old formats, is started once before and its own figures are told.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cases import POLICIES, Case, Cost, Expect, judge, read_cases
from cli import EXIT_OK, EXIT_USAGE, ROOT, ProgressBar, Step, UsageParser, printable, run_cli
from worker_python import ensure_worker_python

from plugin.contracts.corpus import FileState
from plugin.documents.passages import ExtractedDocument

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from plugin.embeddings.venv.extract.legacy.converter import Converter

DEFAULT_FOLDER = ROOT.parent / "shared" / "cases"
MANIFEST_NAME = "manifest.tsv"
N_MOST_COSTLY = 8
CONVERTED_EXTENSIONS = (".doc", ".xls", ".ppt")
_UNOPENED = ExtractedDocument(FileState.EMPTY, "It is not opened.")


@dataclass(frozen=True)
class Outcome:
    """A case with what is wrong with its answer (nothing when right) and what it took."""

    case: Case
    wrong: tuple[str, ...]
    cost: Cost

    @property
    def failed(self) -> bool:
        """Return whether something is wrong that the row is not to blame for."""
        return bool(self.wrong) and not self.case.dispute


def main(argv: list[str] | None = None) -> int:
    """Return 0 when every case is right or there are none, 1 when one is wrong."""
    options = _parser().parse_args(argv)
    folder = Path(options.folder)
    if not (folder / MANIFEST_NAME).exists():
        print(f"Skipped: there is no {folder / MANIFEST_NAME}.")
        return EXIT_OK
    ensure_worker_python(options.venv)
    cases = [
        case
        for case in read_cases(folder / MANIFEST_NAME)
        if options.kind in case.kind and options.path in case.path
    ]
    run = run_cases(folder, cases)
    print("\n".join(printable(line) for line in report_lines(run)))
    return EXIT_USAGE if any(outcome.failed for outcome in run.outcomes) else EXIT_OK


@dataclass(frozen=True)
class Run:
    """What a run gave: an outcome a case, and what LibreOffice took to start and held at most."""

    outcomes: tuple[Outcome, ...]
    converter: Cost


def run_cases(folder: Path, cases: Sequence[Case]) -> Run:
    """Return the outcome of each case, read one after the other."""
    from plugin.embeddings.venv.extract.legacy.converter import Converter

    bar = ProgressBar()
    outcomes = []
    converter = Converter()
    try:
        start_s = _warm(converter, folder, cases)
        for n_done, case in enumerate(cases):
            bar.show(Step("cases", n_done, len(cases), "files", case.path))
            document, cost = _read(folder / case.path, case.expect, converter)
            outcomes.append(Outcome(case, tuple(judge(case, document, cost)), cost))
        return Run(tuple(outcomes), Cost(start_s, _peak_mb(converter.office_pid)))
    finally:
        converter.close()
        bar.close()


def _warm(converter: Converter, folder: Path, cases: Sequence[Case]) -> float:
    """Start LibreOffice where it will be needed; return how long that and one file took."""
    for case in cases:
        if case.expect is Expect.OK and case.path.endswith(CONVERTED_EXTENSIONS):
            _, cost = _read(folder / case.path, case.expect, converter)
            return cost.seconds
    return 0.0


def _read(path: Path, expect: Expect, converter: Converter) -> tuple[ExtractedDocument, Cost]:
    from plugin.embeddings.venv.extract.isolation import IsolatedExtractor

    if expect is Expect.SKIP:
        return _UNOPENED, Cost(0.0, 0.0)
    with IsolatedExtractor(converter=converter) as extractor:
        started_s = time.perf_counter()
        document = extractor.extract(path)
        seconds = time.perf_counter() - started_s
        return document, Cost(seconds, _peak_mb(extractor.child_pid))


def _peak_mb(pid: int) -> float:
    from plugin.embeddings.venv.extract.process_memory import peak_bytes

    return peak_bytes(pid) / (1 << 20)


def report_lines(run: Run) -> Iterator[str]:
    """Yield the report: kinds, costs, decided questions, and each failure with its reason."""
    outcomes = run.outcomes
    yield from _kind_lines(outcomes)
    yield from _cost_lines(outcomes)
    yield f"LibreOffice: {run.converter.seconds:.1f} s to start, {run.converter.peak_mb:.0f} MB"
    yield from _policy_lines(outcomes)
    yield ""
    for outcome in outcomes:
        if outcome.wrong:
            yield _failure_line(outcome)
    n_failed = sum(outcome.failed for outcome in outcomes)
    n_disputed = sum(bool(outcome.wrong) and not outcome.failed for outcome in outcomes)
    yield (
        f"{len(outcomes) - n_failed - n_disputed} of {len(outcomes)} cases passed"
        + (f", {n_disputed} disputed." if n_disputed else ".")
    )


def _failure_line(outcome: Outcome) -> str:
    case = outcome.case
    told = f"{case.path} ({case.kind}): {'; '.join(outcome.wrong)}"
    return f"FAILED {told}" if outcome.failed else f"DISPUTED {told}. The row: {case.dispute}."


def _kind_lines(outcomes: Sequence[Outcome]) -> Iterator[str]:
    n_all = Counter(outcome.case.kind for outcome in outcomes)
    n_passed = Counter(outcome.case.kind for outcome in outcomes if not outcome.wrong)
    yield f"{'kind':<32} passed"
    for kind, n_cases in sorted(n_all.items()):
        mark = "" if n_passed[kind] == n_cases else "  <--"
        yield f"{kind:<32} {n_passed[kind]}/{n_cases}{mark}"


def _cost_lines(outcomes: Sequence[Outcome]) -> Iterator[str]:
    yield ""
    yield "slowest"
    slowest = sorted(outcomes, key=lambda outcome: -outcome.cost.seconds)[:N_MOST_COSTLY]
    yield from (f"  {outcome.cost.seconds:6.2f} s   {outcome.case.path}" for outcome in slowest)
    yield "most memory"
    largest = sorted(outcomes, key=lambda outcome: -outcome.cost.peak_mb)[:N_MOST_COSTLY]
    yield from (f"  {outcome.cost.peak_mb:6.0f} MB  {outcome.case.path}" for outcome in largest)


def _policy_lines(outcomes: Sequence[Outcome]) -> Iterator[str]:
    asked = {outcome.case.kind for outcome in outcomes if outcome.case.expect is Expect.POLICY}
    yield ""
    yield "decided (docs/what_is_read.md)"
    yield from (f"  {kind:<16} {POLICIES[kind]}" for kind in sorted(asked & POLICIES.keys()))


def _parser() -> argparse.ArgumentParser:
    parser = UsageParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "folder",
        nargs="?",
        default=str(DEFAULT_FOLDER),
        help="where manifest.tsv is (default: ../shared/cases beside this checkout)",
    )
    parser.add_argument("--kind", default="", help="only kinds with this in their name")
    parser.add_argument("--path", default="", help="only files with this in their path")
    parser.add_argument(
        "--venv", default="", help="the worker's Python environment (default: .venv)"
    )
    return parser


if __name__ == "__main__":
    sys.exit(run_cli(main))
