"""The models that the options offer: what a person has to know to choose one.

Owns: which of the known models are listed, the line on each, the cheap look into the local cache,
the checks of a typed name. Does not own: the models' cards with sizes and advice
(contracts.model_table), finding one for real (the worker).
"""

from __future__ import annotations

import os
import re
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final, Tuple, Union

from ...contracts.model_card import Advice, ModelCard, RerankerCard
from ...contracts.models import (
    DEFAULT_MODEL_ID,
    EMBEDDED_ENGLISH_MODEL_ID,
    EMBEDDED_MULTILINGUAL_MODEL_ID,
    MODEL_CARDS,
    RERANKER_CARDS,
)
from ...contracts.user_cache import embedded_multilingual_dir

if TYPE_CHECKING:
    from ..texts import Texts

_HUB_ID: Final = re.compile(r"[\w.-]+/[\w.-]+", re.ASCII)


class ModelPlace(str, Enum):
    """Where a model is found; the value is the end of the text's key."""

    COMES_ALONG = "comes_along"
    CACHED = "cached"
    ABSENT = "absent"
    ABSENT_BUT_4BIT = "absent_but_4bit"
    FOLDER = "folder"


_ABSENT: Final = (ModelPlace.ABSENT, ModelPlace.ABSENT_BUT_4BIT)


LISTED_MODELS: Final[Tuple[ModelCard, ...]] = tuple(
    card for card in MODEL_CARDS.values() if card.n_mb
)
"""The models whose cards say what a download fetches, in the order of the table."""

LISTED_RERANKERS: Final[Tuple[RerankerCard, ...]] = tuple(
    card for card in RERANKER_CARDS.values() if card.n_mb
)


def listed_model(model_id: str) -> Union[ModelCard, RerankerCard, None]:
    """Return the lists' entry for a model, or None."""
    listed: Tuple[Union[ModelCard, RerankerCard], ...] = (*LISTED_MODELS, *LISTED_RERANKERS)
    return next((model for model in listed if model.model_id == model_id), None)


def n_languages(languages: str) -> int:
    """Return the number of a card's languages: of "50 languages" 50, of one that is named 1."""
    first = languages.split(" ", maxsplit=1)[0]
    return int(first) if first.isdigit() else 1


def place_of_model(model_id: str) -> ModelPlace:
    """Return where a model seems to be, judged by names alone: the worker looks closer."""
    if is_folder_name(model_id):
        return ModelPlace.FOLDER
    if model_id == EMBEDDED_ENGLISH_MODEL_ID:
        return ModelPlace.COMES_ALONG
    if model_id == EMBEDDED_MULTILINGUAL_MODEL_ID:
        return ModelPlace.CACHED if _has_4bit() else ModelPlace.ABSENT
    if any(os.path.isfile(folder / "config.json") for folder in folders_of_model(model_id)):  # noqa: PTH113 - never raises
        return ModelPlace.CACHED
    is_default = model_id == DEFAULT_MODEL_ID
    return ModelPlace.ABSENT_BUT_4BIT if is_default and _has_4bit() else ModelPlace.ABSENT


def folders_of_model(model_id: str) -> Tuple[Path, ...]:
    """Return the folders that may hold a model: the one it names, or its snapshots in the cache."""
    if is_folder_name(model_id):
        return (_expanded(model_id),)
    snapshots = _cache_folder() / f"models--{model_id.replace('/', '--')}" / "snapshots"
    try:
        return tuple(snapshots.iterdir())
    except OSError:
        return ()


def can_be_fetched(model_id: str) -> bool:
    """Return whether a model can be used and is not on this computer yet."""
    return is_usable_model(model_id) and place_of_model(model_id) in _ABSENT


def is_folder_name(model: str) -> bool:
    """Return whether what was typed names a folder, not a model of the hub."""
    return model.startswith(("~", ".")) or os.path.isabs(model)  # noqa: PTH117 - no Path from typing


def is_usable_model(model: str) -> bool:
    """Return whether what was typed is a folder that exists or has the form of a hub's name."""
    if is_folder_name(model):
        return os.path.isdir(os.path.expanduser(model))  # noqa: PTH111, PTH112 - never raises
    return model == EMBEDDED_MULTILINGUAL_MODEL_ID or bool(_HUB_ID.fullmatch(model))


def describe_model(model: str, texts: Texts) -> str:
    """Return the line under the list: languages, size, licence, where the model is, for whom."""
    if not is_usable_model(model):
        return texts["options.model.unusable"]
    place = texts[f"options.model.place.{place_of_model(model).value}"]
    listed = listed_model(model)
    if listed is None:
        return place
    parts = (
        texts.count("options.model.languages", n_languages(listed.languages)),
        texts.format("options.model.size", n_mb=listed.n_mb),
        listed.licence,
        place,
        _advice(listed, texts),
    )
    return ", ".join(part for part in parts if part)


def _advice(listed: Union[ModelCard, RerankerCard], texts: Texts) -> str:
    if not isinstance(listed, ModelCard) or listed.advice is Advice.NONE:
        return ""
    return texts[f"options.model.advice.{listed.advice.value}"]


def _has_4bit() -> bool:
    return os.path.isfile(embedded_multilingual_dir() / "config.json")  # noqa: PTH113 - never raises


def _cache_folder() -> Path:
    for name in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"):
        if os.environ.get(name):
            return _expanded(os.environ[name])
    if os.environ.get("HF_HOME"):
        return _expanded(os.environ["HF_HOME"]) / "hub"
    return _expanded(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "huggingface" / "hub"


def _expanded(path: str) -> Path:
    return Path(os.path.expanduser(os.path.expandvars(path)))  # noqa: PTH111 - never raises
