"""The very weights that vectors were made with, found again by name and revision.

Owns: the places where an older revision may still lie, and what is said where it does not. Does
not own: which model answers for a name now (locate).
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from ....contracts.errors import ModelNotFound
from ....contracts.models import EMBEDDED_ENGLISH_MODEL_ID
from .hub.cache import snapshot_of
from .locate import LocatedModel, embedded_english, locate_model
from .model_folder.cards import card_of

if TYPE_CHECKING:
    from collections.abc import Iterator


def locate_revision(model_id: str, revision: str) -> LocatedModel:
    """Return the model that is called model_id in this revision, never another one.

    Uses no network. Raises ModelNotFound when it is not on this computer, or when its files are
    of another revision.
    """
    other: LocatedModel | None = None
    for located in _candidates(model_id, revision):
        if located.card.model_id != model_id:
            continue
        if located.revision == revision:
            return located
        other = other or located
    if other is None:
        raise ModelNotFound(
            f"the index was made with {model_id}, which is not on this computer any more.",
            hint="Fetch it again, or index with another model.",
        )
    raise ModelNotFound(
        f"the weights of {model_id} are not those the index was made with.",
        hint="The next pass makes its vectors anew.",
    )


def _candidates(model_id: str, revision: str) -> Iterator[LocatedModel]:
    """Yield what answers for the name, then the places that keep older revisions of it."""
    with suppress(ModelNotFound):  # an older revision may be there all the same
        yield locate_model(model_id)
    older = snapshot_of(model_id, revision)
    if older is not None:
        yield LocatedModel(card_of(model_id, older), older, revision, "its older files are kept")
    if model_id == EMBEDDED_ENGLISH_MODEL_ID:
        with suppress(ModelNotFound):
            yield embedded_english()
