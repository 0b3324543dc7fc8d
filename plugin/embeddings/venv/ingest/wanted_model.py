"""Which model a pass makes vectors with: the one asked for, unless the folder was switched back.

Owns: this decision, made without loading a model. Does not own: the pin's rows (store.model_pin),
finding models (embed).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ....contracts.generations import GenerationState
from ..store.generations import all_generations
from ..store.model_pin import read_pin

if TYPE_CHECKING:
    from ....contracts.corpus import ModelChoice
    from ....contracts.maintain import MaintainRequest
    from ..store.connection import CorpusConnection
    from ..store.model_pin import ModelPin
    from ..types import Fingerprint
    from .ports import Encoders


@dataclass(frozen=True)
class WantedModel:
    """The model of a pass; choice.model_id is empty where there is none.

    name and dim are what the encoders are asked for, dim 0 being the model's own width. ends_pin
    says that the folder's pin is over.
    """

    choice: ModelChoice
    name: str
    dim: int = 0
    ends_pin: bool = False

    def made(self, fingerprint: Fingerprint) -> bool:
        """Return True when vectors of fingerprint are this model's, as far as can be told unloaded.

        A revision or prompts that are not known are taken as the same.
        """
        width = self.dim or fingerprint.native_dim or fingerprint.dim
        if (fingerprint.model_id, fingerprint.dim) != (self.choice.model_id, width):
            return False
        prompts = (fingerprint.document_prompt, fingerprint.query_prompt)
        is_prompted_so = self.choice.prompts in ((), prompts)
        return is_prompted_so and self.choice.revision in ("", fingerprint.revision)


def wanted_model(
    connection: CorpusConnection, encoders: Encoders, request: MaintainRequest, asked: ModelChoice
) -> WantedModel:
    """Return the model to make vectors with; asked is what encoders have for the request's.

    A pin holds against the model it was set instead of, and against no wish ("") at all. Where
    its model is not on this computer, the one asked for answers. Loads nothing.
    """
    pin = read_pin(connection)
    # Where another model answers instead, the width is its own.
    dim = request.dim if asked.dim == request.dim else 0
    as_asked = WantedModel(asked, request.model_id, dim)
    if pin is None or not asked.model_id:
        return as_asked
    if request.model_id and asked.model_id != pin.instead_of:
        return replace(as_asked, ends_pin=True)
    dim = _pinned_dim(connection, pin)
    pinned = encoders.choice(pin.model_id, dim=dim)
    if pinned.model_id != pin.model_id:
        return as_asked
    reason = f"this folder was switched to it; {pin.instead_of} is set"
    return WantedModel(replace(pinned, reason=reason), pin.model_id, dim)


def _pinned_dim(connection: CorpusConnection, pin: ModelPin) -> int:
    """Return the width of the pinned model's vectors, 0 for its own: the set one is for another."""
    made = [g for g in all_generations(connection) if g.fingerprint.model_id == pin.model_id]
    newest = max(made, key=lambda g: (g.state is not GenerationState.KEPT, g.changed_at))
    return newest.fingerprint.cut_to
