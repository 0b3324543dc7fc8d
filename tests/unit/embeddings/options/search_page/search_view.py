"""The Vector Search page as fields, and what it was told to show and to ask."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from plugin.embeddings.options.search_form import SearchForm, form_of
from plugin.embeddings.settings import Settings

if TYPE_CHECKING:
    from plugin.embeddings.options.server_form import ServerForm


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
