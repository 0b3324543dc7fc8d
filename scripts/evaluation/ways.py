"""The ways of searching that are compared: legs, levels, models, with a reranker or without.

Owns: which ways an evaluation tries, and what each is called. Does not own: asking (runs).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plugin.contracts.search import NO_RERANKER, RerankChoice, SearchLevel, SearchMode

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class Way:
    """One way of searching; model_id "" is the model that the search takes by itself."""

    name: str
    mode: SearchMode
    model_id: str = ""
    rerank: RerankChoice = NO_RERANKER
    level: SearchLevel = SearchLevel.AUTO

    @property
    def needs_vectors(self) -> bool:
        """Return whether the way looks at vectors at all."""
        return self.mode is not SearchMode.LEXICAL


@dataclass(frozen=True)
class WayChoices:
    """What is compared: each mode with each model, at each level where there are vectors.

    With a reranker both legs are asked once more.
    """

    modes: tuple[SearchMode, ...]
    models: tuple[str, ...] = ()
    rerank: RerankChoice = NO_RERANKER
    levels: tuple[SearchLevel, ...] = ()


def make_ways(choices: WayChoices) -> tuple[Way, ...]:
    """Return the ways in order; keywords alone, which need no model, stand there once."""
    return tuple(dict.fromkeys(_ways(choices)))


def _ways(choices: WayChoices) -> Iterator[Way]:
    for model_id in choices.models or ("",):
        suffix = f" {model_name(model_id)}" if len(choices.models) > 1 else ""
        for mode in choices.modes:
            if mode is SearchMode.LEXICAL:
                yield Way(mode.value, mode)
                continue
            for level in choices.levels or (SearchLevel.AUTO,):
                at = f" {level.value}" if choices.levels else ""
                yield Way(f"{mode.value}{at}{suffix}", mode, model_id, level=level)
            if mode is SearchMode.HYBRID and choices.rerank.model_id:
                yield Way(f"{mode.value} rerank{suffix}", mode, model_id, choices.rerank)


def model_name(model_id: str) -> str:
    """Return a model's name without its maker's or the folder's."""
    return model_id.rstrip("/").rpartition("/")[2] or "own choice"
