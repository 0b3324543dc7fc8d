"""A second look by the model that answers anyway: a query's tokens against those of each text.

Owns: which tokens count, their comparison (MaxSim), and its scale. Does not own: the states
(token_model), what is scored and what its scores change (search.rerank).
Source: Khattab and Zaharia, "ColBERT", SIGIR 2020, arXiv:2004.12832. The mean takes the place of
its sum, so that a long question spreads scores no further than a short one.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from itertools import product
from statistics import fmean
from typing import TYPE_CHECKING, Final

import numpy as np

from ....contracts.model_card import RerankerCard
from ..vectors import check_vectors, normalised
from .devices.cores import thread_cap
from .devices.table import CPU_ROW
from .lanes import BatchLanes
from .token_model import token_ids

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....contracts.models import ModelCard
    from ..types import Scores, Vectors
    from .devices.priority import PriorityGate
    from .token_model import TokenModel
    from .windows import TokenFrame

FULL_LOGITS: Final = 4.5
"""What a text gets that has all of the query's tokens as they are; one in which nothing is alike
gets 0. Models differ in how low a cosine gets: of texts on different things all-MiniLM-L6-v2 gives
.14, multilingual-e5-small .67."""

_STRANGERS: Final = (
    "The alarm code changes on the first Monday of every month.",
    "Roses are pruned in March, hedges in June.",
    "The ferry carries cars, bicycles and dogs.",
    "A fever of more than three days is shown to a doctor.",
    "Soup is served from noon until two.",
    "The court rejected the appeal in the spring of 1998.",
)
"""Texts that have nothing in common."""
_MIN_REACH = 0.05  # a model to which all is alike is to have no say

NO_STATES: Final = "The model gives one vector a text, none for its words."
INSTEAD_OF_STATES: Final = "Choose another reranker."


@dataclass(frozen=True)
class Frames:
    """What stands around the tokens of a query and of a document."""

    query: TokenFrame
    document: TokenFrame


class LateInteraction:
    """A Reranker over a loaded embedding model: how near a text comes to each of a query's tokens.

    Document batches of the encoder that shares gate wait while texts are scored. stranger is the
    mean over the query's tokens that a text on something else gets, measured when it is made.
    Raises BadVectors where the model gives no states of tokens.
    """

    def __init__(
        self, model: TokenModel, card: ModelCard, frames: Frames, gate: PriorityGate
    ) -> None:
        self._model = model
        self._model_card = card
        self._frames = frames
        self._gate = gate
        self._lanes: dict[int, BatchLanes[list[float]]] = {}
        self._last_query: tuple[str, Vectors] | None = None
        with gate.urgent():
            self.stranger = self._measured_stranger()

    @property
    def card(self) -> RerankerCard:
        """The embedding model's card as a reranker's."""
        card = self._model_card
        return RerankerCard(card.model_id, card.max_tokens, languages=card.languages)

    def score(self, query: str, texts: Sequence[str]) -> Scores:
        """Return each text's mean over the query's tokens, scaled to logits, shape (n,).

        What is longer than the window is cut at its end. Raises BadVectors where the model's
        states are no numbers.
        """
        scores = np.empty(len(texts), np.float32)
        with self._gate.urgent():
            of_query = self._of_query(query)

            def work(batch: Sequence[int]) -> list[float]:
                of_texts = self._of_texts([texts[index] for index in batch])
                return [max_sim(of_query, of_text) for of_text in of_texts]

            lanes, batches = self._lanes_for(len(texts))
            with closing(lanes.run(batches, work)) as results:
                for batch, found in results:
                    scores[batch] = found
        reach = max(1.0 - self.stranger, _MIN_REACH)
        return (scores - np.float32(self.stranger)) * np.float32(FULL_LOGITS / reach)

    def _of_query(self, query: str) -> Vectors:
        # A search scores its texts in several batches.
        known = self._last_query
        if known is None or known[0] != query:
            self._model.use_one_thread()
            known = self._last_query = (query, self._of_queries([query])[0])
        return known[1]

    def _of_queries(self, queries: Sequence[str]) -> list[Vectors]:
        return self._own_states(queries, self._model_card.query_prompt, self._frames.query)

    def _of_texts(self, texts: Sequence[str]) -> list[Vectors]:
        return self._own_states(texts, self._model_card.document_prompt, self._frames.document)

    def _measured_stranger(self) -> float:
        self._model.use_one_thread()
        pairs = product(self._of_queries(_STRANGERS), self._of_texts(_STRANGERS))
        n = len(_STRANGERS)
        return fmean(max_sim(*pair) for i, pair in enumerate(pairs) if i // n != i % n)

    def _lanes_for(self, n_texts: int) -> tuple[BatchLanes[list[float]], list[list[int]]]:
        """Return threads and what each computes at once: on the CPU a text, without padding."""
        is_on_cpu = self._model.row is CPU_ROW
        n_lanes = thread_cap() if is_on_cpu else 1
        if n_lanes not in self._lanes:
            self._lanes[n_lanes] = BatchLanes(n_lanes, self._model.use_one_thread)
        indices = list(range(n_texts))
        return self._lanes[n_lanes], [[i] for i in indices] if is_on_cpu else [indices]

    def _own_states(self, texts: Sequence[str], prompt: str, frame: TokenFrame) -> list[Vectors]:
        """Return the normalised states of each text's own tokens: no special one, no prompt's."""
        room = self._model_card.max_tokens - len(frame.before) - len(frame.after)
        windows = [
            [*frame.before, *ids[:room], *frame.after]
            for ids in token_ids(self._model, texts, prompt)
        ]
        n_before, n_after = len(frame.before) + len(frame.prompt), len(frame.after)
        return [_checked(own_rows(rows, n_before, n_after)) for rows in self._model.states(windows)]


def own_rows(rows: Vectors, n_before: int, n_after: int) -> Vectors:
    """Return rows without the first n_before and the last n_after; all where nothing is left."""
    own = rows[n_before : len(rows) - n_after]
    return own if len(own) else rows


def max_sim(query: Vectors, text: Vectors) -> float:
    """Return the mean, over the rows of query, of the highest cosine to a row of text.

    Rows are normalised: shapes (n, hidden size) and (m, hidden size).
    """
    return float((query @ text.T).max(axis=1).mean())


def _checked(rows: Vectors) -> Vectors:
    check_vectors(rows, len(rows), rows.shape[1])
    return normalised(rows)
