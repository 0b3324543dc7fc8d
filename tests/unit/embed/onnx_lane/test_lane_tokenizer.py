"""The two tokenizers of a fast lane: which is used, and that nobody can tell from the tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from plugin.embeddings.venv.embed.onnx_lane.kept_lane import PIECES, TOKENIZER, LaneNote
from plugin.embeddings.venv.embed.onnx_lane.lane_tokenizer import LaneTokenizer
from plugin.embeddings.venv.embed.onnx_lane.sparse_unigram import write_pieces
from tests.fixtures_models import unigram_tokenizer

if TYPE_CHECKING:
    from pathlib import Path

SHORT, NAMED, LONG = "alarm code の本", "alarm </s> code", "the bus fare " * 200


@pytest.fixture
def lane(tmp_path: Path) -> Path:
    whole = unigram_tokenizer()
    (tmp_path / TOKENIZER).write_text(whole.to_str(), encoding="utf-8")
    write_pieces(whole.to_str(), tmp_path / PIECES)
    return tmp_path


def opened(lane: Path) -> Any:
    return LaneTokenizer(lane, LaneNote("", before=(0,), after=(2,)))


@pytest.mark.parametrize("with_special_tokens", [False, True])
@pytest.mark.parametrize("texts", [[SHORT], [SHORT, ""], [NAMED], [SHORT, NAMED], [LONG], []])
def test_tokens_are_those_of_the_whole_tokenizer(
    lane: Path, texts: list[str], *, with_special_tokens: bool
) -> None:
    encoded = unigram_tokenizer().encode_batch(texts, add_special_tokens=with_special_tokens)
    found = opened(lane).ids(texts, with_special_tokens=with_special_tokens)
    assert found == [encoding.ids for encoding in encoded]


def test_the_whole_one_is_read_only_when_short_texts_are_not_all(lane: Path) -> None:
    tokenizer = opened(lane)
    whole = (lane / TOKENIZER).read_bytes()
    (lane / TOKENIZER).unlink()
    short = tokenizer.ids([SHORT], with_special_tokens=False)
    with pytest.raises(FileNotFoundError):
        tokenizer.ids([LONG], with_special_tokens=False)
    (lane / TOKENIZER).write_bytes(whole)
    assert tokenizer.ids([LONG], with_special_tokens=False)
    (lane / TOKENIZER).unlink()
    assert tokenizer.ids([SHORT, NAMED, LONG], with_special_tokens=False)[0] == short[0]


def test_without_pieces_the_whole_one_is_used_from_the_start(lane: Path) -> None:
    (lane / PIECES).unlink()
    tokenizer = opened(lane)
    (lane / TOKENIZER).unlink()
    assert tokenizer.ids([SHORT, LONG], with_special_tokens=True)
