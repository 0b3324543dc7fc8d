"""Where models are found, on real folders laid out as the hub's cache lays them out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from plugin.contracts.errors import ModelNotFound
from plugin.contracts.models import DEFAULT_MODEL_ID, EMBEDDED_ENGLISH_MODEL_ID, NO_MODEL_ID
from plugin.embeddings.venv.embed import locate
from plugin.embeddings.venv.embed.provider import EncoderProvider

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    return tmp_path / "hub"


def put_model(folder: Path, *, missing: str = "", **config: int) -> Path:
    folder.mkdir(parents=True)
    for name in ("config.json", "tokenizer.json", "model.safetensors"):
        if name != missing:
            text = json.dumps(config or {"hidden_size": 32, "max_position_embeddings": 64})
            (folder / name).write_text(text, encoding="utf-8")
    return folder


def put_in_cache(hub: Path, model_id: str, *, missing: str = "") -> Path:
    base = hub / f"models--{model_id.replace('/', '--')}"
    snapshot = put_model(base / "snapshots" / COMMIT, missing=missing)
    (base / "refs").mkdir()
    (base / "refs" / "main").write_text(COMMIT, encoding="ascii")
    return snapshot


def test_the_default_in_the_cache_is_taken(empty_cache: Path) -> None:
    snapshot = put_in_cache(empty_cache, DEFAULT_MODEL_ID)
    located = locate.locate_model("")
    assert located.folder == snapshot
    assert located.revision == COMMIT
    assert located.card.query_prompt == "query: "


@pytest.mark.parametrize("missing", ["config.json", "tokenizer.json", "model.safetensors"])
def test_half_a_model_does_not_count(empty_cache: Path, missing: str) -> None:
    put_in_cache(empty_cache, DEFAULT_MODEL_ID, missing=missing)
    assert locate.locate_model("").card.model_id == EMBEDDED_ENGLISH_MODEL_ID


def test_an_empty_cache_gives_the_embedded_model_and_says_why() -> None:
    located = locate.locate_model("")
    assert located.card.model_id == EMBEDDED_ENGLISH_MODEL_ID
    assert DEFAULT_MODEL_ID in located.reason
    assert "English" in located.reason


def test_embedded_weights_that_are_not_the_official_ones_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(locate, "EMBEDDED_SHA256", "0" * 64)
    with pytest.raises(ModelNotFound, match="not the official ones"):
        locate.locate_model("")
    choice = EncoderProvider().choice("")
    assert choice.model_id == ""
    assert "Keyword search works" in choice.reason


def test_none_asks_for_keywords_alone() -> None:
    assert EncoderProvider().choice(NO_MODEL_ID).model_id == ""


def test_a_folder_of_ones_own_and_its_revision(tmp_path: Path) -> None:
    folder = put_model(tmp_path / "mine", hidden_size=48, max_position_embeddings=128)
    located = locate.locate_model(str(folder))
    assert (located.card.dim, located.card.max_tokens) == (48, 128)
    (folder / "model.safetensors").write_text("other weights", encoding="utf-8")
    assert locate.locate_model(str(folder)).revision != located.revision


def test_a_folder_that_is_no_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelNotFound, match="not a whole model"):
        locate.locate_model(str(tmp_path))


def test_bare_names_are_of_sentence_transformers() -> None:
    assert locate.full_model_id("all-MiniLM-L6-v2") == EMBEDDED_ENGLISH_MODEL_ID


def test_finding_a_model_imports_no_torch() -> None:
    program = (
        "import sys; from plugin.embeddings.venv.embed.provider import EncoderProvider;"
        "EncoderProvider().choice(''); print('torch' in sys.modules, 'transformers' in sys.modules)"
    )
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "False"]
