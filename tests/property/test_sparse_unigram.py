"""A vocabulary that is read in part gives the tokens that the whole one gives, for any text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plugin.embeddings.venv.embed.onnx_lane.sparse_unigram import SparseUnigram, write_pieces
from tests.fixtures_models import UNIGRAM_SPECIALS, UNIGRAM_WORDS, unigram_tokenizer

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, SparseUnigram]:
    path = tmp_path_factory.mktemp("pieces") / "pieces.npz"
    whole = unigram_tokenizer()
    assert write_pieces(whole.to_str(), path)
    return whole, SparseUnigram(path)


CHARACTERS = sorted({*"".join(UNIGRAM_WORDS), " ", "ﬀ", "²", "\u0301"})
known = st.text(alphabet=CHARACTERS, max_size=60)
worded = st.lists(st.sampled_from([*UNIGRAM_WORDS, "zzz", "<mas", "k>"])).map(" ".join)


@given(text=st.one_of(known, worded, st.text(max_size=40)))
def test_the_tokens_are_the_same(both: tuple[Any, SparseUnigram], text: str) -> None:
    clean = text.encode("utf-8", "replace").decode()
    whole, sparse = both
    assert sparse.ids(clean) == whole.encode(clean, add_special_tokens=False).ids


@given(before=worded, name=st.sampled_from([*UNIGRAM_SPECIALS, "<mask>"]), after=worded)
def test_a_text_that_names_a_special_token_is_left_to_the_whole_one(
    both: tuple[Any, SparseUnigram], before: str, name: str, after: str
) -> None:
    assert both[1].ids(before + name + after) is None


def test_other_tokenizers_are_not_written(tmp_path: Path) -> None:
    from tokenizers import Tokenizer, models

    path = tmp_path / "pieces.npz"
    word_level = Tokenizer(models.WordLevel({"a": 0}, unk_token="a"))  # noqa: S106
    assert not write_pieces(word_level.to_str(), path)
    assert not write_pieces(unigram_tokenizer(byte_fallback=True).to_str(), path)
    assert not path.exists()
