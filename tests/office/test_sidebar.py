"""The sidebar panel: it is there in every application, searches, and ends with its window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.office.upkeep_support import VARIABLES, begin, open_document, set_mode, write_notes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.office.harness.office import Office

pytestmark = pytest.mark.timeout(300)

PANEL = ("WriterAgentDeck", "WriterAgentSearchPanel")


@pytest.fixture(scope="module")
def own(start_office: Any) -> Iterator[Office]:
    with start_office(variables=VARIABLES) as office:
        begin(office)
        yield office


def new_document(ctx: Any, kind: str) -> None:
    import office_probe as probe

    probe.new_document(ctx, kind)


def show_deck(ctx: Any, deck: str) -> None:
    import office_probe as probe

    probe.show_deck(ctx, deck)


def is_made(ctx: Any, panel: list[str]) -> bool:
    import office_probe as probe

    return probe.panel_window(ctx, *panel) is not None


def panel_texts(ctx: Any, panel: list[str]) -> Any:
    import office_probe as probe

    window = probe.panel_window(ctx, *panel)
    return {
        "message": window.getControl("message").getText(),
        "passage": window.getControl("passage").getText(),
        "marked": window.getControl("passage").getSelectedText(),
        "can_search": window.getControl("start").isEnabled(),
        "can_open": window.getControl("open").isEnabled(),
    }


def ask(ctx: Any, panel: list[str], query: str) -> None:
    import office_probe as probe

    window = probe.panel_window(ctx, *panel)
    window.getControl("query").setText(query)
    probe.press(window.getControl("start").getAccessibleContext())


def found(ctx: Any, panel: list[str], n: int) -> Any:
    import office_probe as probe

    results = probe.panel_window(ctx, *panel).getControl("results")
    return results.getItemCount() == n and list(results.getItems())


def press_in_results(ctx: Any, panel: list[str], key: str) -> None:
    import office_probe as probe

    probe.panel_window(ctx, *panel).getControl("results").setFocus()
    probe.press_key(ctx, key)


def passage_has(ctx: Any, panel: list[str], text: str) -> bool:
    import office_probe as probe

    return text in probe.panel_window(ctx, *panel).getControl("passage").getText()


def press_open(ctx: Any, panel: list[str]) -> None:
    import office_probe as probe

    probe.press(probe.panel_window(ctx, *panel).getControl("open").getAccessibleContext())


def is_in_front(ctx: Any, url_end: str) -> bool:
    import office_probe as probe

    return probe.current_document_url(ctx).endswith(url_end)


def close_documents(ctx: Any) -> None:
    import office_probe as probe

    probe.close_all(ctx)


def n_followers(ctx: Any) -> int:
    from writeragent_plugin.office.application import current

    return len(current(ctx).settings._followers)


def is_n_followers(ctx: Any, n: int) -> bool:
    from writeragent_plugin.office.application import current

    return len(current(ctx).settings._followers) == n


@pytest.mark.parametrize("kind", ["swriter", "scalc", "simpress", "sdraw"])
def test_the_panel_opens_in(own: Office, kind: str) -> None:
    own.run(new_document, kind)
    own.run(show_deck, PANEL[0])
    own.wait_for(is_made, PANEL)

    assert own.run(panel_texts, PANEL)["message"]


def test_a_question_is_answered_in_the_panel(own: Office, tmp_path: Path) -> None:
    folder = write_notes(tmp_path / "docs", 3)
    own.run(set_mode, "hybrid")
    own.run(open_document, str(folder / "note 0000.txt"))
    own.run(show_deck, PANEL[0])
    own.wait_for(is_made, PANEL)

    own.run(ask, PANEL, "walrus 2")
    rows = own.wait_for(found, PANEL, 3, timeout_s=60)
    assert rows[0].startswith("note 0002.txt (")
    own.run(press_in_results, PANEL, "End")
    own.run(press_in_results, PANEL, "Home")
    own.wait_for(passage_has, PANEL, "walrus 2")
    assert own.run(panel_texts, PANEL)["marked"].casefold() in ("walrus", "2")
    own.run(press_open, PANEL)
    own.wait_for(is_in_front, "note%200002.txt")

    own.run(open_document, str(folder / "note 0000.txt"))
    own.run(set_mode, "none")
    assert not own.run(panel_texts, PANEL)["can_search"]


def test_a_panel_ends_with_its_window(own: Office) -> None:
    own.run(close_documents)
    n_before = own.run(n_followers)
    own.run(new_document, "swriter")
    own.run(show_deck, PANEL[0])
    own.wait_for(is_made, PANEL)
    assert own.run(n_followers) == n_before + 1

    own.run(close_documents)
    own.wait_for(is_n_followers, n_before)
