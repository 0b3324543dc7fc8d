"""A cross-encoder that reads a query together with each text and says how well the text answers.

Owns: finding one on disk (a folder, or the local cache, never a download), its card, loading and
scoring. Does not own: what is scored and what its scores change (search.rerank).
Source: Nogueira and Cho, "Passage Re-ranking with BERT", 2019, arXiv:1901.04085.
"""

from __future__ import annotations

import threading
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ....contracts.errors import BadVectors, ModelNotFound
from ....contracts.models import RERANKER_CARDS, RerankerCard
from .devices.choice import DeviceChoice, choose_device
from .devices.cores import thread_cap
from .devices.table import CPU_ROW, FLOAT32
from .devices.torch_probe import import_torch
from .devices.trial import Trusted, load_trusted
from .hub.cache import find_in_cache
from .lanes import BatchLanes
from .model_folder.cards import window_tokens
from .model_folder.files import CONFIG, missing_parts, read_json, sampled_digest
from .surrogates import without_surrogates
from .torch_loading import Loading, quiet_loading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sentence_transformers import CrossEncoder

    from ..types import Scores
    from .devices.priority import PriorityGate

MAX_PAIR_TOKENS = 320
"""A chunk of 256 tokens and a query; longer pairs cost more time, and the budget is short."""

_CLASSIFIER = "ForSequenceClassification"
_HINT = (
    "Download it in Tools > Options > WriterAgent > Vector Search or with --download-reranker, "
    "or name a folder that holds one."
)


@dataclass(frozen=True)
class LocatedReranker:
    """A whole cross-encoder on disk; revision tells two weights of one id apart."""

    card: RerankerCard
    folder: Path
    revision: str


def locate_reranker(model_id: str) -> LocatedReranker:
    """Return the cross-encoder that model_id names: a folder, or a model in the local cache.

    Uses no network and loads nothing. Raises ModelNotFound where there is none, where it is not
    whole, or where it is no cross-encoder with one score.
    """
    folder = Path(model_id).expanduser()
    if folder.is_dir() and (folder.is_absolute() or (folder / CONFIG).is_file()):
        folder = folder.resolve()
        missing = missing_parts(folder)
        found = LocatedReranker(_card_of(model_id, folder), folder, sampled_digest(folder))
    else:
        cached = find_in_cache(model_id)
        if cached.folder is None:
            raise ModelNotFound(_absence(model_id, cached.missing), hint=_HINT)
        missing = ()
        found = LocatedReranker(_card_of(model_id, cached.folder), cached.folder, cached.revision)
    if missing:
        raise ModelNotFound(_absence(model_id, missing), hint=_HINT)
    if not _gives_one_score(found.folder):
        raise ModelNotFound(
            f"{model_id} is not a reranker: it is no cross-encoder with one score.",
            hint="Name a cross-encoder such as cross-encoder/ms-marco-MiniLM-L-6-v2.",
        )
    return found


