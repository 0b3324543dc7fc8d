"""A real worker process that hangs, dies, lies or never starts."""

from __future__ import annotations

import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from plugin.contracts.errors import (
    FrameError,
    Interrupted,
    ProtocolMismatch,
    WorkerDied,
    WorkerStartFailed,
    WorkerTimeout,
)
from plugin.contracts.methods import PROTOCOL_VERSION
from plugin.scripting.worker_process import WorkerLimits, WorkerProcess, WorkerSpec
from tests.contract.echo_methods import ECHO_METHODS, SILENCE_S, Ask
from tests.contract.worker_fixtures import (
    echo_spec,
    echo_worker,
    is_running,
    say,
    signal_worker,
    wait_until,
)


def test_a_cancelled_call_that_never_looks_costs_the_worker_its_life() -> None:
    cancel = threading.Event()
    cancel.set()
    with echo_worker() as worker:
        with pytest.raises(Interrupted) as caught:
            worker.call("sleep_deaf", Ask(seconds=60), cancel=cancel)
        assert not is_running(worker.pid)
        assert "in sleep_deaf" in caught.value.detail  # where it hung, as the worker's log tells
        with pytest.raises(WorkerDied, match="did not stop when asked to"):
            say(worker, "echo")


@pytest.mark.parametrize("method", ["hang", "hold_lock"])
def test_a_call_without_life_ends_in_a_timeout(method: str) -> None:
    with echo_worker() as worker:
        started_s = time.monotonic()
        with pytest.raises(WorkerTimeout, match=f"{method} showed no life") as caught:
            say(worker, method, Ask(seconds=600))
        took_s = time.monotonic() - started_s

        assert SILENCE_S <= took_s < 2 * SILENCE_S + 1.5
        assert f"in {method}" in caught.value.detail
        assert not is_running(worker.pid)


def test_a_stopped_process_ends_in_a_timeout() -> None:
    with echo_worker() as worker:
        threading.Timer(0.2, signal_worker, (worker, signal.SIGSTOP)).start()
        with pytest.raises(WorkerTimeout):
            say(worker, "work_with_checks", Ask(seconds=60))
        assert not is_running(worker.pid)


def test_a_quiet_section_past_its_limit_is_a_hang() -> None:
    with echo_worker() as worker, pytest.raises(WorkerTimeout):
        say(worker, "quiet", Ask(n=1, seconds=60))


@pytest.mark.parametrize(
    ("method", "ask", "exit_words", "log"),
    [
        ("die_by_signal", Ask(), "killed by SIGKILL", "about to be killed"),
        ("exit", Ask(n=7), "exit status 7", "falling"),
    ],
)
def test_a_death_in_mid_call_is_told_with_status_and_last_words(
    method: str, ask: Ask, exit_words: str, log: str
) -> None:
    with echo_worker() as worker:
        with pytest.raises(WorkerDied, match=exit_words) as caught:
            say(worker, method, ask)

        assert caught.value.detail == log
        assert not worker.alive
        with pytest.raises(WorkerDied, match=exit_words):
            worker.ping()


def test_all_calls_in_flight_learn_of_a_kill_from_outside() -> None:
    with echo_worker() as worker, ThreadPoolExecutor(3) as threads:
        calls = [threads.submit(say, worker, "work_with_checks", Ask(seconds=60)) for _ in "abc"]
        assert wait_until(lambda: worker.n_calls == 3, timeout_s=2)
        signal_worker(worker, signal.SIGKILL)
        errors = [call.exception(timeout=5) for call in calls]

    assert [type(error) for error in errors] == [WorkerDied] * 3


def test_a_class_in_an_answer_is_refused_and_the_worker_killed() -> None:
    with echo_worker("evil") as worker:
        with pytest.raises(FrameError, match="asks for code") as caught:
            say(worker, "echo")

        assert caught.value.detail.endswith("echo_methods.Said")
        assert wait_until(lambda: not is_running(worker.pid), timeout_s=2)


def test_stop_takes_what_the_worker_started_with_it() -> None:
    with echo_worker() as worker:
        child_pid = say(worker, "leave_child", Ask(seconds=60)).pid
        assert is_running(child_pid)

    assert not is_running(worker.pid)
    assert wait_until(lambda: not is_running(child_pid), timeout_s=2)


def test_stop_ends_a_call_that_checks_and_one_that_does_not() -> None:
    for method in ("work_with_checks", "sleep_deaf"):
        with echo_worker() as worker, ThreadPoolExecutor(1) as threads:
            call = threads.submit(say, worker, method, Ask(seconds=60))
            time.sleep(0.2)
            worker.stop()
            assert isinstance(call.exception(timeout=5), (WorkerDied, Interrupted))
            assert not is_running(worker.pid)


def test_an_idle_worker_stays_through_many_beats() -> None:
    with echo_worker() as worker:
        time.sleep(SILENCE_S * 1.5)
        assert say(worker, "echo", Ask("here")).pid == worker.pid


def test_a_worker_that_fails_at_once_tells_why() -> None:
    with (
        pytest.raises(WorkerStartFailed, match="exit status 1") as caught,
        echo_worker("fail"),
    ):
        pass
    assert caught.value.detail == "no such package"
    assert caught.value.hint


def test_a_worker_that_never_greets_is_killed() -> None:
    worker = WorkerProcess(echo_spec("mute", limits=WorkerLimits(handshake_s=0.5)), ECHO_METHODS)
    with pytest.raises(WorkerStartFailed, match=r"did not greet within 0\.5 s"):
        worker.start()
    assert not worker.alive


def test_a_command_that_does_not_exist_is_told() -> None:
    worker = WorkerProcess(WorkerSpec(argv=("/nonexistent/python",)), ECHO_METHODS)
    with pytest.raises(WorkerStartFailed, match="cannot be started"):
        worker.start()


def test_another_protocol_is_named() -> None:
    with (
        pytest.raises(ProtocolMismatch, match=f"speaks protocol 0, the host {PROTOCOL_VERSION}"),
        echo_worker("old"),
    ):
        pass


def test_no_descriptor_is_left_behind() -> None:
    def count_descriptors() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    with echo_worker():
        pass
    before = count_descriptors()
    for _ in range(3):
        with echo_worker() as worker:
            say(worker, "echo")
    assert wait_until(lambda: count_descriptors() <= before, timeout_s=2)


def test_a_worker_that_dies_of_a_traceback_is_told_by_its_whole_last_line(tmp_path: Path) -> None:
    reason = "the reason is long " * 15
    (tmp_path / "dies.py").write_text(f"raise OSError({reason!r})")
    argv = (sys.executable, str(tmp_path / "dies.py"))
    worker = WorkerProcess(WorkerSpec(argv=argv), ECHO_METHODS)
    with pytest.raises(WorkerStartFailed) as caught:
        worker.start()
    assert caught.value.message.endswith(f"status 1. OSError: {reason.strip()}")
    assert "Traceback" in caught.value.detail
