"""Small models made on the spot: whole folders for the finder, computing ones for the encoder."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

COMMIT = "0123456789abcdef0123456789abcdef01234567"
WORDS = "alarm code monday bus fare desk library query passage is paid at the of a : , .".split()
SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def write_weights(path: Path, *, n_bytes: int = 64, fill: bytes = b"\0") -> None:
    """Write a sound safetensors file with one tensor of n_bytes."""
    tensor = {"dtype": "U8", "shape": [n_bytes], "data_offsets": [0, n_bytes]}
    header = json.dumps({"weights": tensor}).encode()
    path.write_bytes(len(header).to_bytes(8, "little") + header + fill * n_bytes)


def write_json(path: Path, value: object) -> None:
    """Write a JSON file with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")


def put_model(folder: Path, **config: object) -> Path:
    """Lay out a whole model whose weights cannot compute; config goes into config.json."""
    write_json(folder / "config.json", {"hidden_size": 384, **config})
    write_json(folder / "tokenizer.json", {})
    write_weights(folder / "model.safetensors")
    put_modules(folder, {"word_embedding_dimension": config.get("hidden_size", 384)})
    return folder


def put_modules(folder: Path, pooling: dict[str, object]) -> None:
    """Write modules.json and the pooling's config as sentence-transformers saves them."""
    modules = [("", "Transformer"), ("1_Pooling", "Pooling")]
    described = [
        {"idx": i, "name": str(i), "path": path, "type": f"sentence_transformers.models.{kind}"}
        for i, (path, kind) in enumerate(modules)
    ]
    write_json(folder / "modules.json", described)
    write_json(folder / "1_Pooling" / "config.json", pooling)


def put_in_cache(hub: Path, model_id: str, commit: str = COMMIT) -> Path:
    """Lay out a whole model in a hub cache, main pointing to it, and return its snapshot."""
    base = hub / f"models--{model_id.replace('/', '--')}"
    snapshot = put_model(base / "snapshots" / commit)
    (base / "refs").mkdir(exist_ok=True)
    (base / "refs" / "main").write_text(commit, encoding="ascii")
    return snapshot


@dataclass(frozen=True)
class TinyModel:
    """The shape of a random BERT with 16 dimensions that really computes."""

    seed: int = 0
    pooling: dict[str, object] = field(default_factory=lambda: {"pooling_mode_mean_tokens": True})
    prompts: dict[str, str] = field(default_factory=dict)
    max_tokens: int = 24


def make_tiny_model(folder: Path, shape: TinyModel) -> Path:
    """Save a random BERT with a word tokenizer as a sentence-transformers model."""
    import torch
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    vocabulary = {word: index for index, word in enumerate([*SPECIALS, *WORDS])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))  # noqa: S106
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=tokenizer,
        **dict(zip(("pad_token", "unk_token", "cls_token", "sep_token"), SPECIALS, strict=False)),
    ).save_pretrained(folder)
    torch.manual_seed(shape.seed)
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=64,
        initializer_range=0.5,
    )
    BertModel(config).save_pretrained(folder)
    put_modules(folder, {"word_embedding_dimension": 16, **shape.pooling})
    window = {"max_seq_length": shape.max_tokens, "do_lower_case": False}
    write_json(folder / "sentence_bert_config.json", window)
    write_json(folder / "config_sentence_transformers.json", {"prompts": shape.prompts})
    return folder
