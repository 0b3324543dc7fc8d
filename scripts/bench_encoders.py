"""The encoders side by side on the same texts, and against sentence-transformers' own encode.

Owns: taking turns, the figures and their table. Does not own: the texts and the command line
(bench_embeddings).
"""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from cli import Failure, ProgressBar, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from sentence_transformers import SentenceTransformer

    from plugin.embeddings.venv.embed.encoder import TextEncoder
    from plugin.embeddings.venv.embed.locate import LocatedModel

QUERIES = (
    "alarm code",
    "who may work from home",
    "late delivery penalty in the northern region",
    "Rückgabe von Büchern",
)
N_QUERY_ROUNDS = 15
REFERENCE = "sentence-transformers, default"


@dataclass(frozen=True)
class EncoderResult:
    """What one encoder did; ratio is its throughput over that of the reference.

    cpu_ms_per_text counts all threads. The reference has no figures for queries and likeness.
    """

    name: str
    texts_per_s: float
    ratio: float
    cpu_ms_per_text: float
    cosine_min: float = 1.0
    cosine_mean: float = 1.0
    query_p50_ms: float = 0.0
    query_p95_ms: float = 0.0


@dataclass(frozen=True)
class BenchResult:
    """What one run measured, of every encoder on the same texts; the reference is the last."""

    model_id: str
    device: str
    n_threads: int
    n_texts: int
    n_tokens: int
    n_longer_than_window: int
    encoders: tuple[EncoderResult, ...]


def measure(texts: Sequence[str], model_id: str, *, n_rounds: int) -> BenchResult:
    """Return the comparison; the encoders take turns, so that load hits all alike."""
    from plugin.embeddings.venv.embed.devices.cores import thread_cap
    from plugin.embeddings.venv.embed.locate import locate_model

    located = locate_model(model_id)
    encoders = _encoders(located)
    any_encoder = next(iter(encoders.values()))
    reference = _reference(located, any_encoder.device)
    turns = _take_turns(encoders, reference, texts, n_rounds)
    counts = any_encoder.count_tokens(texts)
    pairs = zip(texts, counts, strict=True)
    fitting = [text for text, n_tokens in pairs if n_tokens <= any_encoder.card.max_tokens]
    if not fitting:
        raise Failure("No text fits the model's window.", hint="Name a folder of shorter texts.")
    prompt = any_encoder.card.document_prompt
    expected = reference.encode(fitting, prompt=prompt, normalize_embeddings=True)
    results = [
        _likeness_and_queries(turns.result(name, len(texts)), encoder, fitting, expected)
        for name, encoder in encoders.items()
    ]
    return BenchResult(
        model_id=any_encoder.card.model_id,
        device=any_encoder.device,
        n_threads=thread_cap(),
        n_texts=len(texts),
        n_tokens=sum(counts),
        n_longer_than_window=len(texts) - len(fitting),
        encoders=(*results, turns.result(REFERENCE, len(texts))),
    )


def _encoders(located: LocatedModel) -> dict[str, TextEncoder]:
    """Return ours by name: on the fast lane where there is one, and on sentence-transformers."""
    from plugin.embeddings.venv.embed.encoder import TextEncoder
    from plugin.embeddings.venv.embed.onnx_lane.use import load_lane, make_missing_lane
    from plugin.embeddings.venv.embed.torch_model import load_torch_model

    loaded = load_torch_model(located)
    make_missing_lane(located, loaded)
    fast = load_lane(located) if loaded.device == "cpu" else None
    ours = {"ours, ONNX Runtime": fast, "ours, sentence-transformers": loaded}
    return {name: TextEncoder(located, model) for name, model in ours.items() if model is not None}


def _reference(located: LocatedModel, device: str) -> SentenceTransformer:
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(located.folder), device=device, local_files_only=True)


class _Turns:
    """The wall and CPU seconds of each round, by encoder."""

    def __init__(self) -> None:
        self._wall_s: dict[str, list[float]] = {}
        self._cpu_s: dict[str, list[float]] = {}

    def run(self, name: str, work: Callable[[], object]) -> None:
        """Time one round of an encoder."""
        wall_s, cpu_s = time.perf_counter(), time.process_time()
        work()
        self._wall_s.setdefault(name, []).append(time.perf_counter() - wall_s)
        self._cpu_s.setdefault(name, []).append(time.process_time() - cpu_s)

    def result(self, name: str, n_texts: int) -> EncoderResult:
        """Return an encoder's figures so far, medians of its rounds."""
        wall_s = statistics.median(self._wall_s[name])
        return EncoderResult(
            name,
            texts_per_s=round(n_texts / wall_s, 1),
            ratio=round(statistics.median(self._wall_s[REFERENCE]) / wall_s, 3),
            cpu_ms_per_text=round(1000 * statistics.median(self._cpu_s[name]) / n_texts, 2),
        )


def _take_turns(
    encoders: dict[str, TextEncoder],
    reference: SentenceTransformer,
    texts: Sequence[str],
    n_rounds: int,
) -> _Turns:
    import torch

    from plugin.embeddings.venv.embed.devices.cores import thread_cap

    prompt = next(iter(encoders.values())).card.document_prompt
    work: dict[str, Callable[[Sequence[str]], object]] = {
        name: partial(_ours, encoder) for name, encoder in encoders.items()
    }
    work[REFERENCE] = lambda part: reference.encode(list(part), prompt=prompt)
    # A query sets this thread to one core; the reference gets as many as ours have together.
    torch.set_num_threads(thread_cap())
    turns, bar = _Turns(), ProgressBar()
    for encode in work.values():  # all are warm before they are timed
        encode(texts[:8])
    for done in range(n_rounds):
        bar.show(Step("rounds", done, n_rounds, "rounds"))
        for name, encode in work.items():
            turns.run(name, partial(encode, texts))
    bar.close()
    return turns


def _likeness_and_queries(
    result: EncoderResult, encoder: TextEncoder, fitting: Sequence[str], expected: np.ndarray
) -> EncoderResult:
    cosines = (_ours(encoder, fitting) * expected).sum(axis=1)
    query_ms = _query_times_ms(encoder)
    return replace(
        result,
        cosine_min=round(float(cosines.min()), 6),
        cosine_mean=round(float(cosines.mean()), 6),
        query_p50_ms=round(statistics.median(query_ms), 1),
        query_p95_ms=round(statistics.quantiles(query_ms, n=20)[-1], 1),
    )


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


def bench_lines(result: BenchResult) -> Iterator[str]:
    """Yield a table for people."""
    yield f"{result.model_id} on {result.device}, {result.n_threads} threads"
    yield (
        f"{result.n_texts} texts of {result.n_tokens} tokens, "
        f"{result.n_longer_than_window} longer than the window"
    )
    yield f"{'':<32}{'texts/s':>9}{'ratio':>7}{'CPU ms':>8}{'cosine':>9}{'query ms p50 p95':>18}"
    for each in result.encoders:
        speed = f"{each.texts_per_s:>9.1f}{each.ratio:>7.2f}{each.cpu_ms_per_text:>8.1f}"
        queries = f"{each.query_p50_ms:>12.1f}{each.query_p95_ms:>6.1f}"
        yield f"{each.name:<32}{speed}{each.cosine_min:>9.5f}{queries}"
