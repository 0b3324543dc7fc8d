"""The Python page of the options in a real LibreOffice: a path is kept, tried, and told of."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.office import options_steps as steps
from tests.office.options_support import close_options, open_options_at
from tests.office.settings_steps import load_package, read_setting, use_venv

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from tests.office.harness.office import Office

pytestmark = pytest.mark.usefixtures("settings_at_first")

PROJECT_VENV = Path(__file__).resolve().parents[2] / ".venv"
PATH = "Python environment (folder or Python):"
DETAILS = "Installed:"


def _details_until(office: Office, *wanted: str, timeout_s: float = 100.0) -> str:
    office.wait_for(steps.page_has, list(wanted), timeout_s=timeout_s)
    return str(office.run(steps.read_field, DETAILS, "STATIC"))


def test_a_path_that_is_none_is_told_and_not_kept(office: Office) -> None:
    open_options_at(office, "python")
    office.run(steps.write_field, PATH, "TEXT", "/no/such/place")
    office.post(steps.press_in_options, "OK")
    told = office.wait_for(steps.dialog_text)
    office.post(steps.answer_message, "OK")
    office.wait_for(steps.options_are_closed)

    assert "/no/such/place" in told
    assert office.run(read_setting, "scripting", "python_venv_path") == ""


def test_the_test_on_a_path_that_is_not_saved_encodes_a_sentence(office: Office) -> None:
    if not (PROJECT_VENV / "bin" / "python").exists():
        pytest.skip("needs the project's .venv")
    open_options_at(office, "python")
    office.run(steps.write_field, PATH, "TEXT", str(PROJECT_VENV))
    office.post(steps.press_in_options, "Test")
    office.wait_for(steps.page_has, ["Stop Test"])
    assert office.run(steps.read_field, DETAILS, "STATIC").count("encodes a sentence") == 0
    text = _details_until(office, "Everything works.")

    assert "OK  torch 2." in text
    assert "OK  vec0" in text
    assert "encodes a sentence: 384 dimensions" in text
    close_options(office, "OK")
    assert office.run(read_setting, "scripting", "python_venv_path") == str(PROJECT_VENV)


def test_the_test_is_stopped_by_its_button_and_leaves_no_process(office: Office) -> None:
    before = office.child_pids()
    open_options_at(office, "python")
    office.run(steps.write_field, PATH, "TEXT", str(PROJECT_VENV))
    office.post(steps.press_in_options, "Test")
    _details_until(office, "OK  python 3.")
    office.post(steps.press_in_options, "Stop Test")
    _details_until(office, "The test was stopped.", timeout_s=10)

    assert office.child_pids() == before


def test_cancel_in_mid_test_ends_the_worker(office: Office) -> None:
    before = office.child_pids()
    open_options_at(office, "python")
    office.run(steps.write_field, PATH, "TEXT", str(PROJECT_VENV))
    office.post(steps.press_in_options, "Test")
    _details_until(office, "OK  python 3.")
    assert office.child_pids() != before
    close_options(office, "Cancel")

    office.wait_for(_has_children, before)


def test_the_end_of_libreoffice_in_mid_test_leaves_no_worker(
    start_office: Callable[..., AbstractContextManager[Office]],
) -> None:
    with start_office() as mine:
        mine.run(load_package)
        mine.run(use_venv, str(PROJECT_VENV))
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
    open_options_at(office, "python")
    office.run(steps.write_field, PATH, "TEXT", str(venv))
    office.post(steps.press_in_options, "Test")
    text = _details_until(office, "checks failed")

    assert "FAILED  torch: torch is not installed." in text
    assert "-m pip install torch" in text
    assert "OK  python 3." in text


def test_the_page_shows_what_the_saved_environment_holds(office: Office) -> None:
    office.run(use_venv, str(PROJECT_VENV))
    open_options_at(office, "python")
    text = _details_until(office, "sentence-transformers ", timeout_s=20)

    assert office.run(steps.read_field, PATH, "TEXT") == str(PROJECT_VENV)
    assert text.startswith("Python 3.")
