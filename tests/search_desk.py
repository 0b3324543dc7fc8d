"""A user at a search window without LibreOffice: the window, the doors and the folder, plainly.

Everything else is real: the presenter, the service, the queue, the worker.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from plugin.contracts.models import NO_MODEL_ID
from plugin.embeddings.corpus_service import CorpusService
from plugin.embeddings.search_window.parts import Question, SearchParts
from plugin.embeddings.search_window.presenter import SearchPresenter
from plugin.embeddings.settings import FolderSearchMode, Settings
from plugin.embeddings.texts import load_texts
from plugin.embeddings.upkeep.folder_choice import FolderChoice, FolderSource
from plugin.embeddings.upkeep.maintain_queue import MaintainQueue
from tests.plain_main_thread import PlainMainThread, plain_main_thread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from plugin.contracts.search import Hit
    from plugin.embeddings.search_window.screen import Screen, UnreadFiles

ROOT = Path(__file__).resolve().parents[1]
WAIT_S = 60.0
LEASE = """The lease agreement

The lease ends on 31 December 2027 unless the parties extend it. When the lease ends, keys return.
"""


@dataclass
class Desk:
    """Settings, the folder in front, answers to questions; and what was shown and opened."""

    folder: str
    settings: Settings
    reason: str = ""
    says_yes: bool = False
    says: str = ""
    screens: list[Screen] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    unread: list[UnreadFiles] = field(default_factory=list)
    went: list[tuple[str, str]] = field(default_factory=list)
    index_asked: list[tuple[str, bool]] = field(default_factory=list)
    queue: MaintainQueue | None = None
    use: Callable[[Settings], None] | None = None

    def read(self) -> Settings:
        return self.settings

    def write(self, settings: Settings) -> None:
        self.settings = settings
        if self.use is not None:
            self.use(settings)

    def key_of(self, url: str) -> str:
        return self.settings.http_key if url == self.settings.http_url else ""

    def keeps_keys(self) -> bool:
        return True

    def follow(self, _on_change: Callable[[Settings], None]) -> None:
        raise AssertionError("the window's owner follows the settings")

    def active_choice(self) -> FolderChoice:
        source = FolderSource.DOCUMENT if self.folder else FolderSource.NONE
        return FolderChoice(self.folder, source, reason=self.reason)

    def index(self, folder: str, *, rebuild: bool = False) -> None:
        self.index_asked.append((folder, rebuild))
        if self.queue is not None:
            self.queue.enqueue(folder, rebuild=rebuild)

    def show(self, screen: Screen) -> None:
        self.screens.append(screen)

    def ask(self, question: str) -> bool:
        self.asked.append(question)
        return self.says_yes

    def show_unread(self, files: UnreadFiles) -> None:
        self.unread.append(files)

    def open_hit(self, hit: Hit) -> str:
        self.went.append(("open", hit.path))
        return self.says

    def insert_hit(self, hit: Hit) -> str:
        self.went.append(("insert", hit.path))
        return self.says

    def open_file(self, path: str) -> str:
        self.went.append(("file", path))
        return self.says

    def set_up(self) -> None:
        self.went.append(("set up", ""))

    def help(self) -> None:
        self.went.append(("help", ""))

    def date(self, modified_at: float) -> str:
        return time.strftime("%Y-%m-%d", time.localtime(modified_at))


class Bench:
    """A presenter at a desk; what it does runs on the plain main thread."""

    def __init__(self, desk: Desk, main_thread: PlainMainThread, *, language: str) -> None:
        self.desk = desk
        self.main_thread = main_thread
        self.service = CorpusService(main_thread, root=str(ROOT))
        self.queue = MaintainQueue(self.service, main_thread)
        self.texts = load_texts(ROOT / "dialogs" / "texts", language)
        self.service.use(desk.settings)
        desk.use, desk.queue = self.service.use, self.queue
        parts = SearchParts(self.service, self.queue, desk, desk, desk, self.texts)
        self.presenter = SearchPresenter(desk, parts)

    @property
    def screen(self) -> Screen:
        return self.main_thread.call(lambda: self.presenter.screen)

    def do(self, action: Callable[[], None]) -> None:
        self.main_thread.call(action)

    def search(self, query: str) -> Screen:
        """Return the screen once the answer is there."""
        self.do(lambda: self.presenter.search(Question(query)))
        return self.wait_for(lambda: not self.presenter._questions.is_searching)

    def index(self) -> None:
        """Have a whole pass run."""
        self.do(lambda: self.desk.index(self.desk.folder))
        self.wait_for(self._is_done)

    def _is_done(self) -> bool:
        report = self.queue.state(self.desk.folder)
        return report is not None and not report.state.is_open

    def wait_for(self, is_so: Callable[[], bool]) -> Screen:
        deadline_s = time.monotonic() + WAIT_S
        while not self.main_thread.call(is_so):
            assert time.monotonic() < deadline_s, self.screen
            time.sleep(0.01)
        return self.screen


@contextmanager
def search_bench(
    folder: Path | str, *, language: str = "en-US", venv: str = "", is_on: bool = True
) -> Iterator[Bench]:
    """Yield a bench; keyword search alone, which needs no model."""
    mode = FolderSearchMode.HYBRID if is_on else FolderSearchMode.OFF
    settings = Settings(
        folder_search_mode=mode.value, embedding_model=NO_MODEL_ID, python_venv_path=venv
    )
    with plain_main_thread() as main_thread:
        bench = Bench(Desk(str(folder), settings), main_thread, language=language)
        try:
            yield bench
        finally:
            bench.queue.close()
            bench.service.close()


def write_folder(folder: Path) -> Path:
    (folder / "sub").mkdir(parents=True)
    (folder / "lease.txt").write_text(LEASE, encoding="utf-8")
    (folder / "notes.md").write_text("# Premises\n\nThe lease of the office is dear.\n")
    (folder / "sub" / "costs.csv").write_text("Item,Amount\nLease of the car,300\n")
    (folder / "broken.docx").write_bytes(b"this is no document")
    return folder
