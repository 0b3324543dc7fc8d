"""Named pools, one warm worker in each, so that one kind of work never waits for another.

Owns: starting on demand, restarting after a crash with back-off, stopping idle workers.
Does not own: the process itself (worker_process), repeating a call that failed (the caller's).
"""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Final, Mapping, Optional

from ..contracts.errors import BadRequest, EmbeddingsError, WorkerStartFailed
from .threads import start_thread
from .worker_process import WorkerProcess, WorkerSpec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..contracts.methods import Method

POOL_NAMES: Final = ("default", "embeddings", "agent")


@dataclass(frozen=True)
class PoolLimits:
    """How a pool restarts and rests.

    A start that fails, or a worker found dead within quick_failure_s of its start, is a quick
    failure. The first restart is at once, each later one waits twice as long, from backoff_s on;
    after max_quick_failures in a row the pool refuses for cool_down_s, or until reset. An idle
    worker stops after idle_stop_s; None keeps it for ever.
    """

    max_quick_failures: int = 5
    quick_failure_s: float = 10.0
    backoff_s: float = 0.25
    cool_down_s: float = 60.0
    idle_stop_s: Optional[float] = None


class PooledWorker:
    """One named pool: at most one worker, started by the first call; for any number of threads."""

    def __init__(
        self, name: str, spec: WorkerSpec, methods: Mapping[str, Method], limits: PoolLimits
    ) -> None:
        self.name = name
        self._spec = spec
        self._methods = methods
        self._limits = limits
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._worker: Optional[WorkerProcess] = None
        self._starting: Optional[WorkerProcess] = None
        self._n_users = 0
        self._n_quick_failures = 0
        self._started_at_s = 0.0
        self._failed_at_s = 0.0
        self._idle_since_s = time.monotonic()

    @property
    def worker(self) -> Optional[WorkerProcess]:
        """Return the worker of the moment, alive or not, or None before the first call."""
        return self._worker

    def call(
        self,
        name: str,
        request: object,
        *,
        on_progress: Optional[Callable[[Any], None]] = None,
        cancel: Optional[threading.Event] = None,
        deadline_s: Optional[float] = None,
    ) -> object:
        """Return the reply of the warm worker, started first where there is none.

        Raises what WorkerProcess.call and WorkerProcess.start raise, and WorkerStartFailed
        after too many quick failures. A call whose worker dies is not repeated.
        """
        with self._lease() as worker:
            return worker.call(
                name, request, on_progress=on_progress, cancel=cancel, deadline_s=deadline_s
            )

    def reset(self) -> None:
        """Forget past failures; to be called when the settings changed."""
        with self._lock:
            self._forget_failures()

    def stop_if_idle(self) -> None:
        """Stop the worker when it has been idle for idle_stop_s; never during a call."""
        idle_stop_s = self._limits.idle_stop_s
        with self._lock:
            idle_s = time.monotonic() - self._idle_since_s
            if self._worker is None or self._n_users or idle_stop_s is None or idle_s < idle_stop_s:
                return
            worker, self._worker = self._worker, None
        worker.stop()

    def close(self, *, grace_s: Optional[float] = None) -> None:
        """Stop the worker and refuse further calls; calls in flight end with WorkerDied.

        A worker that is only starting is stopped too, its call ends with WorkerStartFailed.
        grace_s is how long the worker may take to leave by itself (see WorkerProcess.stop).
        """
        self._closing.set()
        starting = self._starting
        if starting is not None:  # its start holds the lock
            starting.stop(grace_s=grace_s)
        with self._lock:
            worker, self._worker = self._worker, None
        if worker is not None:
            worker.stop(grace_s=grace_s)

    @contextmanager
    def _lease(self) -> Iterator[WorkerProcess]:
        with self._lock:
            worker = self._warm()
            self._n_users += 1
        try:
            yield worker
        finally:
            with self._lock:
                self._n_users -= 1
                self._idle_since_s = time.monotonic()

    def _warm(self) -> WorkerProcess:
        if self._worker is not None and self._worker.alive:
            return self._worker
        if self._worker is not None:
            quick = time.monotonic() - self._started_at_s < self._limits.quick_failure_s
            self._count_failure() if quick else self._forget_failures()
            self._worker = None
        worker = WorkerProcess(self._spec, self._methods)
        self._starting = worker  # before the look at closing, for close looks after setting it
        try:
            self._wait_for_turn()
            self._start(worker)
        finally:
            self._starting = None
        self._worker = worker
        return worker

    def _start(self, worker: WorkerProcess) -> None:
        self._started_at_s = time.monotonic()
        try:
            worker.start()
        except EmbeddingsError:
            self._count_failure()
            raise

    def _count_failure(self) -> None:
        self._n_quick_failures += 1
        self._failed_at_s = time.monotonic()

    def _forget_failures(self) -> None:
        self._n_quick_failures = 0

    def _wait_for_turn(self) -> None:
        if time.monotonic() - self._failed_at_s > self._limits.cool_down_s:
            self._forget_failures()
        n_failures = self._n_quick_failures
        if n_failures >= self._limits.max_quick_failures:
            raise WorkerStartFailed(
                f"The {self.name} worker failed {n_failures} times in a row.",
                hint="Run the Python test in Tools > Options > WriterAgent, then try again.",
            )
        if n_failures > 1:
            self._closing.wait(self._limits.backoff_s * 2 ** (n_failures - 2))
        if self._closing.is_set():
            raise WorkerStartFailed("The worker pool is closed.", hint="Start the program again.")


class WorkerPool:
    """The pools by name; close_all ends them and every worker they started."""

    def __init__(
        self,
        specs: Mapping[str, WorkerSpec],
        methods: Mapping[str, Method],
        *,
        limits: Optional[PoolLimits] = None,
    ) -> None:
        unknown = sorted(specs.keys() - set(POOL_NAMES))
        if unknown:
            raise BadRequest(f"There is no pool {unknown[0]!r}.", hint=f"Known: {POOL_NAMES}.")
        rules = limits or PoolLimits()
        self._pools = {n: PooledWorker(n, spec, methods, rules) for n, spec in specs.items()}
        self._closed = threading.Event()
        if rules.idle_stop_s is not None:
            every_s = min(30.0, rules.idle_stop_s / 2)
            start_thread(lambda: self._sweep(every_s), name="worker-idle-stop")

    def pool(self, name: str) -> PooledWorker:
        """Return the pool of that name; raises BadRequest when none was given a command."""
        try:
            return self._pools[name]
        except KeyError:
            raise BadRequest(f"There is no pool {name!r}.", hint=f"Known: {POOL_NAMES}.") from None

    def close_all(self, *, grace_s: Optional[float] = None) -> None:
        """Stop every worker; the pool refuses calls from then on.

        grace_s is what all of them get together to leave by themselves, None each the usual.
        """
        self._closed.set()
        give_up_at_s = None if grace_s is None else time.monotonic() + grace_s
        for pooled in self._pools.values():
            left_s = None if give_up_at_s is None else max(0.0, give_up_at_s - time.monotonic())
            pooled.close(grace_s=left_s)

    def _sweep(self, every_s: float) -> None:
        while not self._closed.wait(every_s):
            for pooled in self._pools.values():
                pooled.stop_if_idle()
