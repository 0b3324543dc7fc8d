"""LibreOffice ends, or is killed, in the middle of a pass: nothing is left and nothing crashes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.office.harness.office import Stopped
from tests.office.upkeep_support import (
    PASS_S,
    VARIABLES,
    begin,
    is_reading,
    open_document,
    seconds_until_gone,
    set_mode,
    workers,
    write_notes,
)
from tests.slow_document import write_slow_document

if TYPE_CHECKING:
    from pathlib import Path

    from tests.office.harness.office import Office

pytestmark = pytest.mark.timeout(300)

N_ENDS = 10


def begin_a_pass(office: Office, folder: Path) -> list[int]:
    """Begin a pass that takes long; return the processes that work on it."""
    write_notes(folder, 2)
    write_slow_document(folder / "slow.rtf")
    begin(office)
    office.run(set_mode, "hybrid")
    office.run(open_document, str(folder / "note 0000.txt"))
    office.wait_for(is_reading, str(folder), timeout_s=PASS_S)
    pids = workers(office)
    assert pids
    return pids


def test_killed_in_mid_pass_it_leaves_no_process(start_office: Any, tmp_path: Path) -> None:
    with start_office(variables=VARIABLES) as office:
        pids = begin_a_pass(office, tmp_path / "docs")
        office.kill()
        seconds_until_gone(pids, timeout_s=5.0)


def test_it_ends_in_mid_pass_at_once_and_leaves_no_process(
    start_office: Any, tmp_path: Path
) -> None:
    with start_office(variables=VARIABLES) as office:
        pids = begin_a_pass(office, tmp_path / "docs")
        started_s = time.monotonic()
        assert office.stop() == Stopped("terminate", 0)
        took_s = time.monotonic() - started_s
        seconds_until_gone(pids, timeout_s=0.5)
        assert took_s < 4.0


def post_without_end(ctx: Any, n_threads: int) -> None:
    import threading

    from writeragent_plugin.office.application import current

    application = current(ctx)

    def post() -> None:
        while application.main_thread.post(lambda: None):
            pass

    for _ in range(n_threads):
        threading.Thread(target=post, daemon=True).start()


def test_it_ends_well_while_threads_post_without_end(start_office: Any, tmp_path: Path) -> None:
    folder = write_notes(tmp_path / "docs", 200)
    with start_office(variables=VARIABLES) as office:
        begin(office)
        office.run(set_mode, "hybrid")
        for _ in range(N_ENDS):
            office.run(open_document, str(folder / "note 0000.txt"))
            office.wait_for(is_reading, str(folder), timeout_s=PASS_S)
            pids = workers(office)
            office.run(post_without_end, 3)
            assert office.stop() == Stopped("terminate", 0), office.log_text()
            seconds_until_gone(pids, timeout_s=1.0)
            for path in (folder / "writeragent_embeddings").glob("*"):
                path.unlink()
            office.start()
