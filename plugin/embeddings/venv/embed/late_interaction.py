"""A second look by the model that answers anyway: a query's tokens against those of each text.

Owns: which tokens count, their comparison (MaxSim), and its scale. Does not own: the states
(token_model), what is scored and what its scores change (search.rerank).
Source: Khattab and Zaharia, "ColBERT", SIGIR 2020, arXiv:2004.12832. The mean takes the place of
its sum, so that a long question spreads scores no further than a short one.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
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

LOGITS_PER_COSINE: Final = 5.0
"""Puts a cosine on the scale of a cross-encoder's logits, by which the blend weighs a reranker."""

NO_STATES: Final = "The model gives one vector a text, none for its words."
INSTEAD_OF_STATES: Final = "Choose another reranker."


@dataclass(frozen=True)
class Frames:
    """What stands around the tokens of a query and of a document."""

    query: TokenFrame
    document: TokenFrame


class LateInteraction:
    """A Reranker over a loaded embedding model: how near a text comes to each of a query's tokens.

    Document batches of the encoder that shares gate wait while texts are scored.
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

    @property
    def card(self) -> RerankerCard:
        """The embedding model's card as a reranker's."""
        card = self._model_card
        return RerankerCard(card.model_id, card.max_tokens, languages=card.languages)

    def score(self, query: str, texts: Sequence[str]) -> Scores:
        """Return each text's mean over the query's tokens, scaled to logits, shape (n,).

        What is longer than the window is cut at its end. Raises BadVectors where the model gives
        no states of tokens, or ones that are no numbers.
        """
        scores = np.empty(len(texts), np.float32)
        with self._gate.urgent():
            of_query = self._of_query(query)

            def work(batch: Sequence[int]) -> list[float]:
                wanted = [texts[index] for index in batch]
                prompt, frame = self._model_card.document_prompt, self._frames.document
                return [max_sim(of_query, own) for own in self._own_states(wanted, prompt, frame)]

            lanes, batches = self._lanes_for(len(texts))
            with closing(lanes.run(batches, work)) as results:
                for batch, found in results:
                    scores[batch] = found
        return scores * np.float32(LOGITS_PER_COSINE)

    def _of_query(self, query: str) -> Vectors:
        # A search scores its texts in several batches.
        known = self._last_query
        if known is None or known[0] != query:
            self._model.use_one_thread()
            prompt, frame = self._model_card.query_prompt, self._frames.query
            known = self._last_query = (query, self._own_states([query], prompt, frame)[0])
        return known[1]

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
