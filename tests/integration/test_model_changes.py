"""What is told of a model and what it is: wrong widths, indexes of before, questions of state."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from plugin.contracts.models import EMBEDDED_ENGLISH_MODEL_ID, MODEL_CARDS
from plugin.embeddings.venv.embed.provider import EncoderProvider
from plugin.embeddings.venv.store.connection import open_corpus, rest_stamp
from plugin.embeddings.venv.store.driver import sqlite_module
from plugin.embeddings.venv.store.generations import all_generations
from tests.fakes_encoder import WordHashEncoder
from tests.fixtures_model_shapes import SHAPES, make_shape
from tests.fixtures_models import COMMIT, TinyModel, make_tiny_model
from tests.integration.test_scripts import run_script
from tests.maintain_support import Folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plugin.contracts.models import ModelCard
    from plugin.embeddings.venv.types import Fingerprint

pytestmark = pytest.mark.timeout(120)

ROOT = Path(__file__).resolve().parents[2]
KNOWN_ID = "intfloat/e5-small-v2"
BY_NAME = {shape.name: shape for shape in SHAPES if shape.name in ("modern", "jina")}
TINY_DIM = 16
FROM_0005_TO_0004 = """
PRAGMA foreign_keys = OFF;
CREATE TABLE older (
  generation_id INTEGER PRIMARY KEY, model_id TEXT NOT NULL, revision TEXT NOT NULL,
  dim INTEGER NOT NULL, document_prompt TEXT NOT NULL, query_prompt TEXT NOT NULL,
  max_tokens INTEGER NOT NULL, chunker_version INTEGER NOT NULL,
  state TEXT NOT NULL, changed_at REAL NOT NULL,
  UNIQUE (model_id, revision, dim, document_prompt, query_prompt, max_tokens, chunker_version)
) STRICT;
INSERT INTO older SELECT generation_id, model_id, revision, dim, document_prompt, query_prompt,
  max_tokens, chunker_version, state, changed_at FROM generations;
DROP TABLE generations;
ALTER TABLE older RENAME TO generations;
PRAGMA user_version = 4;
"""


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    made = Folder(tmp_path / "docs")
    made.write("a.txt", "alarm code of the library\n\nbus fare on monday")
    made.write("b.txt", "the desk is paid at the library")
    return made


def fingerprints(folder: Folder) -> list[Fingerprint]:
    with open_corpus(folder.db_path, read_only=True) as connection:
        return [g.fingerprint for g in all_generations(connection)]


def test_a_width_that_the_table_has_wrong_writes_no_row(
    folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table says 384 of this id; what lies under it in the cache has vectors of 16."""
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    base = tmp_path / "hub" / f"models--{KNOWN_ID.replace('/', '--')}"
    make_tiny_model(base / "snapshots" / COMMIT, TinyModel())
    encoders = EncoderProvider()
    guess = MODEL_CARDS[KNOWN_ID].dim
    assert encoders.choice(KNOWN_ID).dim == guess != TINY_DIM
    folder.encoders = encoders  # type: ignore[assignment]  # the real one
    report = folder.maintain(model_id=KNOWN_ID)
    assert report.n_encoded == report.coverage.n_chunks_embedded > 0
    assert report.model.dim == TINY_DIM, "told as stored, not as guessed"
    assert [(f.dim, f.native_dim) for f in fingerprints(folder)] == [(TINY_DIM, 0)]
    assert encoders.choice(KNOWN_ID).dim == TINY_DIM
    assert folder.problems() == []


class Narrower(WordHashEncoder):
    """Says 16 and gives 15, as a model whose card lies would."""

    @property
    def card(self) -> ModelCard:
        return WordHashEncoder(model_id=self.model_id).card


def test_vectors_of_another_width_than_told_write_no_row(folder: Folder) -> None:
    folder.encoders.encoder = Narrower(dim=TINY_DIM - 1)
    report = folder.maintain()
    assert any("shape (3, 15), not (3, 16)" in note for note in report.notes)
    assert folder.rows("SELECT count(*) FROM vector_log") == [(0,)]
    assert folder.problems() == []


def test_an_index_of_the_schema_before_is_taken_over_without_encoding(folder: Folder) -> None:
    first = folder.maintain()
    assert first.n_encoded > 0
    db = sqlite_module().connect(str(folder.db_path))
    db.executescript(FROM_0005_TO_0004)
    db.close()
    folder.write("c.txt", "one more: a bus to the library")  # so that the pass asks for the model
    report = folder.maintain()
    assert report.n_encoded == 1, "only the new text"
    assert report.coverage.n_chunks_embedded == first.n_encoded + 1
    assert len(fingerprints(folder)) == 1
    assert folder.problems() == []


def test_a_width_is_not_meant_for_a_model_that_answers_instead(
    folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "no hub"))
    monkeypatch.setenv("WRITERAGENT_MODELS_DIR", str(tmp_path / "no models"))
    folder.encoders = EncoderProvider()  # type: ignore[assignment]  # the real one
    wanted = "Qwen/Qwen3-Embedding-0.6B"
    report = folder.maintain(model_id=wanted, dim=256)
    assert (report.model.model_id, report.model.dim) == (EMBEDDED_ENGLISH_MODEL_ID, 384)
    assert report.n_encoded == report.coverage.n_chunks_embedded == 3
    before = rest_stamp(folder.db_path)
    assert folder.maintain(model_id=wanted, dim=256).n_encoded == 0
    assert rest_stamp(folder.db_path) == before, "there was nothing to do"


def run_python(program: str, arguments: Sequence[str]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_a_question_of_state_loads_no_model(folder: Folder) -> None:
    folder.maintain()
    program = (
        "import sys\n"
        "from plugin.contracts.methods import StatusRequest\n"
        "from plugin.embeddings.venv.handlers import Handlers\n"
        "handlers = Handlers()\n"
        "status = handlers.status(StatusRequest(sys.argv[1], with_files=True), None)\n"
        "nothing = handlers.status(StatusRequest(sys.argv[2]), None)\n"
        "heavy = ('torch', 'transformers', 'sentence_transformers', 'onnxruntime')\n"
        "print(status.model.dim, nothing.exists, bool(nothing.model.reason),"
        " [name for name in heavy if name in sys.modules])\n"
    )
    empty = folder.path.parent / "empty"
    empty.mkdir()
    assert run_python(program, [str(folder.path), str(empty)]) == "16 False True []"


def index(folder: Folder, *options: str) -> dict[str, Any]:
    done = run_script("index_embeddings_folder.py", str(folder.path), "--json", *options)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_the_command_line_asks_for_a_width_and_for_code_by_name(
    folder: Folder, tmp_path: Path
) -> None:
    made = {name: str(make_shape(tmp_path / name, shape)) for name, shape in BY_NAME.items()}
    narrow = index(folder, "--model", made["modern"], "--dim", "128")
    assert narrow["model"]["dim"] == 128
    assert {f.native_dim for f in fingerprints(folder)} == {768}
    refused = index(folder, "--model", made["jina"])
    assert "comes with program code of its own" in refused["model"]["reason"]
    allowed = index(folder, "--model", made["jina"], "--trust-remote-code", made["jina"])
    assert (allowed["model"]["model_id"], allowed["n_encoded"]) == (made["jina"], 3)
