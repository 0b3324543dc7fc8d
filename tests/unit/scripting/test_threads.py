"""Threads of the host: nobody waits for one to begin, and each has a name."""

from __future__ import annotations

import re
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from plugin.scripting import threads
from plugin.scripting.threads import call_later, start_thread

if TYPE_CHECKING:
    import pytest


def names() -> list[str]:
    return [thread.name for thread in threading.enumerate()]


def test_it_has_its_name_while_it_runs_and_tells_its_end() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        go_on.wait(10)

    ended = start_thread(work, name="some work")
    assert begun.wait(10)
    assert "some work" in names()
    assert not ended.is_set()
    go_on.set()
    assert ended.wait(10)
    assert "some work" not in names()


def test_a_failure_ends_it_too_and_reaches_the_hook(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda failed: heard.append(failed.exc_type))

    def work() -> None:
        raise ValueError("unforeseen")

    assert start_thread(work, name="fails").wait(10)
    give_up_s = time.monotonic() + 10
    while not heard and time.monotonic() < give_up_s:
        time.sleep(0.005)
    assert heard == [ValueError]


def test_a_later_call_comes_after_its_time() -> None:
    called = threading.Event()
    started_s = time.monotonic()
    call_later(called.set, wait_s=0.05, name="later")
    assert called.wait(10)
    assert time.monotonic() - started_s >= 0.05


def test_no_other_way_is_used_in_the_host() -> None:
    plugin = Path(threads.__file__).parents[1]
    worker = (plugin / "embeddings" / "venv", plugin / "scripting" / "serve.py")
    others = [
        path.name
        for path in plugin.rglob("*.py")
        if not any(path == own or own in path.parents for own in worker)
        and re.search(r"threading\.(Thread|Timer)\(|start_new_thread\(", path.read_text("utf-8"))
    ]
    assert others == ["threads.py"]
