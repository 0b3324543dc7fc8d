"""The Set Up window in a real LibreOffice: a real environment is made, given up, taken back."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.office import options_steps
from tests.office import setup_steps as steps
from tests.office.package_index import ENDLESS, QUICK, PackageIndex, lock_of, running_index
from tests.office.settings_steps import load_package, read_setting, use_lock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from tests.office.harness.office import Office


@pytest.fixture(scope="module")
def index() -> Iterator[PackageIndex]:
    with running_index() as running:
        yield running


@pytest.fixture
def mine(
    start_office: Callable[..., AbstractContextManager[Office]], index: PackageIndex
) -> Iterator[Office]:
    with start_office(variables=index.variables) as office:
        office.run(load_package)
        yield office


@pytest.fixture
def quick_lock(tmp_path: Path) -> str:
    return _lock(tmp_path, QUICK)


@pytest.fixture
def endless_lock(tmp_path: Path) -> str:
    return _lock(tmp_path, QUICK, ENDLESS)


def _lock(folder: Path, *names: str) -> str:
    path = folder / "lock.txt"
    path.write_text(lock_of(*names), encoding="ascii")
    return str(path)


def _venv(office: Office) -> Path:
    return office.home.root / "home" / ".local" / "share" / "writeragent" / "venv"


def _left_behind(office: Office) -> list[str]:
    """Return what lies where the environment would be made."""
    folder = _venv(office).parent
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def _processes_with(text: str) -> list[int]:
    """Return the processes whose command line has the text."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if text.encode() in path.read_bytes() and int(path.parent.name) != os.getpid():
                found.append(int(path.parent.name))
    return found


def _begin(office: Office, lock: str) -> None:
    office.run(steps.open_setup, lock)
    office.wait_for(steps.setup_is, "asking")


def test_it_asks_first_and_does_nothing_before_the_yes(mine: Office, quick_lock: str) -> None:
    _begin(mine, quick_lock)
    facts = mine.run(steps.setup_facts)

    assert "Nothing is downloaded until you press Set Up." in facts["Headline"]
    assert f"Folder: {_venv(mine)}" in facts["Details"]
    assert "1 package, of which 1 to install" in facts["Details"]
    assert "Python 3." in facts["Details"]
    assert facts["enabled"] == ["Start", "Close"]
    assert facts["choices"] == []  # nothing of what is installed computes
    assert _left_behind(mine) == []
    mine.run(steps.press_in_setup, "Close")
    assert mine.wait_for(steps.setup_is_closed)
    assert _left_behind(mine) == []


def test_what_to_compute_on_is_proposed_with_its_reason_and_can_be_chosen(
    mine: Office, tmp_path: Path
) -> None:
    lock = tmp_path / "lock.txt"
    lock.write_text(f"{lock_of(QUICK)}\ntorch==2.13.0\n", encoding="ascii")
    _begin(mine, str(lock))
    facts = mine.run(steps.setup_facts)
    assert facts["choices"][0].startswith("Recommended: ")
    assert (facts["choices"][1:], facts["chosen"]) == (["CPU", "Whatever the package index has"], 0)
    assert "PyTorch 2.13.0 for " in facts["Details"]

    mine.run(steps.choose_in_setup, 1)
    mine.wait_for(steps.setup_details_have, "PyTorch 2.13.0 for CPU: as you chose.")
    facts = mine.run(steps.setup_facts)
    assert (facts["chosen"], facts["enabled"]) == (1, ["Start", "Close"])
    assert _left_behind(mine) == []


def test_it_makes_the_environment_keeps_its_path_and_offers_what_is_next(
    mine: Office, quick_lock: str
) -> None:
    _begin(mine, quick_lock)
    mine.run(steps.press_in_setup, "Start")
    mine.wait_for(steps.setup_is, "done", "failed", timeout_s=90)
    facts = mine.run(steps.setup_facts)

    assert facts["state"] == "done", facts
    assert (_venv(mine) / "bin" / "python").exists()
    assert _left_behind(mine) == ["venv"]
    assert mine.run(read_setting, "scripting", "python_venv_path") == str(_venv(mine))
    assert facts["enabled"] == ["Close", "Test", "TurnOn"]
    mine.run(steps.press_in_setup, "TurnOn")
    assert mine.run(read_setting, "embeddings", "folder_search_mode") == "hybrid"
    assert mine.run(steps.setup_facts)["enabled"] == ["Close", "Test"]
    mine.run(steps.press_in_setup, "Test")
    mine.wait_for(steps.setup_is, "done", timeout_s=60)
    facts = mine.run(steps.setup_facts)
    assert "checks failed" in facts["Headline"]  # the test's list has none of the packages
    assert "torch is not installed" in facts["Details"]


def test_what_is_set_up_already_is_told(mine: Office, quick_lock: str) -> None:
    _begin(mine, quick_lock)
    mine.run(steps.press_in_setup, "Start")
    mine.wait_for(steps.setup_is, "done", timeout_s=90)
    mine.run(steps.press_in_setup, "Close")
    mine.run(steps.open_setup, quick_lock)
    mine.wait_for(steps.setup_is, "current")

    assert mine.run(steps.setup_facts)["enabled"] == ["Start", "Close", "Test", "TurnOn"]


