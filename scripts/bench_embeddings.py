#!/usr/bin/env python3
"""Measure the encoders side by side, and against sentence-transformers' own encode.

All encode the same texts in turns, in one run: ratios of one run can be trusted on a busy machine,
times cannot. Each encoder's throughput, its ratio to sentence-transformers' default encode, the
CPU it takes, how like its vectors are and how long a query takes are told. Texts are made up, of
mixed length, or come from FOLDER's documents. With --cold it measures what a fresh worker costs
before its first answer, with --extract how fast a folder's documents are read, by format.
"""

from __future__ import annotations

import argparse
import importlib.util
import itertools
import random
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from bench_cold import cold_lines, cold_starts
from bench_encoders import bench_lines, measure
from bench_extraction import extraction_speeds, speed_lines
from cli import EXIT_OK, Failure, UsageParser, print_json, printable, run_cli
from worker_python import ensure_worker_python

if TYPE_CHECKING:
    from collections.abc import Iterator


WORKER_PACKAGES = ("numpy", "torch", "sentence_transformers")
SENTENCE_COUNTS = (1, 1, 2, 2, 3, 4, 6, 9)  # mixed lengths, most of them short, as chunks are
SUBJECTS = ("The contract", "Our branch", "The quarterly budget", "Ms. Okafor", "Each invoice")
VERBS = ("confirms", "delays", "replaces", "was not told of", "pays for")
OBJECTS = ("the delivery of turbines", "two headsets and a laptop", "the audit of 2024", "the move")
PLACES = ("at the northern site.", "within three working days.", "without a penalty.", "in March.")


def main(argv: list[str] | None = None) -> int:
    """Return 0 once the comparison is printed."""
    options = _parser().parse_args(argv)
    if options.extract:
        return _measure_extraction(options.extract, as_json=options.json)
    if options.cold:
        return _measure_cold_starts(options.model, as_json=options.json)
    _need_worker_packages()
    source = _folder_texts(options.folder) if options.folder else sample_texts()
    texts = list(itertools.islice(source, options.texts))
    if not texts:
        raise Failure(f"There is no text in {options.folder}.", hint="Name another folder.")
    result = measure(texts, options.model, n_rounds=options.rounds)
    if options.json:
        print_json(asdict(result))
    else:
        print("\n".join(map(printable, bench_lines(result))))
    return EXIT_OK


def _measure_cold_starts(model_id: str, *, as_json: bool) -> int:
    starts = cold_starts(model_id)
    if as_json:
        print_json({"cold_starts": [asdict(start) for start in starts]})
    else:
        print("\n".join(printable(line) for line in cold_lines(starts)))
    return EXIT_OK


def _measure_extraction(folder: str, *, as_json: bool) -> int:
    ensure_worker_python("")
    speeds = extraction_speeds(folder)
    if as_json:
        print_json({"formats": [speed.to_json() for speed in speeds]})
    else:
        print("\n".join(printable(line) for line in speed_lines(speeds)))
    return EXIT_OK


def sample_texts(seed: int = 1) -> Iterator[str]:
    """Yield made-up texts of mixed length without end, the same for the same seed."""
    dice = random.Random(seed)  # noqa: S311 - samples, not secrets
    parts = (SUBJECTS, VERBS, OBJECTS, PLACES)
    while True:
        n_sentences = dice.choice(SENTENCE_COUNTS)
        sentences = (" ".join(dice.choice(part) for part in parts) for _ in range(n_sentences))
        yield " ".join(sentences)


def _folder_texts(folder: str) -> Iterator[str]:
    """Yield the chunks of a folder's documents as an index would have them."""
    from plugin.documents.listing import list_documents
    from plugin.embeddings.venv.chunk.chunker import chunk_passage
    from plugin.embeddings.venv.extract.isolation import IsolatedExtractor

    with IsolatedExtractor() as extractor:
        for file in list_documents(folder):
            document = extractor.extract(Path(folder) / file.path)
            for passage in document.passages:
                for chunk in chunk_passage(passage, document.language):
                    yield chunk.text


def _need_worker_packages() -> None:
    missing = [name for name in WORKER_PACKAGES if importlib.util.find_spec(name) is None]
    if missing:
        raise Failure(
            f"This Python has no {', '.join(missing)}.",
            hint="Run it with the worker's own, such as .venv/bin/python.",
        )


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return number


def _parser() -> argparse.ArgumentParser:
    parser = UsageParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", default="", help="take the chunks of this folder's documents")
    parser.add_argument("--extract", default="", help="measure how fast this folder is read")
    parser.add_argument("--cold", action="store_true", help="measure a worker's first answer")
    parser.add_argument(
        "--texts", type=_positive, default=300, help="at most this many (default 300)"
    )
    parser.add_argument("--rounds", type=_positive, default=3, help="timed rounds (default 3)")
    parser.add_argument("--model", default="", help="a Hugging Face id or a folder")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    return parser


if __name__ == "__main__":
    sys.exit(run_cli(main))
