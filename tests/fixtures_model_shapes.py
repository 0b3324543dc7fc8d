"""Small models of the shapes that embedding models come in, made on the spot with random weights.

Each computes for real: pooling, prompts, window, width and extra modules are those of a family,
only layers and vocabulary are tiny.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tests.fixtures_models import SPECIALS, WORDS, write_json

if TYPE_CHECKING:
    from pathlib import Path

OWN_CODE = """
from sentence_transformers.base.modules.module import Module


class Backwards(Module):
    config_keys = []

    def forward(self, features, **kwargs):
        features["sentence_embedding"] = features["sentence_embedding"].flip(1) * 3
        return features

    def save(self, output_path, *args, **kwargs):
        self.save_config(output_path)

    @classmethod
    def load(cls, model_name_or_path, **kwargs):
        return cls()
"""
"""A module of a model's own, as its publisher would put it beside the weights."""


@dataclass(frozen=True)
class Shape:
    """A family of models: dim is the width of the model's own vectors, window in tokens."""

    name: str
    family: str
    hidden: int
    window: int
    pooling: str
    query_prompt: str = ""
    document_prompt: str = ""
    mrl_dims: tuple[int, ...] = ()
    dense: tuple[int, ...] = ()
    has_own_code: bool = False

    @property
    def dim(self) -> int:
        return self.dense[-1] if self.dense else self.hidden


SHAPES = (
    Shape("minilm", "bert", 32, 128, "mean"),
    Shape("bge", "bert", 64, 512, "cls", query_prompt="search the passages : "),
    Shape("e5", "xlm-roberta", 384, 512, "mean", "query: ", "passage: "),
    Shape("qwen", "qwen3", 1024, 8192, "lasttoken", "find the passage\nquery:", mrl_dims=(64, 256)),
    Shape(
        "gemma", "bert", 48, 2048, "mean", "at : query ", "the : passage ", (32,), dense=(192, 96)
    ),
    Shape("modern", "modernbert", 768, 8192, "cls", mrl_dims=(128,)),
    Shape("jina", "bert", 128, 1024, "mean", has_own_code=True),
)


def make_shape(folder: Path, shape: Shape) -> Path:
    """Save a model of the shape as sentence-transformers does, and return its folder."""
    import torch

    torch.manual_seed(sum(map(ord, shape.name)))
    _save_tokenizer(folder, shape)
    _transformer(shape).save_pretrained(folder)
    modules = ["", "1_Pooling", *(f"{2 + i}_Dense" for i in range(len(shape.dense)))]
    kinds = ["Transformer", "Pooling", *(["Dense"] * len(shape.dense))]
    types = [f"sentence_transformers.models.{kind}" for kind in kinds]
    pooling = {"embedding_dimension": shape.hidden, "pooling_mode": shape.pooling}
    write_json(folder / "1_Pooling" / "config.json", pooling)
    _save_dense(folder, shape)
    if shape.has_own_code:
        (folder / "backwards.py").write_text(OWN_CODE, encoding="utf-8")
        modules.append("")
        types.append("backwards.Backwards")
    write_json(
        folder / "modules.json",
        [
            {"idx": i, "name": str(i), "path": path, "type": kind}
            for i, (path, kind) in enumerate(zip(modules, types, strict=True))
        ],
    )
    write_json(folder / "sentence_bert_config.json", {"max_seq_length": shape.window})
    prompts = {"query": shape.query_prompt, "document": shape.document_prompt}
    write_json(folder / "config_sentence_transformers.json", {"prompts": prompts})
    return folder


def _transformer(shape: Shape) -> Any:
    import transformers

    config_class, model_class = {
        "bert": (transformers.BertConfig, transformers.BertModel),
        "xlm-roberta": (transformers.XLMRobertaConfig, transformers.XLMRobertaModel),
        "qwen3": (transformers.Qwen3Config, transformers.Qwen3Model),
        "modernbert": (transformers.ModernBertConfig, transformers.ModernBertModel),
    }[shape.family]
    offset = 2 if shape.family == "xlm-roberta" else 0  # position ids start behind the padding's
    options: dict[str, Any] = {
        "vocab_size": len(SPECIALS) + len(WORDS),
        "hidden_size": shape.hidden,
        "num_hidden_layers": 1,
        "num_attention_heads": 4,
        "intermediate_size": 32,
        "max_position_embeddings": shape.window + offset,
        "pad_token_id": 0,
        "initializer_range": 0.5,
    }
    if shape.family == "qwen3":
        options |= {"head_dim": 8, "num_key_value_heads": 4}
    if shape.family == "modernbert":
        options |= {"cls_token_id": 2, "sep_token_id": 3, "reference_compile": False}
    if shape.mrl_dims:
        options["matryoshka_dimensions"] = [*shape.mrl_dims, shape.dim]
    return model_class(config_class(**options))


def _save_tokenizer(folder: Path, shape: Shape) -> None:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    vocabulary = {word: index for index, word in enumerate([*SPECIALS, *WORDS])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))  # noqa: S106
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    is_decoder = shape.pooling == "lasttoken"
    tokenizer.post_processor = (
        processors.TemplateProcessing(single="$A [SEP]", special_tokens=[("[SEP]", 3)])
        if is_decoder
        else processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    )
    PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=tokenizer,
        padding_side="left" if is_decoder else "right",
        model_input_names=["input_ids", "attention_mask"],
        **dict(zip(("pad_token", "unk_token", "cls_token", "sep_token"), SPECIALS, strict=False)),
    ).save_pretrained(folder)


def _save_dense(folder: Path, shape: Shape) -> None:
    from sentence_transformers.sentence_transformer.modules import Dense

    widths = (shape.hidden, *shape.dense)
    for i, (n_in, n_out) in enumerate(pairwise(widths)):
        place = folder / f"{2 + i}_Dense"
        place.mkdir()
        Dense(in_features=n_in, out_features=n_out).save(str(place))
