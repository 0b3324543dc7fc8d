"""A model with code of its own, a reranker, a model on a server: kept as they were chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from plugin.contracts.models import DEFAULT_RERANK_MODEL_ID, OWN_RERANKER
from plugin.embeddings.options.server_form import ServerForm
from plugin.embeddings.settings import Settings

if TYPE_CHECKING:
    from plugin.embeddings.options.search_presenter import SearchPagePresenter
    from tests.options_parts import SettingsInMemory
    from tests.unit.embeddings.options.search_page.search_view import SearchView


def test_a_model_with_code_of_its_own_is_kept_after_a_yes_alone(
    page: SearchPagePresenter, view: SearchView, settings: SettingsInMemory
) -> None:
    model = "jinaai/jina-embeddings-v2-base-de"
    view.shown = replace(view.shown, model=model)
    view.answer = False
    assert not page.save()
    assert settings.read() == Settings()
    view.answer = True
    view.n_yes = 9
    assert page.save()
    assert (settings.read().embedding_model, settings.read().trusted_models) == (model, (model,))
    assert all("program code of its publisher" in question for question in view.questions)
    n_questions = len(view.questions)
    assert page.save()
    assert len(view.questions) == n_questions, "a yes is asked for once"


def test_a_reranker_is_chosen_only_where_it_is_turned_on(
    page: SearchPagePresenter, view: SearchView, settings: SettingsInMemory
) -> None:
    assert not view.reranker_enabled
    assert view.lists[2][0] == DEFAULT_RERANK_MODEL_ID
    view.shown = replace(view.shown, rerank_model="nonsense that is not used")
    assert page.save()
    view.shown = replace(view.shown, is_reranked=True, rerank_model=" BAAI/bge-reranker-v2-m3 ")
    page.model_changed()
    assert view.reranker_enabled
    assert page.save()
    assert settings.settings.folder_rerank_enabled
    assert settings.settings.folder_rerank_model == "BAAI/bge-reranker-v2-m3"


def test_the_searchs_own_model_as_reranker_is_shown_in_words_and_kept_by_its_name(
    page: SearchPagePresenter, view: SearchView, settings: SettingsInMemory
) -> None:
    own = view.lists[2][-1]
    assert own.endswith("own model (no download)")
    view.shown = replace(view.shown, is_keyword_only=True, is_reranked=True, rerank_model=own)
    page.model_changed()
    assert view.button[1] is False, "nothing has to be downloaded"
    assert page.save()
    assert not view.complaints
    assert settings.settings.folder_rerank_model == OWN_RERANKER
    page.show()
    assert view.shown.rerank_model == own


def test_a_model_server_is_kept_with_the_page_and_taken_back_with_it(
    page: SearchPagePresenter, view: SearchView, settings: SettingsInMemory
) -> None:
    url = "http://localhost:11434/v1"
    view.server_answer = ServerForm(is_used=True, url=url, name="nomic-embed-text", confirmed=url)
    page.press_server()
    assert view.model_line == "nomic-embed-text, on localhost:11434"
    assert not view.model_enabled
    assert view.button[1] is False, "nothing has to be downloaded"
    assert settings.n_writes == 0

    page.show()
    assert view.model_enabled, "Reset takes it back"
    page.press_server()
    assert page.save()
    assert settings.settings.model_id == f"{url}#nomic-embed-text"
    assert settings.settings.api_key == "sk-1"


def test_cancel_in_the_servers_window_changes_nothing(
    page: SearchPagePresenter, view: SearchView, settings: SettingsInMemory
) -> None:
    page.press_server()
    assert page.save()
    assert settings.n_writes == 0
    assert view.model_enabled
