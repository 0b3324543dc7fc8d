"""The model folder that sentence-transformers loads, from a packed file.

Owns its small files: configuration, modules (mean pooling, normalising), prompts, the window.
Does not own the weights' bytes (weights) or the
tokenizer's steps (tokenizer).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .....contracts.models import EMBEDDED_MULTILINGUAL_MODEL_ID, MODEL_CARDS
from .note import write_note
from .tokenizer import MASK, build_tokenizer
from .weights import write_weights

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .packed_file import PackedFile, PackedShape, PackedVocabulary

_KIND = "sentence_transformers.models"
_MODULES = (("", "Transformer"), ("1_Pooling", "Pooling"), ("2_Normalize", "Normalize"))


def write_model_folder(
    packed: PackedFile, folder: Path, *, on_bytes: Callable[[int], None]
) -> None:
    """Write the whole model into an empty folder; the note last, which makes it count.

    on_bytes hears how many bytes of weights are written, and may raise to stop.
    """
    _write_configs(packed, folder)
    build_tokenizer(packed.vocabulary).save(str(folder / "tokenizer.json"))
    write_weights(packed, folder / "model.safetensors", on_bytes=on_bytes)
    write_note(folder)


def _write_configs(packed: PackedFile, folder: Path) -> None:
    card = MODEL_CARDS[EMBEDDED_MULTILINGUAL_MODEL_ID]
    window_tokens = min(card.max_tokens, packed.shape.max_positions)
    prompts = {"query": card.query_prompt, "document": card.document_prompt}
    modules = [
        {"idx": index, "name": str(index), "path": path, "type": f"{_KIND}.{kind}"}
        for index, (path, kind) in enumerate(_MODULES)
    ]
    for path, _kind in _MODULES[1:]:
        (folder / path).mkdir(parents=True)
    _write_json(folder / "config.json", _bert_config(packed))
    _write_json(folder / "modules.json", modules)
    _write_json(folder / "1_Pooling" / "config.json", _pooling(packed.shape))
    _write_json(
        folder / "sentence_bert_config.json",
        {"max_seq_length": window_tokens, "do_lower_case": False},
    )
    _write_json(
        folder / "config_sentence_transformers.json",
        {"prompts": prompts, "default_prompt_name": None, "similarity_fn_name": "cosine"},
    )
    _write_json(
        folder / "tokenizer_config.json", _tokenizer_config(packed.vocabulary, window_tokens)
    )


def _bert_config(packed: PackedFile) -> dict[str, object]:
    shape = packed.shape
    return {
        "architectures": ["BertModel"],
        "model_type": "bert",
        "hidden_size": shape.hidden_size,
        "num_hidden_layers": shape.n_layers,
        "num_attention_heads": shape.n_heads,
        "intermediate_size": shape.intermediate_size,
        "vocab_size": shape.vocabulary_size,
        "max_position_embeddings": shape.max_positions,
        "type_vocab_size": shape.n_token_types,
        # The file has it as float32; the original says 1e-12.
        "layer_norm_eps": float(f"{packed.layer_norm_epsilon:.6g}"),
        "hidden_act": "gelu",
        "pad_token_id": packed.vocabulary.padding_id,
        "position_embedding_type": "absolute",
        "dtype": "float32",
    }


def _pooling(shape: PackedShape) -> dict[str, object]:
    return {
        "word_embedding_dimension": shape.hidden_size,
        "pooling_mode_mean_tokens": True,
        "pooling_mode_cls_token": False,
        "pooling_mode_max_tokens": False,
    }


def _tokenizer_config(vocabulary: PackedVocabulary, window_tokens: int) -> dict[str, object]:
    start, end, padding, unknown = (
        vocabulary.pieces[index]
        for index in (
            vocabulary.start_id,
            vocabulary.end_id,
            vocabulary.padding_id,
            vocabulary.unknown_id,
        )
    )
    return {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "model_max_length": window_tokens,
        "bos_token": start,
        "cls_token": start,
        "eos_token": end,
        "sep_token": end,
        "pad_token": padding,
        "unk_token": unknown,
        **({"mask_token": MASK} if MASK in vocabulary.pieces else {}),
        "model_input_names": ["input_ids", "attention_mask"],
    }


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False), encoding="utf-8")
