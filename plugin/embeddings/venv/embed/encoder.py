"""The encoder both lanes of the worker share: prompts, windows, batches and order.

Owns what happens between a text and its checked, normalised vector. Does not own finding a
model (locate), what computes (token_model), nor where vectors go.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ..vectors import check_vectors, normalised
from .batching import token_batches
from .devices.cores import give_way, thread_cap
from .devices.priority import PriorityGate
from .devices.table import CPU_ROW
from .lanes import BatchLanes
from .late_interaction import Frames, LateInteraction
from .token_model import frame_of, token_ids
from .windows import TokenFrame, token_windows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ....contracts.models import ModelCard
    from ..types import Vectors
    from .devices.table import DeviceRow
    from .locate import LocatedModel
    from .token_model import TokenModel


@dataclass(frozen=True)
class _Unit:
    """One window of one text."""

    text_index: int
    ids: list[int]


class TextEncoder:
    """An Encoder over a loaded model.

    Raises BadVectors when what the model returns cannot be used. A query starts at once; document
    batches wait while one is about.
    """

    def __init__(
        self,
        located: LocatedModel,
        model: TokenModel,
        *,
        budget_tokens: int = 0,
        gate: PriorityGate | None = None,
    ) -> None:
        self._model = model
        self._revision = located.revision
        card = located.card
        self._query_frame = frame_of(model, card.query_prompt)
        self._document_frame = frame_of(model, card.document_prompt)
        self._gate = gate or PriorityGate()
        self._budget_tokens = budget_tokens
        self._lanes: dict[int, BatchLanes[Vectors]] = {}
        self._card = replace(card, dim=self._measured_dim(), max_tokens=model.max_tokens)
        self._late_interaction: LateInteraction | None = None

    @property
    def card(self) -> ModelCard:
        """The model's card, with the dimensions and the window it really has."""
        return self._card

    @property
    def revision(self) -> str:
        """What tells two weights of one model id apart: the hub's commit or a digest."""
        return self._revision

    @property
    def model(self) -> TokenModel:
        """What computes."""
        return self._model

    @property
    def device(self) -> str:
        """The device it computes on now."""
        return self._model.device

    @property
    def device_note(self) -> str:
        """Why it is not the device that was chosen, "" where it is."""
        return self._model.device_note

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the tokens of each text with its document prompt and special tokens, uncut."""
        frame = self._document_frame
        n_special = len(frame.before) + len(frame.after)
        prompt = self._card.document_prompt
        return [len(ids) + n_special for ids in token_ids(self._model, texts, prompt)]

    def encode_query(self, text: str) -> Vectors:
        """Return one query's vector, shape (1, dim); document batches wait until it is done."""
        with self._gate.urgent():
            self._model.use_one_thread()
            ids = token_ids(self._model, [text], self._card.query_prompt)[0]
            windows = self._windows(ids, self._query_frame)
            rows = self._model.embed(windows, self._query_frame.n_prompt_tokens)
        return self._pooled(rows)

    def encode_documents(
        self, texts: Sequence[str], on_batch: Callable[[Sequence[int], Vectors], None]
    ) -> None:
        """Encode texts in batches of like length; call on_batch(indices, vectors) after each.

        indices point into texts; every text is told once, when all its windows are done.
        on_batch runs in the caller's thread and may raise to stop between batches.
        """
        units = self._units(texts)
        # Asked each time: a GPU that failed has left the model to the CPU since.
        row = self._model.row
        batches = token_batches(
            [len(unit.ids) for unit in units],
            budget_tokens=self._budget_tokens or row.budget_tokens,
        )
        finished = _WindowMeans(units)

        def work(batch: Sequence[int]) -> Vectors:
            self._gate.wait_until_calm()
            windows = [units[index].ids for index in batch]
            rows = self._model.embed(windows, self._document_frame.n_prompt_tokens)
            check_vectors(rows, len(batch), self._card.dim)
            return normalised(rows)

        with closing(self._lanes_for(row).run(batches, work)) as results:
            for batch, rows in results:
                indices, means = finished.add(batch, rows)
                if indices:
                    check_vectors(means, len(indices), self._card.dim)
                    on_batch(indices, normalised(means))

    def late_interaction(self) -> LateInteraction:
        """Return the reranker that compares this model's own states of single tokens.

        Raises BadVectors where the model gives none.
        """
        if self._late_interaction is None:
            frames = Frames(self._query_frame, self._document_frame)
            made = LateInteraction(self._model, self._card, frames, self._gate)
            self._late_interaction = made
        return self._late_interaction

    def _lanes_for(self, row: DeviceRow) -> BatchLanes[Vectors]:
        n_lanes = thread_cap() if row is CPU_ROW else 1
        if n_lanes not in self._lanes:
            self._lanes[n_lanes] = BatchLanes(n_lanes, self._start_lane)
        return self._lanes[n_lanes]

    def _start_lane(self) -> None:
        self._model.use_one_thread()
        give_way()

    def _units(self, texts: Sequence[str]) -> list[_Unit]:
        frame = self._document_frame
        all_ids = token_ids(self._model, texts, self._card.document_prompt)
        return [
            _Unit(index, window)
            for index, ids in enumerate(all_ids)
            for window in self._windows(ids, frame)
        ]

    def _windows(self, ids: Sequence[int], frame: TokenFrame) -> list[list[int]]:
        return token_windows(ids, frame, max_tokens=self._card.max_tokens)

    def _pooled(self, rows: Vectors) -> Vectors:
        """Return the one vector, shape (1, dim), of a text's windows."""
        check_vectors(rows, len(rows), self._card.dim)
        mean = normalised(rows).mean(axis=0, keepdims=True)
        check_vectors(mean, 1, self._card.dim)
        return normalised(mean)

    def _measured_dim(self) -> int:
        """Return the width of a real vector; the first encode also pays what is paid once."""
        ids = token_ids(self._model, ["a"], "")[0]
        window = [*self._query_frame.before, *ids, *self._query_frame.after]
        return int(self._model.embed([window]).shape[1])


class _WindowMeans:
    """Collects windows' vectors and gives a text's mean out when its last window is there."""

    def __init__(self, units: Sequence[_Unit]) -> None:
        self._units = units
        self._n_missing: dict[int, int] = {}
        for unit in units:
            self._n_missing[unit.text_index] = self._n_missing.get(unit.text_index, 0) + 1
        self._n_windows = dict(self._n_missing)
        self._sums: dict[int, Vectors] = {}

    def add(self, batch: Sequence[int], rows: Vectors) -> tuple[list[int], Vectors]:
        """Return the texts that are complete now and their means, shape (n, dim)."""
        complete = []
        for unit_index, row in zip(batch, rows, strict=True):
            text_index = self._units[unit_index].text_index
            known = self._sums.get(text_index)
            self._sums[text_index] = row if known is None else known + row
            self._n_missing[text_index] -= 1
            if not self._n_missing[text_index]:
                complete.append(text_index)
        means = [self._sums.pop(index) / self._n_windows[index] for index in complete]
        return complete, np.stack(means) if means else np.empty((0, rows.shape[1]), np.float32)
