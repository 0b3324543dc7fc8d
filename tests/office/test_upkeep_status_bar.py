"""The status bar shows a long pass, not a short one, and survives its window."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.office.upkeep_support import (
    PASS_S,
    is_idle,
    new_document_at,
    passes,
    set_mode,
    sleep,
    watch_passes,
    write_notes,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.office.harness.office import Office

pytestmark = pytest.mark.timeout(300)


@pytest.fixture(scope="module")
def own(own: Office) -> Office:
    own.run(watch_passes)
    return own


def left_end(ctx: Any) -> str:
    """Return what the left end of the status bar looks like: a field, or the pass's text."""
    import hashlib

    import office_probe as probe

    manager = probe.current_frame(ctx).LayoutManager
    bar = manager.getElement("private:resource/statusbar/statusbar").getRealInterface()
    picture = bar.createBitmap(0, 0, 80, bar.getPosSize().Height).getDIB()
    return hashlib.sha256(picture.value).hexdigest()


def looks_other_than(ctx: Any, before: str) -> bool:
    return left_end(ctx) != before


def looks_like(ctx: Any, before: str) -> bool:
    return left_end(ctx) == before


def report(ctx: Any, state: str, n_done: int, age_s: float) -> None:
    """Have the status bar hear of a pass that began age_s ago, through the queue's followers."""
    from writeragent_plugin.contracts.maintain import MaintainProgress, Stage
    from writeragent_plugin.embeddings.upkeep.maintain_queue import JobReport, JobState
    from writeragent_plugin.office.application import current

    bar = current(ctx)._watch._status_bar
    progress = MaintainProgress(Stage.TEXT, n_done, 100, 0, 0) if state == "running" else None
    if age_s:
        bar._began_s -= age_s
        bar._updated_s -= age_s
    bar.on_report(JobReport("/somewhere/Reports", JobState(state), progress))


def close_windows(ctx: Any) -> None:
    import office_probe as probe

    probe.close_all(ctx)


def wait_to_see(office: Office, function: Any, before: str, *, timeout_s: float = 15.0) -> None:
    """Wait until it is painted, which LibreOffice does when nobody asks it anything."""
    deadline_s = time.monotonic() + timeout_s
    while not office.run(function, before):
        assert time.monotonic() < deadline_s, function.__name__
        office.run_off_main(sleep, 0.3)


def resting(office: Office, path: Path) -> str:
    """Return what the status bar of a new window looks like once it is painted."""
    office.run(set_mode, "none")  # no real pass takes the bar from a test's
    office.wait_for(is_idle)
    office.run(new_document_at, str(path), "")
    office.run_off_main(sleep, 0.5)
    return str(office.run(left_end))


def test_a_short_pass_shows_nothing_and_a_long_one_its_files(own: Office, tmp_path: Path) -> None:
    before = resting(own, tmp_path / "a.odt")
    own.run(report, "running", 1, 0.0)
    own.run_off_main(sleep, 0.3)
    assert own.run(looks_like, before)
    own.run(report, "running", 50, 2.0)
    wait_to_see(own, looks_other_than, before)
    own.run(report, "done", 0, 0.0)
    wait_to_see(own, looks_like, before)


def test_a_pass_that_tells_nothing_for_long_is_shown_all_the_same(
    own: Office, tmp_path: Path
) -> None:
    before = resting(own, tmp_path / "a.odt")
    own.run(report, "running", 1, 0.0)
    wait_to_see(own, looks_other_than, before)
    own.run(report, "failed", 0, 0.0)
    wait_to_see(own, looks_like, before)


def test_the_window_may_close_in_between(own: Office, tmp_path: Path) -> None:
    before = resting(own, tmp_path / "a.odt")
    own.run(report, "running", 1, 0.0)
    own.run(report, "running", 5, 2.0)
    wait_to_see(own, looks_other_than, before)
    own.run(close_windows)
    own.run(report, "running", 6, 2.0)
    own.run(report, "running", 7, 2.0)
    own.run(new_document_at, str(tmp_path / "b.odt"), "")
    own.run(report, "running", 8, 2.0)
    wait_to_see(own, looks_other_than, before)
    own.run(close_windows)
    own.run(report, "done", 0, 0.0)
    assert own.run(looks_like, resting(own, tmp_path / "c.odt"))
    assert "failed" not in own.run(host_log)


def host_log(ctx: Any) -> str:
    from writeragent_plugin.office.application import _user_folder

    log = _user_folder(ctx) / "writeragent" / "host.log"
    return log.read_text(encoding="utf-8") if log.exists() else ""


def test_a_real_long_pass_is_shown_and_ends(own: Office, tmp_path: Path) -> None:
    folder = write_notes(tmp_path / "many", 600)
    before = resting(own, folder / "a.odt")
    own.run(set_mode, "hybrid")
    wait_to_see(own, looks_other_than, before, timeout_s=PASS_S)
    own.wait_for(passes, str(folder), timeout_s=PASS_S * 2)
    own.wait_for(is_idle)
    wait_to_see(own, looks_like, before)
