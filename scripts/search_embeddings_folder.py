#!/usr/bin/env python3
"""Search an indexed folder: the best passage of each file, by keywords and by meaning.

Ask in your own words. "quoted words" must stand together, -word must not occur, and
ext:docx, file:budget, after:2026-01-31, before:2026-12-31 narrow the files.
"""

import argparse
import os
import sys
from typing import List, Optional

from cli import EXIT_OK, UsageParser, need_words, print_json, run_cli
from render import result_lines
from session import add_worker_options, with_next_command, worker_session

from plugin.contracts.search import DEFAULT_K, SearchMode, SearchRequest
from plugin.contracts.wire import to_plain


def main(argv: Optional[List[str]] = None) -> int:
    """Return 0 after printing the answer, also when it is that nothing matches."""
    options = _parser().parse_args(argv)
    request = SearchRequest(
        folder=need_words(options.folder, "folder"),
        query=need_words(options.query, "query"),
        k=options.k,
        mode=options.mode,
        explain=options.explain,
        model_id=options.model,
        all_versions=options.all_versions,
    )
    with with_next_command(request.folder), worker_session(options.venv) as client:
        result = client.search(request)
    if options.json:
        print_json(to_plain(result))
    else:
        print("\n".join(result_lines(result, folder=request.folder)))
    return EXIT_OK


def _parser() -> argparse.ArgumentParser:
    parser = UsageParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("query", help="what you are looking for")
    parser.add_argument("--folder", default=os.curdir, help="the folder (default: this one)")
    parser.add_argument("--k", type=int, default=DEFAULT_K, help="how many files (default: 10)")
    legs = parser.add_mutually_exclusive_group()
    legs.add_argument(
        "--fts",
        dest="mode",
        action="store_const",
        const=SearchMode.LEXICAL,
        help="keywords alone",
    )
    legs.add_argument(
        "--vec", dest="mode", action="store_const", const=SearchMode.DENSE, help="meaning alone"
    )
    parser.set_defaults(mode=SearchMode.HYBRID)
    parser.add_argument(
        "--all-versions",
        action="store_true",
        help="each copy and version of a file as a hit of its own",
    )
    parser.add_argument("--explain", action="store_true", help="ranks and scores of each leg")
    add_worker_options(parser)
    return parser


if __name__ == "__main__":
    sys.exit(run_cli(main))
