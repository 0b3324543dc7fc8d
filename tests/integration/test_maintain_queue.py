"""The queue of passes on the real worker: order, joining, pause, cancel, ends."""

from __future__ import annotations

import os
import signal
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import BadRequest, VenvMissing, WorkerDied
from plugin.contracts.maintain import Stage
from plugin.contracts.methods import StatusRequest
from plugin.contracts.models import NO_MODEL_ID
from plugin.contracts.search import SearchRequest
from plugin.embeddings.client import POOL_NAME
from plugin.embeddings.corpus_service import CorpusService
from plugin.embeddings.settings import Settings
from plugin.embeddings.upkeep.maintain_queue import JobReport, JobState, MaintainQueue
from tests.plain_main_thread import PlainMainThread, plain_main_thread
from tests.slow_document import write_slow_document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from plugin.contracts.search import SearchResult

ROOT = str(Path(__file__).parents[2])
SETTINGS = Settings(
    python_venv_path=sys.executable, folder_search_mode="hybrid", embedding_model=NO_MODEL_ID
)
WAIT_S = 40.0


class Bench:
    """A queue on a real worker, and what its followers heard."""

    def __init__(self, main_thread: PlainMainThread) -> None:
        self.main_thread = main_thread
        self.service = CorpusService(main_thread, root=ROOT)
        self.service.use(SETTINGS)
        self.queue = MaintainQueue(self.service, main_thread)
        self.heard: list[JobReport] = []
        self.queue.follow(self.heard.append)

    def do(self, action: Callable[[], None]) -> None:
        self.main_thread.call(action)

    def wait_for(self, folder: Path, state: JobState, *, n: int = 1) -> JobReport:
        """Return the n-th report of a folder's state, once it is told."""
        give_up_s = time.monotonic() + WAIT_S
        while time.monotonic() < give_up_s:
            found = [r for r in self.reports_of(folder) if r.state is state and not r.progress]
            if len(found) >= n:
                return found[n - 1]
            time.sleep(0.005)
        raise AssertionError([(r.state.value, r.error) for r in self.heard])

    def wait_for_progress(self, folder: Path, *, n: int = 1) -> None:
        give_up_s = time.monotonic() + WAIT_S
        while sum(r.progress is not None for r in self.reports_of(folder)) < n:
            assert time.monotonic() < give_up_s, self.heard
            time.sleep(0.005)

    def reports_of(self, folder: Path) -> list[JobReport]:
        return [r for r in tuple(self.heard) if r.folder == os.path.realpath(folder)]

    def states_of(self, folder: Path) -> list[str]:
        return [r.state.value for r in self.reports_of(folder) if not r.progress]


@pytest.fixture
def bench() -> Iterator[Bench]:
    with plain_main_thread() as main_thread:
        made = Bench(main_thread)
        yield made
        made.queue.close()
        made.service.close()


def texts(folder: Path, n: int = 3) -> Path:
    folder.mkdir()
    for number in range(n):
        (folder / f"{number}.txt").write_text(f"alarm code {number}", encoding="utf-8")
    return folder


def slow(folder: Path) -> Path:
    """Make a folder whose pass reads two files at once and a third for many seconds."""
    texts(folder, 2)
    write_slow_document(folder / "slow.rtf")
    return folder


def test_a_pass_runs_and_its_report_arrives_on_the_main_thread(
    bench: Bench, tmp_path: Path
) -> None:
    folder = texts(tmp_path / "docs")
    link = tmp_path / "link"
    link.symlink_to(folder)
    bench.do(lambda: bench.queue.enqueue(str(link)))
    done = bench.wait_for(folder, JobState.DONE)
    assert done.report is not None
    assert done.report.n_added == 3
    assert done.folder == str(folder), "a folder goes by its real path"
    assert bench.main_thread.call(lambda: bench.queue.state(str(link))) == done
    assert bench.states_of(folder) == ["waiting", "running", "done"]
    assert {r.progress.stage for r in bench.heard if r.progress} <= set(Stage)


def test_waiting_requests_are_joined_and_the_active_folder_is_next(
    bench: Bench, tmp_path: Path
) -> None:
    first, second, active = (texts(tmp_path / name) for name in ("first", "second", "active"))
    bench.do(bench.queue.pause)
    for folder in (first, second, active, second, first):
        bench.do(partial(bench.queue.enqueue, str(folder)))
    bench.do(lambda: bench.queue.prefer(str(active)))
    assert bench.states_of(first) == ["paused"]
    bench.do(bench.queue.resume)
    for folder in (first, second, active):
        bench.wait_for(folder, JobState.DONE)
    bench.main_thread.call(lambda: None)
    running = [r.folder for r in bench.heard if r.state is JobState.RUNNING and not r.progress]
    assert running == [str(active), str(first), str(second)]


def test_a_running_pass_is_joined_but_files_and_rebuilds_follow_it(
    bench: Bench, tmp_path: Path
) -> None:
    folder = slow(tmp_path / "docs")
    bench.do(lambda: bench.queue.enqueue(str(folder)))
    bench.wait_for_progress(folder)
    bench.do(lambda: bench.queue.enqueue(str(folder)))
    assert bench.queue._waiting == []
    bench.do(lambda: bench.queue.enqueue(str(folder), first_paths=("0.txt",)))
    bench.do(lambda: bench.queue.enqueue(str(folder), rebuild=True, first_paths=("1.txt",)))
    (job,) = bench.queue._waiting
    assert (job.rebuild, job.first_paths) == (True, ("1.txt", "0.txt"))


