"""What a search window does, over the real worker and real folders; the window is a plain class."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plugin.documents.kinds import FileKind
from plugin.embeddings.search_window.parts import Question
from plugin.embeddings.search_window.presenter import LARGE_FOLDER_N_FILES
from plugin.embeddings.search_window.screen import NOTHING_SELECTED, Offer, Screen
from tests.search_desk import Bench, search_bench, write_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.timeout(120)


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with search_bench(write_folder(tmp_path_factory.mktemp("docs") / "Contracts")) as bench:
        bench.do(bench.presenter.open)
        bench.index()
        yield bench


@pytest.fixture
def bench(indexed: Bench) -> Bench:
    indexed.search("")
    indexed.desk.screens.clear()
    indexed.desk.went.clear()
    indexed.desk.says = ""
    return indexed


def files(screen: Screen) -> list[str]:
    return [row.file for row in screen.rows]


def test_hits_are_shown_with_the_first_one_s_passage(bench: Bench) -> None:
    screen = bench.search("lease ends")
    assert screen.rows[0].file == "lease.txt"
    assert screen.rows[0].place == "line 3"
    assert "»lease« »ends«" in screen.rows[0].snippet
    assert screen.rows[0].reason == "words: lease, ends"
    assert len(screen.rows[0].date) == len("2026-11-30")
    assert screen.selected == 0
    assert screen.preview.text.startswith("The lease ends on 31")
    marked = [screen.preview.text[mark.start : mark.end] for mark in screen.preview.marks]
    assert marked == ["lease", "ends", "lease", "ends"]
    assert screen.coverage == "3 of 4 files can be searched, 1 could not be read"
    assert screen.message.splitlines()[0] == f"{len(screen.rows)} passages found."
    assert "words only" in screen.message
    assert screen.folder == bench.desk.folder


def test_while_the_answer_is_on_its_way_the_window_says_so(bench: Bench) -> None:
    bench.search("lease")
    assert "Searching..." in [screen.message for screen in bench.desk.screens]


def test_another_row_shows_its_passage_and_headings(bench: Bench) -> None:
    screen = bench.search("lease office dear")
    row = files(screen).index("notes.md")
    bench.do(lambda: bench.presenter.select(row))
    assert bench.screen.selected == row
    assert bench.screen.preview.heading == "Premises (notes.md)"
    bench.do(lambda: bench.presenter.select(99))
    assert bench.screen.selected == row


def test_next_match_goes_round(bench: Bench) -> None:
    screen = bench.search("lease ends")
    marks = []
    for _ in range(len(screen.preview.marks) + 1):
        marks.append(bench.screen.mark)
        bench.do(bench.presenter.next_match)
    assert marks == [0, 1, 2, 3, 0]


def test_a_kind_leaves_others_out_and_asks_the_same_again(bench: Bench) -> None:
    bench.search("lease")
    bench.do(lambda: bench.presenter.change_kind(FileKind.SHEET))
    screen = bench.wait_for(lambda: not bench.presenter._questions.is_searching)
    assert files(screen) == ["costs.csv"]
    assert screen.preview.heading == "sub/costs.csv"


def test_opening_and_quoting_take_the_selected_hit(bench: Bench) -> None:
    screen = bench.search("lease")
    last = len(screen.rows) - 1
    bench.do(lambda: bench.presenter.select(last))
    bench.do(bench.presenter.open_selected)
    bench.desk.says = "The passage is gone."
    bench.do(bench.presenter.insert_selected)
    names = [name for name, _ in bench.desk.went]
    assert names == ["open", "insert"]
    assert all(path.endswith(screen.rows[last].file) for _, path in bench.desk.went)
    assert bench.screen.message == "The passage is gone."
    assert len(bench.screen.rows) == last + 1
    bench.desk.says = ""
    bench.do(bench.presenter.open_selected)
    assert bench.screen.message == screen.message


def test_without_a_hit_nothing_opens(bench: Bench) -> None:
    screen = bench.search("rhinoceros")
    assert screen.rows == ()
    assert screen.selected == NOTHING_SELECTED
    assert "Nothing found in 3 files; 1 more have no readable text." in screen.message
    bench.do(bench.presenter.open_selected)
    bench.do(bench.presenter.insert_selected)
    bench.do(bench.presenter.next_match)
    assert bench.desk.went == []


def test_notes_of_the_answer_are_shown(bench: Bench) -> None:
    screen = bench.search('"ends lease"')
    assert "No passage has the quoted phrase just so" in screen.message


def test_unread_files_are_listed_with_reasons(bench: Bench) -> None:
    bench.search("lease")
    bench.do(bench.presenter.list_unread)
    bench.wait_for(lambda: bool(bench.desk.unread))
    unread = bench.desk.unread.pop()
    assert unread.headline == f"1 file in {bench.desk.folder} could not be read."
    (row,) = unread.rows
    assert (row.name, row.state) == ("broken.docx", "Damaged")
    assert row.reason
    bench.do(lambda: bench.presenter.open_file(row.path))
    assert bench.desk.went == [("file", f"{bench.desk.folder}/broken.docx")]


def test_a_blank_question_asks_for_one(bench: Bench) -> None:
    bench.search("lease")
    screen = bench.search("   ")
    assert screen.rows == ()
    assert screen.message == "Type what you are looking for."


def test_a_new_question_takes_the_place_of_the_old(bench: Bench) -> None:
    def ask_twice() -> None:
        bench.presenter.search(Question("car"))
        bench.presenter.search(Question("office dear"))

    bench.do(ask_twice)
    screen = bench.wait_for(lambda: not bench.presenter._questions.is_searching)
    assert screen.rows[0].file == "notes.md"
    assert ["costs.csv"] not in [files(each) for each in bench.desk.screens]


def test_a_small_folder_is_rebuilt_unasked_and_found_again(bench: Bench) -> None:
    bench.search("lease")
    bench.do(bench.presenter.rebuild)
    bench.wait_for(lambda: any(each.indexing is not None for each in bench.desk.screens))
    bench.wait_for(bench._is_done)
    screen = bench.wait_for(lambda: not bench.presenter._questions.is_searching)
    assert bench.desk.asked == []
    assert bench.desk.index_asked[-1] == (bench.desk.folder, True)
    assert "lease.txt" in files(screen)


def test_what_is_selected_stays_so_when_a_pass_ends(bench: Bench) -> None:
    screen = bench.search("lease")
    row = files(screen).index("costs.csv")
    bench.do(lambda: bench.presenter.select(row))
    new = Path(bench.desk.folder) / "new.txt"
    new.write_text("lease lease lease", encoding="utf-8")
    bench.index()
    screen = bench.wait_for(lambda: len(bench.presenter.screen.rows) > len(screen.rows))
    assert screen.rows[screen.selected].file == "costs.csv"
    new.unlink()
    bench.index()


def test_another_document_s_folder_is_searched_from_the_next_question_on(
    bench: Bench, tmp_path: Path
) -> None:
    bench.search("lease")
    here, there = bench.desk.folder, write_folder(tmp_path / "Other")
    bench.desk.folder = str(there)
    try:
        bench.do(bench.presenter.refresh)
        assert bench.screen.folder == here
        screen = bench.search("lease")
        assert screen.folder == str(there)
        assert screen.rows == ()
        assert screen.offer is Offer.INDEX
        assert screen.message.startswith("This folder is not indexed yet.")
        bench.do(bench.presenter.take_offer)
        screen = bench.wait_for(lambda: "lease.txt" in files(bench.presenter.screen))
        assert screen.offer is None
    finally:
        bench.desk.folder = here


def test_pausing_resuming_and_cancelling_a_pass(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / f"note {number}.txt").write_text(f"walrus {number}\n\n" * 50)
    with search_bench(tmp_path) as bench:
        bench.do(bench.presenter.open)
        bench.do(lambda: bench.presenter.search(Question("walrus")))
        bench.do(bench.presenter.take_offer)
        bench.do(lambda: bench.desk.index(bench.desk.folder))
        bench.wait_for(lambda: bench.presenter.screen.indexing is not None)
        bench.do(bench.presenter.pause_or_resume)
        screen = bench.wait_for(
            lambda: (line := bench.presenter.screen.indexing) is not None and line.is_paused
        )
        assert screen.indexing is not None
        assert screen.indexing.text == "Indexing is paused."
        bench.do(bench.presenter.pause_or_resume)
        bench.wait_for(
            lambda: (line := bench.presenter.screen.indexing) is not None and not line.is_paused
        )
        bench.wait_for(lambda: "files" in (getattr(bench.presenter.screen.indexing, "text", "")))
        bench.do(bench.presenter.cancel_pass)
        bench.wait_for(lambda: bench.presenter.screen.indexing is None)
        seen = [each.indexing for each in bench.desk.screens if each.indexing is not None]
        assert any(line.permille is not None and 0 <= line.permille <= 1000 for line in seen)


def test_a_large_folder_is_rebuilt_only_after_a_yes(bench: Bench) -> None:
    bench.search("lease")
    bench.presenter._n_files, before = LARGE_FOLDER_N_FILES, len(bench.desk.index_asked)
    bench.do(bench.presenter.rebuild)
    assert len(bench.desk.asked) == 1
    assert f"{LARGE_FOLDER_N_FILES} files" in bench.desk.asked.pop()
    assert len(bench.desk.index_asked) == before
    bench.desk.says_yes = True
    bench.do(bench.presenter.rebuild)
    assert bench.desk.index_asked[before:] == [(bench.desk.folder, True)]
    bench.desk.says_yes = False
    bench.desk.asked.clear()
    bench.wait_for(bench._is_done)


def test_closing_cancels_and_shows_nothing_more(bench: Bench) -> None:
    def ask_and_close() -> None:
        bench.presenter.search(Question("lease"))
        bench.presenter.close()
        bench.desk.screens.clear()

    bench.do(ask_and_close)
    bench.index()
    assert bench.desk.screens == []
    bench.do(bench.presenter.open)
