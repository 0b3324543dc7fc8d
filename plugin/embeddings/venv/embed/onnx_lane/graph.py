"""The ONNX graph of a BERT encoder over tensors that stay in the model's own files.

Owns the graph's nodes: looked-up tokens in, one hidden state a token out. Rows of one batch are
equally long and never padded, so attention needs no mask: the runtime then takes its blocked
kernel, whose memory grows with the length and not with its square, and a text's vector does not
depend on its neighbours in the batch.
Sources: https://onnx.ai/onnx/operators, and for the operators that fuse several of them
https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from onnx import TensorProto, helper

from .embeddings import prefix_of
from .impossible import LaneImpossible
from .kept_lane import BIAS, EMBEDDED, HIDDEN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from onnx import NodeProto, ValueInfoProto

    from .bert_family import BertShape

_FUSED, _FUSED_OPERATORS = "com.microsoft", ("MultiHeadAttention", "SkipLayerNormalization")
_OPSET, _FUSED_OPSET, _IR_VERSION = 20, 1, 9  # the first with Gelu, and what they need
_ELSEWHERE = "the model's own weights"  # never opened: the session is given the tensors


@dataclass(frozen=True)
class BertGraph:
    """A graph as ONNX writes it, and the names of the tensors that must be given to it."""

    serialised: bytes
    tensor_names: tuple[str, ...]


def build_graph(shape: BertShape, sizes: Mapping[str, tuple[int, ...]]) -> BertGraph:
    """Return the graph of a model whose weight files hold tensors of these sizes by name.

    Input and output are float32, shape (n, width, hidden size); a relative model has a second
    input, the bias of its attention, float32, shape (1, heads, width, width).
    Raises LaneImpossible where a tensor is missing.
    """
    builder = _Builder(shape, sizes)
    tokens = builder.normalised_input()
    for index in range(shape.n_layers):
        tokens = builder.layer(tokens, f"encoder.layer.{index}")
    builder.add("Reshape", [tokens, _CUBE], HIDDEN)
    return builder.finished()


_FLAT, _CUBE = "shape.flat", "shape.cube"


class _Builder:
    """Collects nodes. Between them every token is one row; attention alone needs the batch."""

    def __init__(self, shape: BertShape, sizes: Mapping[str, tuple[int, ...]]) -> None:
        self._shape = shape
        self._sizes = sizes
        self._prefix = prefix_of(sizes)
        self._nodes: list[NodeProto] = []
        self._tensors: dict[str, TensorProto] = {}

    def add(self, operator: str, inputs: list[str], output: str, **attributes: float | str) -> str:
        """Add a node with one output and return the output's name."""
        domain = _FUSED if operator in _FUSED_OPERATORS else ""
        node = helper.make_node(operator, inputs, [output], domain=domain)
        node.attribute.extend(helper.make_attribute(*pair) for pair in attributes.items())
        self._nodes.append(node)
        return output

    def normalised_input(self) -> str:
        """Add what makes rows of the batch and normalises them."""
        self.add("Shape", [EMBEDDED], _CUBE)
        self.add("Reshape", [EMBEDDED, _FLAT], "embedded.flat")
        return self.add(
            "LayerNormalization",
            ["embedded.flat", *self._parts("embeddings.LayerNorm")],
            "embeddings",
            axis=-1,
            epsilon=self._shape.layer_norm_epsilon,
        )

    def layer(self, tokens: str, name: str) -> str:
        """Add one layer: attention, then two linear steps, each added to what came in."""
        attended = self._attention(tokens, name)
        names = self._shape.attention
        output, norm = f"{name}.{names.output}", f"{name}.{names.norm}"
        tokens = self._add_and_norm(attended, tokens, output, norm)
        wide = self._linear(tokens, f"{name}.intermediate.dense")
        active = self.add("Gelu", [wide], f"{wide}.active", approximate=self._shape.gelu)
        return self._add_and_norm(
            active, tokens, f"{name}.output.dense", f"{name}.output.LayerNorm"
        )

    def finished(self) -> BertGraph:
        """Return all that was added, as one graph."""
        width = self._shape.hidden_size
        flat = helper.make_tensor(_FLAT, TensorProto.INT64, [2], [-1, width])
        rows: list[int | str] = ["n", "width", width]
        inputs: dict[str, list[int | str]] = {EMBEDDED: rows}
        if self._shape.is_relative:
            inputs[BIAS] = [1, self._shape.n_heads, "width", "width"]
        graph = helper.make_graph(
            self._nodes,
            "encoder",
            [_float_value(name, sizes) for name, sizes in inputs.items()],
            [_float_value(HIDDEN, rows)],
            initializer=[flat, *self._tensors.values()],
        )
        model = helper.make_model(
            graph,
            opset_imports=[
                helper.make_opsetid("", _OPSET),
                helper.make_opsetid(_FUSED, _FUSED_OPSET),
            ],
            ir_version=_IR_VERSION,
        )
        return BertGraph(model.SerializeToString(), tuple(self._tensors))

    def _attention(self, tokens: str, name: str) -> str:
        names = self._shape.attention
        heads = [
            self.add("Reshape", [self._linear(tokens, part), _CUBE], f"{part}.cube")
            for part in (f"{name}.{kind}" for kind in (names.query, names.key, names.value))
        ]
        mixed = f"{name}.attention.mixed"
        # Left out: a bias of the projections, which these have already, and a mask.
        bias = ["", "", BIAS] if self._shape.is_relative else []
        n_heads = self._shape.n_heads
        self.add("MultiHeadAttention", [*heads, *bias], mixed, num_heads=n_heads)
        return self.add("Reshape", [mixed, _FLAT], f"{mixed}.flat")

    def _add_and_norm(self, rows: str, residual: str, linear: str, norm: str) -> str:
        weight, bias = self._parts(linear)
        product = self.add("Gemm", [rows, weight], f"{linear}.product", transB=1)
        return self.add(
            "SkipLayerNormalization",
            [product, residual, *self._parts(norm), bias],
            norm,
            epsilon=self._shape.layer_norm_epsilon,
        )

    def _linear(self, rows: str, name: str) -> str:
        return self.add("Gemm", [rows, *self._parts(name)], name, transB=1)

    def _parts(self, name: str) -> list[str]:
        return [self._tensor(f"{name}.{part}") for part in ("weight", "bias")]

    def _tensor(self, name: str) -> str:
        full_name = self._prefix + name
        if full_name not in self._sizes:
            raise LaneImpossible(f"its weights lack {name}")
        if full_name not in self._tensors:
            tensor = TensorProto(
                name=full_name,
                data_type=TensorProto.FLOAT,
                dims=self._sizes[full_name],
                data_location=TensorProto.EXTERNAL,
            )
            tensor.external_data.add(key="location", value=_ELSEWHERE)
            self._tensors[full_name] = tensor
        return full_name


def _float_value(name: str, sizes: Sequence[int | str]) -> ValueInfoProto:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, sizes)
