#!/usr/bin/env python3
"""Index the sample folder and run three searches: a paraphrase, a code, another language."""

import argparse
import sys
from pathlib import Path
from typing import List, Optional

from cli import EXIT_FAILURE, EXIT_OK, ROOT, UsageParser, run_cli
from render import BOLD, PLAIN, report_lines, result_lines, styled
from session import maintain_with_bar, worker_session

from plugin.contracts.maintain import MaintainRequest
from plugin.contracts.search import SearchRequest

QUESTIONS = (
    "whom do I tell when I am too sick to come?",
    "HSL-0054-B",
    "Was darf ich im Lesesaal trinken?",
)


def main(argv: Optional[List[str]] = None) -> int:
    """Return 0 when every question was answered, 2 when one was not."""
    options = _parser().parse_args(argv)
    folder = str(Path(options.folder))
    bold, plain = (BOLD, PLAIN) if styled() else ("", "")
    n_unanswered = 0
    with worker_session(options.venv) as client:
        print(f"{bold}Indexing {folder}{plain}")
        report = maintain_with_bar(client, MaintainRequest(folder))
        print("\n".join(report_lines(report)))
        for question in QUESTIONS:
            result = client.search(SearchRequest(folder, question, k=2))
            n_unanswered += not result.hits
            print(f"\n{bold}{question}{plain}")
            print("\n".join(result_lines(result, folder=folder)))
    return EXIT_FAILURE if n_unanswered else EXIT_OK


def _parser() -> argparse.ArgumentParser:
    parser = UsageParser(description=__doc__)
    parser.add_argument("--folder", default=str(ROOT / "samples"), help="default: samples")
    parser.add_argument("--venv", default="", help="the worker's Python environment")
    return parser


if __name__ == "__main__":
    sys.exit(run_cli(main))
