"""Real cores, and threads that give way: told by the system, not by us."""

from __future__ import annotations

import os
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from plugin.embeddings.venv.embed.devices.cores import (
    MAX_THREADS,
    give_way,
    physical_cores,
    siblings_of,
    thread_cap,
)

if TYPE_CHECKING:
    from pathlib import Path


def test_the_cap_is_four_or_the_cores_there_are() -> None:
    assert 1 <= thread_cap() <= min(MAX_THREADS, os.cpu_count() or 1)
    assert thread_cap() == min(MAX_THREADS, physical_cores())


def test_two_halves_of_a_core_count_once(tmp_path: Path) -> None:
    for cpu, siblings in enumerate(("0,2", "1,3", "0,2", "1,3")):
        folder = tmp_path / f"cpu{cpu}" / "topology"
        folder.mkdir(parents=True)
        (folder / "thread_siblings_list").write_text(f"{siblings}\n")
    assert len({siblings_of(cpu, tmp_path) for cpu in range(4)}) == 2
    # A system that tells nothing: each counts for itself.
    assert len({siblings_of(cpu, tmp_path / "none") for cpu in range(4)}) == 4


@pytest.mark.skipif(sys.platform != "linux", reason="a thread's niceness is Linux's own")
def test_a_thread_gives_way_with_what_it_starts_and_no_other_does() -> None:
    niceness: dict[str, int] = {}

    def note(name: str) -> None:
        niceness[name] = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    def work() -> None:
        give_way()
        note("worker")
        child = threading.Thread(target=note, args=("its thread",))
        child.start()
        child.join()

    note("before")
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    note("after")
    assert niceness["worker"] == niceness["its thread"] >= 10
    assert niceness["before"] == niceness["after"]
