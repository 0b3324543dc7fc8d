"""An encoder whose model is on a server: windows, batches, order, and being without it.

Owns: what happens between a text and its checked vector. Does not own: requests (http_client),
the user's yes to sending texts: whoever names the server has asked for it.
"""

from __future__ import annotations

import threading
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from .....contracts.errors import BadVectors, ModelNotFound
from ...vectors import check_vectors, normalised
from ..late_interaction import INSTEAD_OF_STATES, NO_STATES
from ..surrogates import without_surrogates
from .answer import TooLong
from .cards import http_card
from .client import EmbeddingsServer, ServerAway
from .patience import FOR_DOCUMENTS, FOR_QUERY, FOR_WIDTH
from .texts import MAX_TEXTS, guessed_tokens, halves, request_batches, text_windows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .....contracts.errors import EmbeddingsError
    from .....contracts.http_model import HttpModel
    from .....contracts.models import ModelCard
    from ...types import Reranker, Vectors
    from ..devices.priority import PriorityGate
    from .patience import Patience

N_LANES = 2
"""Requests of documents under way at once: one is computed while the next is on its way."""
AWAY_S = 20.0
"""How long queries do without a server that did not answer one."""
_BEAT_S = 1.0
_MIN_SPLIT_CHARS = 32


class HttpEncoder:
    """An Encoder over a model of a server; nothing is sent before the first text.

    Raises ServerAway when the server is not reached, ModelNotFound when it refuses, BadVectors
    when its vectors cannot be used. Texts longer than the window are sent as windows; their mean
    is the text's vector. dim is the width that is expected, 0 to learn it from the first vector.
    """

    def __init__(
        self, model: HttpModel, gate: PriorityGate, *, api_key: str = "", dim: int = 0
    ) -> None:
        self._server = EmbeddingsServer(model, api_key)
        self._model = model
        self._gate = gate
        self._card = http_card(model)
        self._dim = dim
        self._max_texts = MAX_TEXTS
        self._away: tuple[float, EmbeddingsError] | None = None

    @property
    def card(self) -> ModelCard:
        """The model's card; the first time, one word is sent to learn how wide its vectors are."""
        if not self._dim:
            self._embed([self._card.document_prompt + "a"], FOR_WIDTH)
        return replace(self._card, dim=self._dim)

    @property
    def revision(self) -> str:
        """Where the vectors come from: another server may call another model by the same name."""
        return self._model.url

    @property
    def device(self) -> str:
        """The server's host."""
        return self._model.host

    def close(self) -> None:
        """Close the connections; they are opened again when they are needed."""
        self._server.close()

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return about how many tokens each text has, rather too many than too few."""
        prompt = self._card.document_prompt
        return [guessed_tokens(prompt + text) for text in texts]

    def encode_query(self, text: str) -> Vectors:
        """Return one query's vector, shape (1, dim), within a few seconds or not at all.

        After a query that got none, the next ones fail at once for AWAY_S seconds.
        """
        if self._away is not None and time.monotonic() < self._away[0]:
            raise self._away[1]
        try:
            with self._gate.urgent():
                vectors = self._vectors([text], self._card.query_prompt, FOR_QUERY)
        except ServerAway as error:
            self._away = (time.monotonic() + AWAY_S, error)
            raise
        self._away = None
        return vectors

    def encode_documents(
        self, texts: Sequence[str], on_batch: Callable[[Sequence[int], Vectors], None]
    ) -> None:
        """Encode texts in batches of like length; call on_batch(indices, vectors) after each.

        While the server is waited for, on_batch is called with nothing once a second, so that it
        may raise to stop. It runs in the caller's thread.
        """
        dim = self.card.dim
        batches = request_batches(self.count_tokens(texts), max_texts=self._max_texts)
        stop = threading.Event()

        def work(batch: Sequence[int]) -> Vectors:
            self._gate.wait_until_calm()
            wanted = [texts[index] for index in batch]
            return self._vectors(wanted, self._card.document_prompt, FOR_DOCUMENTS, stop)

        try:
            for batch, vectors in _in_lanes(batches, work):
                on_batch(batch, vectors if batch else np.empty((0, dim), np.float32))
        finally:
            stop.set()

    def late_interaction(self) -> Reranker:
        """Raise BadVectors: servers give one vector a text."""
        raise BadVectors(NO_STATES, hint=INSTEAD_OF_STATES)

    def _vectors(
        self,
        texts: Sequence[str],
        prompt: str,
        patience: Patience,
        stop: threading.Event | None = None,
    ) -> Vectors:
        """Return one vector a text, the mean of its windows, shape (n, dim)."""
        sound = map(without_surrogates, texts)
        windows = [text_windows(t, prompt, max_tokens=self._card.max_tokens) for t in sound]
        flat = [window for of_text in windows for window in of_text]
        rows = [
            self._embed(flat[start : start + self._max_texts], patience, stop)
            for start in range(0, len(flat), self._max_texts)
        ]
        return _means(np.concatenate(rows), [len(of_text) for of_text in windows])

    def _embed(
        self, texts: Sequence[str], patience: Patience, stop: threading.Event | None = None
    ) -> Vectors:
        """Return one vector a text; what the server calls too long is halved until it is not."""
        try:
            vectors = self._server.embed(texts, patience, dim=self._dim, stop=stop)
        except TooLong as error:
            return self._embed_halves(texts, patience, stop, error)
        self._dim = vectors.shape[1]
        return vectors

    def _embed_halves(
        self,
        texts: Sequence[str],
        patience: Patience,
        stop: threading.Event | None,
        error: TooLong,
    ) -> Vectors:
        if len(texts) > 1:
            middle = len(texts) // 2
            self._max_texts = max(1, min(self._max_texts, len(texts) - middle))
            parts = (texts[:middle], texts[middle:])
            return np.concatenate([self._embed(part, patience, stop) for part in parts])
        if len(texts[0]) < _MIN_SPLIT_CHARS:
            raise ModelNotFound(
                f"The model server {self._model.host} takes no text, however short ({error}).",
                hint="Look at its settings, or choose another model.",
            )
        rows = [self._embed([half], patience, stop) for half in halves(texts[0])]
        return _means(np.concatenate(rows), [len(rows)])


def _means(rows: Vectors, n_rows: Sequence[int]) -> Vectors:
    """Return the mean of each text's n rows, scaled to length one, shape (len(n_rows), dim)."""
    if all(n == 1 for n in n_rows):
        return rows
    starts = np.cumsum([0, *n_rows[:-1]])
    counts = np.asarray(n_rows, np.float32)[:, None]
    means = np.asarray(np.add.reduceat(rows, starts, axis=0) / counts, np.float32)
    check_vectors(means, len(n_rows), rows.shape[1])
    return normalised(means)


def _in_lanes(
    batches: Sequence[Sequence[int]], work: Callable[[Sequence[int]], Vectors]
) -> Iterator[tuple[Sequence[int], Vectors]]:
    """Yield (batch, work(batch)) as each is done, and an empty batch each second without one."""
    ahead = iter(batches)
    running: dict[Future[Vectors], Sequence[int]] = {}
    threads = ThreadPoolExecutor(N_LANES, "http-encode")
    try:
        while True:
            while len(running) < N_LANES and (batch := next(ahead, None)) is not None:
                running[threads.submit(work, batch)] = batch
            if not running:
                return
            done = wait(running, timeout=_BEAT_S, return_when=FIRST_COMPLETED).done
            for future in done:
                yield running.pop(future), future.result()
            if not done:
                yield (), np.empty((0, 0), np.float32)
    finally:
        # A request under way is not waited for: nobody reads its answer any more.
        threads.shutdown(wait=False, cancel_futures=True)
