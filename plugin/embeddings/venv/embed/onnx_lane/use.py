"""Which lane a model computes on: the fast one where it was checked, else sentence-transformers.

Owns the decision and its reason in words. Imports little: every search asks.
"""

from __future__ import annotations

import importlib.util
import os
from typing import TYPE_CHECKING

from .....contracts.devices import AUTO, CPU, DEVICE_VARIABLE
from ..devices.choice import unmet_wish
from ..devices.table import CPU_ROW
from .impossible import LaneImpossible
from .kept_lane import lane_folder, read_note

if TYPE_CHECKING:
    from ..locate import LocatedModel
    from ..token_model import TokenModel

LANE_VARIABLE = "WRITERAGENT_FAST_LANE"
"""An environment variable; "off" leaves all models to sentence-transformers."""

_REFERENCE = "sentence-transformers computes"
_NOT_YET = f"{_REFERENCE} until the next pass has made the fast lane."


def load_lane(located: LocatedModel) -> TokenModel | None:
    """Return the model on its fast lane, or None where sentence-transformers is to serve it."""
    if _obstacle():
        return None
    folder = lane_folder(located)
    note = read_note(folder)
    if note is None or note.problem:
        return None
    from .onnx_model import OnnxModel

    try:
        return OnnxModel(located.folder, folder, note)
    except (LaneImpossible, OSError):
        return None


def is_unknown(located: LocatedModel) -> bool:
    """Return whether a fast lane of the model could be there and nobody has tried to make it."""
    if _obstacle() or not _is_installed("onnx"):
        return False
    return read_note(lane_folder(located)) is None


def make_missing_lane(located: LocatedModel, loaded: TokenModel) -> bool:
    """Make the fast lane of a loaded model where nothing is known of one; True when one came."""
    from ..torch_model import TorchModel

    if not isinstance(loaded, TorchModel) or not _is_worth_trying(located, loaded):
        return False
    from .making import make_lane

    try:
        return not make_lane(located, loaded).problem
    except OSError:
        return False  # a full or read-only cache; sentence-transformers goes on


def lane_reason(located: LocatedModel, loaded: TokenModel | None) -> str:
    """Return what computes for a model, loaded or not, and why, in one sentence; loads nothing.

    A second one tells of a wish for a device that cannot be followed.
    """
    if loaded is not None and loaded.row is not CPU_ROW:
        return f"{_REFERENCE} on {loaded.row.name}, which the fast lane does not use."
    unmet = unmet_wish()
    return f"{_on_cpu(located)} {unmet}." if unmet else _on_cpu(located)


def _on_cpu(located: LocatedModel) -> str:
    obstacle = _obstacle()
    if obstacle:
        return f"{_REFERENCE}: {obstacle}."
    note = read_note(lane_folder(located))
    if note is None:
        return _NOT_YET
    if note.problem:
        return f"{_REFERENCE}: the fast lane does not serve this model, as {note.problem}."
    return (
        "ONNX Runtime computes on the CPU; its vectors are those of sentence-transformers "
        f"(cosine {note.cosine_min:.4f} or more on test texts)."
    )


def _is_worth_trying(located: LocatedModel, loaded: TokenModel) -> bool:
    if is_unknown(located):
        return True
    note = read_note(lane_folder(located))
    # A GPU that computed once may be gone.
    return note is not None and bool(note.device) and loaded.row is CPU_ROW and not _obstacle()


def _obstacle() -> str:
    """Return why no model may use the lane, half a sentence; empty when any may."""
    if os.environ.get(LANE_VARIABLE, "").strip().lower() in ("0", "off", "no", "false"):
        return f"{LANE_VARIABLE} is set to off"
    device = os.environ.get(DEVICE_VARIABLE, "").strip().lower()
    if device not in ("", AUTO, CPU) and not unmet_wish():
        return f"{DEVICE_VARIABLE} is set to {device}"
    if not _is_installed("onnxruntime"):
        return "onnxruntime is not installed"
    return ""


def _is_installed(module: str) -> bool:
    return importlib.util.find_spec(module) is not None
