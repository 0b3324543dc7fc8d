"""Computing batches side by side, one thread each, and handing results to the caller's thread.

Several batches with one thread each beat one batch with several threads: small operations do
not wait for each other, and a busy machine slows one lane instead of all.
"""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

_Result = TypeVar("_Result")
_WAITING_PER_LANE = 2  # enough to keep lanes busy while the caller writes a result down


class BatchLanes(Generic[_Result]):
    """A fixed number of threads for batches; on_start runs once in each."""

    def __init__(self, n_lanes: int, on_start: Callable[[], None]) -> None:
        self._n_lanes = n_lanes
        self._threads = ThreadPoolExecutor(n_lanes, "encode", initializer=on_start)

    def run(
        self, batches: Sequence[Sequence[int]], work: Callable[[Sequence[int]], _Result]
    ) -> Generator[tuple[Sequence[int], _Result], None, None]:
        """Yield (batch, work(batch)) as each is done. Closing it drops the batches not begun."""
        ahead = iter(batches)
        running: dict[Future[_Result], Sequence[int]] = {}
        try:
            while True:
                while len(running) < self._n_lanes * _WAITING_PER_LANE:
                    batch = next(ahead, None)
                    if batch is None:
                        break
                    running[self._threads.submit(work, batch)] = batch
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    yield running.pop(future), future.result()
        finally:
            for future in running:
                future.cancel()
            wait(running)