def test_pause_keeps_what_is_done_and_resume_goes_on(bench: Bench, tmp_path: Path) -> None:
    folder, other = slow(tmp_path / "docs"), texts(tmp_path / "other")
    first = ("0.txt", "1.txt")
    bench.do(lambda: bench.queue.enqueue(str(folder), rebuild=True, first_paths=first))
    bench.do(lambda: bench.queue.enqueue(str(other)))
    bench.wait_for_progress(folder, n=2)
    bench.do(bench.queue.pause)
    bench.wait_for(folder, JobState.PAUSED)
    bench.wait_for(other, JobState.PAUSED)
    kept = bench.service.client().status(StatusRequest(str(folder)))
    assert kept.coverage.n_text == 2
    assert bench.queue.is_paused
    (folder / "slow.rtf").unlink()
    bench.do(bench.queue.resume)
    report = bench.wait_for(folder, JobState.DONE).report
    assert report is not None
    assert (report.n_added, report.n_unchanged) == (0, 2), "a paused rebuild starts not again"
    bench.wait_for(other, JobState.DONE)


def test_cancel_ends_a_running_and_a_waiting_pass(bench: Bench, tmp_path: Path) -> None:
    folder, other = slow(tmp_path / "docs"), texts(tmp_path / "other")
    bench.do(lambda: bench.queue.enqueue(str(folder)))
    bench.do(lambda: bench.queue.enqueue(str(other)))
    bench.wait_for_progress(folder)
    bench.do(lambda: bench.queue.cancel(str(other)))
    bench.wait_for(other, JobState.CANCELLED)
    started_s = time.monotonic()
    bench.do(lambda: bench.queue.cancel(str(folder)))
    bench.wait_for(folder, JobState.CANCELLED)
    assert time.monotonic() - started_s < 5
    assert bench.states_of(other) == ["waiting", "cancelled"]


def test_a_failure_is_told_and_not_repeated(bench: Bench, tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    bench.do(lambda: bench.queue.enqueue(str(missing)))
    assert isinstance(bench.wait_for(missing, JobState.FAILED).error, BadRequest)
    bench.service.use(Settings(python_venv_path=str(missing), folder_search_mode="hybrid"))
    folder = texts(tmp_path / "docs")
    bench.do(lambda: bench.queue.enqueue(str(folder)))
    assert isinstance(bench.wait_for(folder, JobState.FAILED).error, VenvMissing)
    assert bench.states_of(missing) == ["waiting", "running", "failed"]


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX")
def test_a_killed_worker_fails_its_pass_and_the_next_one_runs(bench: Bench, tmp_path: Path) -> None:
    folder, other = slow(tmp_path / "docs"), texts(tmp_path / "other")
    bench.do(lambda: bench.queue.enqueue(str(folder)))
    bench.do(lambda: bench.queue.enqueue(str(other)))
    bench.wait_for_progress(folder)
    assert bench.service._pool is not None
    worker = bench.service._pool.pool(POOL_NAME).worker
    assert worker is not None
    os.kill(worker.pid, signal.SIGKILL)
    assert isinstance(bench.wait_for(folder, JobState.FAILED).error, WorkerDied)
    bench.wait_for(other, JobState.DONE)


def test_changed_settings_begin_the_running_pass_anew(bench: Bench, tmp_path: Path) -> None:
    folder = slow(tmp_path / "docs")
    bench.do(lambda: bench.queue.enqueue(str(folder)))
    bench.wait_for_progress(folder)
    changed = Settings(
        python_venv_path=str(Path(sys.prefix)),  # the same environment by another name
        folder_search_mode="hybrid",
        embedding_model=NO_MODEL_ID,
        exclude_patterns=("*.rtf",),
    )
    bench.do(lambda: bench.queue.restart(lambda: bench.service.use(changed)))
    report = bench.wait_for(folder, JobState.DONE).report
    assert report is not None
    assert report.coverage.n_files == 2
    assert bench.states_of(folder) == ["waiting", "running", "waiting", "running", "done"]


def test_a_search_in_a_new_folder_answers_at_once_and_begins_its_pass(
    bench: Bench, tmp_path: Path
) -> None:
    folder = texts(tmp_path / "docs")
    answers: list[object] = []
    bench.service.on_outdated(bench.queue.enqueue)

    def ask() -> None:
        bench.service.search(SearchRequest(str(folder), "alarm"), answers.append)

    bench.do(ask)
    bench.wait_for(folder, JobState.DONE)
    bench.do(ask)
    give_up_s = time.monotonic() + WAIT_S
    while len(answers) < 2 and time.monotonic() < give_up_s:
        time.sleep(0.005)
    found: list[SearchResult] = answers  # type: ignore[assignment]
    assert [len(result.hits) for result in found] == [0, 3]
    bench.main_thread.call(lambda: None)
    assert bench.states_of(folder) == ["waiting", "running", "done"], "an answer of now needs none"


def test_close_ends_a_pass_at_once_and_nothing_is_told_after_it(
    bench: Bench, tmp_path: Path
) -> None:
    folder = slow(tmp_path / "docs")
    bench.do(lambda: bench.queue.enqueue(str(folder)))
    bench.wait_for_progress(folder)
    ended = bench.queue._thread_ended
    assert ended is not None
    started_s = time.monotonic()
    bench.do(bench.queue.close)
    bench.do(bench.service.close)
    assert time.monotonic() - started_s < 1.0
    assert ended.wait(5)
    bench.do(lambda: bench.queue.enqueue(str(folder)))
    assert bench.queue._waiting == []
