"""The Python page: what is there, what may be kept, a test that can be stopped."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from plugin.embeddings.options.python_presenter import PythonPagePresenter
from plugin.embeddings.settings import Settings
from tests.options_parts import ROOT, PythonView, SettingsInMemory, make_parts, until
from tests.plain_main_thread import PlainMainThread, plain_main_thread

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def thread() -> Iterator[PlainMainThread]:
    with plain_main_thread() as running:
        yield running


@pytest.fixture
def bare_venv(tmp_path: Path) -> str:
    venv = tmp_path / "bare"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    return str(venv)


def _page(
    thread: PlainMainThread, settings: SettingsInMemory
) -> tuple[PythonView, PythonPagePresenter]:
    view = PythonView()
    page = PythonPagePresenter(view, make_parts(thread, settings))
    thread.call(page.show)
    return view, page


def test_it_shows_the_python_and_what_lacks(thread: PlainMainThread, bare_venv: str) -> None:
    view, _ = _page(thread, SettingsInMemory(Settings(python_venv_path=bare_venv)))
    until(lambda: "package" in view.details)

    version = ".".join(map(str, sys.version_info[:3]))
    assert view.details.startswith(f"Python {version}, {bare_venv}")
    assert "sentence-transformers==" in view.details


def test_without_any_environment_it_says_to_set_one_up(
    thread: PlainMainThread, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WRITERAGENT_VENV", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    view = PythonView()
    parts = make_parts(thread, SettingsInMemory())
    page = PythonPagePresenter(view, type(parts)(**{**vars(parts), "root": str(tmp_path)}))
    thread.call(page.show)
    until(lambda: "Press Set Up" in view.details)

    assert str(tmp_path) in view.status


def test_a_path_that_is_none_is_told_and_not_kept(thread: PlainMainThread, tmp_path: Path) -> None:
    settings = SettingsInMemory()
    view, page = _page(thread, settings)
    view.path = str(tmp_path)

    assert thread.call(page.save) is False
    assert str(tmp_path) in view.complaints[0]
    assert settings.n_writes == 0


def test_a_good_path_and_an_empty_one_are_kept(thread: PlainMainThread, bare_venv: str) -> None:
    settings = SettingsInMemory()
    view, page = _page(thread, settings)
    view.path = f" {bare_venv} "
    assert thread.call(page.save) is True
    assert settings.settings.python_venv_path == bare_venv
    view.path = ""
    assert thread.call(page.save) is True
    assert settings.settings.python_venv_path == ""


def test_a_test_tells_each_check_and_what_failed(thread: PlainMainThread, bare_venv: str) -> None:
    view, page = _page(thread, SettingsInMemory())
    view.path = bare_venv
    thread.call(page.press_test)
    until(lambda: "checks failed" in view.status)

    assert "OK  python 3." in view.details
    assert "FAILED  torch" in view.details
    assert view.button == "~Test"


def test_a_test_of_no_python_says_so_in_a_sentence(thread: PlainMainThread) -> None:
    view, page = _page(thread, SettingsInMemory())
    view.path = "/no/such/place"
    thread.call(page.press_test)
    until(lambda: "does not exist" in view.status)

    assert view.button == "~Test"


def test_a_second_press_stops_the_test(thread: PlainMainThread) -> None:
    venv = ROOT / ".venv"
    if not (venv / "bin" / "python").exists():
        pytest.skip("needs the project's .venv")
    view, page = _page(thread, SettingsInMemory(Settings(python_venv_path=str(venv))))
    thread.call(page.press_test)
    until(lambda: "OK  python" in view.details)
    assert view.button == "S~top Test"
    thread.call(page.press_test)
    until(lambda: view.status == "The test was stopped.", timeout_s=10)

    assert view.button == "~Test"
    assert "encodes a sentence" not in view.details


def test_the_device_is_shown_kept_and_told_to_the_test(
    thread: PlainMainThread, bare_venv: str
) -> None:
    settings = SettingsInMemory(Settings(python_venv_path=bare_venv, device="xpu"))
    view, page = _page(thread, settings)
    assert view.devices[view.i_device] == "Intel (XPU)"
    assert view.devices[0] == "The best that works here"

    view.i_device = 1
    assert thread.call(page.save) is True
    assert settings.settings == Settings(python_venv_path=bare_venv, device="cpu")
    assert thread.call(page.save) is True
    assert settings.n_writes == 1
