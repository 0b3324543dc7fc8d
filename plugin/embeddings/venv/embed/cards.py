"""The card of a model: from the registry where it is known, else from its own files.

Owns reading dimensions, window and prompts from a folder. Loads no weights.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ....contracts.models import MODEL_CARDS, ModelCard
from .model_files import CONFIG, module_class, read_json, read_modules

if TYPE_CHECKING:
    from pathlib import Path

DEFAULT_WINDOW_TOKENS = 512
_UNBOUNDED_TOKENS = 1_000_000  # tokenizers without a limit say 1e30
_OFFSET_POSITIONS = ("roberta", "mpnet", "camembert")  # position ids start behind the padding id
_POOLING_MODES = "pooling_mode_"
# The E5 models were trained with these prefixes and do not say so in their files
# (Wang et al. 2022, arXiv:2212.03533; the instruct variants take a task instead).
_E5 = re.compile(r"(^|[-_/])e5-(small|base|large)(?!.*instruct)", re.IGNORECASE)
_E5_PROMPTS = ("query: ", "passage: ")


def card_of(model_id: str, folder: Path) -> ModelCard:
    """Return the card of the model in folder, named model_id.

    A known id has its registered card. So has a folder named like a known model, under its own
    id, because not every model says its prompts in its files. Others are read from their files.
    """
    if model_id in MODEL_CARDS:
        return MODEL_CARDS[model_id]
    read = read_card(model_id, folder)
    for known in MODEL_CARDS.values():
        if known.model_id.rsplit("/", 1)[-1] == folder.name and known.dim == read.dim:
            return replace(known, model_id=model_id)
    return read


def read_card(model_id: str, folder: Path) -> ModelCard:
    """Return the card that the model's own files describe.

    Sources: modules.json and the module configs (dimensions), sentence_bert_config.json,
    tokenizer_config.json and config.json (window), config_sentence_transformers.json (prompts).
    """
    query_prompt, document_prompt = _prompts(model_id, folder)
    return ModelCard(
        model_id,
        dim=_dim(folder),
        max_tokens=window_tokens(folder),
        query_prompt=query_prompt,
        document_prompt=document_prompt,
    )


def _dim(folder: Path) -> int:
    for module in reversed(read_modules(folder)):
        config = read_json(folder / module.get("path", "") / CONFIG)
        if module_class(module) == "Dense" and _number(config, "out_features"):
            return _number(config, "out_features")
        if module_class(module) == "Pooling":
            width = _number(config, "embedding_dimension", "word_embedding_dimension")
            return width * _n_pooling_modes(config)
    config = read_json(folder / CONFIG)
    return _number(config, "hidden_size", "d_model", "dim")


def _n_pooling_modes(config: dict[str, object]) -> int:
    mode = config.get("pooling_mode")
    if isinstance(mode, list):
        return max(1, len(mode))
    flags = [value for key, value in config.items() if key.startswith(_POOLING_MODES)]
    return max(1, flags.count(True))


def window_tokens(folder: Path) -> int:
    """Return how many tokens the model in folder reads at once, special ones included."""
    own = _number(read_json(folder / "sentence_bert_config.json"), "max_seq_length")
    if own:
        return own
    config = read_json(folder / CONFIG)
    positions = _number(config, "max_position_embeddings")
    if positions and any(kind in str(config.get("model_type")) for kind in _OFFSET_POSITIONS):
        positions -= 2
    limit = _number(read_json(folder / "tokenizer_config.json"), "model_max_length")
    limits = [tokens for tokens in (positions, limit) if 0 < tokens < _UNBOUNDED_TOKENS]
    return min(limits, default=DEFAULT_WINDOW_TOKENS)


def _prompts(model_id: str, folder: Path) -> tuple[str, str]:
    config = read_json(folder / "config_sentence_transformers.json")
    prompts = config.get("prompts")
    if not isinstance(prompts, dict) or not any(prompts.values()):
        is_e5 = _E5.search(model_id) or _E5.search(folder.name)
        return _E5_PROMPTS if is_e5 else ("", "")
    default = prompts.get(config.get("default_prompt_name"), "")
    # The names and their order are those of SentenceTransformer.encode_query and encode_document.
    query = prompts.get("query", default)
    named = (prompts[name] for name in ("document", "passage", "corpus") if name in prompts)
    return str(query), str(next(named, default))


def _number(config: dict[str, object], *names: str) -> int:
    for name in names:
        value = config.get(name)
        if isinstance(value, int | float) and value > 0:
            return int(value)
    return 0