class TorchReranker:
    """A Reranker over a sentence-transformers CrossEncoder, loaded when it is made.

    Raises ModelNotFound, PackageMissing or BadVectors when it cannot be used. Document batches of
    the encoder that shares gate wait while a batch is scored.
    """

    def __init__(self, located: LocatedReranker, gate: PriorityGate, *, device: str = "") -> None:
        self._torch = import_torch()
        self.card = replace(
            located.card, max_tokens=min(located.card.max_tokens, window_tokens(located.folder))
        )
        self._gate = gate
        self._located = located
        choice = DeviceChoice(device, "it was asked for") if device else choose_device()
        self._placed = load_trusted(
            choice, lambda place, dtype: _load(located, place, dtype=dtype), _trial_logits
        )
        self._tokenizer = self._placed.model.tokenizer
        self._tokenizer_lock = threading.Lock()
        self._lanes: dict[int, BatchLanes[Scores]] = {}
        self.score("a", ["a"])  # pays what is paid once, before a search's time is counted

    @property
    def device(self) -> str:
        """The device it computes on."""
        return self._placed.device

    def score(self, query: str, texts: Sequence[str]) -> Scores:
        """Return the logit of each text as an answer to query, shape (n,), higher is better.

        What is longer than the window is cut at its end. Raises BadVectors where a score is no
        number, or the memory is too small for the batch.
        """
        if not texts:
            return np.empty(0, np.float32)
        pairs = [(without_surrogates(query), without_surrogates(text)) for text in texts]
        try:
            with self._gate.urgent():
                scores = self._predict_anywhere(pairs)
        except (RuntimeError, MemoryError) as error:
            raise BadVectors(
                f"{self.card.model_id} could not compute.",
                hint="Close other programs, or choose a smaller reranker.",
                detail=repr(error),
            ) from error
        if not np.isfinite(scores).all():
            raise BadVectors(
                f"{self.card.model_id} gave scores that are no numbers.",
                hint="Download the reranker again, or choose another.",
            )
        return scores

    def _predict_anywhere(self, pairs: list[tuple[str, str]]) -> Scores:
        """Return the scores; what fails on a GPU is computed on the CPU, from then on."""
        try:
            scores = self._predict(pairs)
            if self.device == CPU_ROW.device or np.isfinite(scores).all():
                return scores
        except (RuntimeError, MemoryError):
            if self.device == CPU_ROW.device:
                raise
        # Outside the handler: its traceback would keep the failed batch's tensors alive.
        self._placed = Trusted(_load(self._located, CPU_ROW.device), CPU_ROW.device)
        return self._predict(pairs)

    def _predict(self, pairs: list[tuple[str, str]]) -> Scores:
        n_lanes = thread_cap() if self.device == CPU_ROW.device else 1
        if n_lanes not in self._lanes:
            self._lanes[n_lanes] = BatchLanes(n_lanes, self._one_thread)
        n_in_lane = -(-len(pairs) // n_lanes)
        # Neighbours by length share a lane, so that little is computed for padding.
        by_length = sorted(range(len(pairs)), key=lambda index: len(pairs[index][1]))
        parts = [by_length[start : start + n_in_lane] for start in range(0, len(pairs), n_in_lane)]
        scores = np.empty(len(pairs), np.float32)
        with closing(
            self._lanes[n_lanes].run(parts, lambda part: self._logits(pairs, part))
        ) as results:
            for part, logits in results:
                scores[part] = logits
        return scores

    def _logits(self, pairs: list[tuple[str, str]], part: Sequence[int]) -> Scores:
        placed = self._placed
        classifier: Any = placed.model.model
        with self._tokenizer_lock:
            features = self._tokenizer(
                [pairs[index][0] for index in part],
                [pairs[index][1] for index in part],
                padding=True,
                truncation="longest_first",
                max_length=min(self.card.max_tokens, MAX_PAIR_TOKENS),
                return_tensors="pt",
            ).to(placed.device)
        with self._torch.inference_mode():
            # Logits, whatever activation the model's files name: a sigmoid would lose differences.
            logits = classifier(**features).logits
            return np.asarray(logits[:, 0].float().cpu().numpy(), dtype=np.float32)

    def _one_thread(self) -> None:
        # On a busy machine two threads of one operation wait for each other: one text then took
        # 1.5 s instead of 0.1 s.
        self._torch.set_num_threads(1)


def _load(located: LocatedReranker, device: str, *, dtype: str = FLOAT32.dtype) -> CrossEncoder:
    """Return the model from its folder alone; RuntimeError comes from an accelerator."""
    loading = Loading(
        f"The reranker {located.card.model_id}",
        device,
        without_package="search works without a reranker",
        without_model="",
    )
    with quiet_loading(loading) as package:
        model: CrossEncoder = package.CrossEncoder(
            str(located.folder),
            device=device,
            local_files_only=True,
            model_kwargs={"dtype": getattr(import_torch(), dtype)},
        )
    model.eval()
    return model


def _trial_logits(model: CrossEncoder, texts: list[str]) -> Scores:
    """Return how well the texts answer the first, as one vector: shape (1, n)."""
    pairs = [(texts[0], text) for text in texts]
    as_they_are = import_torch().nn.Identity()  # a sigmoid would make all but the first nought
    logits = model.predict(pairs, activation_fn=as_they_are, show_progress_bar=False)
    return np.asarray(logits, dtype=np.float32).reshape(1, -1)


def _card_of(model_id: str, folder: Path) -> RerankerCard:
    """Return the registered card, also for a folder named like a known model; else a read one."""
    if model_id in RERANKER_CARDS:
        return RERANKER_CARDS[model_id]
    for known in RERANKER_CARDS.values():
        if known.model_id.rsplit("/", 1)[-1] == folder.name:
            return replace(known, model_id=model_id)
    return RerankerCard(model_id, max_tokens=window_tokens(folder))


def _gives_one_score(folder: Path) -> bool:
    config = read_json(folder / CONFIG)
    kinds, labels = config.get("architectures"), config.get("id2label")
    classifies = isinstance(kinds, list) and any(str(k).endswith(_CLASSIFIER) for k in kinds)
    n_labels = len(labels) if isinstance(labels, dict) else config.get("num_labels", 2)
    return classifies and n_labels == 1


def _absence(model_id: str, missing: tuple[str, ...]) -> str:
    if missing:
        return f"The reranker {model_id} is not whole (missing or damaged: {', '.join(missing)})."
    return f"The reranker {model_id} is not in the local cache."
