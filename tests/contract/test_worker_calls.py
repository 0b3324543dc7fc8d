"""A real worker process answering calls: in turn, side by side, cancelled, refused."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from plugin.contracts.errors import (
    BadRequest,
    CorpusBusy,
    EmbeddingsError,
    ErrorKind,
    FrameError,
    Interrupted,
    UnknownMethod,
    WorkerTimeout,
)
from plugin.scripting.frames import MAX_FRAME_BYTES
from plugin.scripting.worker_process import WorkerProcess
from tests.contract.echo_methods import ECHO_METHODS, SILENCE_S, Ask, Said
from tests.contract.worker_fixtures import (
    echo_spec,
    echo_worker,
    say,
    wait_until,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def shared() -> Iterator[WorkerProcess]:
    """One worker for all tests that leave it unharmed, which is itself a test."""
    with echo_worker() as worker:
        yield worker


def test_calls_are_answered_by_the_same_warm_process(shared: WorkerProcess) -> None:
    answers = [say(shared, "echo", Ask(f"grüße {n}", n)) for n in range(5)]

    assert answers == [Said(f"grüße {n}", shared.pid, tuple(range(n))) for n in range(5)]


def test_calls_from_many_threads_get_their_own_answers(shared: WorkerProcess) -> None:
    with ThreadPoolExecutor(8) as threads:
        asks = [Ask(f"{n}", n % 7) for n in range(200)]
        answers = list(threads.map(lambda ask: say(shared, "echo", ask), asks))

    assert [answer.text for answer in answers] == [ask.text for ask in asks]
    assert shared.n_calls == 0


def test_prints_of_every_kind_end_in_the_log_and_stdin_is_empty(shared: WorkerProcess) -> None:
    assert say(shared, "noise", Ask("still here")).text == "still here"
    assert wait_until(lambda: "from a child" in shared.last_words, timeout_s=2)
    assert {"print", "descriptor", "from C"} <= set(shared.last_words.splitlines())


def test_a_print_before_the_greeting_is_skipped() -> None:
    with echo_worker("noise") as worker:
        assert say(worker, "echo", Ask("clean")).text == "clean"


def test_a_flood_of_the_log_blocks_nothing_and_its_end_is_kept(shared: WorkerProcess) -> None:
    assert say(shared, "flood", Ask(n=1024)).text == "flooded"

    assert wait_until(lambda: shared.last_words.endswith("last words"), timeout_s=2)
    assert 4096 < len(shared.last_words) <= 8192


def test_a_typed_error_arrives_as_itself(shared: WorkerProcess) -> None:
    with pytest.raises(CorpusBusy) as caught:
        say(shared, "typed_fail", Ask("busy"))

    assert (caught.value.message, caught.value.hint) == ("busy", "Wait.")
    assert caught.value.detail == "lock held"


def test_whatever_else_a_handler_raises_is_told_with_its_traceback(shared: WorkerProcess) -> None:
    with pytest.raises(EmbeddingsError, match="a library that exits") as caught:
        say(shared, "fail")

    assert caught.value.kind is ErrorKind.INTERNAL
    assert "in fail" in caught.value.detail
    assert say(shared, "echo", Ask("alive")).text == "alive"


def test_a_reply_of_another_type_is_the_workers_fault(shared: WorkerProcess) -> None:
    with pytest.raises(EmbeddingsError, match=r"expected .*Said") as caught:
        say(shared, "wrong_reply")

    assert caught.value.kind is ErrorKind.INTERNAL


def test_what_cannot_be_asked_is_refused_before_it_is_sent(shared: WorkerProcess) -> None:
    with pytest.raises(UnknownMethod):
        shared.call("no_such", Ask())
    with pytest.raises(BadRequest, match="echo takes a Ask"):
        shared.call("echo", Said("no request"))
    with pytest.raises(BadRequest, match=r"Ask\.text"):
        shared.call("echo", Ask(text={"a", "set"}))  # type: ignore[arg-type]


def test_the_worker_refuses_a_method_and_a_field_it_does_not_know() -> None:
    table = {**ECHO_METHODS, "newer": ECHO_METHODS["echo"]}
    worker = WorkerProcess(echo_spec(), table)
    worker.start()
    try:
        with pytest.raises(UnknownMethod, match="newer"):
            worker.call("newer", Ask())
        with pytest.raises(BadRequest, match=r"Ask\.n: expected int, got str"):
            worker.call("echo", Ask(n="three"))  # type: ignore[arg-type]
        assert say(worker, "echo", Ask("alive")).text == "alive"
    finally:
        worker.stop()


def test_a_reply_over_the_cap_fails_alone(shared: WorkerProcess) -> None:
    with pytest.raises(FrameError, match="too big to send"):
        say(shared, "big", Ask(n=MAX_FRAME_BYTES))

    assert say(shared, "echo", Ask("alive")).text == "alive"


def test_a_request_over_the_cap_is_never_sent(shared: WorkerProcess) -> None:
    with pytest.raises(FrameError, match="too big to send"):
        say(shared, "echo", Ask("x" * MAX_FRAME_BYTES))

    assert say(shared, "echo", Ask("alive")).text == "alive"


def test_a_large_reply_within_the_cap_arrives_whole(shared: WorkerProcess) -> None:
    assert len(say(shared, "big", Ask(n=8_000_000)).text) == 8_000_000


def test_progress_arrives_in_order_in_the_calling_thread(shared: WorkerProcess) -> None:
    seen: list[tuple[Any, int]] = []

    def note(value: Any) -> None:
        seen.append((value, threading.get_ident()))

    reply = shared.call("work_with_progress", Ask(n=5, seconds=0.05), on_progress=note)

    assert reply == Said("done", shared.pid)
    assert seen == [(Said(f"{n}"), threading.get_ident()) for n in range(5)]


def test_an_error_of_the_callback_stops_the_work(shared: WorkerProcess) -> None:
    def refuse(_value: object) -> None:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        shared.call("work_with_progress", Ask(n=1000, seconds=60), on_progress=refuse)

    started_s = time.monotonic()
    say(shared, "work_with_checks", Ask(seconds=0))  # the lane is free again
    assert time.monotonic() - started_s < 1.0


def test_a_ping_and_a_search_are_answered_while_a_pass_runs(shared: WorkerProcess) -> None:
    with ThreadPoolExecutor(1) as threads:
        long = threads.submit(say, shared, "work_with_checks", Ask(seconds=0.6))
        assert wait_until(lambda: shared.n_calls == 1, timeout_s=2)
        assert shared.ping() < 0.3
        assert say(shared, "echo", Ask("meanwhile")).text == "meanwhile"
        assert not long.done()
        assert long.result().text == "done"


def test_calls_on_one_lane_run_one_after_another(shared: WorkerProcess) -> None:
    started_s = time.monotonic()
    with ThreadPoolExecutor(3) as threads:
        list(threads.map(lambda _: say(shared, "work_with_checks", Ask(seconds=0.1)), range(3)))

    assert time.monotonic() - started_s >= 0.3


def test_a_cancelled_call_ends_and_the_worker_lives(shared: WorkerProcess) -> None:
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()
    started_s = time.monotonic()

    with pytest.raises(Interrupted):
        shared.call("work_with_checks", Ask(seconds=60), cancel=cancel)

    assert time.monotonic() - started_s < 1.0
    assert say(shared, "echo", Ask("alive")).pid == shared.pid


def test_a_call_cancelled_in_the_queue_ends_before_its_turn(shared: WorkerProcess) -> None:
    cancel = threading.Event()
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(say, shared, "work_with_checks", Ask(seconds=0.8))
        assert wait_until(lambda: shared.n_calls == 1, timeout_s=2)
        threading.Timer(0.1, cancel.set).start()
        with pytest.raises(Interrupted):
            shared.call("work_with_checks", Ask(seconds=60), cancel=cancel)
        assert not first.done()
        assert first.result().text == "done"


def test_a_deadline_ends_the_call_and_spares_the_worker(shared: WorkerProcess) -> None:
    with pytest.raises(WorkerTimeout, match=r"took longer than 0\.2 s"):
        shared.call("work_with_checks", Ask(seconds=60), deadline_s=0.2)

    assert say(shared, "echo", Ask("alive")).pid == shared.pid


@pytest.mark.parametrize(
    ("method", "ask"),
    [
        ("work_with_checks", Ask(seconds=SILENCE_S * 2)),
        ("work_with_progress", Ask(n=30, seconds=SILENCE_S * 2)),
        ("quiet", Ask(n=60, seconds=SILENCE_S * 2)),
    ],
)
def test_work_that_shows_life_runs_far_past_the_silence(
    shared: WorkerProcess, method: str, ask: Ask
) -> None:
    assert say(shared, method, ask).text in ("done", "woke")
