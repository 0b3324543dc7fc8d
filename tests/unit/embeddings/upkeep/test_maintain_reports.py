"""What followers hear: every state, progress seldom enough, in order, on the main thread."""

from __future__ import annotations

import threading
import time

from plugin.contracts.maintain import MaintainProgress, Stage
from plugin.embeddings.upkeep.maintain_reports import PROGRESS_EVERY_S, JobReport, JobState, Reports
from tests.plain_main_thread import plain_main_thread


def progress(n: int) -> JobReport:
    return JobReport("/d", JobState.RUNNING, MaintainProgress(Stage.TEXT, n, 1000, 0, 0))


def test_progress_is_told_four_times_a_second_and_the_last_state_always() -> None:
    heard: list[JobReport] = []
    on_main: set[bool] = set()
    with plain_main_thread() as main_thread:
        reports = Reports(main_thread)

        def hear(report: JobReport) -> None:
            heard.append(report)
            on_main.add(main_thread.is_current())

        main_thread.call(lambda: reports.follow(hear))
        started_s = time.monotonic()
        n = 0
        while time.monotonic() - started_s < 4.4 * PROGRESS_EVERY_S:
            reports.add(progress(n := n + 1))
            reports.post()
        latest = reports.last("/d")
        reports.add(JobReport("/d", JobState.DONE))
        reports.post()
        main_thread.call(lambda: None)
    assert latest == progress(n), "the state of the moment is newer than what was told"
    assert heard[-1].state is JobState.DONE
    assert 4 <= len(heard) - 1 <= 5
    assert on_main == {True}


def test_a_busy_main_thread_hears_the_newest_progress_alone() -> None:
    heard: list[JobReport] = []
    with plain_main_thread() as main_thread:
        reports = Reports(main_thread)
        reports.follow(heard.append)
        free = threading.Event()

        def hold() -> None:
            free.wait(10)

        main_thread.post(hold)
        reports.add(JobReport("/d", JobState.RUNNING))
        for n in range(3):
            time.sleep(PROGRESS_EVERY_S * 1.05)
            reports.add(progress(n))
            reports.post()
        free.set()
        main_thread.call(lambda: None)
    assert heard == [JobReport("/d", JobState.RUNNING), progress(2)]


def test_the_last_progress_before_a_long_file_is_told_without_waiting_for_it() -> None:
    heard: list[JobReport] = []
    told = threading.Event()
    with plain_main_thread() as main_thread:
        reports = Reports(main_thread)

        def hear(report: JobReport) -> None:
            heard.append(report)
            if report == progress(3):
                told.set()

        reports.follow(hear)
        for n in range(4):
            reports.add(progress(n))
            reports.post()
        assert told.wait(10)
    assert heard == [progress(0), progress(3)]


def test_one_who_left_hears_nothing() -> None:
    heard: list[JobReport] = []
    with plain_main_thread() as main_thread:
        reports = Reports(main_thread)
        reports.follow(heard.append)
        reports.add(JobReport("/d", JobState.WAITING))
        reports.post()
        main_thread.call(lambda: reports.unfollow(heard.append))
        reports.add(JobReport("/d", JobState.DONE))
        reports.post()
        main_thread.call(lambda: None)
    assert [report.state for report in heard] == [JobState.WAITING]
