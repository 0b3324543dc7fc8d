"""Whether a chosen model brings program code of its own, so that the user is asked first.

Owns: the cheap look at a card and at the model's files. Does not own: whether that code is needed
to load it, and the refusal without a yes (the worker's embed.remote_code).
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Tuple

from ...contracts.models import MODEL_CARDS
from .model_list import folders_of_model

if TYPE_CHECKING:
    from pathlib import Path

    from ..settings import Settings

_LIBRARY = "sentence_transformers."


def needs_consent(settings: Settings) -> bool:
    """Return whether the set model brings code that the user has not allowed yet."""
    model = settings.embedding_model
    return model not in settings.trusted_models and brings_own_code(model)


def brings_own_code(model: str) -> bool:
    """Return whether a model's card or its files on this computer name code of its own."""
    card = MODEL_CARDS.get(model)
    if card is not None and card.remote_code:
        return True
    return any(_names_code(folder) for folder in folders_of_model(model))


def _names_code(folder: Path) -> bool:
    config, modules = (_read(folder, name) for name in ("config.json", "modules.json"))
    if isinstance(config, dict) and config.get("auto_map"):
        return True
    kinds: Tuple[str, ...] = ()
    if isinstance(modules, list):
        kinds = tuple(str(part.get("type", "")) for part in modules if isinstance(part, dict))
    return any(kind and not kind.startswith(_LIBRARY) for kind in kinds)


def _read(folder: Path, name: str) -> object:
    try:
        with open(os.path.join(folder, name), encoding="utf-8") as file:  # noqa: PTH118, PTH123 - as in model_list
            return json.load(file)
    except (OSError, ValueError):
        return None
