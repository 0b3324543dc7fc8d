"""Running one program of a set-up.

Owns: its process group, its lines as they come, its end by a cancel. Does not own: which program.
"""

from __future__ import annotations

import io
import queue
import subprocess
import sys
from collections import deque
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Callable, Deque, Dict, Final, Optional, Sequence

from ...contracts.errors import Interrupted, SetupFailed
from ..child import NO_WINDOW, reap
from ..threads import start_thread
from .advice import next_step

if TYPE_CHECKING:
    import threading

DETAIL_LINES: Final = 30
_KEPT_LINES: Final = 200
_TICK_S: Final = 0.1
_TICKS_AFTER_END: Final = 20
"""How long a descendant that outlives the program may hold its output open: 2 s."""


@dataclass(frozen=True)
class Watch:
    """Who follows a program: what stops it, what gets its lines, what is called in between."""

    cancel: threading.Event
    on_line: Callable[[str], None]
    on_tick: Callable[[], None]


def run_command(
    argv: Sequence[str], *, what: str, env: Dict[str, str], cwd: str, watch: Watch
) -> None:
    """Run a program to its end; what completes the sentence "... failed." for the user.

    Raises Interrupted when cancel is set, after the program and all it started are gone; and
    SetupFailed, with the program's last lines as detail, when it fails or cannot be started.
    """
    stop_if(watch.cancel)
    try:
        popen = _start(argv, env=env, cwd=cwd)
    except OSError as exc:
        raise SetupFailed(
            f"{what} failed: {argv[0]} cannot be run.", hint=next_step([str(exc)]), detail=str(exc)
        ) from exc
    kept: Deque[str] = deque(maxlen=_KEPT_LINES)
    try:
        _follow(popen, kept, watch)
    finally:
        reap(popen, grace_s=0)
    stop_if(watch.cancel)
    if popen.returncode != 0:
        detail = "\n".join(list(kept)[-DETAIL_LINES:])
        raise SetupFailed(f"{what} failed.", hint=next_step(kept), detail=detail)


def stop_if(cancel: threading.Event) -> None:
    """Raise Interrupted once the user has cancelled."""
    if cancel.is_set():
        raise Interrupted("The set-up was cancelled.", hint="Start it again at any time.")


def _start(argv: Sequence[str], *, env: Dict[str, str], cwd: str) -> subprocess.Popen[bytes]:
    flags = NO_WINDOW
    if sys.platform == "win32":
        flags |= subprocess.CREATE_NEW_PROCESS_GROUP
    return subprocess.Popen(
        argv,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=env,
        cwd=cwd,
        start_new_session=True,
        creationflags=flags,
    )


def _follow(popen: subprocess.Popen[bytes], kept: Deque[str], watch: Watch) -> None:
    lines: queue.Queue[Optional[str]] = queue.Queue()
    start_thread(lambda: _read(popen.stdout, lines), name="set-up output")
    n_ticks_after_end = 0
    while not watch.cancel.is_set():
        try:
            line = lines.get(timeout=_TICK_S)
        except queue.Empty:
            watch.on_tick()
            n_ticks_after_end += popen.poll() is not None
            if n_ticks_after_end > _TICKS_AFTER_END:
                return
            continue
        if line is None:
            popen.wait()
            return
        kept.append(line.rstrip())
        watch.on_line(line)


def _read(stream: Optional[IO[bytes]], lines: queue.Queue[Optional[str]]) -> None:
    if stream is not None:
        with io.TextIOWrapper(stream, encoding="utf-8", errors="replace") as text:
            for line in text:
                lines.put(line)
    lines.put(None)
