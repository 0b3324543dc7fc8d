"""The last words of a process: its stderr, drained so that it never blocks, the end of it kept."""

from __future__ import annotations

import threading
from typing import IO, Callable, Optional

from .threads import start_thread

_READ_BYTES = 64 * 1024


class StderrTail:
    """Drains a stream on a thread of its own and keeps its last bytes."""

    def __init__(
        self, stream: IO[bytes], *, keep_bytes: int, on_data: Optional[Callable[[bytes], None]]
    ) -> None:
        self._stream = stream
        self._keep_bytes = keep_bytes
        self._on_data = on_data
        self._lock = threading.Lock()
        self._tail = b""
        self._ended = start_thread(self._drain, name="worker-stderr")

    def text(self) -> str:
        """Return what is kept, as text; never more than keep_bytes of it."""
        with self._lock:
            return self._tail.decode("utf-8", "replace").strip()

    def wait_for_end(self, timeout_s: float) -> None:
        """Wait until the stream has ended and is closed, at most timeout_s."""
        self._ended.wait(timeout_s)

    def _drain(self) -> None:
        with self._stream as stream:
            while True:
                data = stream.read(_READ_BYTES)
                if not data:
                    return
                with self._lock:
                    self._tail = (self._tail + data)[-self._keep_bytes :]
                if self._on_data is not None:
                    self._on_data(data)
