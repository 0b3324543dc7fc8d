"""What is shown on the page is checked and kept, all of it or nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.models import NO_MODEL_ID
from plugin.embeddings.options.search_form import form_of, is_usable_pattern, settings_of
from plugin.embeddings.settings import Settings

if TYPE_CHECKING:
    from plugin.embeddings.options.search_presenter import SearchPagePresenter
    from tests.options_parts import SettingsInMemory
    from tests.unit.embeddings.options.search_page.search_view import SearchView


@pytest.mark.parametrize(
    "settings_shown",
    [
        Settings(),
        Settings(folder_search_mode="hybrid", index_place="cache", max_file_mb=7),
        Settings(folder_search_mode="llama_index"),
        Settings(embedding_model=NO_MODEL_ID, exclude_patterns=("*.tmp", "old/")),
        Settings(python_venv_path="/x", allowed_home_folders=("/home/me",)),
        Settings(folder_rerank_enabled=True, folder_rerank_model="BAAI/bge-reranker-v2-m3"),
    ],
)
def test_what_is_shown_and_not_touched_stays(settings_shown: Settings) -> None:
    assert settings_of(form_of(settings_shown), settings_shown) == settings_shown


def test_ok_without_a_change_writes_nothing(
    page: SearchPagePresenter, settings: SettingsInMemory
) -> None:
    assert page.save()
    assert settings.n_writes == 0


def test_keywords_alone_turn_the_model_off(
    page: SearchPagePresenter, view: SearchView, settings: SettingsInMemory
) -> None:
    view.shown = replace(view.shown, is_keyword_only=True)
    page.model_changed()

    assert not view.model_enabled
    assert view.button[1] is False
    assert page.save()
    assert settings.settings.embedding_model == NO_MODEL_ID


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"model": "nonsense"}, "nonsense"),
        ({"model": "/no/such/folder"}, "/no/such/folder"),
        ({"is_reranked": True, "rerank_model": "no such"}, "no such"),
        ({"max_file_mb": 0.0}, "from 1 to 4096 MB"),
        ({"max_file_mb": 5000.0}, "from 1 to 4096 MB"),
        ({"exclude_text": "ok.txt\n**\n"}, "**"),
        ({"exclude_text": "!keep.odt"}, "!keep.odt"),
    ],
)
def test_a_bad_value_is_told_once_and_nothing_is_kept(
    page: SearchPagePresenter,
    view: SearchView,
    settings: SettingsInMemory,
    change: dict[str, object],
    word: str,
) -> None:
    view.shown = replace(view.shown, i_mode=1, **change)  # type: ignore[arg-type]

    assert not page.save()
    assert len(view.complaints) == 1
    assert word in view.complaints[0]
    assert settings.n_writes == 0


@pytest.mark.parametrize("pattern", ["*.tmp", "drafts/", "old/*.doc", r"old\new", "?x"])
def test_usual_patterns_may_be_used(pattern: str) -> None:
    assert is_usable_pattern(pattern)


@pytest.mark.parametrize("pattern", ["*", "**", "/", "*/*", "!x", ". /"])
def test_patterns_that_leave_out_everything_or_nothing_may_not(pattern: str) -> None:
    assert not is_usable_pattern(pattern)
