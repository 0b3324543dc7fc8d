"""The Vector Search page, shown with the settings that are there at first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.embeddings.options.search_presenter import SearchPagePresenter
from tests.options_parts import SettingsInMemory, make_parts
from tests.plain_main_thread import PlainMainThread, plain_main_thread
from tests.unit.embeddings.options.search_page.search_view import SearchView

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def thread() -> Iterator[PlainMainThread]:
    with plain_main_thread() as running:
        yield running


@pytest.fixture
def settings() -> SettingsInMemory:
    return SettingsInMemory()


@pytest.fixture
def view() -> SearchView:
    return SearchView()


@pytest.fixture
def page(
    thread: PlainMainThread,
    settings: SettingsInMemory,
    view: SearchView,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> SearchPagePresenter:
    monkeypatch.delenv("HUGGINGFACE_HUB_CACHE", raising=False)
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    presenter = SearchPagePresenter(view, make_parts(thread, settings))
    presenter.show()
    return presenter
