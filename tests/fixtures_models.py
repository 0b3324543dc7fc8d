"""Small models made on the spot: whole folders for the finder, computing ones for the encoder."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
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
    """The shape of a random model with 16 dimensions that really computes.

    kind is "bert", "xlm-roberta" or "mpnet"; dtype is what its weights are stored in.
    """

    seed: int = 0
    pooling: dict[str, object] = field(default_factory=lambda: {"pooling_mode_mean_tokens": True})
    prompts: dict[str, str] = field(default_factory=dict)
    max_tokens: int = 24
    kind: str = "bert"
    dtype: str = "float32"
    activation: str = "gelu"


def save_word_tokenizer(folder: Path, vocabulary: Mapping[str, int]) -> None:
    """Save a tokenizer that knows the words of vocabulary, which begins with SPECIALS."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    tokenizer = Tokenizer(models.WordLevel(dict(vocabulary), unk_token="[UNK]"))  # noqa: S106
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=tokenizer,
        model_input_names=["input_ids", "token_type_ids", "attention_mask"],
        **dict(zip(("pad_token", "unk_token", "cls_token", "sep_token"), SPECIALS, strict=False)),
    ).save_pretrained(folder)


UNIGRAM_SPECIALS = ["<s>", "<pad>", "</s>", "<unk>"]
UNIGRAM_WORDS = [*WORDS, "Straße", "図書館", "の本", "café", "شكر", "x²", "ﬁ", "😀"]


def unigram_tokenizer(*, byte_fallback: bool = False) -> Any:
    """Return a tokenizer like XLM-R's whose pieces are parts of a few words, with scores drawn."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    dice = random.Random(3)
    words = [f"▁{word}" for word in UNIGRAM_WORDS]
    parts = {
        word[a:b] for word in words for a in range(len(word)) for b in range(a + 1, len(word) + 1)
    }
    kept = sorted(part for part in parts if dice.random() < 0.6)
    vocabulary = [(special, 0.0) for special in UNIGRAM_SPECIALS]
    vocabulary += [(part, -dice.uniform(2, 14)) for part in kept]
    tokenizer = Tokenizer(models.Unigram([*vocabulary, ("<mask>", 0.0)], 3, byte_fallback))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Strip()])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]
    )
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    tokenizer.add_special_tokens([*UNIGRAM_SPECIALS, "<mask>"])
    return tokenizer


def make_tiny_model(folder: Path, shape: TinyModel) -> Path:
    """Save a random model of BERT's family with a word tokenizer for sentence-transformers."""
    import torch
    from transformers import AutoConfig, AutoModel

    vocabulary = {word: index for index, word in enumerate([*SPECIALS, *WORDS])}
    save_word_tokenizer(folder, vocabulary)
    torch.manual_seed(shape.seed)
    numbers: dict[str, Any] = {
        "vocab_size": len(vocabulary),
        "hidden_size": 16,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 32,
        "max_position_embeddings": 64,
        "initializer_range": 0.5,
        "hidden_act": shape.activation,
        "pad_token_id": vocabulary["[PAD]"],
    }
    config = AutoConfig.for_model(shape.kind, **numbers)
    model: Any = AutoModel.from_config(config)  # type: ignore[no-untyped-call]
    model.to(getattr(torch, shape.dtype)).save_pretrained(folder)
    put_modules(folder, {"word_embedding_dimension": 16, **shape.pooling})
    window = {"max_seq_length": shape.max_tokens, "do_lower_case": False}
    write_json(folder / "sentence_bert_config.json", window)
    write_json(folder / "config_sentence_transformers.json", {"prompts": shape.prompts})
    return folder


_WORD_DIMS = 60  # then two that tell query from text, two for what the first layer finds
_SAME_WORD, _OF_QUERY = 40.0, 20.0  # how strongly a word looks at its like, and at the query's
_LOGIT_SCALE = 400.0


def make_overlap_reranker(folder: Path, texts: Sequence[str]) -> Path:
    """Save a BERT cross-encoder whose logit rises with the share of a text's words in the query.

    Its weights are set by hand. In the first layer each word looks at its like, rather in the
    query than in the text, and keeps whether it was there; in the second the first token takes
    the mean of that. texts hold the words that its tokenizer knows.
    """
    import torch
    from transformers import BertConfig, BertForSequenceClassification

    words = sorted({word for text in texts for word in re.findall(r"\w+", text.lower())})
    vocabulary = {word: index for index, word in enumerate(dict.fromkeys([*SPECIALS, *words]))}
    save_word_tokenizer(folder, vocabulary)
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=_WORD_DIMS + 4,
        num_hidden_layers=2,
        num_attention_heads=1,
        intermediate_size=4,
        max_position_embeddings=128,
        id2label={0: "answers"},
    )
    model: Any = BertForSequenceClassification(config)
    with torch.no_grad():
        for name, weights in model.named_parameters():
            weights.fill_(1.0 if "LayerNorm.weight" in name else 0.0)
        _set_embeddings(model.bert.embeddings)
        first, second = (layer.attention for layer in model.bert.encoder.layer)
        _look_for_the_same_word(first)
        of_query, found, missed = _WORD_DIMS, _WORD_DIMS + 2, _WORD_DIMS + 3
        for attention, source in ((first, of_query), (second, found)):
            attention.self.value.weight[0, source] = 1.0
            attention.output.dense.weight[found, 0] = 1.0
            attention.output.dense.weight[missed, 0] = -1.0
        model.bert.pooler.dense.weight[0, found] = 0.1
        model.classifier.weight[0, 0] = _LOGIT_SCALE
    model.save_pretrained(folder)
    return folder


def _set_embeddings(embeddings: Any) -> None:
    import torch

    half = torch.cat((torch.ones(_WORD_DIMS // 2), -torch.ones(_WORD_DIMS // 2)))
    generator = torch.Generator().manual_seed(1)
    table = embeddings.word_embeddings.weight
    for row in range(len(table)):
        table[row, :_WORD_DIMS] = half[torch.randperm(_WORD_DIMS, generator=generator)]
    for segment, sign in enumerate((1.0, -1.0)):
        embeddings.token_type_embeddings.weight[segment, _WORD_DIMS] = sign
        embeddings.token_type_embeddings.weight[segment, _WORD_DIMS + 1] = -sign


def _look_for_the_same_word(attention: Any) -> None:
    n_dims = _WORD_DIMS + 4
    share = (_SAME_WORD / _WORD_DIMS * n_dims**0.5) ** 0.5
    for dim in range(_WORD_DIMS):
        attention.self.query.weight[dim, dim] = share
        attention.self.key.weight[dim, dim] = share
    attention.self.query.bias[n_dims - 1] = 1.0
    attention.self.key.weight[n_dims - 1, _WORD_DIMS] = _OF_QUERY / 2 * n_dims**0.5
