"""The Model Server window: what it tells, what it refuses, the one question for each address."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from plugin.embeddings.options.server_form import ServerForm, server_form_of, with_server
from plugin.embeddings.options.server_presenter import ServerPresenter
from plugin.embeddings.settings import Settings
from tests.options_parts import TEXTS

REMOTE = ServerForm(is_used=True, url="https://api.example.org/v1", name="embed", key="sk-1")


@dataclass
class ServerWindow:
    """The window as fields."""

    shown: ServerForm = field(default_factory=ServerForm)
    answer: bool = True
    privacy: str = ""
    key_line: str = ""
    complaints: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    is_closed: bool = False

    def form(self) -> ServerForm:
        return replace(self.shown, confirmed="")

    def show_form(self, form: ServerForm) -> None:
        self.shown = form

    def show_privacy(self, text: str) -> None:
        self.privacy = text

    def show_key_line(self, text: str) -> None:
        self.key_line = text

    def complain(self, sentence: str) -> None:
        self.complaints.append(sentence)

    def ask(self, question: str) -> bool:
        self.questions.append(question)
        return self.answer

    def close(self) -> None:
        self.is_closed = True


def shown(form: ServerForm, *, keeps_keys: bool = True) -> tuple[ServerPresenter, ServerWindow]:
    window = ServerWindow()
    presenter = ServerPresenter(window, TEXTS, form, keeps_keys=keeps_keys)
    presenter.show()
    return presenter, window


def test_a_yes_is_asked_once_for_an_address() -> None:
    presenter, window = shown(REMOTE)
    assert "sent to api.example.org" in window.privacy
    presenter.press_ok()
    assert "sent to api.example.org" in window.questions[0]
    assert presenter.accepted == replace(REMOTE, confirmed=REMOTE.url)
    assert window.is_closed

    again, window = shown(presenter.accepted)
    again.press_ok()
    assert not window.questions
    assert again.accepted == presenter.accepted


def test_another_address_is_asked_about_again() -> None:
    presenter, window = shown(replace(REMOTE, confirmed=REMOTE.url))
    window.shown = replace(REMOTE, url=" https://other.example.org/v1/ ")
    presenter.changed()
    assert "other.example.org" in window.privacy
    presenter.press_ok()
    assert len(window.questions) == 1
    assert presenter.accepted is not None
    assert presenter.accepted.url == presenter.accepted.confirmed == "https://other.example.org/v1"


def test_a_no_leaves_the_window_open_and_nothing_agreed() -> None:
    presenter, window = shown(REMOTE)
    window.answer = False
    presenter.press_ok()
    assert presenter.accepted is None
    assert not window.is_closed


def test_this_computer_gets_a_milder_sentence() -> None:
    form = replace(REMOTE, url="http://localhost:11434/v1", key="")
    presenter, window = shown(form)
    assert "is this computer" in window.privacy
    presenter.press_ok()
    assert window.questions[0].startswith("Let the model on this computer")


def test_what_travels_in_the_open_is_said() -> None:
    form = replace(REMOTE, url="http://nas:11434/v1", key="")
    assert "not encrypted" in shown(form)[1].privacy


@pytest.mark.parametrize(
    ("form", "words"),
    [
        (replace(REMOTE, url="nas:11434"), "must look like"),
        (replace(REMOTE, url="https://me:secret@host/v1"), "without a user"),
        (replace(REMOTE, name=" "), "needs a name"),
        (replace(REMOTE, url="http://nas:11434/v1"), "not sent to nas:11434"),
    ],
)
def test_what_cannot_be_used_is_told_and_asked_for_again(form: ServerForm, words: str) -> None:
    presenter, window = shown(form)
    presenter.press_ok()
    assert words in window.complaints[0]
    assert not window.questions
    assert presenter.accepted is None


def test_turning_it_off_asks_nothing_and_keeps_the_fields() -> None:
    presenter, window = shown(replace(REMOTE, is_used=False))
    presenter.press_ok()
    assert not window.questions
    settings = with_server(Settings(), presenter.accepted or ServerForm())
    assert settings.server is None
    assert server_form_of(settings, "sk-1").url == REMOTE.url


def test_a_key_that_is_not_kept_says_so() -> None:
    assert "lasts until LibreOffice ends" in shown(REMOTE, keeps_keys=False)[1].key_line
    assert "kept among" in shown(REMOTE)[1].key_line
