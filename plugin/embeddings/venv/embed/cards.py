"""What a model folder says of itself: width, window, prompts."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from ....contracts.errors import ModelNotFound
from ....contracts.models import MODEL_CARDS, ModelCard

if TYPE_CHECKING:
    from pathlib import Path

UNBOUNDED_TOKENS: Final = 1 << 20
"""Some tokenizers name a window of 10^30; a real one is below this."""


def card_of(model_id: str, folder: Path) -> ModelCard:
    """Return the card of the model in folder: what is known by name, else what its files say.

    Raises ModelNotFound when the folder's own files do not tell width and window.
    """
    known = MODEL_CARDS.get(model_id)
    if known is not None:
        return known
    config = _read_json(folder / "config.json")
    dim = _dense_width(folder) or config.get("hidden_size") or config.get("dim")
    window = _read_json(folder / "sentence_bert_config.json").get("max_seq_length")
    window = window or _tokenizer_window(folder) or config.get("max_position_embeddings")
    if not isinstance(dim, int) or not isinstance(window, int):
        raise ModelNotFound(
            f"{folder} does not say how wide its vectors are or how long its window is.",
            hint="Use a sentence-transformers model.",
        )
    prompts = _read_json(folder / "config_sentence_transformers.json").get("prompts") or {}
    return replace(
        ModelCard(model_id, dim=dim, max_tokens=window),
        query_prompt=str(prompts.get("query") or ""),
        document_prompt=str(prompts.get("document") or prompts.get("passage") or ""),
    )


def _dense_width(folder: Path) -> int | None:
    """Return the width after the model's last Dense module, where it has one."""
    for module_config in sorted(folder.glob("*_Dense/config.json"), reverse=True):
        width = _read_json(module_config).get("out_features")
        if isinstance(width, int):
            return width
    return None


def _tokenizer_window(folder: Path) -> int | None:
    window = _read_json(folder / "tokenizer_config.json").get("model_max_length")
    return window if isinstance(window, int) and window < UNBOUNDED_TOKENS else None


def _read_json(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise ModelNotFound(
            f"{path} cannot be read: {error}.", hint="Delete the model's folder and fetch it again."
        ) from error
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}
