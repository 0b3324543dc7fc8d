"""Opening, saving and the tick in a real LibreOffice, with the real worker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.office.upkeep_support import (
    CACHE,
    PASS_S,
    change_and_save,
    is_idle,
    n_passes_seen,
    new_document_at,
    open_document,
    passes,
    search,
    seconds_until_gone,
    set_mode,
    sleep,
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
    return own


def tick_often(ctx: Any, period_s: float) -> None:
    from writeragent_plugin.office.application import current
    from writeragent_plugin.office.upkeep_watch import UpkeepWatch

    application = current(ctx)
    application._watch.close()
    application._watch = UpkeepWatch(application.upkeep, application.queue, application.main_thread)
    application._watch.start(ctx, application.texts, tick_s=period_s)


def watch_as_ever(ctx: Any) -> None:
    from writeragent_plugin.office.application import current
    from writeragent_plugin.office.upkeep_watch import UpkeepWatch

    application = current(ctx)
    application._watch.close()
    application._watch = UpkeepWatch(application.upkeep, application.queue, application.main_thread)
    application._watch.start(ctx, application.texts)


def queue_threads(ctx: Any) -> Any:
    import threading

    return [t.name for t in threading.enumerate() if t.name == "maintain-queue"]


def test_off_does_nothing(own: Office, tmp_path: Path) -> None:
    folder = write_notes(tmp_path / "docs", 2)
    own.run(set_mode, "none")
    own.wait_for(is_idle)
    seconds_until_gone(workers(own), timeout_s=10)
    n_before, threads = own.run(n_passes_seen), own.run(queue_threads)
    own.run(tick_often, 0.05)
    own.run(new_document_at, str(folder / "a.odt"), "dodo")
    own.run(open_document, str(folder / "note 0000.txt"))
    own.run_off_main(sleep, 0.5)  # ten ticks
    own.run(watch_as_ever)
    assert workers(own) == []
    assert own.run(n_passes_seen) == n_before
    assert own.run(queue_threads) == threads
    assert not (folder / CACHE).exists()


def test_turning_it_on_and_opening_and_saving_index_the_folder(own: Office, tmp_path: Path) -> None:
    own.run(set_mode, "none")
    folder, other = write_notes(tmp_path / "docs", 2), write_notes(tmp_path / "other", 2)
    own.run(new_document_at, str(folder / "a.odt"), "dodo")
    own.run(set_mode, "hybrid")
    assert own.wait_for(passes, str(folder), timeout_s=PASS_S) == [["done", 3]]
    assert len(workers(own)) >= 1

    own.run(open_document, str(other / "note 0000.txt"))
    assert own.wait_for(passes, str(other), timeout_s=PASS_S) == [["done", 2]]

    for text in ("quagga", "quagga two", "quagga three"):
        own.run(change_and_save, str(folder / "a.odt"), text)
    own.wait_for(is_idle, timeout_s=PASS_S)
    read = [n_read for _, n_read in own.run(passes, str(folder))]
    assert read == [3, 1], "one pass for all three"
    assert search(own, folder, "quagga") == ["a.odt"]
    assert search(own, folder, "dodo") == ["-"]


def test_save_as_indexes_the_new_place(own: Office, tmp_path: Path) -> None:
    own.run(set_mode, "hybrid")
    folder = write_notes(tmp_path / "new", 1)
    own.run(new_document_at, str(folder / "Größe 1 #2.odt"), "dodo")
    assert own.wait_for(passes, str(folder), timeout_s=PASS_S) == [["done", 2]]
    assert search(own, folder, "dodo") == ["Größe 1 #2.odt"]


def test_the_tick_finds_what_other_programs_changed(own: Office, tmp_path: Path) -> None:
    own.run(set_mode, "hybrid")
    folder = write_notes(tmp_path / "docs", 1)
    own.run(open_document, str(folder / "note 0000.txt"))
    assert own.wait_for(passes, str(folder), timeout_s=PASS_S) == [["done", 1]]
    own.wait_for(is_idle, timeout_s=PASS_S)
    (folder / "later.txt").write_text("thylacine", encoding="utf-8")
    own.run(tick_often, 0.2)
    own.wait_for(has_two_passes, str(folder), timeout_s=PASS_S)
    own.run(watch_as_ever)
    assert own.run(passes, str(folder))[1] == ["done", 1]
    assert search(own, folder, "thylacine") == ["later.txt"]


def has_two_passes(ctx: Any, folder: str) -> bool:
    from writeragent_plugin.office.application import current

    return sum(where == folder for where, _, _ in current(ctx).seen) >= 2


def test_without_a_document_my_documents_is_the_folder(own: Office) -> None:
    own.run(close_documents)
    choice = own.run(choice_of_the_moment)
    assert choice == [str(own.home.documents), "my_documents", False]


def close_documents(ctx: Any) -> None:
    import office_probe as probe

    probe.close_all(ctx)


def choice_of_the_moment(ctx: Any) -> Any:
    from writeragent_plugin.office.application import current

    choice = current(ctx).upkeep.active_choice()
    return choice.folder, choice.source.value, choice.needs_consent
