#!/usr/bin/env python3
"""Index a folder of documents, or bring its index up to date; what is unchanged costs nothing.

The index lies in FOLDER/writeragent_embeddings, or in your cache folder where that cannot be
written. Nothing leaves this machine, unless --model names a model server on another one;
--download-model is the only other thing that uses a network.
"""

import argparse
import sys
from typing import List, Optional

from cli import EXIT_OK, UsageParser, count, need_words, print_json, run_cli
from render import report_lines
from session import (
    add_worker_options,
    download_with_bar,
    maintain_with_bar,
    server_key,
    worker_session,
)

from plugin.contracts.maintain import MaintainRequest
from plugin.contracts.models import DEFAULT_MODEL_ID
from plugin.contracts.wire import to_plain


def main(argv: Optional[List[str]] = None) -> int:
    """Return 0 once the folder's index is up to date."""
    options = _parser().parse_args(argv)
    folder = need_words(options.folder, "folder")
    request = MaintainRequest(
        folder,
        rebuild=options.rebuild,
        model_id=options.model,
        dim=options.dim,
        trusted_models=tuple(options.trust_remote_code),
        rebuild_sections=options.rebuild_sections,
        section_strategy=options.section_strategy,
        section_extractors=tuple(options.section_extractor),
        api_key=server_key(options),
    )
    with worker_session(options.venv) as client:
        if options.download_model:
            download_with_bar(client, options.model or DEFAULT_MODEL_ID)
        report = maintain_with_bar(client, request)
    if options.json:
        print_json(to_plain(report))
    elif not options.quiet:
        print("\n".join(report_lines(report)))
    return EXIT_OK


def _parser() -> argparse.ArgumentParser:
    parser = UsageParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="the folder to index, with its sub-folders")
    parser.add_argument("--rebuild", action="store_true", help="drop the index and start anew")
    parser.add_argument(
        "--rebuild-sections",
        action="store_true",
        help="make the vectors of sections and documents anew; the old ones answer meanwhile",
    )
    parser.add_argument(
        "--section-strategy",
        default="",
        metavar="HOW",
        help="rawspan (a section's own text is encoded) or centroid (mean of its chunks), kept from"
        " the first index on; change it with --rebuild-sections",
    )
    parser.add_argument(
        "--section-extractor",
        action="append",
        default=[],
        metavar="NAME",
        help="an installed plug-in that tells something of each section; kept from then on",
    )
    parser.add_argument(
        "--dim",
        type=count,
        default=0,
        metavar="N",
        help="cut vectors to N dimensions, if the model was made for that (default: its own width)",
    )
    parser.add_argument("--quiet", action="store_true", help="no summary at the end")
    parser.add_argument(
        "--download-model", action="store_true", help="fetch the model first where it is not here"
    )
    add_worker_options(parser)
    return parser


if __name__ == "__main__":
    sys.exit(run_cli(main))
