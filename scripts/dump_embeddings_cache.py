#!/usr/bin/env python3
"""Show what is known of a folder's index: where it is, its files with their states, its model."""

import argparse
import sys
from datetime import datetime, timezone
from typing import List, Optional

from cli import (
    EXIT_OK,
    UsageParser,
    count,
    need_words,
    print_json,
    printable,
    run_cli,
)
from render import coverage_line, no_index_lines
from session import add_worker_options, with_next_command, worker_session

from plugin.contracts.corpus import CorpusStatus, SectionReport
from plugin.contracts.methods import StatusRequest
from plugin.contracts.wire import to_plain
from plugin.documents.sections import BEFORE_FIRST_HEADING


def main(argv: Optional[List[str]] = None) -> int:
    """Return 0 after printing the status; a folder without an index is told so, not an error."""
    options = _parser().parse_args(argv)
    folder = need_words(options.folder, "folder")
    with with_next_command(folder), worker_session(options.venv) as client:
        status = client.status(
            StatusRequest(folder, with_files=True, with_sections=options.sections)
        )
    if options.json:
        print_json(to_plain(status))
    else:
        print("\n".join(_lines(status, options.limit)))
    return EXIT_OK


def _parser() -> argparse.ArgumentParser:
    parser = UsageParser(description=__doc__)
    parser.add_argument("folder", help="the folder whose index to show")
    parser.add_argument(
        "--limit", type=count, default=0, help="show this many files (default: all)"
    )
    parser.add_argument(
        "--sections", action="store_true", help="show the sections of each file as well"
    )
    add_worker_options(parser)
    return parser


def _lines(status: CorpusStatus, limit: int) -> List[str]:
    if not status.exists:
        return no_index_lines(status.folder, status.problem)
    lines = [
        f"index    {printable(status.corpus_path)}",
        f"updated  {_when(status.updated_at)}",
        f"model    {printable(status.model.model_id) or 'none'} ({printable(status.model.reason)})",
        *([f"computes {printable(status.model.lane)}"] if status.model.lane else []),
        f"covers   {coverage_line(status.coverage)}",
        *([f"sections by {status.section_strategy}"] if status.section_strategy else []),
        "",
    ]
    for file in status.files[: limit or None]:
        reason = f"  {printable(file.reason)}" if file.reason else ""
        counts = f"{file.n_passages:>7} {file.n_chunks:>7}"
        lines.append(f"{file.state.value:<12}{counts}  {printable(file.path)}{reason}")
        lines += [_section_line(part) for part in status.sections if part.path == file.path]
    return lines


def _section_line(section: SectionReport) -> str:
    heading = section.heading_path[-1] if section.heading_path else BEFORE_FIRST_HEADING
    by_meaning = "" if section.has_vector else "  (not by meaning yet)"
    words = f"{section.n_words} words: {', '.join(section.keywords)}".rstrip(": ")
    indent = "  " * section.level
    return printable(f"{'':<28}{indent}{section.level} {heading}  [{words}]{by_meaning}")


def _when(updated_at: Optional[float]) -> str:
    if updated_at is None:
        return "never"
    return (
        datetime.fromtimestamp(updated_at, timezone.utc).astimezone().isoformat(timespec="seconds")
    )


if __name__ == "__main__":
    sys.exit(run_cli(main))
