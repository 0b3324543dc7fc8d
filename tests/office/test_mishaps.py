"""What goes wrong around the extension: killed workers, vanished folders, odd paths."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, Any

import pytest

from tests.office.upkeep_support import (
    PASS_S,
    is_reading,
    open_document,
    passes,
    search,
    set_mode,
    watch_passes,
    workers,
    write_notes,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.office.harness.office import Office

pytestmark = pytest.mark.timeout(300)


@pytest.fixture(scope="module")
def own(own: Office) -> Office:
    own.run(watch_passes)
    own.run(set_mode, "hybrid")
    return own


def test_a_worker_that_is_killed_in_a_pass_is_there_for_the_next_search(
    own: Office, tmp_path: Path
) -> None:
    folder = write_notes(tmp_path / "docs", 300)
    own.run(open_document, str(folder / "note 0000.txt"))
    own.wait_for(is_reading, str(folder), timeout_s=PASS_S)
    os.kill(workers(own)[0], signal.SIGKILL)
    assert own.wait_for(passes, str(folder), timeout_s=PASS_S)[0][0] == "failed"
    search(own, folder, "walrus")  # what it finds depends on the moment; it has the rest read
    own.wait_for(is_read, str(folder), timeout_s=PASS_S)
    assert "note 0299.txt" in search(own, folder, "walrus 299")


def is_read(ctx: Any, folder: str) -> bool:
    from writeragent_plugin.office.application import current

    return any(where == folder and state == "done" for where, state, _ in current(ctx).seen)


def test_a_folder_that_vanishes_in_a_pass_is_told_and_not_made_again(
    own: Office, tmp_path: Path
) -> None:
    folder = write_notes(tmp_path / "docs", 300)
    own.run(open_document, str(folder / "note 0000.txt"))
    own.wait_for(is_reading, str(folder), timeout_s=PASS_S)
    folder.rename(tmp_path / "elsewhere")
    assert own.wait_for(passes, str(folder), timeout_s=PASS_S)[-1][0] == "failed"
    assert "There is no folder" in search(own, folder, "walrus")
    assert not folder.exists()


@pytest.mark.parametrize("name", ["50% a#b?c", "Größe & \U0001f600", "semi;colon ~ +", "new\nline"])
def test_a_path_may_hold_any_letter(own: Office, tmp_path: Path, name: str) -> None:
    folder = write_notes(tmp_path / name, 1)
    (folder / f"{name} 1.txt").write_text("quagga", encoding="utf-8")
    own.run(open_document, str(folder / f"{name} 1.txt"))
    assert own.wait_for(passes, str(folder), timeout_s=PASS_S) == [["done", 2]]
    assert search(own, folder, "quagga") == [f"{name} 1.txt"]
