"""The card of a model: from the registry where it is known, else from its own files.

Owns reading dimensions, window, pooling, prompts and the names of code from a folder. Loads no
weights and runs no code.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from .....contracts.model_card import COSINE
from .....contracts.models import MODEL_CARDS, ModelCard
from .files import CONFIG, MODULES, module_class, read_json, read_modules

if TYPE_CHECKING:
    from pathlib import Path

DEFAULT_WINDOW_TOKENS = 512
_UNBOUNDED_TOKENS = 1_000_000  # tokenizers without a limit say 1e30
_OFFSET_POSITIONS = ("roberta", "mpnet", "camembert")  # position ids start behind the padding id
_POOLING_FLAG = "pooling_mode_"  # the older form: one flag a mode
# The order in which sentence-transformers joins several.
_FLAG_NAMES = {
    "cls_token": "cls",
    "max_tokens": "max",
    "mean_tokens": "mean",
    "mean_sqrt_len_tokens": "mean_sqrt_len_tokens",
    "weightedmean_tokens": "weightedmean",
    "lasttoken": "lasttoken",
}
_OWN_MODULES = "sentence_transformers."
# The E5 models were trained with these prefixes and do not say so in their files
# (Wang et al. 2022, arXiv:2212.03533; the instruct variants take a task instead).
_E5 = re.compile(r"(^|[-_/])e5-(small|base|large)(?!.*instruct)", re.IGNORECASE)
_E5_PROMPTS = ("query: ", "passage: ")


def card_of(model_id: str, folder: Path) -> ModelCard:
    """Return the card of the model in folder, named model_id.

    A known id has its registered card. So has a folder named like a known model, under its own
    id, because not every model says its prompts in its files. What a row leaves out, how the model
    really pools and whether it brings code are read from the files, of others all is.
    """
    read = read_card(model_id, folder)
    known = MODEL_CARDS.get(model_id) or _namesake(read, folder)
    return _completed(replace(known, model_id=model_id), read, folder) if known else read


def read_card(model_id: str, folder: Path) -> ModelCard:
    """Return the card that the model's own files describe.

    Sources: modules.json and the module configs (dimensions, pooling), sentence_bert_config.json,
    tokenizer_config.json and config.json (window), config_sentence_transformers.json (prompts,
    similarity).
    matryoshka_dimensions in config.json is how vLLM reads the widths of a cut
    (https://docs.vllm.ai/en/latest/models/pooling_models/embed.html).
    """
    query_prompt, document_prompt = _prompts(model_id, folder)
    dim = _dim(folder)
    return ModelCard(
        model_id,
        dim=dim,
        max_tokens=window_tokens(folder),
        query_prompt=query_prompt,
        document_prompt=document_prompt,
        pooling=pooling_of(folder),
        similarity=_similarity(folder),
        mrl_dims=_mrl_dims(folder, dim),
        remote_code=bool(code_references(folder)),
    )


def pooling_of(folder: Path) -> str:
    """Return how the model in folder pools its tokens, "" where its files do not say.

    Named as sentence-transformers does: "mean", "cls", "lasttoken"; several joined by "+".
    """
    if not (folder / MODULES).is_file():
        # What sentence-transformers then does; an empty folder is no model.
        return "mean" if (folder / CONFIG).is_file() else ""
    for module in read_modules(folder):
        if module_class(module) == "Pooling":
            return "+".join(pooling_modes(read_json(folder / module.get("path", "") / CONFIG)))
    return ""


def code_references(folder: Path) -> tuple[str, ...]:
    """Return the classes of its own that a model's files name, whose code would run; () is none.

    auto_map in config.json names them for transformers ("repository--module.Class"), a type
    outside sentence_transformers in modules.json for that library.
    """
    auto_map = read_json(folder / CONFIG).get("auto_map")
    classes = auto_map.values() if isinstance(auto_map, dict) else ()
    modules = (module.get("type", "") for module in read_modules(folder))
    foreign = (kind for kind in modules if kind and not kind.startswith(_OWN_MODULES))
    return tuple(str(reference) for reference in (*classes, *foreign))


def _namesake(read: ModelCard, folder: Path) -> ModelCard | None:
    for known in MODEL_CARDS.values():
        if known.model_id.rsplit("/", 1)[-1] == folder.name and known.dim == read.dim:
            return known
    return None


def _completed(known: ModelCard, read: ModelCard, folder: Path) -> ModelCard:
    if not (folder / CONFIG).is_file():
        return known
    has_prompts = bool(known.query_prompt or known.document_prompt)
    prompts = known if has_prompts else read
    return replace(
        known,
        query_prompt=prompts.query_prompt,
        document_prompt=prompts.document_prompt,
        pooling=read.pooling or known.pooling,
        similarity=read.similarity,
        mrl_dims=known.mrl_dims or read.mrl_dims,
        remote_code=read.remote_code,
    )


def _dim(folder: Path) -> int:
    for module in reversed(read_modules(folder)):
        config = read_json(folder / module.get("path", "") / CONFIG)
        if module_class(module) == "Dense" and _number(config, "out_features"):
            return _number(config, "out_features")
        if module_class(module) == "Pooling":
            width = _number(config, "embedding_dimension", "word_embedding_dimension")
            return width * len(pooling_modes(config))
    config = read_json(folder / CONFIG)
    return _number(config, "hidden_size", "d_model", "dim")


def _mrl_dims(folder: Path, dim: int) -> tuple[int, ...]:
    told = read_json(folder / CONFIG).get("matryoshka_dimensions")
    widths = told if isinstance(told, list) else []
    return tuple(sorted({width for width in widths if isinstance(width, int) and 0 < width < dim}))


def pooling_modes(config: dict[str, object]) -> tuple[str, ...]:
    """Return the modes of a Pooling module's config, in either of the forms it is saved in."""
    mode = config.get("pooling_mode")
    if mode:
        return tuple(map(str, mode)) if isinstance(mode, list) else (str(mode),)
    modes = (name for flag, name in _FLAG_NAMES.items() if config.get(_POOLING_FLAG + flag) is True)
    return tuple(modes) or ("mean",)


def window_tokens(folder: Path) -> int:
    """Return how many tokens the model in folder reads at once, special ones included."""
    own = _number(read_json(folder / "sentence_bert_config.json"), "max_seq_length")
    if own:
        return own
    config = read_json(folder / CONFIG)
    positions = _number(config, "max_position_embeddings", "n_positions")
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


def _similarity(folder: Path) -> str:
    told = read_json(folder / "config_sentence_transformers.json").get("similarity_fn_name")
    return str(told) if told else COSINE


def _number(config: dict[str, object], *names: str) -> int:
    for name in names:
        value = config.get(name)
        if isinstance(value, int | float) and value > 0:
            return int(value)
    return 0
