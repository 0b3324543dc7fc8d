"""From hidden states to one vector a window, as the model's own modules say.

Owns sentence-transformers' Pooling (every mode), Dense and Normalize, in numpy. Rows of a batch
are equally long and without padding.
Source: https://sbert.net/docs/package_reference/sentence_transformer/modules.html.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..model_folder.cards import pooling_modes
from ..model_folder.files import CONFIG, module_class, read_json, read_modules
from .impossible import LaneImpossible
from .tensor_file import open_tensors

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .tensor_file import Floats

    Step = Callable[[Floats], Floats]

_POOLED = "sentence_embedding"


def _weighted_mean(hidden: Floats, n_before: int) -> Floats:
    weights = np.arange(n_before + 1, n_before + hidden.shape[1] + 1, dtype=np.float32)
    mean: Floats = (hidden * weights[:, None]).sum(axis=1) / weights.sum()
    return mean


_MODES: dict[str, Callable[[Floats, int], Floats]] = {
    "cls": lambda hidden, _: hidden[:, 0],
    "max": lambda hidden, _: hidden.max(axis=1),
    "mean": lambda hidden, _: hidden.mean(axis=1),
    "mean_sqrt_len_tokens": lambda hidden, _: hidden.sum(axis=1) / np.sqrt(hidden.shape[1]),
    "weightedmean": _weighted_mean,
    "lasttoken": lambda hidden, _: hidden[:, -1],
}
_ACTIVATIONS: dict[str, Step] = {"Tanh": np.tanh, "Identity": lambda rows: rows}


class Head:
    """What stands behind the encoder: pooling, and the modules after it."""

    def __init__(self, folder: Path) -> None:
        """Read the modules of a model's folder; raises LaneImpossible for ones not known here."""
        modules = read_modules(folder)
        kinds = [module_class(module) for module in modules]
        if kinds[:2] != ["Transformer", "Pooling"] and kinds:
            raise LaneImpossible(f"its modules are others ({', '.join(kinds)})")
        folders = [folder / module.get("path", "") for module in modules]
        config = read_json(folders[1] / CONFIG) if kinds else {}
        self._modes = pooling_modes(config)
        if not set(self._modes) <= _MODES.keys():
            raise LaneImpossible(f"its pooling ({', '.join(self._modes)}) is not known")
        self._pools_prompt = bool(config.get("include_prompt", True))
        self._steps = [_step(kind, path) for kind, path in zip(kinds[2:], folders[2:], strict=True)]

    def vectors(self, hidden: Floats, n_prompt_tokens: int) -> Floats:
        """Return the vectors, shape (n, dim), of hidden states, shape (n, width, hidden size)."""
        n_left_out = 0 if self._pools_prompt else min(n_prompt_tokens, hidden.shape[1] - 1)
        pooled = [_MODES[mode](hidden[:, n_left_out:], n_left_out) for mode in self._modes]
        rows = np.concatenate(pooled, axis=1)
        for step in self._steps:
            rows = step(rows)
        return rows


def _step(kind: str, folder: Path) -> Step:
    if kind == "Normalize":
        return lambda rows: rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    if kind == "Dense":
        return _dense(folder)
    if kind == "Dropout":
        return lambda rows: rows  # for training only
    raise LaneImpossible(f"its module {kind} is not known")


def _dense(folder: Path) -> Step:
    config = read_json(folder / CONFIG)
    activation = _ACTIVATIONS.get(str(config.get("activation_function", "Tanh")).split(".")[-1])
    names = {config.get(f"module_{end}_name") or _POOLED for end in ("input", "output")}
    if activation is None or config.get("use_residual") or names != {_POOLED}:
        raise LaneImpossible("its dense module is of another kind")
    tensors = open_tensors(folder)
    weight, bias = tensors.get("linear.weight"), tensors.get("linear.bias")
    if weight is None:
        raise LaneImpossible("its dense module has no weights")
    matrix, offset = weight.floats().T, 0.0 if bias is None else bias.floats()
    return lambda rows: activation(rows @ matrix + offset)
