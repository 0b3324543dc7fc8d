"""Cutting a model's vectors to a width that it was trained for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from plugin.contracts.errors import BadVectors
from plugin.contracts.models import ModelCard
from plugin.embeddings.venv.embed.truncated import used_dim, with_dim
from plugin.embeddings.venv.vectors import cut
from tests.fakes_encoder import WordHashEncoder, word_hash_vector

CARD = ModelCard("a/b", dim=768, max_tokens=512, mrl_dims=(128, 256))
TEXTS = ["alarm code", "bus fare on monday"]


class Matryoshka(WordHashEncoder):
    @property
    def card(self) -> ModelCard:
        return replace(super().card, mrl_dims=(4, 8))


@pytest.mark.parametrize(("wanted", "used"), [(0, 768), (768, 768), (256, 256), (128, 128)])
def test_the_width_that_is_used(wanted: int, used: int) -> None:
    assert used_dim(CARD, wanted) == used


@pytest.mark.parametrize("wanted", [64, 100, 1024, -1])
def test_other_widths_are_refused_in_one_sentence(wanted: int) -> None:
    said = f"a/b gives no vectors of {wanted} dimensions, only 128 or 256 or 768"
    with pytest.raises(BadVectors, match=said):
        used_dim(CARD, wanted)


def test_a_model_that_cannot_be_cut_says_so() -> None:
    with pytest.raises(BadVectors, match="no vectors of 256 dimensions, only 768"):
        used_dim(replace(CARD, mrl_dims=()), 256)


def test_a_cut_encoder_gives_the_whole_ones_first_numbers() -> None:
    encoder = with_dim(Matryoshka(), 8)
    assert (encoder.card.dim, encoder.card.native_dim) == (8, 16)
    assert np.allclose(encoder.encode_query("alarm"), cut(word_hash_vector("alarm")[None], 8))
    rows: dict[int, np.ndarray] = {}
    encoder.encode_documents(TEXTS, lambda ids, v: rows.update(zip(ids, v, strict=True)))
    for index, text in enumerate(TEXTS):
        assert np.allclose(rows[index], cut(word_hash_vector(text)[None], 8)[0])


def test_the_models_own_width_is_the_model_itself() -> None:
    encoder = Matryoshka()
    assert with_dim(encoder, 0) is encoder
    assert with_dim(encoder, 16) is encoder
