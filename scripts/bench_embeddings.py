#!/usr/bin/env python3
"""Measure the encoder against sentence-transformers' own encode, on the same texts in one run.

Tells the ratio of throughputs (median of alternating rounds), how equal the vectors are, how long
a query takes and how long it took to load. Ratios of one run can be trusted on a busy machine;
times cannot. Texts are made up, of mixed length, or come from FOLDER's documents.
With --extract it measures how fast a folder's documents are read instead, by format.
"""

from __future__ import annotations

import argparse
import importlib.util
import itertools
import random
import statistics
import sys
import time
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bench_extraction import extraction_speeds, speed_lines
from cli import EXIT_OK, Failure, ProgressBar, Step, UsageParser, print_json, printable, run_cli
from worker_python import ensure_worker_python

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from sentence_transformers import SentenceTransformer

    from plugin.embeddings.venv.embed.encoder import TextEncoder

QUERIES = (
    "alarm code",
    "who may work from home",
    "late delivery penalty in the northern region",
    "Rückgabe von Büchern",
)
N_QUERY_ROUNDS = 15
WORKER_PACKAGES = ("numpy", "torch", "sentence_transformers")
SENTENCE_COUNTS = (1, 1, 2, 2, 3, 4, 6, 9)  # mixed lengths, most of them short, as chunks are
SUBJECTS = ("The contract", "Our branch", "The quarterly budget", "Ms. Okafor", "Each invoice")
VERBS = ("confirms", "delays", "replaces", "was not told of", "pays for")
OBJECTS = ("the delivery of turbines", "two headsets and a laptop", "the audit of 2024", "the move")
PLACES = ("at the northern site.", "within three working days.", "without a penalty.", "in March.")


@dataclass(frozen=True)
class BenchResult:
    """What one run measured; a ratio above one says that ours is faster."""

    model_id: str
    device: str
    n_threads: int
    n_texts: int
    n_tokens: int
    throughput_ratio: float
    ours_texts_per_s: float
    reference_texts_per_s: float
    cosine_min: float
    cosine_mean: float
    n_longer_than_window: int
    query_p50_ms: float
    query_p95_ms: float
    cold_start_s: float


def main(argv: list[str] | None = None) -> int:
    """Return 0 once the comparison is printed."""
    options = _parser().parse_args(argv)
    if options.extract:
        return _measure_extraction(options.extract, as_json=options.json)
    _need_worker_packages()
    source = _folder_texts(options.folder) if options.folder else sample_texts()
    texts = list(itertools.islice(source, options.texts))
    if not texts:
        raise Failure(f"There is no text in {options.folder}.", hint="Name another folder.")
    result = measure(texts, options.model, n_rounds=options.rounds)
    if options.json:
        print_json(asdict(result))
    else:
        print("\n".join(f"{name:<22}{value}" for name, value in asdict(result).items()))
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


def measure(texts: Sequence[str], model_id: str, *, n_rounds: int) -> BenchResult:
    """Return the comparison; ours and the reference take turns, so that load hits both alike."""
    started_s = time.perf_counter()
    from plugin.embeddings.venv.embed.cores import thread_cap
    from plugin.embeddings.venv.embed.provider import EncoderProvider

    encoder = EncoderProvider().whole(model_id)
    encoder.encode_query(QUERIES[0])
    cold_start_s = time.perf_counter() - started_s
    reference = _reference(model_id, encoder.device)
    ours_s, reference_s = _take_turns(encoder, reference, texts, n_rounds)
    short, cosines = _cosines(encoder, reference, texts)
    query_ms = _query_times_ms(encoder)
    return BenchResult(
        model_id=encoder.card.model_id,
        device=encoder.device,
        n_threads=thread_cap(),
        n_texts=len(texts),
        n_tokens=sum(encoder.count_tokens(texts)),
        throughput_ratio=round(statistics.median(reference_s) / statistics.median(ours_s), 3),
        ours_texts_per_s=round(len(texts) / statistics.median(ours_s), 1),
        reference_texts_per_s=round(len(texts) / statistics.median(reference_s), 1),
        cosine_min=round(float(cosines.min()), 6),
        cosine_mean=round(float(cosines.mean()), 6),
        n_longer_than_window=len(texts) - short,
        query_p50_ms=round(statistics.median(query_ms), 1),
        query_p95_ms=round(statistics.quantiles(query_ms, n=20)[-1], 1),
        cold_start_s=round(cold_start_s, 2),
    )


def _reference(model_id: str, device: str) -> SentenceTransformer:
    from sentence_transformers import SentenceTransformer

    from plugin.embeddings.venv.embed.locate import locate_model

    folder = str(locate_model(model_id).folder)
    return SentenceTransformer(folder, device=device, local_files_only=True)


def _take_turns(
    encoder: TextEncoder, reference: SentenceTransformer, texts: Sequence[str], n_rounds: int
) -> tuple[list[float], list[float]]:
    import torch

    from plugin.embeddings.venv.embed.cores import thread_cap

    # A query sets this thread to one core; the reference gets as many as ours have together.
    torch.set_num_threads(thread_cap())
    prompt = encoder.card.document_prompt
    bar = ProgressBar()
    ours_s, reference_s = [], []
    # Both are warm before they are timed, and on the same texts.
    _ours(encoder, texts[:8])
    reference.encode(list(texts[:8]), prompt=prompt)
    for done in range(n_rounds):
        bar.show(Step("rounds", done, n_rounds, "rounds"))
        reference_s.append(_seconds(lambda: reference.encode(list(texts), prompt=prompt)))
        ours_s.append(_seconds(lambda: _ours(encoder, texts)))
    bar.close()
    return ours_s, reference_s


def _cosines(
    encoder: TextEncoder, reference: SentenceTransformer, texts: Sequence[str]
) -> tuple[int, np.ndarray]:
    """Return how many texts fit the window, and their cosines; the reference cuts the others."""
    counts = encoder.count_tokens(texts)
    fitting = [
        text
        for text, n_tokens in zip(texts, counts, strict=True)
        if n_tokens <= encoder.card.max_tokens
    ]
    if not fitting:
        raise Failure("No text fits the model's window.", hint="Name a folder of shorter texts.")
    prompt = encoder.card.document_prompt
    expected = reference.encode(fitting, prompt=prompt, normalize_embeddings=True)
    return len(fitting), (_ours(encoder, fitting) * expected).sum(axis=1)


def _ours(encoder: TextEncoder, texts: Sequence[str]) -> np.ndarray:
    import numpy as np

    vectors = np.zeros((len(texts), encoder.card.dim), np.float32)

    def keep(indices: Sequence[int], batch: np.ndarray) -> None:
        vectors[list(indices)] = batch

    encoder.encode_documents(texts, keep)
    return vectors


def _query_times_ms(encoder: TextEncoder) -> list[float]:
    queries = QUERIES * N_QUERY_ROUNDS
    return [1000 * _seconds(partial(encoder.encode_query, query)) for query in queries]


def _seconds(work: Callable[[], object]) -> float:
    started_s = time.perf_counter()
    work()
    return time.perf_counter() - started_s


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
    # Looked for, not imported: the import is part of the cold start that is measured.
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
    parser.add_argument(
        "--texts", type=_positive, default=300, help="at most this many (default 300)"
    )
    parser.add_argument("--rounds", type=_positive, default=3, help="timed rounds (default 3)")
    parser.add_argument("--model", default="", help="a Hugging Face id or a folder")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    return parser


if __name__ == "__main__":
    sys.exit(run_cli(main))
