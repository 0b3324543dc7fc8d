"""The sidebar panel: it is there in every application, searches, and ends with its window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.office.upkeep_support import open_document, set_mode, write_notes

if TYPE_CHECKING:
    from pathlib import Path

    from tests.office.harness.office import Office

pytestmark = pytest.mark.timeout(300)

DECK = "WriterAgentDeck"


def new_document(ctx: Any, kind: str) -> None:
    import office_probe as probe

    probe.new_document(ctx, kind)


def show_deck(ctx: Any, deck: str) -> None:
    import office_probe as probe

    probe.show_deck(ctx, deck)


def panel_window(ctx: Any) -> Any:
    """Return the window of the panel in the frame in front, or None.

    Not asked of the sidebar: LibreOffice 7.4 makes its panels anew with each such question.
    """
    import gc

    import office_probe as probe
    from writeragent_plugin.office.sidebar.element import PanelElement

    frame = probe.current_frame(ctx)
    panels = (each for each in gc.get_objects() if issubclass(type(each), PanelElement))
    shown = (each for each in panels if each._panel is not None and each.Frame == frame)
    return next((each.Window for each in shown if each.Window.isVisible()), None)


def is_made(ctx: Any) -> bool:
    return panel_window(ctx) is not None


def panel_texts(ctx: Any) -> Any:

    window = panel_window(ctx)
    return {
        "message": window.getControl("message").getText(),
        "passage": window.getControl("passage").getText(),
        "marked": window.getControl("passage").getSelectedText(),
        "can_search": window.getControl("start").isEnabled(),
        "can_open": window.getControl("open").isEnabled(),
    }


def ask(ctx: Any, query: str) -> None:
    import office_probe as probe

    window = panel_window(ctx)
    window.getControl("query").setText(query)
    probe.press(window.getControl("start").getAccessibleContext())


def found(ctx: Any, n: int) -> Any:

    results = panel_window(ctx).getControl("results")
    return results.getItemCount() == n and list(results.getItems())


def press_in_results(ctx: Any, key: str) -> None:
    import office_probe as probe

    panel_window(ctx).getControl("results").setFocus()
    probe.press_key(ctx, key)


def passage_has(ctx: Any, text: str) -> bool:

    return text in panel_window(ctx).getControl("passage").getText()


def press_open(ctx: Any) -> None:
    import office_probe as probe

    probe.press(panel_window(ctx).getControl("open").getAccessibleContext())


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
    own.run(show_deck, DECK)
    own.wait_for(is_made)

    assert own.run(panel_texts)["message"]


def test_a_question_is_answered_in_the_panel(own: Office, tmp_path: Path) -> None:
    folder = write_notes(tmp_path / "docs", 3)
    own.run(set_mode, "hybrid")
    own.run(open_document, str(folder / "note 0000.txt"))
    own.run(show_deck, DECK)
    own.wait_for(is_made)

    own.run(ask, "walrus 2")
    rows = own.wait_for(found, 3, timeout_s=60)
    assert rows[0].startswith("note 0002.txt (")
    own.run(press_in_results, "End")
    own.run(press_in_results, "Home")
    own.wait_for(passage_has, "walrus 2")
    assert own.run(panel_texts)["marked"].casefold() in ("walrus", "2")
    own.run(press_open)
    own.wait_for(is_in_front, "note%200002.txt")

    own.run(open_document, str(folder / "note 0000.txt"))
    own.run(set_mode, "none")
    assert not own.run(panel_texts)["can_search"]


def test_a_panel_ends_with_its_window(own: Office) -> None:
    own.run(close_documents)
    n_before = own.run(n_followers)
    own.run(new_document, "swriter")
    own.run(show_deck, DECK)
    own.wait_for(is_made)
    assert own.run(n_followers) == n_before + 1

    own.run(close_documents)
    own.wait_for(is_n_followers, n_before)
