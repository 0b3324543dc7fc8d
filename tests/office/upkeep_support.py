"""Functions that run inside LibreOffice for the tests of the upkeep, and what they look at."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.contract.worker_fixtures import is_running

if TYPE_CHECKING:
    from tests.office.harness.office import Office

VARIABLES = {"WRITERAGENT_VENV": os.path.abspath(sys.executable)}  # noqa: PTH100 - not resolved
CACHE = "writeragent_embeddings"
PASS_S = 60.0


def write_notes(folder: Path, n: int) -> Path:
    """Write n text files; "walrus" and the number of the file are in each."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(n):
        text = "\n\n".join(f"walrus {number} of line {line}" for line in range(40))
        (folder / f"note {number:04}.txt").write_text(text, encoding="utf-8")
    return folder


def descendants(pid: int) -> list[int]:
    """Return the processes that a process started, and those they started."""
    parents = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(status.parent.name)] = int(fields[1])
    found = [pid]
    for parent in found:
        found += [child for child, its_parent in parents.items() if its_parent == parent]
    return sorted(found[1:])


def workers(office: Office) -> list[int]:
    """Return the processes of the extension: LibreOffice itself starts none."""
    return descendants(office.pid)


def seconds_until_gone(pids: list[int], *, timeout_s: float) -> float:
    """Return how long the processes took to end; fail when one is left."""
    started_s = time.monotonic()
    while any(map(is_running, pids)):
        took_s = time.monotonic() - started_s
        assert took_s < timeout_s, f"{[pid for pid in pids if is_running(pid)]} still run"
        time.sleep(0.01)
    return time.monotonic() - started_s


def show_first_window(ctx: Any) -> None:
    """Open a window: LibreOffice then runs the extension's startup job."""
    import office_probe as probe

    probe.new_document(ctx)


def is_loaded(ctx: Any) -> bool:
    import sys

    return "writeragent_plugin.office.application" in sys.modules


def begin(office: Office) -> None:
    """Have the extension start as it does for a user."""
    office.run(show_first_window)
    office.wait_for(is_loaded)


def set_mode(ctx: Any, mode: str) -> None:
    from dataclasses import replace

    from writeragent_plugin.office.application import current

    store = current(ctx).settings
    store.write(replace(store.read(), folder_search_mode=mode, embedding_model="none"))


def watch_passes(ctx: Any) -> None:
    """Keep the ends of passes from now on."""
    from writeragent_plugin.office.application import current

    application = current(ctx)
    application.seen = []

    def keep(report: Any) -> None:
        if not report.state.is_open:
            done = report.report
            n_read = done.n_added + done.n_changed if done else -1
            application.seen.append((report.folder, report.state.value, n_read))

    application.queue.follow(keep)


def passes(ctx: Any, folder: str) -> Any:
    """Return the ends of a folder's passes: state and how many files were read."""
    from writeragent_plugin.office.application import current

    return [(state, n_read) for where, state, n_read in current(ctx).seen if where == folder]


def n_passes_seen(ctx: Any) -> int:
    from writeragent_plugin.office.application import current

    return len(current(ctx).seen)


def is_idle(ctx: Any) -> bool:
    """Return whether no pass runs or waits."""
    from writeragent_plugin.office.application import current

    queue = current(ctx).queue
    return queue._running is None and not queue._waiting


def sleep(ctx: Any, duration_s: float) -> None:
    import time

    time.sleep(duration_s)


def is_reading(ctx: Any, folder: str) -> bool:
    """Return whether the folder's pass runs and has told of its progress."""
    from writeragent_plugin.office.application import current

    report = current(ctx).queue.state(folder)
    return report is not None and report.state.value == "running" and report.progress is not None


def open_document(ctx: Any, path: str) -> None:
    import office_probe as probe

    probe.open_document(ctx, path)


def new_document_at(ctx: Any, path: str, text: str) -> None:
    import office_probe as probe

    document = probe.new_document(ctx)
    document.Text.setString(text)
    probe.save_as(document, path)


def change_and_save(ctx: Any, path: str, text: str) -> None:
    import office_probe as probe

    document = probe.open_document(ctx, path)
    document.Text.setString(text)
    document.store()


def ask(ctx: Any, folder: str, query: str) -> None:
    from writeragent_plugin.contracts.search import SearchRequest
    from writeragent_plugin.office.application import current

    application = current(ctx)
    application.answer = None

    def keep(answer: Any) -> None:
        hits = getattr(answer, "hits", None)
        application.answer = str(answer) if hits is None else [hit.path for hit in hits] or ["-"]

    application.service.search(SearchRequest(folder, query), keep)


def answer(ctx: Any) -> Any:
    from writeragent_plugin.office.application import current

    return current(ctx).answer


def search(office: Office, folder: Path, query: str) -> Any:
    """Return the paths that a search finds, ["-"] for none."""
    office.run(ask, str(folder), query)
    return office.wait_for(answer, timeout_s=PASS_S)
