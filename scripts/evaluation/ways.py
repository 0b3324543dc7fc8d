"""The ways of searching that are compared: legs, levels, models, backends, a reranker or none.

Owns: which ways an evaluation tries, and what each is called. Does not own: asking (runs).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from plugin.contracts.search import (
    DEFAULT_BACKEND,
    NO_RERANKER,
    RerankChoice,
    SearchLevel,
    SearchMode,
)

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
    backend: str = DEFAULT_BACKEND

    @property
    def needs_vectors(self) -> bool:
        """Return whether the way looks at vectors at all."""
        return self.mode is not SearchMode.LEXICAL


@dataclass(frozen=True)
class WayChoices:
    """What is compared: each mode with each model and backend, at each level that has vectors.

    With a reranker both legs are asked once more.
    """

    modes: tuple[SearchMode, ...]
    models: tuple[str, ...] = ()
    rerank: RerankChoice = NO_RERANKER
    levels: tuple[SearchLevel, ...] = ()
    backends: tuple[str, ...] = (DEFAULT_BACKEND,)


def make_ways(choices: WayChoices) -> tuple[Way, ...]:
    """Return the ways in order; keywords alone, which need no model, stand there once."""
    return tuple(dict.fromkeys(_ways(choices)))


def _ways(choices: WayChoices) -> Iterator[Way]:
    for model_id in choices.models or ("",):
        of_model = f" {model_name(model_id)}" if len(choices.models) > 1 else ""
        for backend in choices.backends:
            of_backend = "" if backend == DEFAULT_BACKEND else f" {backend}"
            for way in _ways_of_model(choices, model_id):
                of_way = of_model if way.needs_vectors else ""
                yield replace(way, name=f"{way.name}{of_backend}{of_way}", backend=backend)


def _ways_of_model(choices: WayChoices, model_id: str) -> Iterator[Way]:
    for mode in choices.modes:
        if mode is SearchMode.LEXICAL:
            yield Way(mode.value, mode)
            continue
        for level in choices.levels or (SearchLevel.AUTO,):
            at = f" {level.value}" if choices.levels else ""
            yield Way(f"{mode.value}{at}", mode, model_id, level=level)
        if mode is SearchMode.HYBRID and choices.rerank.model_id:
            yield Way(f"{mode.value} rerank", mode, model_id, choices.rerank)


def model_name(model_id: str) -> str:
    """Return a model's name without its maker's or the folder's."""
    return model_id.rstrip("/").rpartition("/")[2] or "own choice"
