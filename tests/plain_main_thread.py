"""A main thread without LibreOffice: one thread that runs what is posted, in order."""

from __future__ import annotations

import queue
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Result = TypeVar("Result")
WAIT_S = 60.0


class PlainMainThread:
    """Runs actions on one thread; failures are kept, for the test to find."""

    def __init__(self) -> None:
        self._actions: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._is_closed = False
        self.failures: list[BaseException] = []
        self._thread = threading.Thread(target=self._run, name="plain-main", daemon=True)
        self._thread.start()

    def post(self, action: Callable[[], None]) -> bool:
        if self._is_closed:
            return False
        self._actions.put(action)
        return True

    def call(self, function: Callable[[], Result]) -> Result:
        """Return what a function returns there."""
        results: queue.SimpleQueue[Result] = queue.SimpleQueue()
        self.post(lambda: results.put(function()))
        return results.get(timeout=WAIT_S)

    def is_current(self) -> bool:
        return threading.current_thread() is self._thread

    def close(self) -> None:
        self._is_closed = True
        self._actions.put(None)
        self._thread.join(WAIT_S)

    def _run(self) -> None:
        while (action := self._actions.get()) is not None:
            try:
                action()
            except BaseException as error:  # noqa: BLE001 - told by the fixture
                self.failures.append(error)


@contextmanager
def plain_main_thread() -> Iterator[PlainMainThread]:
    thread = PlainMainThread()
    try:
        yield thread
    finally:
        thread.close()
    assert thread.failures == []
