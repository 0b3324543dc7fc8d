"""A model whose vectors are cut to fewer numbers: a smaller index, a faster search.

Owns: which widths a model may be cut to, and the cut. Does not own: the model, which is loaded
once for all widths. Source: Kusupati et al., "Matryoshka Representation Learning", 2022,
arXiv:2205.13147.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ....contracts.errors import BadVectors
from ..vectors import cut

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ....contracts.models import ModelCard
    from ..types import Encoder, Reranker, Vectors


class TruncatedEncoder:
    """The first dim numbers of another encoder's vectors, scaled to length one again."""

    def __init__(self, whole: Encoder, dim: int) -> None:
        self._whole = whole
        self._dim = dim

    @property
    def card(self) -> ModelCard:
        """The model's card with the width that is used and, as native_dim, that of the model."""
        whole = self._whole.card
        return replace(whole, dim=self._dim, native_dim=whole.dim)

    @property
    def revision(self) -> str:
        """The model's revision: a cut does not change its weights."""
        return self._whole.revision

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the tokens of each text, as the model counts them."""
        return self._whole.count_tokens(texts)

    def encode_query(self, text: str) -> Vectors:
        """Return one query's vector, shape (1, dim)."""
        return cut(self._whole.encode_query(text), self._dim)

    def encode_documents(
        self, texts: Sequence[str], on_batch: Callable[[Sequence[int], Vectors], None]
    ) -> None:
        """Encode texts in batches of like length; call on_batch(indices, vectors) after each."""
        self._whole.encode_documents(
            texts, lambda indices, vectors: on_batch(indices, cut(vectors, self._dim))
        )

    def late_interaction(self) -> Reranker:
        """Return the whole model's reranker: a cut is for vectors that are stored."""
        return self._whole.late_interaction()


def used_dim(card: ModelCard, wanted: int) -> int:
    """Return the width that vectors of card's model get where wanted is asked for; 0: its own.

    Raises BadVectors, naming the widths there are, where the model cannot be cut to wanted.
    """
    if wanted in (0, card.dim):
        return card.dim
    if wanted in card.mrl_dims and wanted < card.dim:
        return wanted
    widths = " or ".join(map(str, sorted({*card.mrl_dims, card.dim})))
    raise BadVectors(
        f"{card.model_id} gives no vectors of {wanted} dimensions, only {widths}.",
        hint="Choose another width, or 0 for the model's own.",
    )


def with_dim(encoder: Encoder, wanted: int) -> Encoder:
    """Return encoder itself or its cut to wanted dimensions. Raises BadVectors as used_dim does."""
    dim = used_dim(encoder.card, wanted)
    return encoder if dim == encoder.card.dim else TruncatedEncoder(encoder, dim)
