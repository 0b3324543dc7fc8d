"""What the tests of the main thread's gaps do in and beside LibreOffice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

Gap = dict[str, Any]

ON_TIME_MS = 15.0

CONTROL = """
import os, sys, time
if len(sys.argv) > 2:
    os.sched_setaffinity(0, {int(sys.argv[2])})
with open(sys.argv[1], "a", buffering=1) as out:
    last_s = time.monotonic()
    while os.getppid() != 1:
        time.sleep(0.01)
        now_s = time.monotonic()
        if now_s - last_s > 0.02:
            out.write(f"{last_s + 0.01} {now_s}\\n")
        last_s = now_s
"""
"""A program that does nothing but look at the clock: its stalls are the machine's."""


def start_controls(ctx: Any, python: str, code: str, folder: str) -> None:
    """Start one control for each CPU, as LibreOffice's children: the kernel shares time alike."""
    import os
    import subprocess

    for cpu in os.sched_getaffinity(0):
        path = os.path.join(folder, f"stalls {cpu}.txt")  # noqa: PTH118
        subprocess.Popen([python, "-c", code, path, str(cpu)])


def stalls(folder: Path) -> list[tuple[float, float]]:
    """Return from when to when each control stood still."""
    lines = [
        line.split()
        for path in folder.glob("stalls *.txt")
        for line in path.read_text(encoding="ascii").splitlines()
    ]
    return [(float(line[0]), float(line[1])) for line in lines if len(line) == 2]


def start_gaps(ctx: Any) -> None:
    import office_probe as probe

    probe.start_gaps(ctx)


def stop_gaps(ctx: Any) -> Any:
    import office_probe as probe

    return probe.stop_gaps(ctx)


def time_actions(ctx: Any) -> None:
    """Have the time noted of all that the extension posts to the main thread."""
    import time

    from writeragent_plugin.office.application import current

    application = current(ctx)
    waker = application.main_thread._waker
    run, application.actions = waker._run, []

    def run_timed() -> None:
        cpu_s, from_s = time.thread_time(), time.monotonic()
        run()
        to_s = time.monotonic()
        application.actions.append((from_s, to_s, (time.thread_time() - cpu_s) * 1000))

    waker._run = run_timed


def take_actions(ctx: Any) -> Any:
    """Return from when to when each action ran, and its milliseconds of CPU, since last asked."""
    from writeragent_plugin.office.application import current

    application = current(ctx)
    taken, application.actions = application.actions, []
    return taken


def index(ctx: Any, folder: str) -> None:
    from writeragent_plugin.office.application import current

    current(ctx).queue.enqueue(folder)


def search(ctx: Any, folder: str, n_found: int, pause_s: float) -> None:
    """Ask one question after the other, as the dialog does, until n_found found something."""
    from writeragent_plugin.contracts.search import SearchRequest
    from writeragent_plugin.office.application import current
    from writeragent_plugin.scripting.threads import call_later

    application = current(ctx)
    application.answers = []

    def ask() -> None:
        query = f"walrus {len(application.answers)}"
        application.service.search(SearchRequest(folder, query, with_passage=True), answered)

    def ask_soon() -> None:
        application.main_thread.post(ask)

    def answered(answer: Any) -> None:
        application.answers.append(len(getattr(answer, "hits", ())))
        if sum(map(bool, application.answers)) < n_found:
            call_later(ask_soon, wait_s=pause_s, name="test-search")

    ask()


def wait_for_end(ctx: Any, folder: str, n_found: int) -> int:
    """Wait on a plain thread, so that asking costs the main thread nothing; return the answers."""
    import sys
    import time

    application = sys.modules["writeragent_plugin.office.application"]._application
    queue = application.queue
    deadline_s = time.monotonic() + 60
    while time.monotonic() < deadline_s:
        report = queue.state(folder)
        is_done = report is not None and not report.state.is_open
        if is_done and sum(map(bool, application.answers)) >= n_found:
            return len(application.answers)
        time.sleep(0.02)
    raise TimeoutError(f"{queue.state(folder)}, answers: {application.answers}")


@dataclass(frozen=True)
class Round:
    """One measurement: its gaps, the actions of the extension, and the stalls of the controls."""

    measured: dict[str, Any]
    actions: list[list[float]]
    stalls: list[tuple[float, float]]

    def gaps_ms(self) -> list[float]:
        """Return the gaps that are not shown to be the machine's."""
        return [gap["ms"] for gap in self.measured["gaps"] if not self._is_the_machines(gap)]

    def actions_ms(self) -> list[float]:
        """Return how long each action of the extension took, those left out that were stalled."""
        kept = []
        for from_s, to_s, cpu_ms in self.actions:
            gap: Gap = {"from_s": from_s, "to_s": to_s, "ms": (to_s - from_s) * 1000}
            gap |= {"all_cpu_ms": cpu_ms, "pinger_late_ms": gap["ms"], "states": ""}
            kept.append(cpu_ms if self._is_the_machines(gap) else gap["ms"])
        return kept

    def _is_the_machines(self, gap: Gap) -> bool:
        if gap["all_cpu_ms"] > gap["ms"] / 4:
            return False  # the program was computing
        if gap["pinger_late_ms"] < ON_TIME_MS and set(gap["states"]) == {"R"}:
            return True  # it could have run all the time, and had no CPU
        shared_s = (
            min(to_s, gap["to_s"]) - max(from_s, gap["from_s"]) for from_s, to_s in self.stalls
        )
        return max(shared_s, default=0.0) * 1000 >= gap["ms"] / 2

    def __str__(self) -> str:
        counts = {ms: n for ms, n in self.measured["n_at_least_ms"].items() if n}
        ours = sorted(self.gaps_ms(), reverse=True)[:5]
        all_ms = sorted((gap["ms"] for gap in self.measured["gaps"]), reverse=True)[:5]
        actions = f"{max(self.actions_ms(), default=0.0):.1f}"
        return (
            f"{self.measured['n']} pings, at least ms: {counts}; longest gaps {all_ms}, "
            f"not the machine's {ours}; longest of {len(self.actions)} actions {actions} ms"
        )
