"""What is known of a model of the BERT family from its configuration.

Covers bert, roberta, xlm-roberta, camembert and mpnet as transformers saves them; models that
bring code of their own or change attention are left to sentence-transformers.
Sources: Devlin et al. 2019, arXiv:1810.04805; Liu et al. 2019, arXiv:1907.11692 (positions begin
behind the padding id); Conneau et al. 2020, arXiv:1911.02116; Song et al. 2020, arXiv:2004.09297.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..model_folder.cards import code_references
from ..model_folder.files import CONFIG, read_json
from .impossible import LaneImpossible

if TYPE_CHECKING:
    from pathlib import Path

_MPNET = "mpnet"
_COUNT_FROM_PADDING = ("roberta", "xlm-roberta", "camembert")
_KINDS = ("bert", *_COUNT_FROM_PADDING, _MPNET)
# What transformers takes where a configuration leaves it out.
_DEFAULTS = {"layer_norm_eps": 1e-12, "pad_token_id": 1}
# The configuration's name of the activation -> the kind of ONNX's Gelu.
_GELUS = {"gelu": "none", "gelu_new": "tanh", "gelu_pytorch_tanh": "tanh"}


@dataclass(frozen=True)
class AttentionNames:
    """What the parts of a layer's attention are called in the weights."""

    query: str = "attention.self.query"
    key: str = "attention.self.key"
    value: str = "attention.self.value"
    output: str = "attention.output.dense"
    norm: str = "attention.output.LayerNorm"


_MPNET_NAMES = AttentionNames(
    query="attention.attn.q",
    key="attention.attn.k",
    value="attention.attn.v",
    output="attention.attn.o",
    norm="attention.LayerNorm",
)


@dataclass(frozen=True)
class BertShape:
    """What the graph depends on; padding_id is None where positions begin at 0.

    is_relative says that attention also knows how far tokens stand apart, and that there are no
    token types: MPNet.
    """

    hidden_size: int
    n_layers: int
    n_heads: int
    layer_norm_epsilon: float
    gelu: str
    padding_id: int | None
    is_relative: bool = False
    attention: AttentionNames = AttentionNames()


def read_shape(folder: Path) -> BertShape:
    """Return the shape of the model in folder. Raises LaneImpossible for other families."""
    config = read_json(folder / CONFIG)
    kind, activation = str(config.get("model_type")), str(config.get("hidden_act", "gelu"))
    if code_references(folder):
        raise LaneImpossible("it brings code of its own")
    if kind not in _KINDS:
        raise LaneImpossible(f"it is of another family ({kind}) than BERT")
    if config.get("position_embedding_type", "absolute") != "absolute" or config.get("is_decoder"):
        raise LaneImpossible("its attention is not BERT's own")
    if activation not in _GELUS:
        raise LaneImpossible(f"its activation ({activation}) is not BERT's own")
    return BertShape(
        hidden_size=int(_number(config, "hidden_size")),
        n_layers=int(_number(config, "num_hidden_layers")),
        n_heads=int(_number(config, "num_attention_heads")),
        layer_norm_epsilon=_number(config, "layer_norm_eps"),
        gelu=_GELUS[activation],
        padding_id=_padding_id(kind, config),
        is_relative=kind == _MPNET,
        attention=_MPNET_NAMES if kind == _MPNET else AttentionNames(),
    )


def _padding_id(kind: str, config: dict[str, object]) -> int | None:
    if kind == _MPNET:
        return 1  # whatever its configuration says
    return int(_number(config, "pad_token_id")) if kind in _COUNT_FROM_PADDING else None


def _number(config: dict[str, object], name: str) -> float:
    value = config.get(name, _DEFAULTS.get(name))
    if not isinstance(value, int | float):
        raise LaneImpossible(f"its configuration lacks {name}")
    return value
