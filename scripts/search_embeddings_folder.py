#!/usr/bin/env python3
"""Search an indexed folder: the best passage of each file, by keywords and by meaning.

Ask in your own words. "quoted words" must stand together, -word must not occur, and
ext:docx, file:budget, heading:travel, after:2026-01-31, before:2026-12-31 narrow the search.
"""

import argparse
import os
import sys
from typing import List, Optional

from cli import EXIT_OK, UsageParser, need_words, print_json, run_cli
from render import result_lines
from session import (
    add_worker_options,
    download_with_bar,
    server_key,
    with_next_command,
    worker_session,
)

from plugin.contracts.models import DEFAULT_RERANK_MODEL_ID, OWN_RERANKER
from plugin.contracts.search import (
    DEFAULT_BACKEND,
    DEFAULT_K,
    DEFAULT_RERANK_BUDGET_MS,
    DEFAULT_SECTION_WEIGHT,
    RerankChoice,
    ReturnType,
    SearchBackend,
    SearchLevel,
    SearchMode,
    SearchRequest,
)
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
        api_key=server_key(options),
        all_versions=options.all_versions,
        rerank=RerankChoice(options.rerank, options.rerank_budget_ms),
        mmr_lambda=options.mmr,
        n_per_file=options.per_file,
        level=SearchLevel(options.level),
        return_type=ReturnType(options.return_type) if options.return_type else None,
        section_weight=options.section_weight,
        trusted_models=tuple(options.trust_remote_code),
        backend=options.backend,
    )
    with with_next_command(request.folder), worker_session(options.venv) as client:
        if options.download_reranker and options.rerank != OWN_RERANKER:
            download_with_bar(client, options.rerank or DEFAULT_RERANK_MODEL_ID)
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
    parser.add_argument(
        "--level",
        choices=[level.value for level in SearchLevel],
        default=SearchLevel.AUTO.value,
        help="rank passages, sections, documents, or passages fused with sections (default: auto)",
    )
    parser.add_argument(
        "--return-type",
        choices=[kind.value for kind in ReturnType],
        default="",
        help="what a hit stands for (default: what the level ranks)",
    )
    parser.add_argument(
        "--section-weight",
        type=float,
        metavar="W",
        default=DEFAULT_SECTION_WEIGHT,
        help=f"the sections' part in a fused search, 0 to 1 (default: {DEFAULT_SECTION_WEIGHT})",
    )
    parser.add_argument("--explain", action="store_true", help="why the answer is as it is")
    parser.add_argument(
        "--backend",
        choices=[backend.value for backend in SearchBackend],
        default=DEFAULT_BACKEND,
        help="what finds and ranks passages; llama_index needs the package llama-index-core"
        f" (default: {DEFAULT_BACKEND})",
    )
    _add_order_options(parser)
    add_worker_options(parser)
    return parser


def _add_order_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rerank",
        nargs="?",
        default="",
        const=DEFAULT_RERANK_MODEL_ID,
        metavar="MODEL",
        help="have a reranker read the best hits again: a cross-encoder's Hugging Face id or "
        f'folder, or "{OWN_RERANKER}" for the model that searches (alone, behind the query: '
        f"{DEFAULT_RERANK_MODEL_ID})",
    )
    parser.add_argument(
        "--rerank-budget-ms",
        type=int,
        default=DEFAULT_RERANK_BUDGET_MS,
        metavar="MS",
        help=f"how long it may read (default: {DEFAULT_RERANK_BUDGET_MS})",
    )
    parser.add_argument(
        "--download-reranker", action="store_true", help="fetch the reranker's model first"
    )
    parser.add_argument(
        "--mmr",
        type=float,
        default=1.0,
        metavar="LAMBDA",
        help="put unlike hits next to each other: 1 (default) is relevance alone, 0.7 a little",
    )
    parser.add_argument(
        "--per-file", type=int, default=1, metavar="N", help="hits of one file (default: 1)"
    )


if __name__ == "__main__":
    sys.exit(run_cli(main))
