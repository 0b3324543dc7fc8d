"""Where models are found, on real folders laid out as the hub's cache lays them out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from plugin.contracts.errors import ModelNotFound
from plugin.contracts.models import (
    DEFAULT_MODEL_ID,
    EMBEDDED_ENGLISH_MODEL_ID,
    EMBEDDED_MULTILINGUAL_MODEL_ID,
    NO_MODEL_ID,
)
from plugin.contracts.user_cache import MODELS_DIR_VARIABLE, embedded_multilingual_dir
from plugin.embeddings.venv.embed import locate
from plugin.embeddings.venv.embed.hub.cache import cache_folder
from plugin.embeddings.venv.embed.packed_e5.note import write_note
from plugin.embeddings.venv.embed.provider import EncoderProvider
from tests.fixtures_models import COMMIT, put_in_cache, put_model, write_json, write_weights

ROOT = Path(__file__).resolve().parents[3]
OLDER_COMMIT = "f" * 40


@pytest.fixture(autouse=True)
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    return tmp_path / "hub"


@pytest.mark.parametrize("offline", ["", "1"])
def test_the_default_in_the_cache_is_taken(
    hub: Path, offline: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", offline)
    snapshot = put_in_cache(hub, DEFAULT_MODEL_ID)
    located = locate.locate_model("")
    assert (located.folder, located.revision) == (snapshot, COMMIT)
    assert located.card.query_prompt == "query: "
    assert located.reason == f"{DEFAULT_MODEL_ID} is in the local cache"


@pytest.mark.parametrize(
    ("lost", "said"),
    [
        ("config.json", "config.json"),
        ("tokenizer.json", "tokenizer"),
        ("model.safetensors", "weights"),
        ("modules.json", "modules.json"),
        ("1_Pooling/config.json", "1_Pooling/config.json"),
    ],
)
def test_half_a_model_does_not_count(hub: Path, lost: str, said: str) -> None:
    (put_in_cache(hub, DEFAULT_MODEL_ID) / lost).unlink()
    located = locate.locate_model("")
    assert located.card.model_id == EMBEDDED_ENGLISH_MODEL_ID
    assert f"only partly in the local cache ({said} missing)" in located.reason


@pytest.mark.parametrize("damage", ["cut", "html", "empty"])
def test_damaged_weights_do_not_count(hub: Path, damage: str) -> None:
    weights = put_in_cache(hub, DEFAULT_MODEL_ID) / "model.safetensors"
    content = {"cut": weights.read_bytes()[:-1], "html": b"<html>blocked</html>", "empty": b""}
    weights.write_bytes(content[damage])
    assert locate.locate_model("").card.model_id == EMBEDDED_ENGLISH_MODEL_ID


def test_an_older_whole_snapshot_answers_while_the_newer_one_is_partial(hub: Path) -> None:
    older = put_in_cache(hub, DEFAULT_MODEL_ID, OLDER_COMMIT)
    (put_in_cache(hub, DEFAULT_MODEL_ID, COMMIT) / "model.safetensors").unlink()
    assert locate.locate_model("").folder == older


def test_a_model_in_shards_needs_every_shard(tmp_path: Path) -> None:
    folder = put_model(tmp_path / "big")
    (folder / "model.safetensors").rename(folder / "model-1.safetensors")
    (folder / "model.safetensors.index.json").write_text(
        '{"weight_map": {"a": "model-1.safetensors", "b": "model-2.safetensors"}}'
    )
    with pytest.raises(ModelNotFound, match="missing or damaged: weights"):
        locate.locate_model(str(folder))
    write_weights(folder / "model-2.safetensors")
    assert locate.locate_model(str(folder)).folder == folder


def test_an_empty_cache_gives_the_embedded_model_and_says_why() -> None:
    located = locate.locate_model("")
    assert located.card.model_id == EMBEDDED_ENGLISH_MODEL_ID
    assert located.reason == (
        f"{DEFAULT_MODEL_ID} is not in the local cache; all-MiniLM-L6-v2 (English) answers instead"
    )


def test_the_embedded_model_asked_for_by_its_short_name_is_no_replacement() -> None:
    located = locate.locate_model("all-MiniLM-L6-v2")
    assert located.card.model_id == EMBEDDED_ENGLISH_MODEL_ID
    assert "instead" not in located.reason


def test_embedded_weights_that_were_not_published_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site" / locate.EMBEDDED_PACKAGE
    put_model(package / "model")
    (package / "__init__.py").write_text("raise SystemExit('imported')")
    monkeypatch.syspath_prepend(str(package.parent))
    with pytest.raises(ModelNotFound, match="SHA-256 differs"):
        locate.locate_model("")
    choice = EncoderProvider().choice("")
    assert choice.model_id == ""
    assert "Keyword search works alone" in choice.reason


def test_no_model_at_all_is_said_with_a_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locate, "EMBEDDED_PACKAGE", "a_package_that_is_not_here")
    with pytest.raises(ModelNotFound, match="not in the local cache; the English") as caught:
        locate.locate_model("")
    assert "--download-model" in caught.value.hint


@pytest.fixture
def fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(MODELS_DIR_VARIABLE, str(tmp_path / "models"))
    folder = put_model(embedded_multilingual_dir())
    write_note(folder)
    return folder


@pytest.mark.parametrize("model_id", ["", DEFAULT_MODEL_ID, "BAAI/bge-m3"])
def test_the_fetched_multilingual_model_answers_for_what_is_not_in_the_cache(
    fetched: Path, model_id: str
) -> None:
    located = locate.locate_model(model_id)
    assert (located.card.model_id, located.folder) == (EMBEDDED_MULTILINGUAL_MODEL_ID, fetched)
    assert located.card.query_prompt == "query: "
    assert located.revision.startswith("4bit.")
    assert located.reason == (
        f"{model_id or DEFAULT_MODEL_ID} is not in the local cache;"
        " intfloat/multilingual-e5-small (4-bit) answers instead"
    )


def test_the_original_in_the_cache_comes_before_its_4_bit_version(hub: Path, fetched: Path) -> None:
    snapshot = put_in_cache(hub, DEFAULT_MODEL_ID)
    assert locate.locate_model("").folder == snapshot
    asked = locate.locate_model(EMBEDDED_MULTILINGUAL_MODEL_ID)
    assert asked.folder == fetched
    assert asked.revision != COMMIT
    assert "instead" not in asked.reason
    assert EncoderProvider().choice(EMBEDDED_MULTILINGUAL_MODEL_ID).absence == ""
    assert EncoderProvider().choice("no/such").absence == "no/such is not in the local cache"


def test_english_is_english_where_it_is_asked_for(fetched: Path) -> None:
    assert fetched.is_dir()
    assert locate.locate_model("all-MiniLM-L6-v2").card.model_id == EMBEDDED_ENGLISH_MODEL_ID


def test_half_a_fetched_model_does_not_count(fetched: Path) -> None:
    (fetched / "model.safetensors").write_bytes(b"cut")
    assert locate.locate_model("").card.model_id == EMBEDDED_ENGLISH_MODEL_ID
    located = locate.locate_model(EMBEDDED_MULTILINGUAL_MODEL_ID)
    assert located.card.model_id == EMBEDDED_ENGLISH_MODEL_ID
    assert "has not been fetched; all-MiniLM-L6-v2 (English) answers instead" in located.reason
    assert located.absence == f"{EMBEDDED_MULTILINGUAL_MODEL_ID} has not been fetched"


def test_none_asks_for_keywords_alone() -> None:
    assert EncoderProvider().choice(NO_MODEL_ID).model_id == ""


def test_a_folder_of_ones_own_and_its_revision(tmp_path: Path) -> None:
    folder = put_model(tmp_path / "mine", hidden_size=48, max_position_embeddings=128)
    located = locate.locate_model(str(folder))
    assert (located.card.model_id, located.folder) == (str(folder), folder)
    assert (located.card.dim, located.card.max_tokens) == (48, 128)
    (folder / "model.safetensors").touch()
    assert locate.locate_model(str(folder)).revision == located.revision, "dates are no weights"
    write_weights(folder / "model.safetensors", fill=b"\1")
    assert locate.locate_model(str(folder)).revision != located.revision


def test_a_folder_that_is_no_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelNotFound, match="is not whole"):
        locate.locate_model(str(tmp_path))


@pytest.mark.parametrize("odd", ["../../etc/passwd", "a/b/c", "c:\\models\\mine", "/no/such", "é"])
def test_odd_ids_are_answered_by_the_embedded_model(odd: str) -> None:
    assert locate.locate_model(odd).card.model_id == EMBEDDED_ENGLISH_MODEL_ID


@pytest.mark.parametrize(
    ("model_id", "full"),
    [
        ("", DEFAULT_MODEL_ID),
        ("all-MiniLM-L6-v2", EMBEDDED_ENGLISH_MODEL_ID),
        ("BAAI/bge-m3", "BAAI/bge-m3"),
        (NO_MODEL_ID, NO_MODEL_ID),
    ],
)
def test_full_ids(model_id: str, full: str) -> None:
    assert locate.full_model_id(model_id) == full


def test_the_cache_is_where_the_hub_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HF_HUB_CACHE")
    monkeypatch.delenv("HUGGINGFACE_HUB_CACHE", raising=False)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    assert cache_folder() == tmp_path / "home" / "hub"
    monkeypatch.delenv("HF_HOME")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder() == tmp_path / "xdg" / "huggingface" / "hub"


def test_finding_a_model_imports_nothing_heavy() -> None:
    program = (
        "import sys; from plugin.embeddings.venv.embed.provider import EncoderProvider;"
        "EncoderProvider().choice('');"
        "print([name for name in ('torch', 'transformers', 'sentence_transformers',"
        f" 'huggingface_hub', '{locate.EMBEDDED_PACKAGE}') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_a_model_made_for_another_similarity_says_so(tmp_path: Path) -> None:
    folder = put_model(tmp_path / "m")
    described = folder / "config_sentence_transformers.json"
    write_json(described, {"similarity_fn_name": "cosine"})
    assert locate.locate_model(str(folder)).reason == "m is read from the folder that is set"
    write_json(described, {"similarity_fn_name": "dot"})
    said = "made for the similarity dot and is searched by cosine"
    assert said in locate.locate_model(str(folder)).reason
