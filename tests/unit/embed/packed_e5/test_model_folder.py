"""The folder made of a packed file: what the libraries that load it make of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from plugin.embeddings.venv.embed.model_folder.cards import read_card
from plugin.embeddings.venv.embed.model_folder.files import missing_parts
from plugin.embeddings.venv.embed.packed_e5.folder import write_model_folder
from plugin.embeddings.venv.embed.packed_e5.note import NOTE, is_whole, revision_of
from plugin.embeddings.venv.embed.packed_e5.packed_file import open_packed
from tests.fixtures_packed import PIECES, WIDTH, tiny_writer

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("packed")
    (base / "tiny-q4.bin").write_bytes(tiny_writer().content())
    made = base / "multilingual-e5-small-4bit"
    made.mkdir()
    write_model_folder(open_packed(base / "tiny-q4.bin"), made, on_bytes=lambda _n_bytes: None)
    return made


def test_it_is_a_whole_model_with_the_card_of_e5(folder: Path) -> None:
    assert missing_parts(folder) == ()
    card = read_card(str(folder), folder)
    assert (card.dim, card.max_tokens) == (WIDTH, 16)
    assert (card.query_prompt, card.document_prompt) == ("query: ", "passage: ")
    modules = json.loads((folder / "modules.json").read_text(encoding="utf-8"))
    kinds = [module["type"].rsplit(".", 1)[-1] for module in modules]
    assert kinds == ["Transformer", "Pooling", "Normalize"]
    assert read_card(str(folder), folder).dim == WIDTH


def test_the_weights_are_those_of_the_packed_file(folder: Path) -> None:
    weights = load_file(folder / "model.safetensors")
    packed = open_packed(folder.parent / "tiny-q4.bin")
    words = packed.rows("emb.word", (len(PIECES), WIDTH), start=0, n_rows=len(PIECES))
    assert np.array_equal(weights["embeddings.word_embeddings.weight"], words)
    down = packed.rows("l0.fo.w", (WIDTH, 64), start=0, n_rows=WIDTH)
    assert np.array_equal(weights["encoder.layer.0.output.dense.weight"], down)
    assert weights["encoder.layer.0.attention.self.key.bias"].shape == (WIDTH,)
    assert not weights["pooler.dense.weight"].any(), "E5 has none"
    assert {tensor.dtype for tensor in weights.values()} == {np.dtype(np.float32)}
    assert len(weights) == 5 + 16 + 2


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("hello world", ["▁hello", "▁world"]),
        ("  hello \t\u200b world ", ["▁hello", "▁world"]),
        ("he\x01llo", ["▁hello"]),
        ("cafe\u0301", ["▁caf\u00e9"]),
        ("\uff5e", ["▁", "\uff5e"]),
        ("\uff21", ["▁", "A"]),
        ("", []),
    ],
)
def test_texts_become_pieces(folder: Path, text: str, pieces: list[str]) -> None:
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    assert tokenizer.encode(text).tokens == ["<s>", *pieces, "</s>"]


def test_the_revision_says_4_bits_and_which(folder: Path) -> None:
    revision = revision_of(folder)
    assert revision.startswith("4bit.1-")
    assert revision_of(folder) == revision


def test_a_folder_without_its_note_or_of_another_format_does_not_count(folder: Path) -> None:
    note = (folder / NOTE).read_text(encoding="utf-8")
    assert is_whole(folder)
    try:
        (folder / NOTE).write_text(note.replace('"format": 1', '"format": 0'), encoding="utf-8")
        assert not is_whole(folder)
        (folder / NOTE).unlink()
        assert not is_whole(folder)
    finally:
        (folder / NOTE).write_text(note, encoding="utf-8")
