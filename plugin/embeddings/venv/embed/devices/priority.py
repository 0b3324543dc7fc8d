"""Who computes next: queries at once, document batches only while no query is about."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class PriorityGate:
    """Lets queries through at once and holds the next document batch back until they are done.

    It does not exclude: a batch that runs goes on beside the query, which therefore never waits
    for one to end. Models are read only while they compute.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._n_urgent = 0

    @contextmanager
    def urgent(self) -> Iterator[None]:
        """Hold document batches back for the block."""
        with self._changed:
            self._n_urgent += 1
        try:
            yield
        finally:
            with self._changed:
                self._n_urgent -= 1
                self._changed.notify_all()

    def wait_until_calm(self) -> None:
        """Return once no query is being encoded."""
        with self._changed:
            self._changed.wait_for(lambda: self._n_urgent == 0)
