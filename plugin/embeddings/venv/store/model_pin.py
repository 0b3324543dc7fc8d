"""The model a folder was switched back to, while the settings name another one.

Owns: the pin and when it holds. Does not own: switching (ingest.generation_changes).

A user who switches a folder back to an earlier model has not changed the settings, so the next
pass would be asked for the model that was just set aside. The pin remembers both models: it holds
against exactly the one that was set aside, and ends when a pass is asked for any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .generations import all_generations
from .settings import read_setting, write_setting

if TYPE_CHECKING:
    from .connection import CorpusConnection

_MODEL = "pinned_model"
_INSTEAD_OF = "pinned_instead_of"


@dataclass(frozen=True)
class ModelPin:
    """model_id answers and is kept up to date, although passes ask for instead_of."""

    model_id: str
    instead_of: str


def read_pin(connection: CorpusConnection) -> ModelPin | None:
    """Return the corpus's pin, or None; one without any generation of its model is none."""
    model_id, instead_of = (read_setting(connection, name) for name in (_MODEL, _INSTEAD_OF))
    if model_id is None or instead_of is None:
        return None
    known = {generation.fingerprint.model_id for generation in all_generations(connection)}
    return ModelPin(model_id, instead_of) if model_id in known else None


def write_pin(connection: CorpusConnection, pin: ModelPin | None) -> None:
    """Keep the pin, or with None forget it. The caller has a transaction open."""
    write_setting(connection, _MODEL, pin.model_id if pin else None)
    write_setting(connection, _INSTEAD_OF, pin.instead_of if pin else None)
