"""What happens in LibreOffice becomes passes: by mode, by consent, gathered, never in a loop.

The queue and the service are the real ones; their environment does not exist, so that each pass
begins and fails at once, and the passes can be counted.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plugin.embeddings.corpus_service import CorpusService
from plugin.embeddings.settings import Settings
from plugin.embeddings.upkeep.folder_choice import FolderChoice, Surroundings
from plugin.embeddings.upkeep.maintain_queue import JobReport, JobState, MaintainQueue
from plugin.embeddings.upkeep.triggers import Upkeep, UpkeepParts
from tests.plain_main_thread import PlainMainThread, plain_main_thread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DELAY_S = 0.1


@dataclass
class Desk:
    """A user, plainly: settings, the document in front, the answers to questions."""

    home: Path
    settings: Settings
    url: str = ""
    says_yes: bool = False
    asked: list[str] = field(default_factory=list)
    followers: list[Callable[[Settings], None]] = field(default_factory=list)

    def read(self) -> Settings:
        return self.settings

    def write(self, settings: Settings) -> None:
        self.settings = settings
        for on_change in self.followers:
            on_change(settings)

    def key_of(self, url: str) -> str:
        return self.settings.http_key if url == self.settings.http_url else ""

    def keeps_keys(self) -> bool:
        return True

    def follow(self, on_change: Callable[[Settings], None]) -> None:
        self.followers.append(on_change)

    def document_url(self) -> str:
        return self.url

    def surroundings(self) -> Surroundings:
        return Surroundings((str(self.home),), my_documents=str(self.home / "Documents"))

    def ask(self, choice: FolderChoice, on_yes: Callable[[], None]) -> None:
        self.asked.append(choice.folder)
        if self.says_yes:
            on_yes()


class Bench:
    """Upkeep on a desk, with what it did."""

    def __init__(self, desk: Desk, main_thread: PlainMainThread) -> None:
        self.desk = desk
        self.main_thread = main_thread
        self.heard: list[JobReport] = []
        self.service = CorpusService(main_thread, root=str(desk.home))
        self.queue = MaintainQueue(self.service, main_thread)
        parts = UpkeepParts(
            self.queue, desk, self.service.use, desk, desk.surroundings, consent=desk
        )
        self.upkeep = Upkeep(parts, save_delay_s=DELAY_S)
        desk.follow(self.upkeep.settings_changed)
        self.queue.follow(self.heard.append)

    def do(self, action: Callable[[], None]) -> None:
        self.main_thread.call(action)

    def passes(self) -> list[str]:
        """Return the folders whose passes began, once all that was asked for has ended."""
        give_up_s = time.monotonic() + 20
        while time.monotonic() < give_up_s:
            states = self.main_thread.call(lambda: {r.folder: r.state for r in self.heard})
            if not any(state.is_open for state in states.values()):
                break
            time.sleep(0.005)
        return [Path(r.folder).name for r in self.heard if r.state is JobState.RUNNING]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    settings = Settings(python_venv_path=str(tmp_path / "nothing"), folder_search_mode="hybrid")
    home = Path(tmp_path.resolve()) / "home"
    with plain_main_thread() as main_thread:
        made = Bench(Desk(home, settings), main_thread)
        yield made
        made.queue.close()
        made.service.close()


def url(bench: Bench, path: str) -> str:
    return (bench.desk.home / path).as_uri()


def test_open_save_and_tick_each_begin_a_pass(bench: Bench) -> None:
    bench.do(lambda: bench.upkeep.opened(url(bench, "work/a.odt")))
    assert bench.passes() == ["work"]
    bench.do(lambda: bench.upkeep.saved(url(bench, "work/a.odt")))
    assert bench.passes() == ["work"] * 2
    bench.desk.url = url(bench, "play/b.odt")
    bench.do(bench.upkeep.tick)
    assert bench.passes() == ["work", "work", "play"]
    bench.desk.url = ""
    bench.do(bench.upkeep.tick)
    assert bench.passes()[-1] == "Documents"


def test_off_does_nothing_not_even_a_thread(bench: Bench) -> None:
    bench.desk.settings = replace(bench.desk.settings, folder_search_mode="none")
    bench.desk.url = url(bench, "work/a.odt")
    for action in (bench.upkeep.opened, bench.upkeep.saved, bench.upkeep.focused):
        bench.do(partial(action, url(bench, "work/a.odt")))
    bench.do(bench.upkeep.tick)
    bench.do(lambda: bench.upkeep.outdated(str(bench.desk.home / "work")))
    assert bench.passes() == []
    assert bench.queue._thread_ended is None


def test_many_saves_in_a_row_are_one_pass(bench: Bench) -> None:
    for name in ("a", "b", "a", "c"):
        bench.do(partial(bench.upkeep.saved, url(bench, f"work/{name}.odt")))
        time.sleep(DELAY_S / 4)
    assert bench.passes() == ["work"]


def test_saves_without_an_end_are_a_pass_now_and_then(bench: Bench) -> None:
    end_s = time.monotonic() + 9 * DELAY_S
    while time.monotonic() < end_s:
        bench.do(lambda: bench.upkeep.saved(url(bench, "work/a.odt")))
        time.sleep(DELAY_S / 5)
    began = [r for r in bench.heard if r.state is JobState.RUNNING]
    assert len(began) == 1, "five delays are the longest wait, nine are not over twice five"


@pytest.mark.parametrize("where", ["home/a.odt", "a.odt"])
def test_home_itself_is_not_indexed_and_nobody_is_asked_in_the_background(
    bench: Bench, where: str
) -> None:
    bench.desk.url = (bench.desk.home.parent / where).as_uri()
    bench.do(lambda: bench.upkeep.opened(bench.desk.url))
    bench.do(lambda: bench.upkeep.saved(bench.desk.url))
    bench.do(bench.upkeep.tick)
    assert bench.passes() == []
    assert bench.desk.asked == []


def test_a_search_in_home_asks_once_and_a_yes_is_kept(bench: Bench) -> None:
    home = str(bench.desk.home)
    bench.do(lambda: bench.upkeep.outdated(home))
    bench.upkeep._asked_s[home] -= 3600
    bench.do(lambda: bench.upkeep.outdated(home))
    assert bench.desk.asked == [home], "a no counts for the session"
    assert bench.passes() == []

    bench.desk.says_yes = True
    bench.do(lambda: bench.upkeep.index(home))
    assert bench.desk.settings.allowed_home_folders == (home,)
    assert bench.passes() == ["home"]
    bench.desk.url = url(bench, "a.odt")
    bench.do(bench.upkeep.tick)
    assert bench.passes() == ["home", "home"], "and from then on it is kept up to date"


def test_answers_that_stay_outdated_begin_no_loop(bench: Bench) -> None:
    for _ in range(3):
        bench.do(lambda: bench.upkeep.outdated(str(bench.desk.home / "work")))
        bench.passes()
    assert bench.passes() == ["work"]


def test_turning_search_off_cancels_and_new_rules_begin_a_pass(bench: Bench) -> None:
    bench.do(bench.queue.pause)
    bench.do(lambda: bench.upkeep.opened(url(bench, "work/a.odt")))
    off = replace(bench.desk.settings, folder_search_mode="none")
    on = bench.desk.settings
    bench.do(lambda: bench.desk.write(off))
    bench.do(bench.queue.resume)
    assert bench.passes() == []
    assert [r.state for r in bench.heard][-1] is JobState.CANCELLED

    bench.desk.url = url(bench, "work/a.odt")
    bench.do(lambda: bench.desk.write(on))
    assert bench.passes() == ["work"]
    bench.do(lambda: bench.desk.write(replace(on, exclude_patterns=("*.tmp",))))
    assert bench.passes() == ["work"] * 2
    bench.do(lambda: bench.desk.write(replace(bench.desk.settings, allowed_home_folders=("/x",))))
    assert bench.passes() == ["work"] * 2, "a consent changes no other folder"


def test_a_remote_document_begins_nothing(bench: Bench) -> None:
    for action in (bench.upkeep.opened, bench.upkeep.saved):
        bench.do(partial(action, "https://cloud.example/a.odt"))
    bench.do(lambda: bench.upkeep.opened(""))
    assert bench.passes() == []
