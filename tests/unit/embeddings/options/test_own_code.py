"""Which models the options page asks a question about before it keeps them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.embeddings.options.own_code import brings_own_code, needs_consent
from plugin.embeddings.settings import Settings
from tests.fixtures_models import put_in_cache, put_model, write_json

if TYPE_CHECKING:
    from pathlib import Path

OWN = {"AutoModel": "some/where--modeling.OwnModel"}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("HUGGINGFACE_HUB_CACHE", raising=False)
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    return tmp_path


def test_a_card_or_the_files_tell(cache: Path, tmp_path: Path) -> None:
    assert brings_own_code("jinaai/jina-embeddings-v2-base-de")
    assert not brings_own_code("intfloat/multilingual-e5-small")
    assert not brings_own_code("nobody/knows")
    write_json(put_in_cache(cache, "a/b") / "config.json", {"auto_map": OWN})
    assert brings_own_code("a/b")
    folder = put_model(tmp_path / "mine")
    assert not brings_own_code(str(folder))
    write_json(folder / "modules.json", [{"path": "", "type": "custom_st.Transformer"}])
    assert brings_own_code(str(folder))


def test_damaged_files_name_nothing(tmp_path: Path) -> None:
    folder = put_model(tmp_path / "mine")
    for name, text in (("config.json", "[1"), ("modules.json", "7")):
        (folder / name).write_text(text, encoding="utf-8")
    assert not brings_own_code(str(folder))


def test_a_yes_is_kept(cache: Path) -> None:
    write_json(put_in_cache(cache, "a/b") / "config.json", {"auto_map": OWN})
    assert needs_consent(Settings(embedding_model="a/b"))
    assert not needs_consent(Settings(embedding_model="a/b", trusted_models=("a/b",)))
