"""Whether a model's vectors come out right on an accelerator, before one is trusted.

Owns: the trial batch, what counts as right, the precision that results, what is said of a
failure. Does not own: loading (its caller's load), the choice of a device (device).

A driver can promise, multiply matrices and still return noise for a whole model: the vectors of a
few texts are compared with those that the CPU computes in float32.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from .....contracts.errors import ModelNotFound
from ..error_line import first_line
from .table import CPU_ROW, FLOAT32

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...types import Vectors
    from .choice import DeviceChoice

MIN_COSINE = 0.999
"""Below it a search's order changes: the nearest of many chunks are that close together."""

TRIAL_TEXTS = (
    "fire alarm",
    "Der Schlüssel zum Archiv liegt beim Pförtner, montags von 9 bis 12 Uhr.",
    "会議は月曜日の午前十時に始まります。",
    "The supplier delivers 24 folding chairs by 12 March; the invoice of 1,380.50 is due in "
    "thirty days, and the deposit is returned when the last chair is back in the store. " * 4,
)
"""Short and long together, so that padding is tried as well."""

_DEVICE_SLIPS = (RuntimeError, MemoryError, AssertionError, NotImplementedError)
"""What torch raises when a device fails: out of memory, no kernel, not compiled for it."""


_Model = TypeVar("_Model")


@dataclass(frozen=True)
class Trusted(Generic[_Model]):
    """A model where it computes rightly; note says why that is not where it should have been."""

    model: _Model
    device: str
    dtype: str = FLOAT32.dtype
    note: str = ""


def load_trusted(
    choice: DeviceChoice,
    load: Callable[[str, str], _Model],
    encode: Callable[[_Model, list[str]], Vectors],
) -> Trusted[_Model]:
    """Return the model on the chosen device, or on the CPU where its vectors are not right there.

    load(device, dtype) loads it anew each time, encode(model, texts) returns vectors of shape
    (n, dim), float32. What they raise on the CPU is raised.
    """
    reference_model = load(CPU_ROW.device, FLOAT32.dtype)
    if choice.device == CPU_ROW.device:
        return Trusted(reference_model, choice.device)
    texts = list(TRIAL_TEXTS)
    reference = encode(reference_model, texts)
    failure = ""
    for dtype in choice.dtypes:
        try:
            model = load(choice.device, dtype)
            failure = difference(encode(model, texts), reference)
        except ModelNotFound:
            raise
        except _DEVICE_SLIPS as error:
            failure = first_line(error)
        if not failure:
            return Trusted(model, choice.device, dtype)
    note = f"{choice.row.name} was tried with this model and is not used: {failure}"
    return Trusted(reference_model, CPU_ROW.device, note=note)


def difference(vectors: Vectors, reference: Vectors) -> str:
    """Return "" where vectors are finite and point as the reference does, else what is wrong."""
    if vectors.shape != reference.shape:
        return f"it returned vectors of shape {vectors.shape}, not {reference.shape}"
    if not np.isfinite(vectors).all():
        return "it returned numbers that are not finite"
    lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(reference, axis=1)
    cosines = (vectors * reference).sum(axis=1) / np.maximum(lengths, np.finfo(np.float32).tiny)
    worst = float(cosines.min())
    if worst >= MIN_COSINE:
        return ""
    return f"its vectors differ from the CPU's (cosine {worst:.4f}, {MIN_COSINE} is needed)"
