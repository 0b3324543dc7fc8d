"""Changing models from outside: the script as a person uses it, and the service that windows use.

The models are folders whose weights cannot compute: nothing here may load one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from plugin.contracts.errors import CorpusBusy
from plugin.contracts.generations import (
    CompactRequest,
    GenerationChange,
    GenerationList,
    GenerationsRequest,
    ResetRequest,
    ResetScope,
    UseGenerationRequest,
)
from plugin.embeddings.corpus_service import CorpusService
from plugin.embeddings.settings import Settings
from plugin.embeddings.venv.embed.locate import locate_model
from plugin.embeddings.venv.store.lock import writer_lock
from tests.fakes_encoder import OneEncoder, WordHashEncoder
from tests.fixtures_models import put_model, write_weights
from tests.maintain_support import Folder
from tests.plain_main_thread import plain_main_thread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parents[2]


def run(folder: Folder, *arguments: str) -> subprocess.CompletedProcess[str]:
    script = str(ROOT / "scripts" / "embeddings_generations.py")
    return subprocess.run(
        [sys.executable, script, str(folder.path), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
        env={**os.environ, "HF_HUB_OFFLINE": "1", "WRITERAGENT_VENV": sys.prefix},
    )


def states(folder: Folder) -> list[str]:
    done = run(folder, "list", "--json")
    assert done.returncode == 0, done.stderr
    return [generation["state"] for generation in json.loads(done.stdout)["generations"]]


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A folder whose index was made with one model and then with another."""
    made = Folder(tmp_path / "documents")
    made.write("a.txt", "The walrus speaks of shoes and ships and sealing wax.")
    for number, name in enumerate(("old", "new")):
        model = put_model(tmp_path / name)
        write_weights(model / "model.safetensors", fill=bytes([number]))
        located = locate_model(str(model))
        encoder = WordHashEncoder(located.card.model_id, revision=located.revision)
        made.encoders = OneEncoder(encoder)
        made.maintain(model_id=str(model))
    return made


def test_the_script_lists_switches_resets_and_compacts(folder: Folder, tmp_path: Path) -> None:
    listed = run(folder, "list")
    assert listed.returncode == 0, listed.stderr
    assert "kept     100 %" in listed.stdout
    assert "active   100 %" in listed.stdout
    switched = run(folder, "use", "1")
    assert switched.returncode == 0, switched.stderr
    assert f"{tmp_path / 'old'} answers from now on; nothing had to be encoded." in switched.stdout
    assert f"where {tmp_path / 'new'} is asked for, {tmp_path / 'old'} answers" in switched.stdout
    assert states(folder) == ["active", "kept"]
    assert run(folder, "compact").returncode == 0
    assert "Generation 2" in run(folder, "reset", "2").stdout
    assert states(folder) == ["active"]
    assert "All text stays" in run(folder, "reset", "all").stdout
    assert folder.matches("walrus") == ["a.txt"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("use", "9"), 1, "no generation 9"),
        (("use", "one"), 1, "one is not a number of 0 or more"),
        (("reset", ""), 1, "'' is not active, all, or a number"),
        (("reset", "everything"), 1, "not active, all, or a number"),
        (("shrink",), 1, "invalid choice"),
        ((), 1, "required"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    folder: Folder, arguments: tuple[str, ...], code: int, said: str
) -> None:
    done = run(folder, *arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_change_while_another_process_writes_is_refused(folder: Folder) -> None:
    with writer_lock(folder.db_path):
        done = run(folder, "reset", "all", "--json")
    assert done.returncode == 2
    error = json.loads(done.stdout)["error"]
    assert error["kind"] == "corpus_busy"
    assert error["message"].startswith("Another process is indexing")
    assert states(folder) == ["kept", "active"]


def test_a_folder_without_an_index_is_told_so(tmp_path: Path) -> None:
    bare = Folder(tmp_path)
    listed = run(bare, "list")
    assert (listed.returncode, "no index yet" in listed.stdout) == (0, True)
    assert run(bare, "compact").returncode == 1


@pytest.fixture
def ask() -> Iterator[Callable[..., Any]]:
    """Ask the service of the settings' worker; return its answer."""
    with plain_main_thread() as main_thread:
        service = CorpusService(main_thread, root=str(ROOT))
        service.use(Settings(python_venv_path=sys.executable, folder_search_mode="hybrid"))

        def asked(request: object) -> Any:
            answers: list[Any] = []
            is_question = isinstance(request, GenerationsRequest)
            method = service.generations if is_question else service.change_generations
            method(request, answers.append)  # type: ignore[arg-type] # one of both
            end_s = time.monotonic() + 60
            while not answers and time.monotonic() < end_s:
                time.sleep(0.01)
            return answers[0]

        yield asked
        service.close()


def test_windows_ask_through_the_service(folder: Folder, ask: Callable[..., Any]) -> None:
    path = str(folder.path)
    listed = ask(GenerationsRequest(path))
    assert isinstance(listed, GenerationList)
    assert [g.why_not for g in listed.generations] == ["", ""]
    with writer_lock(folder.db_path):
        assert isinstance(ask(UseGenerationRequest(path, 1)), CorpusBusy)
    for request in (
        UseGenerationRequest(path, 1),
        ResetRequest(path, ResetScope.ONE, 2),
        CompactRequest(path),
    ):
        assert isinstance(ask(request), GenerationChange)
    assert [g.state.value for g in ask(GenerationsRequest(path)).generations] == ["active"]
