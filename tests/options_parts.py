"""The options' presenters without LibreOffice: settings in memory, views that remember."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plugin.embeddings.background import Jobs
from plugin.embeddings.options.python_presenter import OptionsParts
from plugin.embeddings.settings import Settings
from plugin.embeddings.texts import load_texts
from tests.plain_main_thread import PlainMainThread, plain_main_thread

if TYPE_CHECKING:
    from collections.abc import Callable

    from plugin.embeddings.options.setup_view import SetupButtons

ROOT = Path(__file__).resolve().parents[1]
TEXTS = load_texts(ROOT / "dialogs" / "texts", "en-US")

__all__ = ["PlainMainThread", "plain_main_thread"]


class SettingsInMemory:
    """Keeps settings as LibreOffice would, and counts the writes."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.n_writes = 0
        self.keeps = True

    def read(self) -> Settings:
        return self.settings

    def write(self, settings: Settings) -> None:
        self.settings = settings
        self.n_writes += 1

    def key_of(self, url: str) -> str:
        return self.settings.http_key if url == self.settings.http_url else ""

    def keeps_keys(self) -> bool:
        return self.keeps

    def follow(self, on_change: Callable[[Settings], None]) -> None:
        """Nobody follows here."""


def make_parts(
    thread: PlainMainThread, settings: SettingsInMemory, *, lock: str = ""
) -> OptionsParts:
    return OptionsParts(
        settings=settings,
        jobs=Jobs(thread),
        texts=TEXTS,
        lock=lock or str(ROOT / "requirements" / "worker.txt"),
        root=str(ROOT),
    )


def until(condition: Callable[[], Any], *, timeout_s: float = 60.0) -> None:
    """Wait for a condition; fail where it does not come true."""
    deadline_s = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < deadline_s, "it did not come true in time"
        time.sleep(0.01)


@dataclass
class PythonView:
    """The Python page as fields."""

    path: str = ""
    details: str = ""
    status: str = ""
    button: str = ""
    devices: tuple[str, ...] = ()
    i_device: int = 0
    complaints: list[str] = field(default_factory=list)

    def venv_path(self) -> str:
        return self.path

    def show_venv_path(self, path: str) -> None:
        self.path = path

    def fill_devices(self, labels: tuple[str, ...]) -> None:
        self.devices = labels

    def device(self) -> int:
        return self.i_device

    def show_device(self, i_device: int) -> None:
        self.i_device = i_device

    def show_details(self, text: str, *, at_end: bool = False) -> None:  # noqa: ARG002
        self.details = text

    def show_status(self, text: str) -> None:
        self.status = text

    def show_test_button(self, label: str) -> None:
        self.button = label

    def complain(self, sentence: str) -> None:
        self.complaints.append(sentence)


@dataclass
class SetupWindow:
    """The Set Up window as fields."""

    headline: str = ""
    details: str = ""
    steps: list[str] = field(default_factory=list)
    buttons: SetupButtons | None = None
    choices: tuple[str, ...] = ()
    i_chosen: int = 0
    is_closed: bool = False
    questions: list[str] = field(default_factory=list)
    answer: bool = True

    def show_headline(self, text: str) -> None:
        self.headline = text

    def show_details(self, text: str) -> None:
        self.details = text

    def show_progress(self, n_done: int, n_all: int, *, step: str, line: str) -> None:  # noqa: ARG002
        assert 0 <= n_done <= n_all or not n_all
        self.steps.append(step)

    def show_choices(self, labels: tuple[str, ...], i_chosen: int) -> None:
        self.choices, self.i_chosen = labels, i_chosen

    def show_buttons(self, buttons: SetupButtons) -> None:
        self.buttons = buttons

    def ask(self, question: str) -> bool:
        self.questions.append(question)
        return self.answer

    def close(self) -> None:
        self.is_closed = True
