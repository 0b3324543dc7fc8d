"""Questions to the real worker: answered on the main thread, cancelled, over before the end."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from plugin.contracts.corpus import CorpusStatus
from plugin.contracts.errors import EmbeddingsError, VenvMissing, WorkerDied
from plugin.contracts.maintain import MaintainRequest
from plugin.contracts.methods import StatusRequest
from plugin.contracts.models import NO_MODEL_ID
from plugin.contracts.search import SearchRequest, SearchResult
from plugin.embeddings.client import POOL_NAME
from plugin.embeddings.corpus_service import CorpusService, is_outdated
from plugin.embeddings.settings import Settings
from tests.contract.worker_fixtures import is_running, wait_until
from tests.llama_index_package import need_llama_index
from tests.plain_main_thread import PlainMainThread, plain_main_thread
from tests.slow_document import wait_for_reading, write_slow_document

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = str(Path(__file__).parents[2])
SETTINGS = Settings(
    python_venv_path=sys.executable, folder_search_mode="hybrid", embedding_model=NO_MODEL_ID
)


class Answers:
    """What came back, and whether it came on the main thread."""

    def __init__(self, main_thread: PlainMainThread) -> None:
        self._main_thread = main_thread
        self.all: list[Any] = []
        self.on_main: set[bool] = set()

    def __call__(self, answer: Any) -> None:
        self.on_main.add(self._main_thread.is_current())
        self.all.append(answer)

    def next(self, n: int = 1) -> Any:
        assert wait_until(lambda: len(self.all) >= n, timeout_s=40), "no answer"
        return self.all[n - 1]


@pytest.fixture
def main_thread() -> Iterator[PlainMainThread]:
    with plain_main_thread() as thread:
        yield thread


@pytest.fixture
def service(main_thread: PlainMainThread) -> Iterator[CorpusService]:
    made = CorpusService(main_thread, root=ROOT)
    made.use(SETTINGS)
    yield made
    made.close()


@pytest.fixture
def answers(main_thread: PlainMainThread) -> Answers:
    return Answers(main_thread)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.txt").write_text("the walrus code", encoding="utf-8")
    (tmp_path / "docs" / "b.tmp.txt").write_text("the walrus again", encoding="utf-8")
    return tmp_path / "docs"


def worker_pid(service: CorpusService) -> int:
    pool = service._pool
    worker = pool.pool(POOL_NAME).worker if pool else None
    return worker.pid if worker else 0


def test_search_and_status_answer_on_the_main_thread_by_the_settings_rules(
    service: CorpusService, answers: Answers, folder: Path
) -> None:
    service.use(replace(SETTINGS, exclude_patterns=("*.tmp.txt",)))
    service.client().maintain(service.maintain_request(str(folder)))
    service.search(SearchRequest(str(folder), "walrus"), answers)
    result = answers.next()
    assert isinstance(result, SearchResult)
    assert [hit.path for hit in result.hits] == ["a.txt"]
    service.status(StatusRequest(str(folder)), answers)
    status = answers.next(2)
    assert isinstance(status, CorpusStatus)
    assert status.coverage.n_files == 1
    assert answers.on_main == {True}


def test_the_backend_that_is_set_searches(
    service: CorpusService, answers: Answers, folder: Path
) -> None:
    need_llama_index()
    service.client().maintain(service.maintain_request(str(folder)))
    for number, mode in enumerate(("hybrid", "llama_index"), 1):
        service.use(replace(SETTINGS, folder_search_mode=mode))
        service.search(SearchRequest(str(folder), "walrus", explain=True), answers)
        result = answers.next(number)
        assert isinstance(result, SearchResult)
        assert len(result.hits) == 2
        assert result.explanation is not None
        assert result.explanation.backend == mode


def test_a_search_tells_what_is_outdated(
    service: CorpusService, answers: Answers, folder: Path, main_thread: PlainMainThread
) -> None:
    outdated: list[str] = []
    service.on_outdated(outdated.append)

    def ask() -> Any:
        n = len(answers.all) + 1
        service.search(SearchRequest(str(folder), "walrus"), answers)
        answer = answers.next(n)
        main_thread.call(lambda: None)
        return answer

    assert is_outdated(ask())
    assert outdated == [str(folder)]
    service.client().maintain(MaintainRequest(str(folder), model_id=NO_MODEL_ID))
    assert not is_outdated(ask())
    (folder / "c.txt").write_text("a new walrus", encoding="utf-8")
    assert wait_until(lambda: is_outdated(ask()), timeout_s=10)
    assert set(outdated) == {str(folder)}


def test_a_cancelled_search_never_answers_and_its_thread_ends(
    service: CorpusService, answers: Answers, folder: Path, main_thread: PlainMainThread
) -> None:
    for _ in range(20):
        ticket = service.search(SearchRequest(str(folder), "walrus"), answers)
        main_thread.call(ticket.cancel)
    give_up_s = time.monotonic() + 30
    while any(thread.name == "background-job" for thread in threading.enumerate()):
        assert time.monotonic() < give_up_s
        time.sleep(0.01)
    main_thread.call(lambda: None)
    assert answers.all == []
    service.search(SearchRequest(str(folder), "walrus"), answers)
    assert isinstance(answers.next(), SearchResult)


def test_an_environment_that_is_none_is_an_answer_and_a_better_one_is_taken_at_once(
    service: CorpusService, answers: Answers, folder: Path
) -> None:
    service.use(replace(SETTINGS, python_venv_path="/nonexistent"))
    service.search(SearchRequest(str(folder), "walrus"), answers)
    assert isinstance(answers.next(), VenvMissing)
    service.use(SETTINGS)
    service.search(SearchRequest(str(folder), "walrus"), answers)
    assert isinstance(answers.next(2), SearchResult)


def test_rules_keep_the_worker_and_another_environment_or_off_end_it(
    service: CorpusService,
) -> None:
    service.client().describe()
    first = worker_pid(service)
    service.use(replace(SETTINGS, max_file_mb=1))
    service.client().describe()
    assert worker_pid(service) == first
    service.use(replace(SETTINGS, python_venv_path=sys.prefix))
    service.client().describe()
    second = worker_pid(service)
    assert second != first
    assert wait_until(lambda: not is_running(first), timeout_s=10)
    service.use(replace(SETTINGS, python_venv_path=sys.prefix, folder_search_mode="none"))
    assert wait_until(lambda: not is_running(second), timeout_s=10)


def test_an_environment_that_is_set_up_anew_in_its_place_gets_a_new_worker(
    service: CorpusService, tmp_path: Path
) -> None:
    venv = make_environment(tmp_path / "venv")
    service.use(replace(SETTINGS, python_venv_path=str(venv)))
    service.client().describe()
    first = worker_pid(service)
    service.client().describe()
    assert worker_pid(service) == first
    venv.rename(tmp_path / "old")
    make_environment(venv)
    service.client().describe()
    assert worker_pid(service) not in (0, first)
    assert not is_running(first)


def make_environment(venv: Path) -> Path:
    """Make an environment that has what the one of the tests has."""
    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "python").symlink_to(Path(sys.executable).resolve())
    shutil.copy(Path(sys.prefix) / "pyvenv.cfg", venv / "pyvenv.cfg")
    (venv / "lib").symlink_to(Path(sys.prefix) / "lib")
    return venv


def test_nothing_starts_before_a_question(service: CorpusService) -> None:
    assert worker_pid(service) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
def test_close_ends_a_busy_worker_at_once_and_answers_with_an_error_at_most(
    service: CorpusService, answers: Answers, folder: Path
) -> None:
    write_slow_document(folder / "slow.rtf")
    client = service.client()
    errors: list[EmbeddingsError] = []

    def run_pass() -> None:
        try:
            client.maintain(MaintainRequest(str(folder), model_id=NO_MODEL_ID))
        except EmbeddingsError as error:
            errors.append(error)

    running = threading.Thread(target=run_pass)
    running.start()
    assert wait_until(lambda: worker_pid(service) > 0, timeout_s=30)
    pid = worker_pid(service)
    reading_pid = wait_for_reading(pid)
    started_s = time.monotonic()
    service.close()
    took_s = time.monotonic() - started_s
    assert not is_running(pid)
    assert not is_running(reading_pid)
    assert took_s < 1.0, "0.1 s of politeness, and the kill"
    running.join(10)
    assert [type(error) for error in errors] == [WorkerDied]
    service.search(SearchRequest(str(folder), "walrus"), answers)
    assert isinstance(answers.next(), EmbeddingsError), "closed is closed"


def test_another_device_in_the_settings_makes_another_worker(service: CorpusService) -> None:
    service.use(replace(SETTINGS, device="cpu"))
    first = service.client().describe()
    assert (first.device, first.device_reason) == ("cpu", "WRITERAGENT_DEVICE is set to cpu")
    service.use(replace(SETTINGS, device="mps"))
    second = service.client().describe()
    assert "WRITERAGENT_DEVICE" in second.device_reason
    assert second.device_reason != first.device_reason
