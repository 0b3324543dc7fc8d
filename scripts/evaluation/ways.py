"""The ways of searching that are compared: legs, models.

Owns: which ways an evaluation tries, and what each is called. Does not own: asking (runs).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plugin.contracts.search import SearchMode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True)
class Way:
    """One way of searching; model_id "" is the model that the search takes by itself."""

    name: str
    mode: SearchMode
    model_id: str = ""

    @property
    def needs_vectors(self) -> bool:
        """Return whether the way looks at vectors at all."""
        return self.mode is not SearchMode.LEXICAL


def make_ways(modes: Sequence[SearchMode], *, models: Sequence[str] = ()) -> tuple[Way, ...]:
    """Return each mode with each model; keywords alone, which need none, once."""
    return tuple(dict.fromkeys(_ways(modes, models or ("",))))


def _ways(modes: Sequence[SearchMode], models: Sequence[str]) -> Iterator[Way]:
    for model_id in models:
        for mode in modes:
            if mode is SearchMode.LEXICAL:
                yield Way(mode.value, mode)
            else:
                yield Way(_name(mode, model_id if len(models) > 1 else ""), mode, model_id)


def _name(mode: SearchMode, model_id: str) -> str:
    return f"{mode.value} {model_name(model_id)}" if model_id else mode.value


def model_name(model_id: str) -> str:
    """Return a model's name without its maker's or the folder's."""
    return model_id.rstrip("/").rpartition("/")[2] or "own choice"
