"""The packed file and its 4-bit weights, on a tiny one written by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from plugin.contracts.errors import ModelNotFound
from plugin.embeddings.venv.embed.packed_e5.packed_file import open_packed
from plugin.embeddings.venv.embed.packed_e5.q4 import dequantised
from tests.fixtures_packed import PIECES, SCALE, WIDTH, PackedWriter, normalising_table, tiny_writer

if TYPE_CHECKING:
    from pathlib import Path


def put(folder: Path, content: bytes) -> Path:
    path = folder / "tiny-q4.bin"
    path.write_bytes(content)
    return path


def test_a_block_by_hand() -> None:
    scale = np.float16(0.5).tobytes()
    low_and_high = bytes([0x80, 0xF7] + [0x88] * 14)
    row = np.frombuffer(scale + low_and_high, np.uint8).reshape(1, 18)
    weights = dequantised(row)
    assert weights.shape == (1, 32)
    assert weights.dtype == np.float32
    assert (weights[0, 0], weights[0, 16]) == (-4.0, 0.0), "the low bits come first"
    assert (weights[0, 1], weights[0, 17]) == (-0.5, 3.5)
    assert not weights[0, 2:16].any()


def test_what_was_packed_is_read(tmp_path: Path) -> None:
    writer = PackedWriter()
    levels = np.arange(-8, 8).repeat(8).reshape(4, WIDTH)
    floats = np.linspace(0, 1, 2 * WIDTH).astype(np.float32).reshape(2, WIDTH)
    writer.add_quantised("emb.word", levels)
    writer.add_floats("emb.type", floats)
    packed = open_packed(put(tmp_path, writer.content()))
    read = packed.rows("emb.word", (4, WIDTH), start=0, n_rows=100)
    assert np.array_equal(read, levels.astype(np.float32) * np.float32(SCALE))
    part = packed.rows("emb.word", (4, WIDTH), start=1, n_rows=2)
    assert np.array_equal(part, read[1:3])
    assert np.array_equal(packed.rows("emb.type", (2, WIDTH), start=0, n_rows=2), floats)


def test_the_numbers_and_the_vocabulary(tmp_path: Path) -> None:
    packed = open_packed(put(tmp_path, tiny_writer().content()))
    assert (packed.shape.hidden_size, packed.shape.n_layers) == (WIDTH, 1)
    assert packed.shape.vocabulary_size == len(PIECES)
    assert packed.layer_norm_epsilon == pytest.approx(1e-12)
    vocabulary = packed.vocabulary
    assert vocabulary.pieces == PIECES
    assert (vocabulary.start_id, vocabulary.padding_id) == (0, 1)
    assert (vocabulary.end_id, vocabulary.unknown_id) == (2, 3)
    assert vocabulary.normalised == normalising_table()


@pytest.mark.parametrize("share", [0.0, 0.001, 0.005, 0.02, 0.05])
def test_a_file_cut_short_in_its_head_is_told(tmp_path: Path, share: float) -> None:
    content = tiny_writer().content()
    with pytest.raises(ModelNotFound, match="damaged") as caught:
        open_packed(put(tmp_path, content[: int(len(content) * share)]))
    assert "scripts/fetch_model.py multilingual" in caught.value.hint


def test_a_file_cut_short_in_its_weights_is_told_when_they_are_read(tmp_path: Path) -> None:
    packed = open_packed(put(tmp_path, tiny_writer().content()[:-1]))
    assert packed.rows("emb.pos", (16, WIDTH), start=0, n_rows=16).shape == (16, WIDTH)
    with pytest.raises(ModelNotFound) as caught:
        packed.rows("l0.fo.b", (1, WIDTH), start=0, n_rows=1)
    assert "cut short" in caught.value.detail


@pytest.mark.parametrize(
    "writer", [PackedWriter(magic=b"GGUF"), PackedWriter(version=2), PackedWriter(magic=b"<htm")]
)
def test_another_kind_of_file_is_told(tmp_path: Path, writer: PackedWriter) -> None:
    with pytest.raises(ModelNotFound, match="not one that this version reads"):
        open_packed(put(tmp_path, writer.content()))


@pytest.mark.parametrize(
    ("name", "shape", "said"),
    [
        ("l9.q.w", (WIDTH, WIDTH), "absent"),
        ("l0.q.w", (WIDTH, 2 * WIDTH), "not the shape"),
        ("emb.pos", (15, WIDTH), "not the shape"),
        ("l0.q.w", (WIDTH * 2, WIDTH // 2), "kind 1"),
    ],
)
def test_a_tensor_of_another_shape_is_told(
    tmp_path: Path, name: str, shape: tuple[int, int], said: str
) -> None:
    packed = open_packed(put(tmp_path, tiny_writer().content()))
    with pytest.raises(ModelNotFound) as caught:
        packed.rows(name, shape, start=0, n_rows=1)
    assert said in caught.value.detail
