"""Pools of real workers: warm, restarted, rested, closed."""

from __future__ import annotations

import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

import pytest

from plugin.contracts.errors import BadRequest, WorkerDied, WorkerStartFailed
from plugin.scripting.worker_pool import POOL_NAMES, PooledWorker, PoolLimits, WorkerPool
from plugin.scripting.worker_process import WorkerSpec
from tests.contract.echo_methods import ECHO_METHODS, Ask, Said
from tests.contract.worker_fixtures import echo_spec, is_running, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

FAST = PoolLimits(backoff_s=0.02)


@contextmanager
def pool_of(
    *names: str, limits: PoolLimits = FAST, spec: WorkerSpec | None = None
) -> Iterator[Any]:
    pool = WorkerPool({name: spec or echo_spec() for name in names}, ECHO_METHODS, limits=limits)
    try:
        yield pool.pool(names[0]) if len(names) == 1 else pool
    finally:
        pool.close_all()


def pid_of(pooled: PooledWorker) -> int:
    return cast("Said", pooled.call("echo", Ask())).pid


def test_each_pool_has_one_warm_worker_of_its_own() -> None:
    with pool_of(*POOL_NAMES) as pool:
        pids = {name: pid_of(pool.pool(name)) for name in POOL_NAMES}

        assert len(set(pids.values())) == 3
        assert pids == {name: pid_of(pool.pool(name)) for name in POOL_NAMES}
    assert not any(is_running(pid) for pid in pids.values())


def test_many_first_calls_start_one_worker() -> None:
    with pool_of("agent") as pooled, ThreadPoolExecutor(6) as threads:
        assert len(set(threads.map(lambda _: pid_of(pooled), range(12)))) == 1


def test_a_crash_fails_its_call_and_the_next_one_has_a_new_worker() -> None:
    with pool_of("embeddings") as pooled:
        first_pid = pid_of(pooled)
        with pytest.raises(WorkerDied):
            pooled.call("die_by_signal", Ask())

        assert pid_of(pooled) != first_pid


def test_a_worker_killed_while_idle_is_replaced_unseen() -> None:
    with pool_of("embeddings") as pooled:
        first_pid = pid_of(pooled)
        os.kill(first_pid, signal.SIGKILL)
        assert wait_until(lambda: not pooled.worker.alive, timeout_s=2)

        assert pid_of(pooled) != first_pid


def test_quick_failures_are_refused_after_five_and_allowed_after_a_reset() -> None:
    with pool_of("default", spec=echo_spec("fail")) as pooled:
        for _ in range(5):
            with pytest.raises(WorkerStartFailed, match="did not start"):
                pid_of(pooled)
        started_s = time.monotonic()
        with pytest.raises(WorkerStartFailed, match="failed 5 times in a row"):
            pid_of(pooled)
        assert time.monotonic() - started_s < 0.02  # refused, not tried

        pooled.reset()
        with pytest.raises(WorkerStartFailed, match="did not start"):
            pid_of(pooled)


def test_a_cool_down_ends_the_refusal() -> None:
    limits = PoolLimits(max_quick_failures=1, backoff_s=0.0, cool_down_s=0.2)
    with pool_of("default", spec=echo_spec("fail"), limits=limits) as pooled:
        for message in ("did not start", "failed 1 times"):
            with pytest.raises(WorkerStartFailed, match=message):
                pid_of(pooled)
        time.sleep(0.25)
        with pytest.raises(WorkerStartFailed, match="did not start"):
            pid_of(pooled)


def test_restarts_wait_longer_each_time() -> None:
    limits = PoolLimits(backoff_s=0.1)
    waits_s = []
    spec = WorkerSpec(argv=(sys.executable, "-I", "-S", "-c", "raise SystemExit(1)"))
    with pool_of("default", spec=spec, limits=limits) as pooled:
        for _ in range(4):
            started_s = time.monotonic()
            with pytest.raises(WorkerStartFailed):
                pid_of(pooled)
            waits_s.append(time.monotonic() - started_s)

    assert waits_s[2] >= 0.1
    assert waits_s[3] >= 0.2


def test_an_idle_worker_is_stopped_but_never_one_at_work() -> None:
    with pool_of("embeddings", limits=PoolLimits(idle_stop_s=0.3)) as pooled:
        busy = cast("Said", pooled.call("work_with_checks", Ask(seconds=1.0)))
        assert busy.text == "done"  # it ran through three idle limits

        assert wait_until(lambda: not is_running(busy.pid), timeout_s=3)
        assert pid_of(pooled) != busy.pid


def test_close_all_ends_calls_in_flight_and_refuses_new_ones() -> None:
    with pool_of("embeddings") as pooled, ThreadPoolExecutor(1) as threads:
        pid = pid_of(pooled)
        call = threads.submit(pooled.call, "work_with_checks", Ask(seconds=60))
        assert wait_until(lambda: pooled.worker.n_calls == 1, timeout_s=2)
        pooled.close()

        assert call.exception(timeout=5) is not None
        assert not is_running(pid)
        with pytest.raises(WorkerStartFailed, match="closed"):
            pid_of(pooled)


def test_unknown_pools_are_refused() -> None:
    with pytest.raises(BadRequest, match="no pool 'other'"):
        WorkerPool({"other": echo_spec()}, ECHO_METHODS)
    with pool_of("default", "agent") as pool, pytest.raises(BadRequest, match="'embeddings'"):
        pool.pool("embeddings")


def test_a_close_in_mid_start_ends_the_starting_worker() -> None:
    """A worker that never greets would hold the closing host for its whole handshake."""
    pool = WorkerPool({"agent": echo_spec("mute")}, ECHO_METHODS, limits=FAST)
    pooled = pool.pool("agent")
    with ThreadPoolExecutor(1) as threads:
        calling = threads.submit(pid_of, pooled)
        assert wait_until(lambda: pooled._starting is not None, timeout_s=5)
        time.sleep(0.1)
        started_s = time.monotonic()

        pool.close_all(grace_s=0.2)

        assert time.monotonic() - started_s < 2.0
        with pytest.raises(WorkerStartFailed):
            calling.result(timeout=5)


def test_a_busy_worker_is_killed_after_the_grace() -> None:
    pool = WorkerPool({"agent": echo_spec()}, ECHO_METHODS, limits=FAST)
    pooled = pool.pool("agent")
    pid = pid_of(pooled)
    with ThreadPoolExecutor(1) as threads:
        calling = threads.submit(pooled.call, "hold_lock", Ask(seconds=600))
        time.sleep(0.3)
        started_s = time.monotonic()

        pool.close_all(grace_s=0.2)

        assert time.monotonic() - started_s < 1.5
        assert not is_running(pid)
        with pytest.raises(WorkerDied):
            calling.result(timeout=5)
