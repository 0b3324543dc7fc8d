"""A model whose files lack weights is refused: transformers would fill in random ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import ModelNotFound
from plugin.embeddings.venv.embed.locate import locate_model
from plugin.embeddings.venv.embed.torch_model import load_model
from tests.fixtures_models import TinyModel, make_tiny_model

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.timeout(120)


def leave_out(folder: Path, part: str) -> None:
    from safetensors.torch import load_file, save_file

    path = folder / "model.safetensors"
    kept = {name: tensor for name, tensor in load_file(path).items() if part not in name}
    save_file(kept, path, metadata={"format": "pt"})


def test_missing_weights_are_named_until_they_are_there(tmp_path: Path) -> None:
    folder = make_tiny_model(tmp_path / "m", TinyModel())
    whole = (folder / "model.safetensors").read_bytes()
    leave_out(folder, "layer.1.intermediate")
    said = r"its files lack \d of its weights, such as encoder\.layer"
    with pytest.raises(ModelNotFound, match=said):
        load_model(locate_model(str(folder)), "cpu")
    (folder / "model.safetensors").write_bytes(whole)
    assert load_model(locate_model(str(folder)), "cpu") is not None


def test_the_pooler_of_a_bert_may_be_missing(tmp_path: Path) -> None:
    folder = make_tiny_model(tmp_path / "m", TinyModel())
    leave_out(folder, "pooler")
    assert load_model(locate_model(str(folder)), "cpu") is not None