def test_cancel_in_the_middle_takes_everything_back(
    mine: Office, index: PackageIndex, endless_lock: str
) -> None:
    index.asked.clear()
    _begin(mine, endless_lock)
    mine.run(steps.press_in_setup, "Start")
    assert index.asked.wait(60)
    mine.wait_for(steps.setup_line_has, QUICK.replace("-", "_"))
    assert "Installing packages: " in mine.run(steps.setup_facts)["Step"]
    mine.run(steps.press_in_setup, "Close")
    mine.wait_for(steps.setup_is, "stopped", timeout_s=15)
    facts = mine.run(steps.setup_facts)

    assert facts["Headline"] == "Cancelled. What was begun has been removed."
    assert facts["enabled"] == ["Start", "Close"]
    assert _left_behind(mine) == []
    assert _processes_with(endless_lock) == []
    assert mine.run(read_setting, "scripting", "python_venv_path") == ""


def test_the_end_of_libreoffice_in_the_middle_leaves_no_process_and_no_folder(
    mine: Office, index: PackageIndex, endless_lock: str
) -> None:
    index.asked.clear()
    _begin(mine, endless_lock)
    mine.run(steps.press_in_setup, "Start")
    assert index.asked.wait(60)
    assert _processes_with(endless_lock)
    stopped = mine.stop()

    assert stopped.how == "terminate"
    assert stopped.exit_code == 0
    deadline = time.monotonic() + 5
    while _processes_with(endless_lock) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert _processes_with(endless_lock) == []
    assert _left_behind(mine) == []


def test_a_failure_is_one_sentence_with_details_and_can_be_tried_again(
    mine: Office, tmp_path: Path
) -> None:
    lock = tmp_path / "lock.txt"
    lock.write_text(f"{QUICK}==99\n", encoding="ascii")
    _begin(mine, str(lock))
    mine.run(steps.press_in_setup, "Start")
    mine.wait_for(steps.setup_is, "failed", timeout_s=60)
    facts = mine.run(steps.setup_facts)

    assert "No matching distribution" in facts["Details"]
    assert "No matching distribution" not in facts["Headline"]
    assert facts["enabled"] == ["Start", "Close"]
    assert _left_behind(mine) == []
    lock.write_text(lock_of(QUICK), encoding="ascii")
    mine.run(steps.press_in_setup, "Start")
    mine.wait_for(steps.setup_is, "done", timeout_s=60)


def test_over_the_options_it_is_modal_and_fills_the_page(mine: Office, quick_lock: str) -> None:
    mine.run(use_lock, quick_lock)
    mine.post(options_steps.open_options, "python")
    mine.wait_for(options_steps.options_are_open)
    mine.post(options_steps.press_in_options, "Set Up")
    mine.wait_for(steps.setup_is, "asking")
    mine.run(steps.press_in_setup, "Start")
    mine.wait_for(steps.setup_is, "done", "failed", timeout_s=90)
    mine.run(steps.press_in_setup, "Close")
    mine.wait_for(steps.setup_is_closed)

    path = "Python environment (folder or Python):"
    assert mine.run(options_steps.read_field, path, "TEXT") == str(_venv(mine))
    mine.post(options_steps.press_in_options, "OK")
    mine.wait_for(options_steps.options_are_closed)
    assert mine.run(read_setting, "scripting", "python_venv_path") == str(_venv(mine))


def test_closed_by_its_frame_in_the_middle_over_the_options_it_takes_everything_back(
    mine: Office, index: PackageIndex, endless_lock: str
) -> None:
    index.asked.clear()
    mine.run(use_lock, endless_lock)
    mine.post(options_steps.open_options, "python")
    mine.wait_for(options_steps.options_are_open)
    mine.post(options_steps.press_in_options, "Set Up")
    mine.wait_for(steps.setup_is, "asking")
    mine.run(steps.press_in_setup, "Start")
    assert index.asked.wait(60)
    mine.run(steps.end_setup_as_its_frame_does)
    mine.wait_for(steps.setup_is_closed)
    deadline = time.monotonic() + 15
    while (_processes_with(endless_lock) or _left_behind(mine)) and time.monotonic() < deadline:
        time.sleep(0.05)

    assert _processes_with(endless_lock) == []
    assert _left_behind(mine) == []
    mine.post(options_steps.press_in_options, "Cancel")
    mine.wait_for(options_steps.options_are_closed)


def test_libreoffice_stays_usable_while_it_runs(
    mine: Office, index: PackageIndex, endless_lock: str
) -> None:
    index.asked.clear()
    _begin(mine, endless_lock)
    mine.run(_start_gaps)
    mine.run(steps.press_in_setup, "Start")
    assert index.asked.wait(60)
    mine.run(steps.press_in_setup, "Close")
    mine.wait_for(steps.setup_is, "stopped", timeout_s=15)
    gaps = mine.run(_stop_gaps)

    assert gaps["n"] > 20, gaps
    assert gaps["max_ms"] < 250, gaps
    assert mine.run(_new_document)


def _start_gaps(ctx: object) -> None:
    import office_probe as probe

    probe.start_gaps(ctx)


def _stop_gaps(ctx: object) -> dict[str, float]:
    import office_probe as probe

    return probe.stop_gaps(ctx)


def _new_document(ctx: object) -> bool:
    import office_probe as probe

    return probe.new_document(ctx) is not None
