"""The very weights of an index, on real folders laid out as the hub's cache lays them out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import ModelNotFound
from plugin.contracts.models import DEFAULT_MODEL_ID, EMBEDDED_ENGLISH_MODEL_ID
from plugin.embeddings.venv.embed.locate import EMBEDDED_SHA256, locate_model
from plugin.embeddings.venv.embed.locate_revision import locate_revision
from plugin.embeddings.venv.embed.provider import EncoderProvider
from tests.fixtures_models import COMMIT, put_in_cache, put_model, write_weights

if TYPE_CHECKING:
    from pathlib import Path

NEWER_COMMIT = "f" * 40
GONE = "not on this computer any more"
OTHERS = "are not those the index was made with"


@pytest.fixture(autouse=True)
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    return tmp_path / "hub"


def test_an_older_snapshot_that_the_cache_still_has_is_taken(hub: Path) -> None:
    older = put_in_cache(hub, DEFAULT_MODEL_ID, COMMIT)
    newer = put_in_cache(hub, DEFAULT_MODEL_ID, NEWER_COMMIT)
    assert locate_revision(DEFAULT_MODEL_ID, NEWER_COMMIT).folder == newer
    assert locate_revision(DEFAULT_MODEL_ID, COMMIT).folder == older
    (older / "model.safetensors").unlink()
    with pytest.raises(ModelNotFound, match=OTHERS):
        locate_revision(DEFAULT_MODEL_ID, COMMIT)


def test_another_model_that_would_answer_for_the_name_is_not_taken(hub: Path) -> None:
    assert locate_model(DEFAULT_MODEL_ID).card.model_id == EMBEDDED_ENGLISH_MODEL_ID
    with pytest.raises(ModelNotFound, match=GONE):
        locate_revision(DEFAULT_MODEL_ID, COMMIT)


def test_the_embedded_model_is_found_behind_a_download_of_the_same_name(hub: Path) -> None:
    put_in_cache(hub, EMBEDDED_ENGLISH_MODEL_ID)
    embedded = locate_revision(EMBEDDED_ENGLISH_MODEL_ID, EMBEDDED_SHA256[:16])
    assert embedded.revision == EMBEDDED_SHA256[:16]
    assert locate_revision(EMBEDDED_ENGLISH_MODEL_ID, COMMIT).revision == COMMIT


def test_a_folder_counts_by_its_weights(tmp_path: Path) -> None:
    folder = put_model(tmp_path / "model")
    revision = locate_model(str(folder)).revision
    assert locate_revision(str(folder), revision).folder == folder
    write_weights(folder / "model.safetensors", fill=b"\1")
    assert EncoderProvider().choice(str(folder)).revision not in ("", revision)
    with pytest.raises(ModelNotFound, match=OTHERS):
        locate_revision(str(folder), revision)
    (folder / "config.json").unlink()
    with pytest.raises(ModelNotFound, match=GONE):
        locate_revision(str(folder), revision)


def test_a_revision_cannot_lead_out_of_the_cache(hub: Path) -> None:
    put_model(hub / "elsewhere")
    (hub / "models--a--b" / "snapshots").mkdir(parents=True)
    with pytest.raises(ModelNotFound, match=GONE):
        locate_revision("a/b", "../../elsewhere")
