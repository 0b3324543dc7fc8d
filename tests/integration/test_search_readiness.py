"""What a search window says when a search cannot be, and how to get there; in German, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.embeddings.search_window.parts import Question
from plugin.embeddings.search_window.screen import Offer
from tests.search_desk import search_bench, write_folder

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.timeout(120)


def test_search_that_is_off_can_be_turned_on(tmp_path: Path) -> None:
    with search_bench(write_folder(tmp_path / "docs"), is_on=False) as bench:
        bench.do(bench.presenter.open)
        assert bench.screen.offer is Offer.TURN_ON
        assert not bench.screen.can_search
        bench.do(lambda: bench.presenter.search(Question("lease")))
        assert bench.service._pool is None, "nothing is started while search is off"
        bench.do(bench.presenter.take_offer)
        screen = bench.wait_for(lambda: not bench.presenter._questions.is_searching)
        assert bench.desk.settings.search_is_on
        assert screen.can_search
        assert screen.offer is Offer.INDEX


def test_without_an_environment_setting_up_is_offered(tmp_path: Path) -> None:
    with search_bench(write_folder(tmp_path / "docs"), venv=str(tmp_path / "none")) as bench:
        bench.do(bench.presenter.open)
        screen = bench.wait_for(lambda: bench.presenter.screen.offer is Offer.SET_UP)
        named = f"{tmp_path / 'none'}, named by the setting, does not exist."
        assert screen.message.endswith(f"cannot be used. {named}")
        bench.do(bench.presenter.take_offer)
        assert bench.desk.went == [("set up", "")]


def test_without_a_folder_the_reason_is_told() -> None:
    with search_bench("") as bench:
        bench.desk.reason = "upkeep.reason.in_archive"
        bench.do(bench.presenter.open)
        assert bench.screen.message.startswith("This document lies in an archive.")
        assert not bench.screen.can_search
        bench.do(lambda: bench.presenter.search(Question("lease")))
        assert not bench.presenter._questions.is_searching


def test_an_empty_folder_says_so(tmp_path: Path) -> None:
    with search_bench(tmp_path) as bench:
        bench.do(bench.presenter.open)
        assert bench.search("lease").message == "There are no documents in this folder."


def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    with search_bench(tmp_path / "gone") as bench:
        screen = bench.search("lease")
        assert screen.rows == ()
        assert "gone" in screen.message


def test_german_speaks_german(tmp_path: Path) -> None:
    with search_bench(write_folder(tmp_path / "docs"), language="de") as bench:
        bench.do(bench.presenter.open)
        bench.index()
        screen = bench.search('"ends lease"')
        assert screen.rows[0].place == "Zeile 3"
        assert screen.rows[0].reason.startswith("Wörter: ")
        assert "Keine Textstelle enthält die Wendung wörtlich" in screen.message
        assert screen.coverage == "3 von 4 Dateien durchsuchbar, 1 war nicht lesbar"
        nothing = bench.search("rhinoceros")
        assert nothing.message.startswith("In 3 Dateien nichts gefunden; 1 weitere")
