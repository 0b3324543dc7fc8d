"""Jobs: their end is told once, on the main thread; a forgotten one tells nothing."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import EmbeddingsError, Interrupted
from plugin.embeddings.background import Job, Jobs
from tests.options_parts import until
from tests.plain_main_thread import PlainMainThread, plain_main_thread

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def thread() -> Iterator[PlainMainThread]:
    with plain_main_thread() as running:
        yield running


def _until_cancelled(job: Job) -> str:
    assert job.cancel_event.wait(20)
    raise Interrupted("stopped")


def test_a_result_and_an_error_are_told_on_the_main_thread(thread: PlainMainThread) -> None:
    told: list[object] = []

    def note(value: object) -> None:
        told.append((value if isinstance(value, int) else str(value), thread.is_current()))

    def fail(_job: Job) -> int:
        raise EmbeddingsError("no")

    jobs = Jobs(thread)
    jobs.start(lambda _job: 7, on_done=note, on_failed=note)
    until(lambda: told)
    jobs.start(fail, on_done=note, on_failed=note)
    until(lambda: len(told) == 2)

    assert told == [(7, True), ("no", True)]


def test_a_cancelled_job_tells_that_it_was(thread: PlainMainThread) -> None:
    errors: list[EmbeddingsError] = []
    job = Jobs(thread).start(_until_cancelled, on_done=print, on_failed=errors.append)
    job.cancel()
    until(lambda: errors)

    assert isinstance(errors[0], Interrupted)


def test_a_forgotten_job_is_cancelled_and_tells_nothing(thread: PlainMainThread) -> None:
    told: list[object] = []
    job = Jobs(thread).start(_until_cancelled, on_done=told.append, on_failed=told.append)
    thread.call(job.forget)
    assert job.ended.wait(10)
    thread.call(lambda: None)  # what was posted before has run

    assert told == []


def test_what_nobody_foresaw_still_tells_the_window(
    thread: PlainMainThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    unraisable: list[str] = []
    monkeypatch.setattr("sys.unraisablehook", lambda args: unraisable.append(str(args.exc_value)))
    errors: list[EmbeddingsError] = []

    def break_down(_job: Job) -> int:
        raise ZeroDivisionError("unforeseen")

    job = Jobs(thread).start(break_down, on_done=print, on_failed=errors.append)
    until(lambda: errors)
    assert job.ended.wait(10)
    until(lambda: unraisable)

    assert unraisable == ["unforeseen"]


def test_the_end_cancels_everything_and_waits_for_it(thread: PlainMainThread) -> None:
    put_away: list[int] = []
    may_end = threading.Event()

    def work(job: Job) -> int:
        assert job.cancel_event.wait(20)
        may_end.wait(0.2)
        put_away.append(1)
        return 0

    jobs = Jobs(thread)
    for _ in range(3):
        jobs.start(work, on_done=print, on_failed=print)
    thread.close()
    jobs.end_all()

    assert put_away == [1, 1, 1]


def test_the_end_waits_no_longer_than_its_grace(thread: PlainMainThread) -> None:
    release = threading.Event()
    jobs = Jobs(thread)
    jobs.start(lambda _job: release.wait(20), on_done=print, on_failed=print)
    started_s = time.monotonic()
    jobs.end_all(grace_s=0.1)

    assert time.monotonic() - started_s < 5
    release.set()
